"""The schema's history. No ini file: the program that opens a database brings it up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import StaticPool, create_engine

from storage.driver import sqlite3
from storage.person_keys import PersonKeys

if TYPE_CHECKING:
    import psycopg


def settings(
    connection: sqlite3.Connection | psycopg.Connection[Any], role: str = "", keys: PersonKeys | None = None
) -> Config:
    """The migration tool set to work on this open connection.

    ``role``: who works there, where it is not the owner. ``keys`` seal what an older record kept in the clear.
    """
    config = _config()
    if isinstance(connection, sqlite3.Connection):
        config.attributes["engine"] = create_engine(
            "sqlite+pysqlite://", module=sqlite3, creator=lambda: connection, poolclass=StaticPool
        )
    else:
        config.attributes["engine"] = create_engine(
            "postgresql+psycopg://", creator=lambda: connection, poolclass=StaticPool
        )
    config.attributes["role"] = role
    config.attributes["keys"] = keys or PersonKeys(None)
    return config


def known() -> frozenset[str]:
    """The migrations this version knows."""
    return frozenset(each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.set_main_option("path_separator", "os")
    return config
