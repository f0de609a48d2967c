"""Brings a database to this version's schema, in one transaction, when it is opened; refuses a newer one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from storage.driver import sqlite3
from storage.faults import NewerSchema

if TYPE_CHECKING:
    import psycopg

    from storage.person_keys import PersonKeys

HEAD, _SEALED = "0010", "0006"
"""The latest migration. Kept here so that an up-to-date database opens without loading the migration tools."""

APPLICATION_ID = 0x44657644
"""The mark in an SQLite file's header that says whose it is."""


def upgrade(connection: sqlite3.Connection, path: Path, keys: PersonKeys) -> None:
    """Apply the migrations that the file lacks. Raises ``NewerSchema`` for one that a later version wrote.

    ``keys`` seal what an older version kept in the clear.
    """
    found = revision_of(connection)
    if found != HEAD:
        require_known(found, str(path))
        migrate(connection, keys)
        if found and found < _SEALED:
            # What had stood in the clear is sealed now, and is to be left in no free page nor in the log of writes.
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def revision_of(connection: sqlite3.Connection) -> str:
    """The migration the file is at, empty for a new one."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return ""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def require_known(found: str, place: str) -> None:
    """Refuse a schema that no migration of this version makes. Raises ``NewerSchema``."""
    from storage.migrations import known  # noqa: PLC0415 - slow to load, and seldom needed

    if found and found not in known():
        raise NewerSchema(
            f"O banco {place} foi gravado por uma versão mais nova do programa (esquema {found}; esta vai até {HEAD}). "
            "Atualize o programa; nada foi alterado."
        )


def migrate(connection: sqlite3.Connection | psycopg.Connection[Any], keys: PersonKeys, role: str = "") -> None:
    """Apply what is lacking, all or nothing; on PostgreSQL, then give ``role`` its rights."""
    from alembic import command  # noqa: PLC0415 - slow to load, and seldom needed
    from sqlalchemy.exc import DBAPIError  # noqa: PLC0415 - same

    from storage.migrations import settings  # noqa: PLC0415 - same

    try:
        command.upgrade(settings(connection, role, keys), "head")
    except DBAPIError as error:
        raise (error.orig or error) from error
