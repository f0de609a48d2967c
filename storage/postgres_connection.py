"""One connection to PostgreSQL, spoken to as sqlite3 is: values go where ``:name`` or ``?`` stands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8BinaryDumper

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
ANSWER = 18.0
"""Seconds for which an answer is waited for: the server gives a statement up before, and whoever asks hears within 30.

A network may swallow what either side said while both ends look alive; only whoever waits can then tell.
"""
LEISURE = 3600.0
"""The same where whole tables are read; a machine that is gone is still noticed, by the network's own signs of life."""
_BY_INDEX = {
    "enable_seqscan": "off", "enable_hashjoin": "off", "enable_mergejoin": "off", "jit": "off",
    "max_parallel_workers_per_gather": "0",
}  # fmt: skip
_STATEMENTS_KEPT = 256
_AT_A_TIME = 2000
_SIZES = (64, 16, 4)
_PLAIN = re.compile(
    r"(INSERT\s+INTO\s+\w+\s+\([^()]*\)\s+VALUES\s+)(\([^()]*\))"
    r"(\s+ON\s+CONFLICT\s+\(([^()]*)\)\s+DO\s+UPDATE\s+SET[^:()]*)?"
)
"""An INSERT of values as they come, or in the place of a row that is there."""
_streams = count()
_VALUE = re.compile(r"%|\?|(?<![:\w]):([a-z_]\w*)")
_spoken: dict[str, bytes] = {}


class _Driver(psycopg.Connection[Any]):
    """The driver's connection, which by itself waits for ever for an answer; one that never came ends it."""

    at_leisure = False

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            answer = LEISURE if self.at_leisure else ANSWER
            return super().wait(gen, interval, answer if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.info.transaction_status is TransactionStatus.ACTIVE:
                self.pgconn.finish()
            raise


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
        """Run one statement with each of these values; plain rows go in many to a statement, in their order."""
        cursor, rows = self.driver.cursor(), list(parameters)
        plain = _PLAIN.fullmatch(sql)
        if plain and _apart(plain, rows):
            names = _VALUE.findall(plain[2])
            for size in _SIZES:
                while len(rows) >= size:
                    some, rows = rows[:size], rows[size:]
                    cursor.execute(_of_rows(sql, size), [row[name] for row in some for name in names])
        cursor.executemany(spoken(sql), rows)
        return cursor

    def all_rows(self, sql: str, parameters: list[Any], /) -> list[list[Any]]:
        """The rows of one statement with each of these values, asked without waiting between them."""
        if not parameters:
            return []
        with self.driver.cursor() as cursor:
            cursor.executemany(spoken(sql), parameters, returning=True)
            rows = [cursor.fetchall()]
            while cursor.nextset():
                rows.append(cursor.fetchall())
            return rows

    def stream(self, sql: str, parameters: Any = (), /) -> Iterator[Any]:
        """The rows of one statement, fetched some at a time."""
        with self.driver.cursor(name=f"each_{next(_streams)}") as cursor:
            cursor.itersize = _AT_A_TIME
            yield from cursor.execute(spoken(sql), parameters)

    def at_leisure(self) -> None:
        """Until the transaction ends a statement may take as long as it takes, and its answer is waited for."""
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            self.driver.execute(f"SET LOCAL {limit} = 0")
        self.driver.at_leisure = True

    def by_index(self) -> None:
        """Go by the indexes until the transaction ends, whatever the planner takes the tables to hold.

        Of those that grew since they were last analysed it knows too little, and reads a whole one for a few rows.
        """
        for setting, value in _BY_INDEX.items():
            self.driver.execute(f"SET LOCAL {setting} = {value}")

    @property
    def status(self) -> TransactionStatus:
        return self.driver.info.transaction_status


def connect(address: str) -> _Driver:
    """A connection with the project's limits, where each statement stands alone until it is told to BEGIN."""
    given = str(conninfo_to_dict(address).get("options") or "")
    options = " ".join([given, *(f"-c {name}={value}" for name, value in _SETTINGS.items())]).strip()
    driver = _Driver.connect(make_conninfo(address, **_NETWORK, options=options), autocommit=True)
    driver.prepared_max = _STATEMENTS_KEPT
    driver.adapters.register_dumper(int, Int8BinaryDumper)  # one type for every number: one plan for every statement
    return driver


@cache
def _of_rows(sql: str, count: int) -> bytes:
    """The INSERT of one row as that of so many."""
    plain = _PLAIN.fullmatch(sql)
    assert plain is not None
    row = _VALUE.sub("%s", plain[2])
    return (plain[1] + ", ".join([row] * count) + (plain[3] or "")).encode()


def _apart(plain: re.Match[str], rows: list[Any]) -> bool:
    """Whether no two rows would meet in one place: one statement may not change the same row twice."""
    if plain[3] is None:
        return True
    keys = plain[4].replace(",", " ").split()
    return len({tuple(row[key] for key in keys) for row in rows}) == len(rows)


def spoken(sql: str) -> bytes:
    """The statement as the driver wants it: ``%(name)s`` for ``:name``, ``%s`` for ``?``, ``%%`` for ``%``."""
    if sql not in _spoken:
        _spoken[sql] = _VALUE.sub(_said, sql).encode()
    return _spoken[sql]


def _said(found: re.Match[str]) -> str:
    if found[1]:
        return f"%({found[1]})s"
    return "%%" if found[0] == "%" else "%s"
