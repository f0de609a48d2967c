"""A record of every schema that has landed is brought up to date, holds, and its cases go on to their end."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date, timedelta

import pytest

from app import clock
from app.delivery import deliver
from app.invariants import verify_all
from app.office import DATABASE, open_office
from app.people import people_in_force, subjects_of
from app.settings import Settings
from storage.database import Database
from storage.driver import sqlite3
from storage.faults import NewerSchema
from storage.migrations import known
from storage.town_changes import TownChanges
from storage.upgrade import HEAD
from storage.views import Views
from tests.app import desk as here
from tests.databases import BOTH, OWNER, POSTGRES, SQLITE, TOLD, cluster, every_byte, owning, served
from tests.upgrade.landed import LANDED, NEW, serve, unpack
from tests.upgrade.schemas import told

NOW, LATER = here.noon("2027-05-10"), date(2028, 6, 1)
TOWN = "mg_santos_dumont"
RECORDS = [(each, on) for each in LANDED for on in BOTH if on == SQLITE or each.served]
READ = [pytest.param(each, on, id=f"{each.name}-{on}") for each, on in RECORDS if not each.unread]


@contextmanager
def kept(landing, on, folder):
    """The folder of a landing's record as its program left it."""
    if on == SQLITE:
        unpack(landing, folder)
        yield folder
        return
    name = serve(landing, folder)
    yield folder
    cluster().drop(name)


def brought_up(folder):
    """The record opened by today's program: on PostgreSQL the owner does it once."""
    if (folder / TOLD).exists():
        address = (folder / TOLD).read_text()
        owner = address.replace("devido_teste:", f"{OWNER}:", 1)
        open_office(Settings(data=folder, town=TOWN, database=address, owner=owner)).database.close()
    return here.office(folder)


@contextmanager
def opened(landing, on, folder):
    with kept(landing, on, folder):
        desk = brought_up(folder)
        yield desk
        desk.database.close()


def ailing(desk, now=NOW):
    return {each.code: [str(finding) for finding in each.findings] for each in verify_all(desk, now) if each.findings}


@pytest.mark.parametrize(("landing", "on"), READ)
def test_a_record_of_every_landed_schema_is_brought_up_to_date_and_holds(landing, on, tmp_path):
    with opened(landing, on, tmp_path) as desk:
        assert [tuple(row) for row in desk.database.connection.execute("SELECT * FROM alembic_version")] == [(HEAD,)]
        assert ailing(desk) == {}
        assert len(Views(desk.database).cases()) == 5


@pytest.mark.parametrize(("landing", "on"), READ)
def test_its_cases_go_on_to_their_end(landing, on, tmp_path):
    with opened(landing, on, tmp_path) as desk:
        for key, (case, step, on_day, data) in enumerate(NEXT):
            here.do(desk, step, on_day, case=case, key=f"next:{key}", **data)
        clock.run(desk, here.noon("2027-06-09"))
        for case in ("000002/2027", "000003/2027"):
            here.do(desk, "judge", "2027-06-09", case=case, key=f"judge:{case}", **DISMISSED)
        desk.checkpoints.sign(here.noon("2027-06-09"))
        day = date(2027, 6, 10)
        while day < LATER:
            clock.run(desk, here.noon(day))
            day += timedelta(days=28)
        if (landing, on) == RECORDS[1]:  # once: the press knows nothing of schemas
            assert deliver(desk, here.noon(LATER)).failures == []
        assert ailing(desk, here.noon(LATER)) == {}
        assert {line.case_id: (line.state, line.reason) for line in Views(desk.database).cases()} == ENDS


NEXT = (
    ("000002/2027", "serve_notice", "2027-05-11", {"via": "personal", "receipt": "signed"}),
    ("000002/2027", "file_defense", "2027-05-12", {"claims": ["Não houve excesso."]}),
    ("000004/2027", "serve_decision", "2027-05-12", {"via": "post", "receipt": "ar"}),
    ("000004/2027", "issue_payment_slip", "2027-05-12", {}),
    ("000004/2027", "pay", "2027-05-20", {"amount": "68.72"}),
    (
        "000001/2027", "rectify", "2027-05-20",
        {
            "of": {"step": "draw_up", "date": "2027-03-01"}, "field": "place", "value": "Rua Corrigida, 1",
            "reasons": "Erro de cópia.",
        },
    ),
)  # fmt: skip
DISMISSED = {"outcome": "dismissed", "voters": 3, "reasons": "A fotografia é de outro veículo."}
ENDS = {
    "000001/2027": ("closed", "paid"),
    "000002/2027": ("archived", "defense_upheld"),
    "000003/2027": ("archived", "defense_upheld"),
    "000004/2027": ("closed", "paid"),
    "000005/2027": ("archived", "late_notification"),
}


@pytest.mark.parametrize("on", BOTH)
def test_the_schema_brought_up_from_each_is_the_one_made_new(on, tmp_path):
    new = made_new(on, tmp_path / "new")
    for landing, where in RECORDS:
        if where == on:
            with opened(landing, on, made(tmp_path / landing.name)) as desk:
                assert told(desk.database) == new, landing.name


def made(folder):
    folder.mkdir()
    return folder


def made_new(on, folder):
    if on == SQLITE:
        database = Database(made(folder) / DATABASE)
        try:
            return told(database)
        finally:
            database.close()
    with served(folder):
        database = Database((folder / TOLD).read_text())
        try:
            return told(database)
        finally:
            database.close()


