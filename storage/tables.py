"""The schema: one class a table. Events are the record; every other table is read off them or stands beside them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text

from storage import tables_beside, tables_keeping
from storage.columns import KEYED, STRICT, long, of_case, of_event, one_of, some
from storage.rows import Row, as_day, as_digest, as_instant, as_text, as_whole
from workflow.case import DeadlineStatus, ObligationStatus

__all__ = [
    "CaseFile", "DeadlineRow", "EventRow", "ObligationRow", "PersonKeyRow", "PrivateValue", "RespondentRow", "metadata",
    "tables_beside", "tables_keeping",
]  # fmt: skip

metadata = Row.metadata
"""Every table, those of the modules beside this one included, which it therefore imports."""


class EventRow(Row, table=True):
    """One event. ``record`` holds the canonical bytes, which are the record; the other columns only find it.

    ``seq`` is the position in the town's log, from 1 without a gap; ``version`` the same within the case.
    ``leaf`` is the digest of ``record``, ``prev`` the leaf of the case's event before (zeros for the first).
    ``cause`` is the key of the command that made it.
    """

    __tablename__ = "event"
    __table_args__: Any = (
        UniqueConstraint("case_id", "version"),
        CheckConstraint("seq >= 1 AND version >= 1", name="positions"),
        long("leaf"),
        long("prev"),
        STRICT,
    )
    seq: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    case_id: str = as_text()
    version: int = as_whole()
    step: str = as_text()
    occurred_on: date = as_day()
    recorded_at: datetime = as_instant()
    cause: str = as_text(unique=True)
    prev: bytes = as_digest()
    leaf: bytes = as_digest()
    record: bytes


class PrivateValue(Row, table=True):
    """A personal field of an event, kept apart: the record holds only ``commitment``.

    ``sealed`` is the salt of the commitment and the value, under the case's key (``PersonKeyRow``). A field erased by
    itself has none, for good; where the key was destroyed nobody can open it. Either way the commitment then says
    nothing, and the chain still holds.
    """

    __tablename__ = "private_value"
    __table_args__: Any = (
        of_event(),
        long("commitment"),
        KEYED,
    )
    case_id: str = as_text(primary_key=True)
    version: int = as_whole(primary_key=True)
    field: str = as_text(primary_key=True)
    commitment: bytes = as_digest()
    sealed: bytes | None = None


class PersonKeyRow(Row, table=True):
    """The key under which the personal data of a case stand, from the act ``version`` on until the next one.

    ``wrapped`` by the town's master key, until it is destroyed. ``id`` is drawn, and names the key outside the record.
    """

    __tablename__ = "person_key"
    __table_args__: Any = (
        of_case(),
        UniqueConstraint("id"),
        CheckConstraint("(wrapped IS NULL) = (destroyed_at IS NOT NULL)", name="destroyed_whole"),
        some("person_key_destroyed", "case_id", where="wrapped IS NULL"),
        Index(
            "person_key_live", "case_id", unique=True, sqlite_where=text("wrapped IS NOT NULL"),
            postgresql_where=text("wrapped IS NOT NULL"),
        ),
        KEYED,
    )  # fmt: skip
    case_id: str = as_text(primary_key=True)
    version: int = as_whole(primary_key=True)
    id: str = as_text()
    wrapped: bytes | None = None
    made_at: datetime = as_instant()
    destroyed_at: datetime | None = as_instant(default=None)


class CaseFile(Row, table=True):
    """Where a case stands now: the folded case as ``snapshot``, and what lists are sorted and filtered by.

    ``case_id`` is its number. ``wakes_on`` is the first morning on which the clock has something to do here.
    """

    __tablename__ = "case_file"
    __table_args__: Any = (
        UniqueConstraint("year", "ordinal"),
        Index("case_file_by_state", "state", "year", "ordinal"),
        some("case_file_awake", "wakes_on", "case_id", where="wakes_on IS NOT NULL"),
        long("leaf"),
        STRICT,
    )
    case_id: str = as_text(primary_key=True)
    year: int = as_whole()
    ordinal: int = as_whole()
    procedure: str = as_text()
    version: int = as_whole()
    leaf: bytes = as_digest()
    state: str = as_text()
    reason: str = as_text(default="")
    phase: str = as_text(default="")
    opened_on: date = as_day()
    day: date = as_day()
    wakes_on: date | None = as_day(default=None)
    snapshot: bytes


class RespondentRow(Row, table=True):
    """A person whom a case cites, by the name he answers under (empty where he answers alone).

    ``subject`` is a digest of his tax number, by which all his cases are found; it is no secret and no proof. Empty in
    a case that an older schema kept, until it is reckoned (``app.people``). Who has no number is not here.
    """

    __tablename__ = "respondent"
    __table_args__: Any = (of_case(), Index("respondent_of_subject", "subject", "case_id"), KEYED)
    case_id: str = as_text(primary_key=True)
    id: str = as_text(primary_key=True)
    subject: str = as_text()


class DeadlineRow(Row, table=True):
    """A deadline as it stands; ``version`` is the event that last set it, so (case, id, version) names it once."""

    __tablename__ = "deadline"
    __table_args__: Any = (
        of_case(),
        one_of("status", DeadlineStatus),
        some("deadline_running", "due", "case_id", "id", where="status = 'open'"),
        KEYED,
    )
    case_id: str = as_text(primary_key=True)
    id: str = as_text(primary_key=True)
    version: int = as_whole()
    kind: str = as_text()
    track: str = as_text()
    round: int = as_whole()
    literal: date = as_day()
    due: date = as_day()
    act_on: date = as_day()
    fires: str = as_text(default="")
    status: DeadlineStatus = as_text()


class ObligationRow(Row, table=True):
    """A penalty as it stands; units and reais are text, exact."""

    __tablename__ = "obligation"
    __table_args__: Any = (of_case(), one_of("status", ObligationStatus), KEYED)
    case_id: str = as_text(primary_key=True)
    id: str = as_text(primary_key=True)
    version: int = as_whole()
    item: str = as_text()
    code: str = as_text()
    kind: str = as_text()
    round: int = as_whole()
    status: ObligationStatus = as_text()
    units: str | None = as_text(default=None)
    amount: str | None = as_text(default=None)
    final_on: date | None = as_day(default=None)
    overdue_on: date | None = as_day(default=None)
    settled_on: date | None = as_day(default=None)
