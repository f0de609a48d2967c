"""The schema's history. No ini file: the program that opens a database brings it up to date."""

from __future__ import annotations

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import StaticPool, create_engine

from storage.driver import sqlite3


def settings(connection: sqlite3.Connection) -> tuple[Config, frozenset[str]]:
    """The migration tool set to work on this open connection, and the migrations this version knows."""
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["engine"] = create_engine(
        "sqlite+pysqlite://", module=sqlite3, creator=lambda: connection, poolclass=StaticPool
    )
    return config, frozenset(each.revision for each in ScriptDirectory.from_config(config).walk_revisions())
