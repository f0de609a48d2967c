"""One SQLite file per town: how it is opened, written by one at a time, and told apart from what it is not.

Every write begins with BEGIN IMMEDIATE: a plain BEGIN that reads and then writes fails under load whatever
the patience. Waiting is ours, with jitter, because SQLite's own lets one process starve another.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.driver import SAFE_WAL, sqlite3
from storage.faults import Busy, NotADatabase, ReadOnly, StorageFault, fault_of
from storage.upgrade import APPLICATION_ID, upgrade

PATIENCE = 10.0
"""Seconds a command waits for its turn to write before it is told that the database is busy."""

_SHORTEST, _LONGEST = 0.0002, 0.005
_NO_WAIT, _WAIT = "PRAGMA busy_timeout=0", f"PRAGMA busy_timeout={round(PATIENCE * 1000)}"
_MISTAKES = (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.InterfaceError)
"""Errors of the driver that are ours, not the disk's or the file's."""

_EVERY_CONNECTION = (
    "foreign_keys=ON",
    "recursive_triggers=ON",
    "trusted_schema=OFF",
    "mmap_size=0",
    "synchronous=FULL",
)


class Database:
    """The town's database, open. One connection a thread, made anew in a forked process.

    ``closed`` says why nothing may be written for now; empty if something may.

    Raises a ``StorageFault`` (``NotADatabase``, ``NewerSchema``, ``ReadOnly``, ``DiskFull``, ``Busy``,
    ``Damaged``) when the file cannot serve; older schemas are brought up to date first.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.closed = ""
        self._local = threading.local()
        self._writer = threading.Lock()
        self._process = os.getpid()
        self._abandoned: list[threading.local] = []
        with self.faults():
            _require_ours(self.connection, path)
            upgrade(self.connection, path)

    @property
    def connection(self) -> sqlite3.Connection:
        """This thread's connection, in this process."""
        if self._process != os.getpid():
            self._forget_parent()
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = _connect(self.path)
        return connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction that writes: all of it or, on any error, nothing. Raises ``ReadOnly`` while closed."""
        if self.closed:
            raise ReadOnly(self.closed)
        connection = self.connection
        until = time.monotonic() + PATIENCE
        if not self._writer.acquire(timeout=PATIENCE):
            raise _busy(self.path)
        try:
            connection.execute(_NO_WAIT)
            _insist(connection, "BEGIN IMMEDIATE", until)
            yield connection
            _insist(connection, "COMMIT", until)
        except _MISTAKES:
            raise
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.execute(_WAIT)
            self._writer.release()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view over several reads, whatever is written meanwhile; inside a transaction, that one's."""
        connection = self.connection
        with self.faults():
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Turn what the disk or the file did into a typed fault in Portuguese; mistakes of ours stay what they are."""
        try:
            yield
        except _MISTAKES:
            raise
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error

    def close(self) -> None:
        """Close this thread's connection."""
        if self._process == os.getpid():
            connection: sqlite3.Connection | None = self._local.__dict__.pop("connection", None)
            if connection is not None:
                connection.close()

    def _forget_parent(self) -> None:
        """A connection that crossed a fork is neither used nor closed: either would undo the parent's locks."""
        self._abandoned.append(self._local)
        self._local = threading.local()
        self._writer = threading.Lock()
        self._process = os.getpid()


def _connect(path: Path) -> sqlite3.Connection:
    safe = sqlite3.sqlite_version_info >= SAFE_WAL
    try:
        connection = _open(str(path))
        _insist(connection, f"PRAGMA journal_mode={'WAL' if safe else 'TRUNCATE'}", time.monotonic() + PATIENCE)
        return connection
    except sqlite3.OperationalError:
        if not _at_rest(path):
            raise
    return _open(f"{path.absolute().as_uri()}?mode=ro&immutable=1")


def _open(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        name,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
        uri=name.startswith("file:"),
    )
    try:
        for pragma in _EVERY_CONNECTION:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _at_rest(path: Path) -> bool:
    """Whether the database lies where nobody can write: a copy on a closed medium is still read and verified."""
    log = path.with_name(f"{path.name}-wal")
    return path.is_file() and not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size)


def _insist(connection: sqlite3.Connection, statement: str, until: float) -> None:
    """Run a statement that may find the database taken, again after a short random wait, until its time is up."""
    wait = _SHORTEST
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
        time.sleep(random.uniform(wait / 2, wait))  # noqa: S311 - jitter, no secret
        wait = min(wait * 1.5, _LONGEST)


def _require_ours(connection: sqlite3.Connection, path: Path) -> None:
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    if mark != APPLICATION_ID and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        raise NotADatabase(f"O arquivo {path} é um banco de outro programa; confira o caminho. Nada foi alterado.")


def _busy(path: Path) -> StorageFault:
    return Busy(f"O banco {path} ficou ocupado por mais de {PATIENCE:.0f} s; repita o comando em instantes.")
