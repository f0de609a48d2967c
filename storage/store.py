"""The road by which an act enters the record: one transaction that holds all of it, or none.

    with store.transaction("000001/2027", key=key, command=command, now=now) as tx:
        if tx.recorded is None:
            event = decide(procedure, tx.case, command, facts)
            tx.append(event, phase=phase, wakes_on=next_morning_of(procedure, evolve(tx.case, event)), papers=papers)
    return tx.recorded

The order of locks is always the same: the case, the end of the log, the numbers. What is no act on a case, a source
or a checkpoint, begins with the end of the log. SQLite has one writer at a time, and needs no lock of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from hashlib import sha256
from hmac import compare_digest
from typing import Any, NamedTuple

from storage import sql
from storage.appended import Appended, Caused, Log
from storage.codec import SALT_BYTES, command_commitment, read_record
from storage.connection import Connection
from storage.database import Database
from storage.faults import AnotherTown, KeyReused, UnknownCase
from storage.files import Files
from storage.gathering import Gathering
from storage.instants import instant_text, read_instant
from storage.person_keys import SEALED_SALT, BadSeal, place
from storage.reading import conflict_of, history_of, papers_of, snapshot_of
from storage.transaction import Transaction
from workflow.case import Case
from workflow.event import Command, Event

FIRST = bytes(32)
"""What stands for the leaf before the first event of a case."""


class Pinned(NamedTuple):
    """The digest of the procedure a case is pinned to, and the first morning on which the clock has something to do."""

    procedure: str
    wakes_on: date | None


class Store:
    """The town's record; ``files`` hold what acts name. Raises a ``StorageFault`` when the database cannot serve."""

    def __init__(self, database: Database, log: Log, files: Files) -> None:
        self.database = database
        self.log = log
        self.files = files
        self._case_held = sql.CASE + database.lock
        self._end_held = sql.HEAD + database.lock
        self._end_with_key = sql.END + database.lock

    def require_own_log(self) -> None:
        """Refuse a record that another municipality's acts are in; one that cannot be read is for the verification."""
        with self.database.faults():
            row = self.database.connection.execute(sql.FIRST_RECORD).fetchone()
        if row is None:
            return
        try:
            found = read_record(row[0]).log
        except ValueError:
            return
        if found != self.log.name:
            raise AnotherTown(
                f"O registro em {self.database.place} é do município {found.partition('/')[0]} (código do IBGE), "
                f"e o município pedido é {self.log.name.partition('/')[0]}; confira a pasta. Nada foi alterado."
            )

    def load(self, case_id: str) -> Case:
        """The case as it stands. Raises ``UnknownCase``."""
        with self.database.faults():
            row = self.database.connection.execute(sql.SNAPSHOT, {"case_id": case_id}).fetchone()
        if row is None:
            raise UnknownCase(case_id)
        return snapshot_of(row[0], case_id)

    def pinned(self, case_id: str) -> Pinned:
        """What has to be known of a case before an act on it begins. Raises ``UnknownCase``."""
        with self.database.faults():
            row = self.database.connection.execute(sql.PINNED, {"case_id": case_id}).fetchone()
        if row is None:
            raise UnknownCase(case_id)
        procedure, wakes_on = row
        return Pinned(procedure, None if wakes_on is None else date.fromisoformat(wakes_on))

    def history(self, case_id: str) -> tuple[Event, ...]:
        """The case's events, in order, personal fields included (null where erased). Empty for an unknown case."""
        with self.database.reading() as connection:
            return history_of(connection, case_id, self.database.keys)

    @contextmanager
    def transaction(
        self, case_id: str, *, key: str, command: Command, now: datetime, person: str = "", version: int | None = None
    ) -> Iterator[Transaction]:
        """One act on a case, under its lock; ``version`` is the one the person had before their eyes.

        A key already used by the same command gives ``tx.recorded`` and nothing to do. Raises
        ``UnknownCase``, ``Conflict``, ``KeyReused``.
        """
        with self.database.writing() as connection:
            cause = Caused(key=key, person=person, command=command, about=case_id)
            case, leaf = self._hold_case(connection, case_id)
            # The key is looked for once the case is held: whoever destroys it holds the case too.
            *end, wrapped = connection.execute(self._end_with_key, {"case_id": case_id}).fetchone()
            recorded = self._recorded(connection, cause)
            if recorded is None and version is not None and version != case.version:
                raise conflict_of(connection, case_id, version)
            yield self._open(connection, case, leaf, now, cause, recorded, end, wrapped)

    @contextmanager
    def opening(
        self, year: int, *, key: str, command: Command, now: datetime, law: str = "", person: str = ""
    ) -> Iterator[Transaction]:
        """The first act of a new case, which takes the year's next number. Raises ``KeyReused``."""
        with self.database.writing() as connection:
            cause = Caused(key=key, person=person, command=command, about=law)
            end = self._hold_end(connection)
            recorded = self._recorded(connection, cause)
            if recorded is not None:
                case, leaf = _case(connection, sql.CASE, recorded.case_id)
                yield self._open(connection, case, leaf, now, cause, recorded, end)
                return
            transaction = self._open(connection, Case(), FIRST, now, cause, None, end)
            transaction.case = Case(id=transaction.number("case", year))
            yield transaction
            if transaction.recorded is None:
                raise ValueError("a case was numbered and not opened")

    @contextmanager
    def together(
        self, *, cases: Iterable[str] = (), keys: Iterable[str] = (), subjects: Iterable[str] = ()
    ) -> Iterator[Gathering]:
        """Many acts made safe at once, each begun by ``transaction`` or ``opening`` as ever, and whole or left out.

        ``cases`` are those acted on, held from the first act to the last; ``keys`` and ``subjects`` those the acts will
        ask for. On any error that leaves this block none of the acts is in the record.
        """
        with self.database.together() as gathering:
            gathering.hold(cases)
            gathering.look_for(keys, subjects)
            yield gathering

    def keep_source(self, digest: str, kind: str, name: str, content: bytes, now: datetime) -> None:
        """Keep, once, what events are decided with: law files, the procedure of a day, a town's data."""
        if self.source(digest) is not None:
            return
        row = {
            "digest": digest, "kind": kind, "name": name, "content": content, "sha256": sha256(content).digest(),
            "stored_at": instant_text(now),
        }  # fmt: skip
        with self.database.writing() as connection:
            self._hold_end(connection)
            if connection.execute(sql.SOURCE, {"digest": digest}).fetchone() is None:
                connection.execute(sql.NEW_SOURCE, row)

    def source(self, digest: str) -> bytes | None:
        """The bytes kept under a digest, or None."""
        with self.database.faults():
            row = self.database.connection.execute(sql.SOURCE, {"digest": digest}).fetchone()
        return None if row is None else bytes(row[0])

    def erase(self, case_id: str, version: int, field: str) -> bool:
        """Erase one personal value from this record, salt and all; the chain still holds. False if there was none.

        ``field`` is its path in the act's data (``storage.apart``). With it goes what could still be tried against
        guesses of the value: the commitment to the whole command; and with the respondent, what finds the
        respondent's cases. Frozen papers, files and copies are not touched: for those the case's key is destroyed
        (``Transaction.append``). Whether the law allows it is for the caller to know.
        """
        with self.database.writing() as connection:
            self._hold_case(connection, case_id)
            erased = connection.execute(sql.ERASE, {"id": case_id, "of": version, "name": field}).rowcount
            if erased:
                noise = {"salt": secrets.token_bytes(SEALED_SALT), "commitment": secrets.token_bytes(SALT_BYTES)}
                connection.execute(sql.BLUR_KEY, {"id": case_id, "of": version, **noise})
                if field in ("tracking", "value"):
                    connection.execute(sql.FORGET_LETTERS, {"id": case_id})
                if field == "respondent":
                    connection.execute(sql.FORGET_RESPONDENTS, {"id": case_id})
        return bool(erased)

    def name_respondents(self, case_id: str, subjects: Mapping[str, str]) -> None:
        """Put down by what the respondents of a case are found, for one that an older schema kept without."""
        with self.database.writing() as connection:
            self._hold_case(connection, case_id)
            connection.execute(sql.FORGET_RESPONDENTS, {"id": case_id})
            for name, subject in subjects.items():
                if subject:
                    connection.execute(sql.NEW_RESPONDENT, {"case_id": case_id, "id": name, "subject": subject})

    def _hold_case(self, connection: Connection, case_id: str) -> tuple[Case, bytes]:
        return _case(connection, self._case_held, case_id)

    def _hold_end(self, connection: Connection) -> tuple[int, str]:
        seq, latest = connection.execute(self._end_held).fetchone()
        return seq, latest

    def _open(
        self,
        connection: Connection,
        case: Case,
        leaf: bytes,
        now: datetime,
        cause: Caused,
        recorded: Appended | None,
        end: Sequence[Any],
        wrapped: bytes | None = None,
    ) -> Transaction:
        seq, latest = end
        at = max(instant_text(now), latest)
        return Transaction(
            connection=connection, log=self.log, files=self.files, case=case, leaf=leaf, seq=seq, cause=cause,
            recorded=recorded, recorded_at=read_instant(at), at=at, keys=self.database.keys,
            wrapped=wrapped,
        )  # fmt: skip

    def _recorded(self, connection: Connection, cause: Caused) -> Appended | None:
        row = connection.execute(sql.KEY, {"key": cause.key}).fetchone()
        if row is None:
            return None
        salt, commitment, case_id, version, wrapped = row
        if not self._same(cause, salt, commitment, case_id, version, wrapped):
            raise KeyReused(cause.key, case_id, version)
        seq, leaf, recorded_at = connection.execute(sql.EVENT, {"case_id": case_id, "version": version}).fetchone()
        papers = papers_of(connection, case_id, version)
        return Appended(case_id, version, seq, leaf, read_instant(recorded_at), papers, repeated=True)

    def _same(
        self, cause: Caused, salt: bytes, commitment: bytes, case_id: str, version: int, wrapped: bytes | None
    ) -> bool:
        """Whether it is the command that was kept; what the law had erased cannot be told to be the same."""
        if wrapped is None:
            return False
        try:
            opened = self.database.keys.opened(case_id, wrapped).open(salt, place(case_id, version, cause.key))
        except BadSeal:
            return False
        return compare_digest(command_commitment(opened, cause.command, cause.about), commitment)


def _case(connection: Connection, statement: str, case_id: str) -> tuple[Case, bytes]:
    row = connection.execute(statement, {"case_id": case_id}).fetchone()
    if row is None:
        raise UnknownCase(case_id)
    return snapshot_of(row[0], case_id), row[1]
