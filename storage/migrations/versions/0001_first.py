"""The first schema: events and what is read off them, papers, files, numbers, sources."""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.migrations.indexes import index_where
from storage.triggers import remake

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "case_file",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("ordinal", WHOLE, nullable=False),
        sa.Column("procedure", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("phase", TEXT, nullable=False),
        sa.Column("opened_on", TEXT, nullable=False),
        sa.Column("day", TEXT, nullable=False),
        sa.Column("wakes_on", TEXT, nullable=True),
        sa.Column("subject", TEXT, nullable=True),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("length(leaf) = 32", name="leaf_size"),
        sa.PrimaryKeyConstraint("case_id"),
        sa.UniqueConstraint("year", "ordinal"),
        sqlite_strict=True,
    )
    index_where("case_file_awake", "case_file", ["wakes_on", "case_id"], "wakes_on IS NOT NULL")
    index_where("case_file_of_subject", "case_file", ["subject", "case_id"], "subject IS NOT NULL")
    op.create_index("case_file_by_state", "case_file", ["state", "year", "ordinal"])
    op.create_table(
        "event",
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("step", TEXT, nullable=False),
        sa.Column("occurred_on", TEXT, nullable=False),
        sa.Column("recorded_at", TEXT, nullable=False),
        sa.Column("cause", TEXT, nullable=False),
        sa.Column("prev", sa.LargeBinary, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("length(leaf) = 32", name="leaf_size"),
        sa.CheckConstraint("length(prev) = 32", name="prev_size"),
        sa.CheckConstraint("seq >= 1 AND version >= 1", name="positions"),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("case_id", "version"),
        sa.UniqueConstraint("cause"),
        sqlite_strict=True,
    )
    op.create_table(
        "file",
        sa.Column("sha256", TEXT, nullable=False),
        sa.Column("media_type", TEXT, nullable=False),
        sa.Column("size", WHOLE, nullable=False),
        sa.Column("stored_at", TEXT, nullable=False),
        sa.CheckConstraint("length(sha256) = 64", name="sha256_size"),
        sa.CheckConstraint("size >= 0", name="size_whole"),
        sa.PrimaryKeyConstraint("sha256"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "log_head",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("recorded_at", TEXT, nullable=False),
        sa.CheckConstraint("id = 1", name="one_row"),
        sa.CheckConstraint("length(leaf) = 32", name="leaf_size"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_table(
        "numbering",
        sa.Column("series", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("last", WHOLE, nullable=False),
        sa.CheckConstraint("last >= 1", name="last_counts"),
        sa.PrimaryKeyConstraint("series", "body", "year"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "source",
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("sha256", sa.LargeBinary, nullable=False),
        sa.Column("stored_at", TEXT, nullable=False),
        sa.CheckConstraint("length(sha256) = 32", name="sha256_size"),
        sa.PrimaryKeyConstraint("digest"),
        sqlite_strict=True,
    )
    op.create_table(
        "deadline",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("track", TEXT, nullable=False),
        sa.Column("round", WHOLE, nullable=False),
        sa.Column("literal", TEXT, nullable=False),
        sa.Column("due", TEXT, nullable=False),
        sa.Column("act_on", TEXT, nullable=False),
        sa.Column("fires", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.CheckConstraint(
            "status IN ('open', 'met', 'lapsed', 'suspended', 'void', 'overtaken')", name="status_known"
        ),
        sa.ForeignKeyConstraint(["case_id"], ["case_file.case_id"]),
        sa.PrimaryKeyConstraint("case_id", "id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    index_where("deadline_due", "deadline", ["act_on", "case_id", "id"], "status = 'open' AND fires <> ''")
    index_where("deadline_running", "deadline", ["due", "case_id", "id"], "status = 'open'")
    op.create_table(
        "document",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("track", TEXT, nullable=False),
        sa.Column("about", TEXT, nullable=False),
        sa.Column("series", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("year", WHOLE, nullable=False),
        sa.Column("ordinal", WHOLE, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("template", TEXT, nullable=False),
        sa.Column("context", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("file", TEXT, nullable=True),
        sa.Column("rendered_at", TEXT, nullable=True),
        sa.CheckConstraint("(status = 'rendered') = (file IS NOT NULL)", name="rendered_has_file"),
        sa.CheckConstraint("status IN ('pending', 'rendered', 'failed')", name="status_known"),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.ForeignKeyConstraint(["file"], ["file.sha256"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("code"),
        sa.UniqueConstraint("series", "body", "year", "ordinal"),
        sqlite_strict=True,
    )
    op.create_index("document_of_case", "document", ["case_id", "version"])
    op.create_table(
        "idempotency",
        sa.Column("key", TEXT, nullable=False),
        sa.Column("person", TEXT, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.LargeBinary, nullable=False),
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.CheckConstraint("length(commitment) = 32", name="commitment_size"),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.PrimaryKeyConstraint("key"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matter",
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("position", WHOLE, nullable=False),
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("what", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.PrimaryKeyConstraint("seq", "position"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "obligation",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("item", TEXT, nullable=False),
        sa.Column("code", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("round", WHOLE, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("units", TEXT, nullable=True),
        sa.Column("amount", TEXT, nullable=True),
        sa.Column("final_on", TEXT, nullable=True),
        sa.Column("overdue_on", TEXT, nullable=True),
        sa.Column("settled_on", TEXT, nullable=True),
        sa.CheckConstraint(
            "status IN ('imposed', 'final', 'serving', 'settled', 'cancelled', 'absorbed')", name="status_known"
        ),
        sa.ForeignKeyConstraint(["case_id"], ["case_file.case_id"]),
        sa.PrimaryKeyConstraint("case_id", "id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "private_value",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("field", TEXT, nullable=False),
        sa.Column("commitment", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=True),
        sa.Column("value", sa.LargeBinary, nullable=True),
        sa.CheckConstraint("(salt IS NULL) = (value IS NULL)", name="erased_whole"),
        sa.CheckConstraint("length(commitment) = 32", name="commitment_size"),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.PrimaryKeyConstraint("case_id", "version", "field"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("task", TEXT, nullable=False),
        sa.Column("document", WHOLE, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("next_try", TEXT, nullable=False),
        sa.Column("owner", TEXT, nullable=False),
        sa.Column("leased_until", TEXT, nullable=True),
        sa.Column("reason", TEXT, nullable=False),
        sa.CheckConstraint("status IN ('pending', 'done', 'failed')", name="status_known"),
        sa.ForeignKeyConstraint(["document"], ["document.id"]),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    index_where("outbox_next", "outbox", ["next_try", "id"], "status = 'pending'")
    index_where("outbox_given_up", "outbox", ["document"], "status = 'failed'")
    head = sa.table("log_head", sa.column("id"), sa.column("seq"), sa.column("leaf"), sa.column("recorded_at"))
    op.bulk_insert(head, [{"id": 1, "seq": 0, "leaf": bytes(32), "recorded_at": "0001-01-01T00:00:00.000000Z"}])
    remake(op.get_bind())
