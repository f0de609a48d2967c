"""Every invariant broken once, by whoever can write the file: it is told under its own code."""

import os
import shutil
from datetime import date

import pytest
from msgspec.structs import replace

from app import clock
from app.attachments import attach
from app.invariants import _approved_by_self, _closed_twice, verify_all
from app.watch import make_round
from tests.app import desk as here
from tests.storage.conftest import without_triggers
from workflow.event import CLOCK, Event

NOW = here.noon("2027-05-10")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    desk = here.office(folder / "town")
    here.paid(desk)
    here.draw_up(desk, "2027-05-06")
    desk.checkpoints.sign(NOW)
    make_round(desk, NOW, confirmed_by="teste", moment=lambda: NOW)
    desk.database.close()
    return folder / "town"


@pytest.fixture
def desk(made, tmp_path):
    shutil.copytree(made, tmp_path / "town")
    desk = here.office(tmp_path / "town")
    yield desk
    desk.database.close()


def ailing(desk):
    return {each.code for each in verify_all(desk, NOW) if each.findings}


def test_a_sound_record_holds_and_says_what_was_looked_at(desk):
    told = {each.code: each.looked for each in verify_all(desk, NOW)}
    assert ailing(desk) == set()
    assert list(told) == [*(f"I{n}" for n in range(1, 13)), "Base"]
    assert told["I1"] == f"bytes e elos; atos: {desk.checkpoints.size()}, processos: 2"
    assert "{" not in "".join(told.values())


EDITS = {
    "the bytes of an act": ("I1", "UPDATE event SET record = CAST(record || ' ' AS BLOB) WHERE seq = 3"),
    "a root signed": ("I2", "UPDATE checkpoint SET root = zeroblob(32)"),
    "a state": ("I3", "UPDATE case_file SET state = 'closed', reason = 'x'"),
    "a morning passed over": ("I4", "UPDATE case_file SET wakes_on = '2027-05-09' WHERE case_id = '000002/2027'"),
    "a moment": ("I5", "UPDATE event SET recorded_at = '2020-01-01T00:00:00.000000Z' WHERE seq = 4"),
    "a task given up without a reason": ("I6", "UPDATE outbox SET status = 'failed' WHERE id = 1"),
    "a file's size": ("I7", "UPDATE file SET size = size + 1"),
    "a number": ("I8", "UPDATE numbering SET last = last + 1 WHERE series = 'case'"),
    "a deadline": ("I12", "UPDATE deadline SET due = '2030-01-01' WHERE case_id = '000002/2027'"),
    "a source": ("Base", "UPDATE source SET sha256 = zeroblob(32)"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_what_is_broken_is_told_under_its_own_code(desk, edit):
    code, statement = EDITS[edit]
    with without_triggers(desk.database) as connection:
        connection.execute(statement)
    assert code in ailing(desk)


def test_a_file_nobody_names_is_told_after_a_day_and_the_clock_removes_it(desk, tmp_path):
    (tmp_path / "foto.jpg").write_bytes(b"\xff\xd8")
    file = attach(desk.files, tmp_path / "foto.jpg")
    place = desk.files.path(file.sha256)
    os.utime(place, (NOW.timestamp() - 3600,) * 2)
    assert ailing(desk) == set()
    os.utime(place, (NOW.timestamp() - 90_000,) * 2)
    assert ailing(desk) == {"I7"}
    clock.run(desk, NOW)
    assert (ailing(desk), place.exists()) == (set(), False)


def test_who_did_an_act_and_approved_it_is_told():
    day = date(2027, 5, 6)
    event = Event(
        version=3, step="rectify", by="", occurred_on=day, recorded_on=day, recorded_by="p:1", approved_by="p:1"
    )  # fmt: skip
    assert [each.position for each in _approved_by_self("1", (event,))] == [3]
    assert list(_approved_by_self("1", (replace(event, approved_by="p:2"),))) == []


def test_a_name_in_the_bytes_is_told(desk):
    assert "I10" not in ailing(desk)
    here.draw_up(desk, "2027-05-07", recorded_by=here.NAME)
    assert ailing(desk) == {"I10"}


def test_a_deadline_the_clock_ends_twice_is_told_unless_it_was_opened_again(desk):
    events = desk.store.history("000001/2027")
    first = next(each for each in events if each.by == CLOCK)
    end = replace(first, deadline="d1", derived=replace(first.derived, deadlines=(), removed=()))
    opened = next(each for event in events for each in event.derived.deadlines)
    again = replace(end, by="", derived=replace(end.derived, deadlines=(replace(opened, id="d1", status="open"),)))
    assert len(list(_closed_twice("1", (end, end)))) == 1
    assert list(_closed_twice("1", (end, again, end))) == []
