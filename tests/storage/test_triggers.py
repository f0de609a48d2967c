"""What the database itself refuses, whoever asks."""

import pytest

from storage.driver import sqlite3
from storage.files import StoredFile
from storage.triggers import TRIGGERS
from tests.storage.conftest import NOON

ATTACKS = {
    "event": [
        "UPDATE event SET step = 'x'",
        "UPDATE event SET record = x'00' WHERE seq = 1",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event SELECT seq, case_id, version, step, occurred_on, recorded_at, 'new', prev, leaf, x'00' FROM event",
        "REPLACE INTO event SELECT 9, case_id, version, step, occurred_on, recorded_at, 'new', prev, leaf, record FROM event",
        "REPLACE INTO event SELECT 2, case_id, 2, step, occurred_on, recorded_at, cause, leaf, leaf, record FROM event",
        "INSERT INTO event SELECT 3, case_id, 2, step, occurred_on, recorded_at, 'new', leaf, leaf, record FROM event",
        "INSERT INTO event SELECT 2, case_id, 2, step, occurred_on, recorded_at, 'new', zeroblob(32), leaf, record FROM event",
        "INSERT INTO event SELECT 2, case_id, 3, step, occurred_on, recorded_at, 'new', leaf, leaf, record FROM event",
        "INSERT INTO event SELECT 2, 'other', 1, step, occurred_on, recorded_at, 'new', leaf, leaf, record FROM event",
    ],
    "source": ["UPDATE source SET content = x'00'", "DELETE FROM source", "REPLACE INTO source SELECT digest, kind, name, x'00', sha256, stored_at FROM source"],
    "matter": ["UPDATE matter SET what = 'x'", "DELETE FROM matter", "REPLACE INTO matter SELECT seq, position, case_id, version, 'x' FROM matter"],
    "file": ["UPDATE file SET size = 1", "DELETE FROM file", "REPLACE INTO file SELECT sha256, 'x', 1, stored_at FROM file"],
    "private_value": [
        "DELETE FROM private_value",
        "UPDATE private_value SET value = x'22'",
        "UPDATE private_value SET salt = NULL",
        "UPDATE private_value SET value = NULL, salt = NULL, commitment = zeroblob(32)",
        "UPDATE private_value SET value = NULL, salt = NULL, field = field || 'x'",
        "REPLACE INTO private_value SELECT case_id, version, field, commitment, salt, x'22' FROM private_value",
    ],
    "document": [
        "DELETE FROM document",
        "UPDATE document SET ordinal = 9",
        "UPDATE document SET context = x'00'",
        "UPDATE document SET code = 'x'",
        "UPDATE document SET status = 'rendered'",
        "REPLACE INTO document SELECT * FROM document",
    ],
    "numbering": ["DELETE FROM numbering", "UPDATE numbering SET last = last - 1", "UPDATE numbering SET last = last + 2", "UPDATE numbering SET last = last + 1, year = 2030"],
    "log_head": ["DELETE FROM log_head"],
}  # fmt: skip


@pytest.mark.parametrize(("table", "attack"), [(table, attack) for table, attacks in ATTACKS.items() for attack in attacks])
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_an_edit_is_refused_and_changes_nothing(store, clerk, database, table, attack, recursive):
    clerk.open()
    store.keep_source("a" * 64, "law", "lei", b"texto", NOON)
    connection = database.connection
    connection.execute("INSERT INTO file VALUES (?, 'application/pdf', 3, '2027-03-01T15:00:00.000000Z')", ("d" * 64,))
    connection.execute(f"PRAGMA recursive_triggers={recursive}")
    before = connection.execute(f"SELECT * FROM {table}").fetchall()
    assert before, "an empty table proves nothing"
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(attack)
    assert connection.execute(f"SELECT * FROM {table}").fetchall() == before


def test_a_rendered_paper_keeps_its_file_for_good(clerk, database):
    from storage.outbox import Outbox

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
    assert sorted(found) == [
        "document_frozen", "document_no_delete", "document_no_replace", "event_in_order", "event_no_delete", "event_no_replace", "event_no_update",
        "file_no_delete", "file_no_replace", "file_no_update", "log_head_no_delete", "matter_no_delete", "matter_no_replace", "matter_no_update",
        "numbering_no_delete", "numbering_no_return", "private_value_no_delete", "private_value_no_replace", "private_value_only_erased",
        "source_no_delete", "source_no_replace", "source_no_update",
    ]  # fmt: skip


def test_without_its_trigger_the_same_edit_passes(clerk, database, story):
    clerk.open()
    with story.without_triggers(database) as connection:
        assert connection.execute("UPDATE event SET step = 'x'").rowcount == 1
