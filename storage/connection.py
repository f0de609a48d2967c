"""What the record asks of a connection, whichever database it leads to: what sqlite3 gives, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from storage.faults import StorageFault
from storage.findings import Finding


class Cursor(Protocol):
    """The answer to one statement: rows are tuples, in the order of its columns."""

    @property
    def rowcount(self) -> int: ...

    @property
    def description(self) -> Any: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """Runs statements written with ``:name`` or ``?`` where values go."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Cursor: ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Cursor: ...


def one_by_one(connection: Connection, sql: str, parameters: Any = ()) -> Iterator[Any]:
    """The rows of a statement that may give very many, one by one: SQLite does so, a server's are asked for in parts.

    Inside a transaction.
    """
    rows: Callable[..., Iterable[Any]] = getattr(connection, "stream", connection.execute)
    return iter(rows(sql, parameters))


def all_rows(connection: Connection, sql: str, parameters: list[Any]) -> list[list[Any]]:
    """The rows that one statement gives with each of these values; a server is asked without waiting between them."""
    together: Callable[..., list[list[Any]]] | None = getattr(connection, "all_rows", None)
    if together is not None:
        return together(sql, parameters)
    return [connection.execute(sql, each).fetchall() for each in parameters]


def by_index(connection: Connection) -> None:
    """Until the transaction ends a server goes by the indexes, whatever it takes its tables to hold; SQLite does so."""
    told: Callable[[], object] | None = getattr(connection, "by_index", None)
    if told is not None:
        told()


def at_leisure(connection: Connection) -> None:
    """Until the transaction ends a server may take its time: whole tables are read. SQLite has no limit to lift."""
    told: Callable[[], object] | None = getattr(connection, "at_leisure", None)
    if told is not None:
        told()


class Session(Protocol):
    """One connection at work, with how its database begins and ends things.

    What begins and ends a transaction takes the connection to speak through, which may stand before this one's own.
    """

    @property
    def connection(self) -> Connection: ...

    def prepare(self) -> None:
        """Refuse a database that is not ours or is newer; bring an older one up to date."""

    def begin(self, connection: Connection) -> None:
        """Begin a transaction that writes; where that fails, there is none to end."""

    def commit(self, connection: Connection) -> None:
        """Make it last."""

    def end(self, connection: Connection) -> None:
        """Whatever became of it, end it: what was not made to last is taken back."""

    def reading(self, connection: Connection) -> AbstractContextManager[None]:
        """One consistent view; inside a transaction, that one's."""

    def close(self) -> None: ...


class Engine(Protocol):
    """A database's own ways. ``place`` names it to people, without a password.

    ``lock`` ends a SELECT whose rows are held until the transaction ends; ``skip`` one of tasks that passes over those
    that others hold.
    """

    place: str
    lock: str
    skip: str

    def session(self) -> Session:
        """A new connection."""

    def papers_to_come(self, connection: Connection) -> Iterator[int]:
        """Numbers for the rows of papers, in a transaction that writes: as many as are asked for, none used before."""

    def moment(self, connection: Connection) -> datetime | None:
        """What the clock of the database's server says; ``None`` where there is none but the machine's own."""

    def findings(self, connection: Connection) -> Iterator[Finding]:
        """What does not hold of the database itself: its bytes, the references in it, what guards it."""

    def fault(self, error: BaseException) -> StorageFault | None:
        """What the database said, as a typed fault in Portuguese; None for a mistake of ours."""
