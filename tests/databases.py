"""Databases for the tests, an SQLite file or one on a real PostgreSQL: each new, quickly made, and its owner at hand.

A folder that is to have its record on PostgreSQL holds the address in a file, so that any process given the folder
finds it.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from app import breaker
from storage import postgres_triggers
from storage.database import Database
from storage.person_keys import MASTER
from storage.postgres_connection import PostgresConnection
from tests.server import ADDRESS, PASSWORD, Server

SQLITE, POSTGRES = "sqlite", "postgres"
BOTH = (SQLITE, POSTGRES)
OWNER, APP = "devido_teste_dono", "devido_teste"
NAME, TOLD = "registro.db", "endereco"
# What SQLite calls by other names, so that an attack is written once.
_WORDS = """
CREATE DOMAIN blob AS bytea;
CREATE FUNCTION zeroblob(bigint) RETURNS bytea LANGUAGE sql AS $$ SELECT decode(repeat('00', $1::int), 'hex') $$;
CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql AS $$ SELECT upper(encode($1, 'hex')) $$;
CREATE FUNCTION quote(bytea) RETURNS text LANGUAGE sql AS $$ SELECT coalesce(encode($1, 'hex'), 'NULL') $$;
CREATE FUNCTION replace(bytea, text, text) RETURNS bytea LANGUAGE sql
    AS $$ SELECT convert_to(replace(convert_from($1, 'UTF8'), $2, $3), 'UTF8') $$;
"""


class Cluster:
    """A PostgreSQL server, and the databases made on it by this process."""

    def __init__(self, own: Server | None = None) -> None:
        self.own = own
        self.admin = own.address if own else os.environ[ADDRESS]
        self.driver = self.connected()
        for role in (OWNER, APP):
            self.driver.execute(
                f"DO $$ BEGIN CREATE ROLE {role} LOGIN PASSWORD '{PASSWORD}'; "
                "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
            )
        self.template = self.empty()
        Database(self.address(self.template), self.address(self.template, OWNER)).close()
        with self.connected(self.template) as driver:
            driver.execute(_WORDS)

    def address(self, name: str, role: str = APP, password: str = PASSWORD) -> str:
        """The address by which a role reaches a database here; the superuser's if ``role`` is empty."""
        asked = conninfo_to_dict(self.admin)
        who = f"{role}:{password}" if role else f"{asked['user']}:{asked.get('password', '')}"
        return f"postgresql://{who}@/{name}?host={asked.get('host', '')}&port={asked.get('port', 5432)}"

    def empty(self) -> str:
        """A database with nothing in it, the owner's."""
        name = f"devido_teste_{secrets.token_hex(6)}"
        self.driver.execute(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE template0 ENCODING 'UTF8'")
        return name

    def copy(self, of: str = "") -> str:
        """A record just made, or the copy of another, which nobody may be using."""
        name = f"devido_teste_{secrets.token_hex(6)}"
        self.driver.execute(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE {of or self.template} STRATEGY FILE_COPY")
        return name

    def drop(self, name: str) -> None:
        self.driver.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def close(self) -> None:
        """Leave nothing of a server of our own."""
        self.driver.close()
        if self.own is not None:
            self.own.end()

    def connected(self, name: str = "postgres") -> psycopg.Connection[Any]:
        """A superuser's connection."""
        return psycopg.connect(self.address(name, ""), autocommit=True)


@lru_cache
def cluster() -> Cluster:
    """The server of this run."""
    made = Cluster(None if ADDRESS in os.environ else Server())
    atexit.register(made.drop, made.template)
    return made


@contextmanager
def record(on: str, folder: Path, empty: Path) -> Iterator[Path]:
    """A new record in a folder: a copy of the file ``empty``, or one on PostgreSQL whose address is told there."""
    if on == SQLITE:
        shutil.copy(empty, folder / NAME)
        yield folder
        return
    with served(folder):
        yield folder


@contextmanager
def served(folder: Path, of: str = "") -> Iterator[str]:
    """A database on PostgreSQL for the record of a folder, copied from ``of`` if given; dropped afterwards.

    Meanwhile the clock may be as far from the server's as it likes: a test's days are invented, the server's are not.
    """
    name = cluster().copy(of)
    folder.mkdir(exist_ok=True)
    (folder / TOLD).write_text(cluster().address(name))
    with patch.object(breaker, "APART", timedelta.max):
        yield name
    cluster().drop(name)


def told(folder: Path) -> str:
    """The address of the folder's record on PostgreSQL; empty where it is a file."""
    file = folder / TOLD
    return file.read_text() if file.exists() else ""


def opened(folder: Path) -> Database:
    """The record of a folder, open."""
    return Database(told(folder) or folder / NAME, master=folder / MASTER)


def on_postgres(database: Database) -> bool:
    return database.place.startswith("postgresql://")


def every_byte(folder: Path) -> str:
    """A digest of all that the record of a folder holds."""
    if not told(folder):
        return sha256(next(folder.rglob(NAME)).read_bytes()).hexdigest()
    with psycopg.connect(told(folder)) as driver:
        tables = driver.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        )
        seal = sha256()
        for (table,) in sorted(tables.fetchall()):
            for row in driver.execute(f"SELECT t::text FROM {table} t ORDER BY 1"):
                seal.update(row[0].encode())
        return seal.hexdigest()


@contextmanager
def owning(database: Database) -> Iterator[Any]:
    """The owner at work, whom no reference holds back."""
    if not on_postgres(database):
        database.connection.execute("PRAGMA foreign_keys=OFF")
        yield database.connection
        database.connection.execute("PRAGMA foreign_keys=ON")
        return
    (name,) = database.connection.execute("SELECT current_database()").fetchone()
    connection = PostgresConnection(cluster().address(name, ""))
    connection.execute("SET session_replication_role = replica")
    yield connection
    connection.driver.close()


@contextmanager
def without_triggers(database: Database) -> Iterator[Any]:
    """The owner at work: no trigger, no reference stands in the way; the triggers are put back."""
    with owning(database) as connection:
        if on_postgres(database):
            for name, made in postgres_triggers.TRIGGERS.items():
                connection.execute(f"DROP TRIGGER {name} ON {made.table}")
            yield connection
            for name, made in postgres_triggers.TRIGGERS.items():
                connection.execute(made.trigger)
                connection.execute(f"ALTER TABLE {made.table} ENABLE ALWAYS TRIGGER {name}")
            return
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, text in triggers:
            connection.execute(text)
