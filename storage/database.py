"""The town's database, wherever it is: an SQLite file for one machine, PostgreSQL for many, one behaviour."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path

from storage.around import Faults, Writing
from storage.connection import Connection, Engine, Session, at_leisure
from storage.faults import ReadOnly
from storage.findings import Finding
from storage.gathering import Gathering
from storage.person_keys import MASTER, PersonKeys


class Database:
    """The town's database, open. One connection a thread, made anew in a forked process.

    ``at`` is a file, or an address ``postgresql://…``; ``owner`` is the address of the role that may change the schema
    there, used for nothing else. ``keys`` open the personal data in it, by the master key in the file ``master``:
    the one beside the database's file, if nothing is said. ``closed`` says why nothing may be written for now; empty
    if something may.

    Raises a ``StorageFault`` (``NotADatabase``, ``NewerSchema``, ``OlderSchema``, ``ReadOnly``, ``DiskFull``, ``Busy``,
    ``Damaged``, ``BadAddress``, ``NoServer``, ``NotAllowed``) when the database cannot serve; older schemas are brought
    up to date first.
    """

    def __init__(self, at: Path | str, owner: str = "", master: Path | None = None) -> None:
        self.closed = ""
        self.keys = PersonKeys(master or (at.with_name(MASTER) if isinstance(at, Path) else None))
        self._at, self._owner = at, owner
        self._abandoned: list[threading.local] = []
        self._start()
        try:
            with self.faults():
                self._session.prepare()
        except BaseException:
            self.close()
            raise

    @property
    def place(self) -> str:
        """How people are told of it: a path, or an address without its password."""
        return self._engine.place

    @property
    def lock(self) -> str:
        """What ends a SELECT whose rows nobody else may change until the transaction ends."""
        return self._engine.lock

    @property
    def skip(self) -> str:
        """What ends a SELECT of tasks that passes over those somebody else is taking up."""
        return self._engine.skip

    @property
    def connection(self) -> Connection:
        """This thread's connection, in this process; what stands before it while acts are gathered."""
        return self._gathering or self._session.connection

    @property
    def _gathering(self) -> Gathering | None:
        return getattr(self._local, "gathering", None)

    @property
    def _session(self) -> Session:
        if self._process != os.getpid():
            self._forget_parent()
        session: Session | None = getattr(self._local, "session", None)
        if session is None:
            session = self._local.session = self._engine.session()
        return session

    def writing(self) -> AbstractContextManager[Connection]:
        """One transaction that writes: all of it or, on any error, nothing. Raises ``ReadOnly`` while closed."""
        if self.closed:
            raise ReadOnly(self.closed)
        if self._gathering is not None:
            return self._gathered(self._gathering)
        with self._faults:
            return Writing(self._session, self.connection, self._faults)

    @contextmanager
    def _gathered(self, gathering: Gathering) -> Iterator[Connection]:
        with self._faults, gathering.one():
            yield gathering

    @contextmanager
    def together(self) -> Iterator[Gathering]:
        """One transaction for what this thread writes meanwhile: each ``writing`` in it is whole or is left out.

        At the end all that was gathered is made safe at once, or, on any error, nothing is.
        """
        with self.writing() as connection:
            gathering = Gathering(connection, self.lock, self._engine.papers_to_come(connection))
            self._local.gathering = gathering
            try:
                yield gathering
                gathering.require_whole()
                gathering.put_in()
            finally:
                self._local.gathering = None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view over several reads, whatever is written meanwhile; inside a transaction, that one's."""
        with self.faults():
            if self._gathering is not None:
                yield self._gathering
                return
            connection = self.connection
            with self._session.reading(connection):
                yield connection

    @contextmanager
    def surveying(self) -> Iterator[Connection]:
        """The same, of whole tables, however large: on a server no statement has to be done within seconds."""
        with self.reading() as connection:
            at_leisure(connection)
            yield connection

    def server_moment(self) -> datetime | None:
        """What the clock of the database's server says, to compare with the machine's; ``None`` without a server."""
        with self.faults():
            return self._engine.moment(self.connection)

    def findings(self, connection: Connection) -> Iterator[Finding]:
        """What does not hold of the database itself: its bytes, the references in it, what guards it."""
        return self._engine.findings(connection)

    def faults(self) -> AbstractContextManager[None]:
        """Turn what the database said into a typed fault in Portuguese; mistakes of ours stay what they are."""
        return self._faults

    def close(self) -> None:
        """Close this thread's connection."""
        if self._process == os.getpid():
            session: Session | None = self._local.__dict__.pop("session", None)
            if session is not None:
                session.close()

    def _start(self) -> None:
        self._engine = _engine(self._at, self._owner, self.keys)
        self._faults = Faults(self._engine.fault)
        self._local = threading.local()
        self._process = os.getpid()

    def _forget_parent(self) -> None:
        """A connection that crossed a fork is neither used nor closed: either would undo the parent's."""
        self._abandoned.append(self._local)
        self._start()


def _engine(at: Path | str, owner: str, keys: PersonKeys) -> Engine:
    if isinstance(at, Path):
        from storage.sqlite import Sqlite  # noqa: PLC0415 - one town has one database, and loads one library

        return Sqlite(at, keys)
    from storage.postgres import Postgres  # noqa: PLC0415 - same

    return Postgres(at, keys, owner)
