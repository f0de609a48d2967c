"""The schema: one class a table. Events are the record; every other table is read off them or stands beside them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, get_args

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, UniqueConstraint, text

from storage.rows import Row, as_day, as_digest, as_instant, as_text, as_whole
from workflow.case import DeadlineStatus, ObligationStatus

metadata = Row.metadata
PaperStatus = Literal["pending", "rendered", "failed"]
TaskStatus = Literal["pending", "done", "failed"]

_STRICT = {"sqlite_strict": True}
_KEYED = {"sqlite_strict": True, "sqlite_with_rowid": False}  # one tree less to write, where rows are small


def _one_of(column: str, values: object) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in get_args(values))
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


def _long(column: str, size: int = 32) -> CheckConstraint:
    return CheckConstraint(f"length({column}) = {size}", name=f"{column}_size")


def _some(name: str, *columns: str, where: str) -> Index:
    """An index of some rows only."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


def _of_event() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"])


def _of_case() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["case_id"], ["case_file.case_id"])


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
        _long("leaf"),
        _long("prev"),
        _STRICT,
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

    Erasing sets ``salt`` and ``value`` to null, for good: the commitment then says nothing, and the chain
    still holds.
    """

    __tablename__ = "private_value"
    __table_args__: Any = (
        _of_event(),
        CheckConstraint("(salt IS NULL) = (value IS NULL)", name="erased_whole"),
        _long("commitment"),
        _KEYED,
    )
    case_id: str = as_text(primary_key=True)
    version: int = as_whole(primary_key=True)
    field: str = as_text(primary_key=True)
    commitment: bytes = as_digest()
    salt: bytes | None = as_digest(default=None)
    value: bytes | None = None


class CaseFile(Row, table=True):
    """Where a case stands now: the folded case as ``snapshot``, and what lists are sorted and filtered by.

    ``case_id`` is its number. ``wakes_on`` is the first morning on which the clock has something to do here.
    ``subject`` is a digest by which the cases of one respondent are found; it is no secret and no proof.
    """

    __tablename__ = "case_file"
    __table_args__: Any = (
        UniqueConstraint("year", "ordinal"),
        Index("case_file_by_state", "state", "year", "ordinal"),
        _some("case_file_of_subject", "subject", "case_id", where="subject IS NOT NULL"),
        _some("case_file_awake", "wakes_on", "case_id", where="wakes_on IS NOT NULL"),
        _long("leaf"),
        _STRICT,
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
    subject: str | None = as_text(default=None)
    snapshot: bytes


class DeadlineRow(Row, table=True):
    """A deadline as it stands; ``version`` is the event that last set it, so (case, id, version) names it once."""

    __tablename__ = "deadline"
    __table_args__: Any = (
        _of_case(),
        _one_of("status", DeadlineStatus),
        _some("deadline_running", "due", "case_id", "id", where="status = 'open'"),
        _KEYED,
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
    __table_args__: Any = (_of_case(), _one_of("status", ObligationStatus), _KEYED)
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


class FileRow(Row, table=True):
    """A file known by its digest (in hexadecimal): an attachment, or a rendered paper. The bytes are on disk."""

    __tablename__ = "file"
    __table_args__: Any = (_long("sha256", 64), CheckConstraint("size >= 0", name="size_whole"), _KEYED)
    sha256: str = as_text(primary_key=True, min_length=64, max_length=64)
    media_type: str = as_text()
    size: int = as_whole()
    stored_at: datetime = as_instant()


class DocumentRow(Row, table=True):
    """A paper: frozen when its act was recorded, rendered once afterwards.

    ``number`` is ``NNNNNN/AAAA`` in its series, body and year. ``commitment`` (in the event) binds the frozen
    ``context`` with its ``salt``. ``file`` is the rendered paper's digest; ``reason`` says why there is none.
    """

    __tablename__ = "document"
    __table_args__: Any = (
        _of_event(),
        ForeignKeyConstraint(["file"], ["file.sha256"]),
        UniqueConstraint("series", "body", "year", "ordinal"),
        Index("document_of_case", "case_id", "version"),
        _one_of("status", PaperStatus),
        CheckConstraint("(status = 'rendered') = (file IS NOT NULL)", name="rendered_has_file"),
        _STRICT,
    )
    id: int | None = as_whole(default=None, primary_key=True)
    case_id: str = as_text()
    version: int = as_whole()
    kind: str = as_text()
    track: str = as_text(default="")
    about: str = as_text(default="")
    series: str = as_text()
    body: str = as_text(default="")
    year: int = as_whole()
    ordinal: int = as_whole()
    code: str = as_text(unique=True)
    template: str = as_text()
    context: bytes
    salt: bytes = as_digest()
    status: PaperStatus = as_text()
    reason: str = as_text(default="")
    file: str | None = as_text(default=None)
    rendered_at: datetime | None = as_instant(default=None)


class OutboxRow(Row, table=True):
    """Work to do after the act is safe: ``task`` on a document, under a lease, again later if it fails."""

    __tablename__ = "outbox"
    __table_args__: Any = (
        ForeignKeyConstraint(["document"], ["document.id"]),
        _one_of("status", TaskStatus),
        _some("outbox_next", "next_try", "id", where="status = 'pending'"),
        _some("outbox_given_up", "document", where="status = 'failed'"),
        _STRICT,
    )
    id: int | None = as_whole(default=None, primary_key=True)
    task: str = as_text()
    document: int = as_whole()
    status: TaskStatus = as_text()
    attempts: int = as_whole(default=0)
    next_try: datetime = as_instant()
    owner: str = as_text(default="")
    leased_until: datetime | None = as_instant(default=None)
    reason: str = as_text(default="")


class MatterRow(Row, table=True):
    """Something an event sends to the gazette."""

    __tablename__ = "matter"
    __table_args__: Any = (_of_event(), _KEYED)
    seq: int = as_whole(primary_key=True)
    position: int = as_whole(primary_key=True)
    case_id: str = as_text()
    version: int = as_whole()
    what: str = as_text()


class NumberingRow(Row, table=True):
    """The last number taken in a series, by body and year; taken in the transaction that uses it."""

    __tablename__ = "numbering"
    __table_args__: Any = (CheckConstraint("last >= 1", name="last_counts"), _KEYED)
    series: str = as_text(primary_key=True)
    body: str = as_text(primary_key=True)
    year: int = as_whole(primary_key=True)
    last: int = as_whole()


class IdempotencyRow(Row, table=True):
    """A command already done: ``commitment`` binds it with its ``salt``; the event it made is the answer."""

    __tablename__ = "idempotency"
    __table_args__: Any = (_of_event(), _long("commitment"), _KEYED)
    key: str = as_text(primary_key=True)
    person: str = as_text(default="")
    salt: bytes = as_digest()
    commitment: bytes = as_digest()
    case_id: str = as_text()
    version: int = as_whole()
    created_at: datetime = as_instant()


class SourceRow(Row, table=True):
    """What events were decided with, whole: a law's files, or the town's data, by the digest the events name."""

    __tablename__ = "source"
    __table_args__: Any = (_long("sha256"), _STRICT)
    digest: str = as_text(primary_key=True)
    kind: str = as_text()
    name: str = as_text()
    content: bytes
    sha256: bytes = as_digest()
    stored_at: datetime = as_instant()


class LogHead(Row, table=True):
    """One row: where the log ends. Locked after the case and before the numbers, by every transaction."""

    __tablename__ = "log_head"
    __table_args__: Any = (CheckConstraint("id = 1", name="one_row"), _long("leaf"), _STRICT)
    id: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    seq: int = as_whole()
    leaf: bytes = as_digest()
    recorded_at: datetime = as_instant()


class ClockRoundRow(Row, table=True):
    """One round of the clock: what it did, or why it ``stopped`` and asked; ``confirmed_by`` let it go on."""

    __tablename__ = "clock_round"
    __table_args__: Any = (_some("clock_round_ran", "finished_at", where="stopped = ''"), _STRICT)
    id: int | None = as_whole(default=None, primary_key=True)
    started_at: datetime = as_instant()
    finished_at: datetime = as_instant()
    morning: date = as_day()
    acts: int = as_whole()
    failures: int = as_whole()
    stopped: str = as_text(default="")
    confirmed_by: str = as_text(default="")


class CheckpointRow(Row, table=True):
    """The log at a size, signed: ``note`` is the whole signed note, ``key`` the public key that signed it.

    ``id`` is their order. A new key signs again what the old one had signed, so that a size may come twice.
    """

    __tablename__ = "checkpoint"
    __table_args__: Any = (
        CheckConstraint("size >= 0", name="size_whole"),
        _long("root"),
        Index("checkpoint_of_size", "size", "id"),
        _STRICT,
    )
    id: int | None = as_whole(default=None, primary_key=True)
    size: int = as_whole()
    root: bytes = as_digest()
    note: str = as_text()
    key: str = as_text()
    signed_at: datetime = as_instant()


class BlockRow(Row, table=True):
    """The root of ``storage.checkpoints.BLOCK`` leaves in a row, counted from 0: a proof reads these, not the log."""

    __tablename__ = "block"
    __table_args__: Any = (CheckConstraint("ordinal >= 0", name="ordinal_counts"), _long("root"), _STRICT)
    ordinal: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    root: bytes = as_digest()


class PublicationRow(Row, table=True):
    """A checkpoint whose root an edition of the gazette bears; an edition made again with more in it bears another."""

    __tablename__ = "publication"
    __table_args__: Any = (ForeignKeyConstraint(["checkpoint"], ["checkpoint.id"]), _KEYED)
    edition: str = as_text(primary_key=True)
    checkpoint: int = as_whole(primary_key=True)
    day: date = as_day()


class TownChangeRow(Row, table=True):
    """One change of the town's data: what was asked, by whom, under which act, and the data's digest before and after.

    ``id`` is its order, from 1; ``key`` the digest of what was asked, so that the same change is made once.
    """

    __tablename__ = "town_change"
    __table_args__: Any = (UniqueConstraint("key"), _STRICT)
    id: int = as_whole(primary_key=True, sa_column_kwargs={"autoincrement": False})
    key: str = as_text()
    at: datetime = as_instant()
    person: str = as_text()
    approved_by: str = as_text()
    kind: str = as_text()
    act: str = as_text()
    said: str = as_text()
    old: str = as_text()
    new: str = as_text()
