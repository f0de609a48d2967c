"""What the database itself refuses, whoever asks."""

import psycopg
import pytest

from storage import postgres_triggers
from storage.driver import sqlite3
from storage.files import StoredFile
from storage.outbox import Outbox
from storage.restorations import Restoration, Restorations
from storage.rounds import ClockRound, Rounds
from storage.town_changes import TownChange, TownChanges
from storage.triggers import TRIGGERS
from tests.databases import POSTGRES as POSTGRES_
from tests.databases import SQLITE, on_postgres, owning, without_triggers
from tests.storage.conftest import NOON

STRANGER = "INSERT INTO publication {'000002/2027', 9, day}"
ATTACKS = {
    "event": [
        "UPDATE event SET step = 'x'",
        "UPDATE event SET record = zeroblob(1) WHERE seq = 1",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event {seq, case_id, version, step, occurred_on, recorded_at, cause, prev, leaf, prev}",
        "REPLACE INTO event {9, case_id, version, step, occurred_on, recorded_at, 'new', prev, leaf, record}",
        "REPLACE INTO event {2, case_id, 2, step, occurred_on, recorded_at, cause, leaf, leaf, record}",
        "INSERT INTO event {3, case_id, 2, step, occurred_on, recorded_at, 'new', leaf, leaf, record}",
        "INSERT INTO event {2, case_id, 2, step, occurred_on, recorded_at, 'new', zeroblob(32), leaf, record}",
        "INSERT INTO event {2, case_id, 3, step, occurred_on, recorded_at, 'new', leaf, leaf, record}",
        "INSERT INTO event {2, 'other', 1, step, occurred_on, recorded_at, 'new', leaf, leaf, record}",
    ],
    "source": [
        "UPDATE source SET content = zeroblob(1)",
        "DELETE FROM source",
        "REPLACE INTO source {digest, kind, name, zeroblob(1), sha256, stored_at}",
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
        "UPDATE private_value SET sealed = CAST('1' AS BLOB)",
        "UPDATE private_value SET sealed = NULL, commitment = zeroblob(32)",
        "UPDATE private_value SET sealed = NULL, field = field || 'x'",
        "REPLACE INTO private_value {case_id, version, field, commitment, CAST('1' AS BLOB)}",
    ],
    "person_key": [
        "DELETE FROM person_key",
        "UPDATE person_key SET wrapped = CAST('1' AS BLOB)",
        "UPDATE person_key SET wrapped = zeroblob(63)",
        "UPDATE person_key SET wrapped = zeroblob(64), version = version + 1",
        "UPDATE person_key SET wrapped = zeroblob(64), id = 'x'",
        "UPDATE person_key SET wrapped = NULL, destroyed_at = made_at, id = 'x'",
        "UPDATE person_key SET wrapped = NULL, destroyed_at = made_at, version = version + 1",
        "REPLACE INTO person_key {case_id, version, 'x', CAST('1' AS BLOB), made_at, NULL}",
        "REPLACE INTO person_key {case_id, 9, id, CAST('1' AS BLOB), made_at, NULL}",
    ],
    "exhibit": [
        "UPDATE exhibit SET sha256 = sha256 || 'x'",
        "DELETE FROM exhibit",
        "REPLACE INTO exhibit {case_id, version, sha256}",
    ],
    "document": [
        "DELETE FROM document",
        "UPDATE document SET ordinal = 9",
        "UPDATE document SET context = zeroblob(1)",
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
        STRANGER,
    ],
    "town_change": [
        "UPDATE town_change SET act = 'x'",
        "DELETE FROM town_change",
        "REPLACE INTO town_change {id, 'other', at, person, approved_by, kind, 'x', said, old, new, text}",
        "REPLACE INTO town_change {2, key, at, person, approved_by, kind, 'x', said, old, new, text}",
    ],
    "key_rotation": [
        "UPDATE key_rotation SET keys = 9",
        "DELETE FROM key_rotation",
        "REPLACE INTO key_rotation {id, at, 'x', approved_by, old, new, keys}",
    ],
    "restoration": [
        "UPDATE restoration SET known_size = 0",
        "DELETE FROM restoration",
        "REPLACE INTO restoration {id, at, copied_at, size, root, 0, files_missing}",
    ],
}
# What is refused on PostgreSQL is written there in other words; what has no words there has no place among them.
POSTGRES = {
    "event": [
        "TRUNCATE event CASCADE",
        "INSERT INTO event {*} ON CONFLICT (seq) DO UPDATE SET step = 'x'",
        "INSERT INTO event {9, case_id, version, step, occurred_on, recorded_at, 'new', prev, leaf, record}",
    ],
    "source": ["TRUNCATE source", "INSERT INTO source {*} ON CONFLICT (digest) DO UPDATE SET content = zeroblob(1)"],
    "matter": ["TRUNCATE matter", "INSERT INTO matter {*} ON CONFLICT (seq, position) DO UPDATE SET what = 'x'"],
    "file": ["TRUNCATE file CASCADE", "INSERT INTO file {*} ON CONFLICT (sha256) DO UPDATE SET size = 1"],
    "private_value": ["TRUNCATE private_value"],
    "document": ["TRUNCATE document CASCADE", "INSERT INTO document {*} ON CONFLICT (id) DO UPDATE SET code = 'x'"],
    "numbering": ["TRUNCATE numbering"],
    "log_head": ["TRUNCATE log_head"],
    "checkpoint": [
        "TRUNCATE checkpoint CASCADE",
        "INSERT INTO checkpoint {*} ON CONFLICT (id) DO UPDATE SET note = 'x'",
    ],
    "block": ["TRUNCATE block", "INSERT INTO block {*} ON CONFLICT (ordinal) DO UPDATE SET root = zeroblob(32)"],
    "publication": ["TRUNCATE publication"],
    "clock_round": ["TRUNCATE clock_round", "INSERT INTO clock_round {*} ON CONFLICT (id) DO UPDATE SET acts = 9"],
    "key_rotation": [
        "TRUNCATE key_rotation",
        "INSERT INTO key_rotation {*} ON CONFLICT (id) DO UPDATE SET keys = 9",
    ],
    "restoration": [
        "TRUNCATE restoration",
        "INSERT INTO restoration {*} ON CONFLICT (id) DO UPDATE SET known_size = 0",
    ],
}
EVERY = [(table, attack) for table, attacks in ATTACKS.items() for attack in attacks]
SPOKEN = [each for each in EVERY if "REPLACE" not in each[1]] + [
    (table, attack) for table, attacks in POSTGRES.items() for attack in attacks
]


