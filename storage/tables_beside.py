"""The tables beside the acts: papers and their printing, files, numbers, sources, command keys."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, UniqueConstraint

from storage.columns import KEYED, STRICT, long, of_event, one_of, some
from storage.rows import Row, as_digest, as_instant, as_text, as_whole

PaperStatus = Literal["pending", "rendered", "failed"]


TaskStatus = Literal["pending", "done", "failed"]


class FileRow(Row, table=True):
    """A file known by its digest (in hexadecimal): an attachment, or a rendered paper. The bytes are on disk."""

    __tablename__ = "file"
    __table_args__: Any = (long("sha256", 64), CheckConstraint("size >= 0", name="size_whole"), KEYED)
    sha256: str = as_text(primary_key=True, min_length=64, max_length=64)
    media_type: str = as_text()
    size: int = as_whole()
    stored_at: datetime = as_instant()


class ExhibitRow(Row, table=True):
    """A file that an act joined: by it one knows which cases a file is of, and so when nobody may keep it."""

    __tablename__ = "exhibit"
    __table_args__: Any = (
        of_event(),
        ForeignKeyConstraint(["sha256"], ["file.sha256"]),
        Index("exhibit_of_file", "sha256"),
        KEYED,
    )
    case_id: str = as_text(primary_key=True)
    version: int = as_whole(primary_key=True)
    sha256: str = as_text(primary_key=True)


class LetterRow(Row, table=True):
    """The first act that names a letter by the post's code: ``digest`` is an HMAC of it with the town's secret."""

    __tablename__ = "letter"
    __table_args__: Any = (of_event(), Index("letter_of_case", "case_id"), KEYED)
    digest: str = as_text(primary_key=True)
    case_id: str = as_text()
    version: int = as_whole()


class DocumentRow(Row, table=True):
    """A paper: frozen when its act was recorded, rendered once afterwards.

    ``number`` is ``NNNNNN/AAAA`` in its series, body and year. The commitment in the event binds the frozen context;
    ``context`` is its salt and itself, sealed under the case's key. ``file`` is the rendered paper's digest; ``reason``
    says why there is none.
    """

    __tablename__ = "document"
    __table_args__: Any = (
        of_event(),
        ForeignKeyConstraint(["file"], ["file.sha256"]),
        UniqueConstraint("series", "body", "year", "ordinal"),
        Index("document_of_case", "case_id", "version"),
        some("document_of_file", "file", where="file IS NOT NULL"),
        one_of("status", PaperStatus),
        CheckConstraint("(status = 'rendered') = (file IS NOT NULL)", name="rendered_has_file"),
        STRICT,
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
    status: PaperStatus = as_text()
    reason: str = as_text(default="")
    file: str | None = as_text(default=None)
    rendered_at: datetime | None = as_instant(default=None)


class OutboxRow(Row, table=True):
    """Work to do after the act is safe: ``task`` on a document, under a lease, again later if it fails."""

    __tablename__ = "outbox"
    __table_args__: Any = (
        ForeignKeyConstraint(["document"], ["document.id"]),
        one_of("status", TaskStatus),
        some("outbox_next", "next_try", "id", where="status = 'pending'"),
        some("outbox_given_up", "document", where="status = 'failed'"),
        STRICT,
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
    __table_args__: Any = (of_event(), KEYED)
    seq: int = as_whole(primary_key=True)
    position: int = as_whole(primary_key=True)
    case_id: str = as_text()
    version: int = as_whole()
    what: str = as_text()


class NumberingRow(Row, table=True):
    """The last number taken in a series, by body and year; taken in the transaction that uses it."""

    __tablename__ = "numbering"
    __table_args__: Any = (CheckConstraint("last >= 1", name="last_counts"), KEYED)
    series: str = as_text(primary_key=True)
    body: str = as_text(primary_key=True)
    year: int = as_whole(primary_key=True)
    last: int = as_whole()


class IdempotencyRow(Row, table=True):
    """A command already done: ``commitment`` binds it with its ``salt``, which is sealed; the answer is its event."""

    __tablename__ = "idempotency"
    __table_args__: Any = (of_event(), long("commitment"), KEYED)
    key: str = as_text(primary_key=True)
    person: str = as_text(default="")
    salt: bytes
    commitment: bytes = as_digest()
    case_id: str = as_text()
    version: int = as_whole()
    created_at: datetime = as_instant()


class SourceRow(Row, table=True):
    """What events were decided with, whole: a law's files, or the town's data, by the digest the events name."""

    __tablename__ = "source"
    __table_args__: Any = (long("sha256"), STRICT)
    digest: str = as_text(primary_key=True)
    kind: str = as_text()
    name: str = as_text()
    content: bytes
    sha256: bytes = as_digest()
    stored_at: datetime = as_instant()
