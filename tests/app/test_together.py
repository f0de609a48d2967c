"""Acts made safe together: each as if it had come alone, refusals leaving no gap, and all of them or none."""

import io
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

import app.together
from app import clock, logs
from app.casework import handle
from app.office import Office
from app.request import Handled, Request
from app.together import handle_all, made_safe_together
from app.verification import verify_office
from storage import sql
from storage.faults import MissingFile, StorageFault
from storage.gathering import Gathering
from storage.views import Views
from tests.app import desk as here
from tests.databases import every_byte
from workflow.errors import ItemUnknown
from workflow.event import Command

DAY = date(2027, 3, 1)
NUMBERS = ("111.444.777-35", "529.982.247-25", "123.123.202-15", "123.123.101-71")


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def notice(number, item="36-II", **more):
    data = {
        "items": [item], "fact_on": "2027-03-01", "place": f"Rua {number}", "inspector": "Agente Exemplo",
        "narrative": "Parado em fila dupla.", "vehicle": {"plate": "EXM0A10"},
        "respondent": {"name": "Pessoa Exemplo", "tax_id": NUMBERS[number % 4], "address": "Rua Fictícia, 1"},
    }  # fmt: skip
    command = Command(step="draw_up", on=DAY, by="transport_department", data=data | more, recorded_by="p:9")
    return Request(command=command, key=f"auto:{number}", law=here.SANTOS_DUMONT, person="p:9")


def together(desk, requests, **more):
    return [answer for _, answer in handle_all(desk, requests, here.noon(DAY), **more)]


def left_by(desk):
    """What the acts left, but for what chance gave: salts, and what follows from them."""
    views = Views(desk.database)
    rows = desk.database.connection.execute(
        "SELECT seq, case_id, version, step, cause FROM event ORDER BY seq"
    ).fetchall()
    papers = [each._replace(code="", id=0) for each in views.papers()]
    tables = ("deadline", "numbering", "outbox", "private_value", "matter", "idempotency")
    counted = [desk.database.connection.execute(f"SELECT count(*) FROM {each}").fetchone() for each in tables]
    return rows, papers, counted, [each._replace(leaf=b"") for each in views.cases()]


def test_acts_made_safe_together_leave_what_they_would_leave_one_by_one(tmp_path, desk):
    requests = [notice(each) for each in range(6)]
    answers = together(desk, requests)
    assert [each.case.id for each in answers] == [f"{each:06d}/2027" for each in range(1, 7)]
    assert verify_office(desk).findings == []
    alone = here.office(tmp_path / "outro")
    for each in requests:
        handle(alone, each, here.noon(DAY))
    assert left_by(alone) == left_by(desk)


@pytest.mark.parametrize("lost", [sql.NEW_TASK, sql.NEW_KEY, sql.NEXT_NUMBER, sql.SET_DEADLINE, sql.NEW_PRIVATE])
def test_a_table_that_were_not_put_in_with_the_others_would_be_noticed(desk, monkeypatch, lost):
    made, put = Gathering.__init__, desk.database.connection.executemany

    def losing(self, connection, *given):
        def puts(statement, rows):
            return put(statement, [] if statement == lost else rows)

        made(self, SimpleNamespace(execute=connection.execute, executemany=puts), *given)

    monkeypatch.setattr(Gathering, "__init__", losing)
    together(desk, [notice(0), notice(1)])
    assert verify_office(desk).findings != []


def test_what_is_refused_among_them_stops_no_other_and_takes_no_number(desk):
    answers = together(desk, [notice(0), notice(1, item="36-XC"), notice(2)])
    assert isinstance(answers[1], ItemUnknown)
    assert [each.case.id for each in (answers[0], answers[2])] == ["000001/2027", "000002/2027"]
    assert verify_office(desk).findings == []


@pytest.mark.parametrize(("longest", "commits"), [(0.0, 4), (60.0, 1)])
def test_others_wait_for_no_more_than_some_seconds(desk, monkeypatch, longest, commits):
    put_in, seen = Gathering.put_in, []
    monkeypatch.setattr(Gathering, "put_in", lambda self: (seen.append(self), put_in(self)))
    monkeypatch.setattr(app.together, "LONGEST", longest)
    answers = together(desk, [notice(each) for each in range(4)])
    assert [each.appended.seq for each in answers] == [1, 2, 3, 4]
    assert len({id(each) for each in seen}) == len(set(seen)) == commits


def test_the_same_sent_again_among_others_is_told_from_what_is_new(desk):
    together(desk, [notice(0), notice(1)])
    answers = together(desk, [notice(1), notice(2), notice(2)])
    assert [(each.appended.repeated, each.appended.case_id) for each in answers] == [
        (True, "000002/2027"), (False, "000003/2027"), (True, "000003/2027"),
    ]  # fmt: skip


def test_an_act_finds_what_the_one_before_it_did_in_the_same_case(desk):
    case = here.draw_up(desk)
    served = replace(notice(7), key="ciência", law="", case=case, command=Command(
        step="serve_notice", on=DAY, by="transport_department", data={"via": "personal", "receipt": "signed"},
        recorded_by="p:9",
    ))  # fmt: skip
    stale = replace(served, key="outra", version=1)
    done, refused = together(desk, [served, stale])
    assert (done.appended.version, refused.version) == (2, 2)
    defended = replace(served, key="defesa", command=Command(
        step="file_defense", on=DAY, by="party", data={"claims": ["Não era eu."]}, recorded_by="p:9",
    ))  # fmt: skip
    assert together(desk, [defended])[0].appended.version == 3
    assert verify_office(desk).findings == []