@pytest.fixture
def filled(store, clerk, database):
    """A record with a row in every table that is attacked."""
    clerk.open()
    store.keep_source("a" * 64, "law", "lei", b"texto", NOON)
    Restorations(database).add(Restoration(0, NOON, NOON, 1, bytes(32), 2, 0))
    database.connection.execute(
        "INSERT INTO key_rotation VALUES (1, '2027-03-01T15:00:00.000000Z', 'p1', 'p2', 'aa', 'bb', 1)"
    )
    Rounds(database).add(ClockRound(NOON, NOON, NOON.date(), acts=1, failures=0))
    database.connection.execute(
        "INSERT INTO file VALUES (?, 'application/pdf', 3, '2027-03-01T15:00:00.000000Z')", ("d" * 64,)
    )
    database.connection.execute("INSERT INTO exhibit VALUES ('000001/2027', 1, ?)", ("d" * 64,))
    checkpoint = "INSERT INTO checkpoint VALUES (1, 1, ?, '', '', '2027-03-01T15:00:00.000000Z')"
    database.connection.execute(checkpoint, (b"r" * 32,))
    database.connection.execute("INSERT INTO block VALUES (0, ?)", (b"r" * 32,))
    database.connection.execute("INSERT INTO publication VALUES ('000001/2027', 1, '2027-03-01')")
    TownChanges(database).add(
        TownChange(1, "k", NOON, "p1", "p2", "calendar", "Decreto 1", "{}", "a" * 64, "b" * 64, "")
    )
    return database


def refused(connection, table, attack, errors):
    before = connection.execute(f"SELECT * FROM {table}").fetchall()
    assert before, "an empty table proves nothing"
    statement = attack.replace("{", "SELECT ").replace("}", f" FROM {table}")
    with pytest.raises(errors) as said:
        connection.execute(statement)
    assert connection.execute(f"SELECT * FROM {table}").fetchall() == before
    return said.value


@pytest.mark.parametrize("on", [SQLITE], indirect=True)
@pytest.mark.parametrize(("table", "attack"), EVERY)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_an_edit_is_refused_and_changes_nothing(filled, table, attack, recursive):
    filled.connection.execute(f"PRAGMA recursive_triggers={recursive}")
    refused(filled.connection, table, attack, sqlite3.IntegrityError)


@pytest.mark.parametrize("on", [POSTGRES_], indirect=True)
@pytest.mark.parametrize(("table", "attack"), SPOKEN)
def test_an_edit_on_postgresql_is_refused_to_our_role_and_to_the_owner_too(filled, table, attack):
    refused(filled.connection, table, attack, (psycopg.IntegrityError, psycopg.errors.InsufficientPrivilege))
    if attack == STRANGER:
        return  # what a reference alone refuses
    with owning(filled) as connection:  # as a replica, at that, which other triggers let pass
        refused(connection, table, attack, psycopg.IntegrityError)


def test_a_rendered_paper_keeps_its_file_for_good(clerk, database):
    clerk.open()
    outbox = Outbox(database)
    (task,) = outbox.claim("w", NOON)
    assert outbox.rendered(task, StoredFile("d" * 64, "application/pdf", 3), NOON)
    for change in ("status = 'pending', file = NULL", "rendered_at = 'x'"):
        with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError), match="congelado"):
            database.connection.execute(f"UPDATE document SET {change}")


def test_every_trigger_is_there_after_the_migrations(database):
    tables = (
        "event", "source", "matter", "file", "clock_round", "checkpoint", "block", "publication", "town_change",
        "exhibit", "restoration", "key_rotation",
    )  # fmt: skip
    kept = ("document", "private_value", "person_key", "numbering", "log_head")
    expected = {f"{table}_no_{what}" for table in tables for what in ("update", "delete")}
    expected |= {f"{table}_no_delete" for table in kept}
    expected |= {"event_in_order", "document_frozen", "private_value_only_erased", "numbering_no_return"}
    expected |= {"person_key_only_destroyed"}
    expected |= {"checkpoint_of_the_end"}
    if on_postgres(database):
        found, ours = postgres_triggers.found(database.connection), postgres_triggers.TRIGGERS
        expected |= {f"{table}_no_truncate" for table in (*tables, *kept)}
    else:
        rows = database.connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        found, ours = dict(rows), TRIGGERS
        expected |= {f"{table}_no_replace" for table in (*tables, "document", "private_value", "person_key")}
    assert found == ours
    assert set(found) == expected


def test_without_its_trigger_the_same_edit_passes(clerk, database):
    clerk.open()
    with without_triggers(database) as connection:
        assert connection.execute("UPDATE event SET step = 'x'").rowcount == 1
