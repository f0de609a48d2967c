"""The database copied while others write: one moment of it, whole, and what the log was at that moment."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from storage import sql
from storage.database import Database
from storage.driver import sqlite3
from storage.faults import StorageFault, fault_of
from storage.log_tree import LogTree
from storage.upgrade import revision_of


class NotCopied(StorageFault):
    """This database is copied by other means."""


class Moment(NamedTuple):
    """The log at one moment: its size, root and latest instant; the schema; every file known, with its size."""

    size: int
    root: bytes
    recorded_at: str
    schema: str
    files: list[tuple[str, int]]


def copy_database(database: Database, to: Path) -> Moment:
    """Copy the database into a new file and read there what it holds. Raises a ``StorageFault``.

    ``VACUUM INTO`` reads one snapshot and hinders no writer. It leaves free pages behind, and with them what was
    erased by law; and it reads every page, so that a damaged database is noticed now.
    """
    connection: object = database.connection
    require_file(on_a_server=not isinstance(connection, sqlite3.Connection))
    assert isinstance(connection, sqlite3.Connection)
    with database.faults():
        connection.execute("VACUUM INTO ?", (str(to),))
    try:
        return moment_of(to)
    except sqlite3.Error as error:
        raise fault_of(error, to) from error


def require_file(*, on_a_server: bool) -> None:
    """Refuse to copy a record that is on a server. Raises ``NotCopied``."""
    if on_a_server:
        raise NotCopied(
            "Este registro está num servidor PostgreSQL, que tem a sua própria cópia de segurança: use o backup do "
            "servidor (pg_dump, ou pg_basebackup com o arquivo do WAL) e copie à parte a pasta de arquivos."
        )


def moment_of(path: Path) -> Moment:
    """What a copy at rest holds; nothing is changed in it."""
    copied = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        size, recorded_at = copied.execute(sql.HEAD).fetchone()
        files = copied.execute("SELECT sha256, size FROM file ORDER BY sha256").fetchall()
        return Moment(size, LogTree(copied).span(0, size), recorded_at, revision_of(copied), files)
    finally:
        copied.close()
