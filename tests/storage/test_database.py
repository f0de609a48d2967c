"""Opening: the right settings, the right schema, and a clear no to what is not this program's database."""

import os
import subprocess
import sys
import threading
from datetime import datetime

import pytest
from alembic import command
from alembic.script import ScriptDirectory

from storage import driver, upgrade
from storage.database import Database
from storage.driver import sqlite3
from storage.faults import Busy, NewerSchema, NotADatabase, ReadOnly, StorageFault
from storage.migrations import known, settings
from storage.tables import EventRow, metadata
from storage.tables_keeping import LogHead
from tests.databases import SQLITE
from tests.storage.conftest import NOON


@pytest.fixture
def on():
    """Its own ways: what PostgreSQL does instead is in test_postgres."""
    return SQLITE


def pragma(database, name):
    return database.connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_every_connection_is_durable_and_strict(database):
    found = {
        name: pragma(database, name)
        for name in (
            "journal_mode",
            "synchronous",
            "foreign_keys",
            "recursive_triggers",
            "trusted_schema",
            "busy_timeout",
        )
    }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "trusted_schema": 0,
        "busy_timeout": 10_000,
    }
    assert sqlite3.sqlite_version_info >= driver.SAFE_WAL


def test_a_library_in_the_damaging_range_gets_a_rollback_journal(folder, monkeypatch):
    monkeypatch.setattr("storage.sqlite.SAFE_WAL", (99, 0, 0))
    database = Database(folder / "old.db")
    assert (pragma(database, "journal_mode"), pragma(database, "synchronous")) == ("truncate", 2)


def test_the_schema_is_what_the_tables_say(database):
    config = settings(database.connection)
    command.check(config)
    assert ScriptDirectory.from_config(config).get_current_head() == upgrade.HEAD
    assert upgrade.HEAD in known()


def test_every_table_is_strict(database):
    strict = {row[1] for row in database.connection.execute("PRAGMA table_list") if row[5]}
    assert strict == set(metadata.tables)


def test_a_database_of_a_later_version_is_refused_and_left_alone(folder, database):
    database.connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(
        NewerSchema, match=f"versão mais nova do programa \\(esquema 9999; esta vai até {upgrade.HEAD}\\)"
    ):
        Database(folder / "registro.db")
    assert database.connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


def test_a_file_that_is_no_database_is_refused(folder):
    (folder / "letter.txt").write_text("Prezado senhor, " * 500)
    with pytest.raises(NotADatabase, match=r"letter\.txt não é um banco de dados"):
        Database(folder / "letter.txt")
    assert (folder / "letter.txt").read_text().startswith("Prezado")


def test_another_programs_database_is_refused_untouched(folder):
    other = sqlite3.connect(folder / "other.db")
    other.execute("CREATE TABLE contacts (name)")
    other.close()
    with pytest.raises(NotADatabase, match="banco de outro programa"):
        Database(folder / "other.db")
    assert sqlite3.connect(folder / "other.db").execute("SELECT name FROM sqlite_master").fetchall() == [("contacts",)]


def test_a_missing_folder_is_said_so(folder):
    with pytest.raises(ReadOnly, match="Não foi possível abrir"):
        Database(folder / "nowhere" / "registro.db")


def test_a_migration_that_fails_leaves_nothing(folder, monkeypatch):
    monkeypatch.setattr(
        "storage.triggers.TRIGGERS", {"broken": "CREATE TRIGGER broken BEFORE UPDATE ON event NONSENSE"}
    )
    with pytest.raises(StorageFault):
        Database(folder / "new.db")
    assert sqlite3.connect(folder / "new.db").execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_two_who_open_a_new_database_at_once_both_get_it(folder):
    code = "import sys, pathlib; from storage.database import Database; Database(pathlib.Path(sys.argv[1]))"
    openers = [
        subprocess.Popen([sys.executable, "-c", code, str(folder / "new.db")], stderr=subprocess.PIPE) for _ in range(4)
    ]
    assert [(each.communicate()[1], each.returncode) for each in openers] == [(b"", 0)] * 4


def test_an_error_inside_takes_everything_back(database, clerk):
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        connection.execute("INSERT INTO numbering VALUES ('x', '', 2027, ?)", (1,)).rowcount / 0
    assert database.connection.execute("SELECT count(*) FROM numbering").fetchone() == (0,)
    clerk.open()


def test_whoever_waits_too_long_is_told_the_database_is_busy(database, folder, monkeypatch):
    monkeypatch.setattr("storage.sqlite.PATIENCE", 0.2)
    other = Database(folder / "registro.db")
    with database.writing(), pytest.raises(Busy, match="ocupado"), other.writing():
        pass
    with other.writing():
        pass


def test_each_thread_has_its_own_connection(database):
    seen = []
    thread = threading.Thread(target=lambda: (seen.append(database.connection), database.close()))
    thread.start()
    thread.join()
    assert seen[0] is not database.connection


def test_a_forked_process_opens_its_own_connection_and_leaves_its_parents_alone(database, clerk):
    case_id = clerk.open().case_id
    parents = database.connection
    child = os.fork()
    if child == 0:
        fine = database.connection is not parents and clerk.act(case_id).version == 2
        os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert clerk.act(case_id).version == 3


@pytest.mark.parametrize(
    "bad", [{"id": "1"}, {"seq": 1.5}, {"leaf": b"short"}, {"recorded_at": "2027-03-01"}, {"unknown": 1}]
)
def test_a_row_refuses_wrong_values(bad):
    good = {"id": 1, "seq": 1, "leaf": bytes(32), "recorded_at": NOON}
    LogHead(**good)
    with pytest.raises(ValueError):  # noqa: PT011 - pydantic's or ours
        LogHead(**(good | bad))


def test_a_row_refuses_a_missing_value_and_a_wrong_assignment():
    with pytest.raises(ValueError, match="missing"):
        EventRow(seq=1)
    head = LogHead(id=1, seq=1, leaf=bytes(32), recorded_at=NOON)
    with pytest.raises(ValueError, match="int"):
        head.seq = "2"


def test_a_moment_without_zone_never_enters_the_record(clerk):
    with pytest.raises(ValueError, match="sem fuso"):
        clerk.open(now=datetime(2027, 3, 1, 12, 0))  # noqa: DTZ001 - the point
