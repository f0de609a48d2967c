"""What the database itself refuses, whoever asks."""

import pytest

from storage.driver import sqlite3
from storage.files import StoredFile
from storage.outbox import Outbox
from storage.rounds import ClockRound, Rounds
from storage.town_changes import TownChange, TownChanges
from storage.triggers import TRIGGERS
from tests.storage.conftest import NOON

ATTACKS = {
    "event": [
        "UPDATE event SET step = 'x'",
        "UPDATE event SET record = x'00' WHERE seq = 1",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event {seq, case_id, version, step, occurred_on, recorded_at, cause, prev, leaf, x''}",
        "REPLACE INTO event {9, case_id, version, step, occurred_on, recorded_at, 'new', prev, leaf, record}",
        "REPLACE INTO event {2, case_id, 2, step, occurred_on, recorded_at, cause, leaf, leaf, record}",
        "INSERT INTO event {3, case_id, 2, step, occurred_on, recorded_at, 'new', leaf, leaf, record}",
        "INSERT INTO event {2, case_id, 2, step, occurred_on, recorded_at, 'new', zeroblob(32), leaf, record}",
        "INSERT INTO event {2, case_id, 3, step, occurred_on, recorded_at, 'new', leaf, leaf, record}",
        "INSERT INTO event {2, 'other', 1, step, occurred_on, recorded_at, 'new', leaf, leaf, record}",
    ],
    "source": [
        "UPDATE source SET content = x'00'",
        "DELETE FROM source",
        "REPLACE INTO source {digest, kind, name, x'00', sha256, stored_at}",
    ],
    "matter": [
        "UPDATE matter SET what = 'x'",
        "DELETE FROM matter",
        "REPLACE INTO matter {seq, position, case_id, version, 'x'}",
    ],
    "file": [
        "UPDATE file SET size = 1",
        "DELETE FROM file",
        "REPLACE INTO file {sha256, 'x', 1, stored_at}",
    ],
    "private_value": [
        "DELETE FROM private_value",
        "UPDATE private_value SET value = x'22'",
        "UPDATE private_value SET salt = NULL",
        "UPDATE private_value SET value = NULL, salt = NULL, commitment = zeroblob(32)",
        "UPDATE private_value SET value = NULL, salt = NULL, field = field || 'x'",
        "REPLACE INTO private_value {case_id, version, field, commitment, salt, x'22'}",
    ],
    "document": [
        "DELETE FROM document",
        "UPDATE document SET ordinal = 9",
        "UPDATE document SET context = x'00'",
        "UPDATE document SET code = 'x'",
        "UPDATE document SET status = 'rendered'",
        "REPLACE INTO document {*}",
    ],
    "numbering": [
        "DELETE FROM numbering",
        "UPDATE numbering SET last = last - 1",
        "UPDATE numbering SET last = last + 2",
        "UPDATE numbering SET last = last + 1, year = 2030",
    ],
    "log_head": ["DELETE FROM log_head"],
    "clock_round": [
        "UPDATE clock_round SET acts = 9",
        "DELETE FROM clock_round",
        "REPLACE INTO clock_round {id, started_at, finished_at, morning, 9, failures, stopped, confirmed_by}",
    ],
    "checkpoint": [
        "UPDATE checkpoint SET note = 'x'",
        "DELETE FROM checkpoint",
        "REPLACE INTO checkpoint {id, size, root, 'x', key, signed_at}",
        "INSERT INTO checkpoint {9, 0, root, note, key, signed_at}",
        "INSERT INTO checkpoint {9, 2, root, note, key, signed_at}",
    ],
    "block": [
        "UPDATE block SET root = zeroblob(32)",
        "DELETE FROM block",
        "REPLACE INTO block {ordinal, zeroblob(32)}",
    ],
    "publication": [
        "UPDATE publication SET day = '2030-01-01'",
        "DELETE FROM publication",
        "REPLACE INTO publication {edition, checkpoint, '2030-01-01'}",
        "INSERT INTO publication {'000002/2027', 9, day}",
    ],
    "town_change": [
        "UPDATE town_change SET act = 'x'",
        "DELETE FROM town_change",
        "REPLACE INTO town_change {id, 'other', at, person, approved_by, kind, 'x', said, old, new, text}",
        "REPLACE INTO town_change {2, key, at, person, approved_by, kind, 'x', said, old, new, text}",
    ],
}
EVERY = [(table, attack) for table, attacks in ATTACKS.items() for attack in attacks]


@pytest.mark.parametrize(("table", "attack"), EVERY)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_an_edit_is_refused_and_changes_nothing(store, clerk, database, table, attack, recursive):
    clerk.open()
    store.keep_source("a" * 64, "law", "lei", b"texto", NOON)
    connection = database.connection
    Rounds(database).add(ClockRound(NOON, NOON, NOON.date(), acts=1, failures=0))
    TownChanges(database).add(TownChange(1, "k", NOON, "p1", "p2", "calendar", "Decreto 1", "{}", "a", "b", ""))
    connection.execute("INSERT INTO file VALUES (?, 'application/pdf', 3, '2027-03-01T15:00:00.000000Z')", ("d" * 64,))
    connection.execute("INSERT INTO checkpoint VALUES (1, 1, randomblob(32), '', '', '2027-03-01T15:00:00.000000Z')")
    connection.execute("INSERT INTO block VALUES (0, randomblob(32))")
    connection.execute("INSERT INTO publication VALUES ('000001/2027', 1, '2027-03-01')")
    connection.execute(f"PRAGMA recursive_triggers={recursive}")
    before = connection.execute(f"SELECT * FROM {table}").fetchall()
    assert before, "an empty table proves nothing"
    statement = attack.replace("{", "SELECT ").replace("}", f" FROM {table}")
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)
    assert connection.execute(f"SELECT * FROM {table}").fetchall() == before


def test_a_rendered_paper_keeps_its_file_for_good(clerk, database):
    clerk.open()
    outbox = Outbox(database)
    (task,) = outbox.claim("w", NOON)
    assert outbox.rendered(task, StoredFile("d" * 64, "application/pdf", 3), NOON)
    for change in ("status = 'pending', file = NULL", "rendered_at = 'x'"):
        with pytest.raises(sqlite3.IntegrityError, match="congelado"):
            database.connection.execute(f"UPDATE document SET {change}")


def test_every_trigger_is_there_after_the_migrations(database):
    found = dict(database.connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    assert found == TRIGGERS
    tables = ("event", "source", "matter", "file", "clock_round", "checkpoint", "block", "publication", "town_change")
    whole = {f"{table}_no_{what}" for table in tables for what in ("update", "delete", "replace")}
    kept = {f"{table}_no_{what}" for table in ("document", "private_value") for what in ("delete", "replace")}
    special = {"event_in_order", "document_frozen", "private_value_only_erased", "checkpoint_of_the_end"}
    last = {"numbering_no_delete", "numbering_no_return", "log_head_no_delete"}
    assert set(found) == whole | kept | special | last


def test_without_its_trigger_the_same_edit_passes(clerk, database, story):
    clerk.open()
    with story.without_triggers(database) as connection:
        assert connection.execute("UPDATE event SET step = 'x'").rowcount == 1
