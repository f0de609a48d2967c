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
from itertools import count
from pathlib import Path

from storage.connection import Connection
from storage.driver import SAFE_WAL, sqlite3
from storage.faults import Busy, NotADatabase, StorageFault, fault_of
from storage.findings import Finding
from storage.person_keys import PersonKeys
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
    "secure_delete=FAST",  # what a row loses is overwritten where it stood: a destroyed key is to be gone
)


class Sqlite:
    """The file at ``path``. Whoever writes has it alone, so that no row needs a lock of its own.

    ``keys`` seal what an older version kept in the clear.
    """

    lock = ""
    skip = ""

    def __init__(self, path: Path, keys: PersonKeys) -> None:
        self.path = path
        self.keys = keys
        self.place = str(path)
        self.turn = threading.Lock()

    def session(self) -> SqliteSession:
        """A new connection."""
        return SqliteSession(self)

    def papers_to_come(self, connection: Connection) -> Iterator[int]:
        """The numbers after the last: nobody else writes meanwhile, and no paper is ever taken away."""
        yield from count(connection.execute("SELECT coalesce(max(id), 0) + 1 FROM document").fetchone()[0])

    def moment(self, connection: Connection) -> None:
        """A file has no clock but the machine's."""

    def findings(self, connection: Connection) -> Iterator[Finding]:
        """What does not hold of the file, its references and its triggers."""
        from storage.check_sqlite import check_schema  # noqa: PLC0415 - only a verification needs it

        return check_schema(connection)

    def fault(self, error: BaseException) -> StorageFault | None:
        """What the disk or the file did, as a typed fault in Portuguese; None for a mistake of ours."""
        if isinstance(error, sqlite3.Error) and not isinstance(error, _MISTAKES):
            return fault_of(error, self.path)
        return None


class SqliteSession:
    """One connection to the file."""

    def __init__(self, file: Sqlite) -> None:
        self.file = file
        self.connection = _connect(file.path)
        self._until = 0.0

    def prepare(self) -> None:
        """Refuse another program's file; bring ours up to date."""
        _require_ours(self.connection, self.file.path)
        upgrade(self.connection, self.file.path, self.file.keys)

    def begin(self, connection: Connection) -> None:
        """One at a time: first among this process's threads, then among processes."""
        self._until = time.monotonic() + PATIENCE
        if not self.file.turn.acquire(timeout=PATIENCE):
            raise _busy(self.file.path)
        try:
            connection.execute(_NO_WAIT)
            _insist(connection, "BEGIN IMMEDIATE", self._until)
        except BaseException:
            self.end(connection)
            raise

    def commit(self, connection: Connection) -> None:
        """Make it last; a file that others keep from it is asked again until the patience is at its end."""
        _insist(connection, "COMMIT", self._until)

    def end(self, connection: Connection) -> None:
        """Take back what was not made to last, and let the next one have its turn."""
        try:
            if self.connection.in_transaction:
                connection.execute("ROLLBACK")
            connection.execute(_WAIT)
        finally:
            self.file.turn.release()

    @contextmanager
    def reading(self, connection: Connection) -> Iterator[None]:
        """One consistent view."""
        if self.connection.in_transaction:
            yield
            return
        connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


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


def _insist(connection: Connection, statement: str, until: float) -> None:
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