def test_a_rehearsal_gives_the_same_answers_and_records_nothing(desk, tmp_path):
    desk.procedure_for_opening(here.SANTOS_DUMONT, DAY, here.noon(DAY))
    before = every_byte(tmp_path)
    first, second = together(desk, [notice(0), notice(1, item="36-XC")], rehearse=True)
    assert isinstance(first, Handled)
    assert isinstance(second, ItemUnknown)
    assert every_byte(tmp_path) == before


def kept_sources(desk):
    """Whether what acts are decided with is in the record, after a rehearsal that was the first to need it."""
    together(desk, [notice(0)], rehearse=True)
    together(desk, [notice(0)])
    return verify_office(desk).findings == []


def test_after_a_rehearsal_the_law_is_kept_with_the_first_act(desk):
    assert kept_sources(desk)


def test_a_rehearsal_that_were_taken_for_a_record_would_be_noticed(desk, monkeypatch):
    monkeypatch.setattr(Office, "forget_kept", lambda _: None)
    assert not kept_sources(desk)


def breaking(monkeypatch, after):
    """The database fails when what was gathered is put in, so many times."""
    put_in, seen = Gathering.put_in, []

    def fails(self):
        seen.append(1)
        if len(seen) <= after:
            self.broken = True
            raise StorageFault("o disco está cheio")
        put_in(self)

    monkeypatch.setattr(Gathering, "put_in", fails)


def test_where_the_database_fails_nothing_is_recorded_and_nothing_said(desk, monkeypatch):
    said = []
    monkeypatch.setattr(logs, "_log", type("Log", (), {"info": lambda _, event, **__: said.append(event)})())
    breaking(monkeypatch, 1)
    with pytest.raises(StorageFault):
        together(desk, [notice(0), notice(1)])
    assert (said, Views(desk.database).cases()) == ([], [])
    assert together(desk, [notice(0)])[0].case.id == "000001/2027"
    assert said == ["ato registrado"]


def test_a_round_whose_page_cannot_go_in_together_goes_case_by_case(desk, monkeypatch):
    together(desk, [notice(each) for each in range(3)])
    breaking(monkeypatch, 1)
    done = clock.run(desk, here.noon("2027-03-12"))
    assert ([each.step for each in done.rings], done.failures) == (["archive_for_lapse"] * 3, [])
    assert verify_office(desk).findings == []


def test_in_a_page_that_goes_in_together_a_broken_case_stops_no_other(desk, monkeypatch):
    _, bad, _ = (each.case.id for each in together(desk, [notice(each) for each in range(3)]))
    append = clock.morning_acts

    def broken(office, case_id, *given):
        if case_id == bad:
            raise ZeroDivisionError
        return append(office, case_id, *given)

    monkeypatch.setattr(clock, "morning_acts", broken)
    done = clock.run(desk, here.noon("2027-03-12"))
    assert len(done.rings) == 2
    assert [case for case, _ in done.failures] == [bad]
    assert verify_office(desk).findings == []


def test_who_writes_meanwhile_waits_and_nothing_is_lost_or_done_twice(desk, tmp_path, monkeypatch):
    """Two lots that share half of their notices, a clerk's own, and two rounds of the same morning."""
    monkeypatch.setattr(app.together, "AT_ONCE", 7)
    monkeypatch.setattr(clock, "PAGE", 5)
    old = [here.draw_up(desk, "2027-02-01", respondent={"name": f"Pessoa {each}"}) for each in range(12)]

    def at_work(work):
        office = here.office(tmp_path)
        try:
            return work(office)
        finally:
            office.database.close()

    works = [
        lambda office: together(office, [notice(each) for each in range(30)]),
        lambda office: together(office, [notice(each) for each in range(15, 45)]),
        lambda office: [handle(office, notice(each), here.noon(DAY)) for each in range(45, 60)],
        lambda office: clock.run(office, here.noon(DAY)),
        lambda office: clock.run(office, here.noon(DAY)),
    ]
    with ThreadPoolExecutor(len(works)) as threads:
        first, second, alone, *rounds = threads.map(at_work, works)
    opened = [each.case.id for each in (*first, *second, *alone) if each.event is not None]
    assert len(opened) == len(set(opened)) == 60
    assert sorted(ring.case for done in rounds for ring in done.rings) == sorted(old)
    assert [done.failures for done in rounds] == [[], []]
    assert verify_office(desk).findings == []


def test_an_act_that_read_after_it_wrote_is_not_let_through(desk):
    one = {"case_id": "000001/2027"}
    with made_safe_together(desk), desk.database.writing() as connection:
        connection.execute("DELETE FROM deadline WHERE case_id = :case_id", one)
        with pytest.raises(ValueError, match="could no longer be left out"):
            connection.execute("SELECT 1 FROM deadline WHERE case_id = :case_id", one)


def test_a_file_that_is_not_there_leaves_its_act_out_and_no_other(desk):
    photo = desk.files.put(io.BytesIO(b"foto"), "image/jpeg")
    with_photo = [replace(notice(each, attachments=[photo.sha256]), files=[photo]) for each in (2, 3)]
    answers = together(desk, [notice(0), notice(1, attachments=["0" * 64]), *with_photo])
    assert isinstance(answers[1], MissingFile)
    assert [answers[each].case.id for each in (0, 2, 3)] == ["000001/2027", "000002/2027", "000003/2027"]
    assert verify_office(desk).findings == []