LOST = {
    SQLITE: ("DROP INDEX case_file_awake", "DROP TRIGGER event_no_update", "ALTER TABLE event ADD COLUMN more TEXT"),
    POSTGRES: (
        "DROP INDEX case_file_awake", "DROP TRIGGER event_no_update ON event", "ALTER TABLE event ADD COLUMN more text",
        "ALTER TABLE event DISABLE TRIGGER event_no_update", "GRANT DELETE ON event TO devido_teste",
        "ALTER TABLE event ALTER step DROP NOT NULL", "ALTER TABLE event DROP CONSTRAINT leaf_size",
        "DROP INDEX queue.procrastinate_jobs_queue_name_idx_v1",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("on", "lost"), [(on, each) for on in BOTH for each in LOST[on]])
def test_a_schema_that_lacks_something_is_told_apart(on, lost, tmp_path):
    """Negative control of the comparison."""
    new = made_new(on, tmp_path / "new")
    with opened(LANDED[-1], on, made(tmp_path / "old")) as desk:
        with owning(desk.database) as connection:
            connection.execute(lost)
        assert told(desk.database) != new


@pytest.mark.parametrize("landing", [each for each in LANDED if each.unread], ids=lambda each: each.name)
def test_a_record_from_before_the_first_that_is_read_is_told_by_its_layers_and_passes_for_no_other(landing, tmp_path):
    with opened(landing, SQLITE, tmp_path) as desk:
        found = ailing(desk)
    assert {code: sorted({said.split("]")[0] for said in each}) for code, each in found.items()} == {
        "I1": ["[ato"],
        "I3": ["[papéis"],
    }


@pytest.mark.parametrize("on", BOTH)
def test_a_change_of_the_town_recorded_without_its_file_gets_it_from_the_sources(on, tmp_path):
    landing = next(each for each in LANDED if each.name == "0004-without-text")
    with opened(landing, on, tmp_path) as desk:
        (change,) = TownChanges(desk.database).all()
        assert "Luto oficial" in change.text
        desk.settings.town_copy.unlink()
        desk.database.close()
        again = here.office(tmp_path)
        assert again.town.digest == change.new
        again.database.close()


@pytest.mark.parametrize("on", BOTH)
@pytest.mark.parametrize("forgotten", [False, True])
def test_who_answers_in_a_case_is_found_after_the_upgrade_even_if_the_older_schema_found_nobody(
    on, forgotten, tmp_path
):
    """As one of several people it found nobody: their numbers stood each under a name of its own."""
    with kept(LANDED[-1], on, tmp_path):
        if forgotten:
            altered(on, tmp_path, "UPDATE case_file SET subject = NULL")
        desk = brought_up(tmp_path)
        found = {case: subjects_of(desk, people) for case, people in answering(desk).items()}
        assert all(subjects[""] for subjects in found.values())
        assert {case: Views(desk.database).subjects(case) for case in found} == found
        assert ailing(desk) == {}
        desk.database.close()


def answering(desk):
    """Who answers in each case, as its acts say."""
    return {
        line.case_id: people_in_force(desk.procedure(events[-1].procedure), events)
        for line in Views(desk.database).cases()
        for events in [desk.store.history(line.case_id)]
    }


def altered(on, folder, statement):
    if on == SQLITE:
        connection = sqlite3.connect(folder / TOWN / DATABASE)
        connection.execute(statement)
        connection.commit()
        connection.close()
        return
    with cluster().connected((folder / TOLD).read_text().partition("@/")[2].partition("?")[0]) as connection:
        connection.execute(statement)


@pytest.mark.parametrize("on", BOTH)
def test_a_record_of_a_newer_program_is_refused_and_not_touched(on, tmp_path):
    with opened(LANDED[-1], on, tmp_path) as desk, owning(desk.database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        desk.database.close()
        if on == SQLITE:
            connection.close()
        before = every_byte(tmp_path)
        with pytest.raises(NewerSchema, match=f"esquema 9999; esta vai até {HEAD}"):
            here.office(tmp_path)
        assert every_byte(tmp_path) == before


@pytest.mark.parametrize("on", BOTH)
def test_an_upgrade_that_fails_at_its_last_step_leaves_the_record_as_it_was(on, tmp_path, monkeypatch):
    def failing(_):
        raise RuntimeError("power")

    landing = next(each for each in LANDED if each.name == "0004-without-text")
    with kept(landing, on, tmp_path):
        before = all_of(on, tmp_path)
        with monkeypatch.context() as broken:
            broken.setattr("storage.triggers.remake", failing)
            with pytest.raises(RuntimeError, match="power"):
                brought_up(tmp_path)
        assert all_of(on, tmp_path) == before
        brought_up(tmp_path).database.close()
        assert all_of(on, tmp_path) != before


def all_of(on, folder):
    if on != SQLITE:
        return every_byte(folder)
    connection = sqlite3.connect(folder / TOWN / DATABASE)
    try:
        tables = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        return tables, [
            list(connection.execute(f"SELECT * FROM {name}")) for name, sql in tables if "TABLE" in (sql or "")
        ]
    finally:
        connection.close()


def test_every_schema_that_landed_has_its_record():
    assert {each.revision for each in LANDED} | {*NEW} == known()
    assert max(NEW) == HEAD
    assert [each.revision for each in LANDED] == sorted(each.revision for each in LANDED)
