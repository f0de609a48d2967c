"""PostgreSQL: how the town's database is reached there, written under row locks, and told apart from what it is not.

Transactions are READ COMMITTED. What two might do at once is held first, always in one order (``storage.store``), and
checked again once it is held; nothing relies on SERIALIZABLE. Nobody waits for ever: a lock, a statement and an idle
transaction each have their limit, and the connection notices a server that is gone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8BinaryDumper

from storage.connection import Connection
from storage.faults import BadAddress
from storage.findings import Finding
from storage.postgres_faults import is_mistake, lost_at_commit, postgres_fault
from storage.postgres_schema import prepare

_SETTINGS = {
    "search_path": "public",
    "lock_timeout": "5s",
    "statement_timeout": "15s",
    "idle_in_transaction_session_timeout": "30s",
    "synchronous_commit": "on",
    "default_transaction_isolation": "read\\ committed",
    "standard_conforming_strings": "on",
}
_NETWORK: dict[str, Any] = {
    "application_name": "devido", "connect_timeout": 10, "client_encoding": "UTF8",
    "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 20_000,
}  # fmt: skip
_STATEMENTS_KEPT = 256
_AT_A_TIME = 2000
_streams = count()
_VALUE = re.compile(r"%|\?|(?<![:\w]):([a-z_]\w*)")
_spoken: dict[str, bytes] = {}


class Postgres:
    """The database at an address ``postgresql://role:password@server/database``; ``owner`` is its owner's address.

    Raises ``BadAddress``.
    """

    lock = " FOR UPDATE"
    skip = " FOR UPDATE OF outbox SKIP LOCKED"

    def __init__(self, address: str, owner: str = "") -> None:
        self.address = _conninfo(address)
        self.owner = _conninfo(owner) if owner else ""
        self.place = _shown(self.address)

    def session(self) -> PostgresSession:
        """A new connection."""
        return PostgresSession(self)

    def findings(self, connection: Connection) -> Iterator[Finding]:
        """What does not hold of the references, the triggers and the rights."""
        from storage.check_postgres import check_schema  # noqa: PLC0415 - only a verification needs it

        return check_schema(connection)

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Turn what the server or the network did into a typed fault in Portuguese; our mistakes stay what they are."""
        try:
            yield
        except psycopg.Error as error:
            if is_mistake(error):
                raise
            raise postgres_fault(error, self.place) from error


class PostgresConnection:
    """Speaks to the server as sqlite3 is spoken to. Outside a transaction, a lost connection is made again, once."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.within = False
        self._process = os.getpid()
        self.driver = connect(address)

    def __del__(self) -> None:
        """A thread that ends takes its connection with it, as with a file; a forked process leaves its parent's be."""
        if self._process == os.getpid() and hasattr(self, "driver"):
            self.driver.close()

    def execute(self, sql: str, parameters: Any = (), /) -> psycopg.Cursor[Any]:
        """Run one statement. Raises ``psycopg.Error``."""
        try:
            return self.driver.execute(_spoken.get(sql) or spoken(sql), parameters)
        except psycopg.OperationalError:
            if self.within or not self.driver.closed:
                raise
        self.driver = connect(self.address)
        return self.driver.execute(spoken(sql), parameters)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> psycopg.Cursor[Any]:
        """Run one statement with each of these values."""
        cursor = self.driver.cursor()
        cursor.executemany(spoken(sql), parameters)
        return cursor

    def stream(self, sql: str, parameters: Any = (), /) -> Iterator[Any]:
        """The rows of one statement, fetched some at a time."""
        with self.driver.cursor(name=f"each_{next(_streams)}") as cursor:
            cursor.itersize = _AT_A_TIME
            yield from cursor.execute(spoken(sql), parameters)

    @property
    def status(self) -> TransactionStatus:
        return self.driver.info.transaction_status


class PostgresSession:
    """One connection to the server."""

    def __init__(self, server: Postgres) -> None:
        self.server = server
        self.connection = PostgresConnection(server.address)

    def prepare(self) -> None:
        """Refuse another program's database and a role that owns this one; bring the schema up to date."""
        prepare(self.connection, self.server.place, self.server.owner)

    @contextmanager
    def writing(self, connection: Connection) -> Iterator[None]:
        """All or nothing. Raises ``Unsure`` where the server went away while it was asked to make it last."""
        with self._transaction(connection, "BEGIN"):
            yield
            if self.connection.status is TransactionStatus.INERROR:
                raise RuntimeError("a statement failed and the act went on: the server would take it back in silence")
            try:
                connection.execute("COMMIT")
            except psycopg.OperationalError as error:
                if self.connection.driver.closed:
                    raise lost_at_commit(error, self.server.place) from error
                raise

    @contextmanager
    def reading(self, connection: Connection) -> Iterator[None]:
        """One consistent view."""
        if self.connection.within:
            yield
            return
        with self._transaction(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def _transaction(self, connection: Connection, begin: str) -> Iterator[None]:
        connection.execute(begin)
        mine = self.connection
        mine.within = True
        try:
            yield
        finally:
            try:
                if not mine.driver.closed and mine.status is not TransactionStatus.IDLE:
                    connection.execute("ROLLBACK")
            finally:
                mine.within = False

    def close(self) -> None:
        """Close the connection."""
        self.connection.driver.close()


def connect(address: str) -> psycopg.Connection[Any]:
    """A connection with the project's limits, where each statement stands alone until it is told to BEGIN."""
    given = str(conninfo_to_dict(address).get("options") or "")
    options = " ".join([given, *(f"-c {name}={value}" for name, value in _SETTINGS.items())]).strip()
    driver = psycopg.connect(make_conninfo(address, **_NETWORK, options=options), autocommit=True)
    driver.prepared_max = _STATEMENTS_KEPT
    driver.adapters.register_dumper(int, Int8BinaryDumper)  # one type for every number: one plan for every statement
    return driver


def _conninfo(address: str) -> str:
    if not address.startswith(("postgresql://", "postgres://")):
        raise BadAddress(_refusal("ele começa por outra coisa"))
    try:
        asked = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        raise BadAddress(_refusal("ele não se deixa ler")) from None
    if not asked.get("dbname") or not asked.get("user"):
        raise BadAddress(_refusal("falta nele o nome do banco ou o do papel"))
    return address


def _refusal(found: str) -> str:
    """Without the address itself, which may hold a password."""
    return (
        "O endereço do banco se escreve postgresql://PAPEL:SENHA@SERVIDOR/BANCO (DEVIDO_DATABASE_URL), "
        f"e {found}. Letras que o endereço não aceita na senha se escrevem com %, como %40 por @."
    )


def _shown(address: str) -> str:
    asked = conninfo_to_dict(address)
    port = f":{asked['port']}" if asked.get("port") else ""
    return f"postgresql://{asked['user']}@{asked.get('host') or 'local'}{port}/{asked['dbname']}"


def spoken(sql: str) -> bytes:
    """The statement as the driver wants it: ``%(name)s`` for ``:name``, ``%s`` for ``?``, ``%%`` for ``%``."""
    if sql not in _spoken:
        _spoken[sql] = _VALUE.sub(_said, sql).encode()
    return _spoken[sql]


def _said(found: re.Match[str]) -> str:
    if found[1]:
        return f"%({found[1]})s"
    return "%%" if found[0] == "%" else "%s"
