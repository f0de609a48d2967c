"""A town with very many cases, made once, and copied for every test that spends it: in a file, or on PostgreSQL."""

from __future__ import annotations

import shutil
from contextlib import contextmanager, nullcontext
from pathlib import Path

from app.office import DATABASE
from storage.driver import sqlite3
from tests.app import desk as here
from tests.databases import POSTGRES, TOLD, cluster, opened, served, told, without_triggers

_AT_ONCE = 1_000
_OWN = ("alembic_version",)


def drawn_up(folder: Path, number: int) -> list[str]:
    """So many cases in a file, each against somebody else, all due to be archived on one morning; their numbers."""
    desk = here.office(folder)
    database, cases = desk.database, []
    real = database.writing
    for start in range(0, number, _AT_ONCE):
        with real() as connection:
            database.writing = lambda connection=connection: nullcontext(connection)  # many acts, one commit
            for each in range(start, min(start + _AT_ONCE, number)):
                respondent = {"name": f"Pessoa Exemplo {each}", "address": "Rua Fictícia, 1"}
                cases.append(here.draw_up(desk, respondent=respondent))
        database.writing = real
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return cases


def carried_over(folder: Path, name: str) -> None:
    """Put all that the file of a folder holds into a database on PostgreSQL, row by row."""
    file = opened_file(folder)
    (folder / TOLD).write_text(cluster().address(name))
    there = opened(folder)
    with without_triggers(there) as owner:
        owner.driver.execute("SET statement_timeout = 0")
        tables = [
            table
            for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not table.startswith("sqlite_") and table not in _OWN
        ]
        for table in tables:
            columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            named = ", ".join(f'"{each}"' for each in columns)
            owner.driver.execute(f"DELETE FROM {table}")
            with owner.driver.cursor().copy(f"COPY {table} ({named}) FROM STDIN") as copy:
                for row in file.execute(f"SELECT {named} FROM {table}"):
                    copy.write_row(row)
            if "id" in columns and table not in ("deadline", "obligation", "person_key", "respondent", "town_change"):
                owner.driver.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM "
                    f"{table}), false)"
                )
        owner.driver.execute("ANALYZE")
    there.close()
    file.close()
    (folder / TOLD).unlink()


def opened_file(folder: Path):
    """The file of a folder, whatever address the folder tells."""
    return sqlite3.connect(next(folder.rglob(DATABASE)))


def removed(folder: Path) -> None:
    """Leave nothing of it: gigabytes are no keepsake."""
    shutil.rmtree(folder)


@contextmanager
def copied(base: Path, on: str, name: str, folder: Path):
    """A folder with a copy of the record of ``base``, or of the database ``name``; nothing is left of it."""
    ignored = shutil.ignore_patterns(DATABASE) if on == POSTGRES else None
    shutil.copytree(base, folder, ignore=ignored)
    try:
        with served(folder, of=name) if on == POSTGRES else nullcontext():
            assert bool(told(folder)) == (on == POSTGRES)
            yield folder
    finally:
        shutil.rmtree(folder)
