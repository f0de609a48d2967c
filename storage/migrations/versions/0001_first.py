"""The first schema: events and what is read off them, papers, files, numbers, sources."""

import sqlalchemy as sa
from alembic import op

from storage.triggers import remake

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "case_file",
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("procedure", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("opened_on", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("wakes_on", sa.Text, nullable=True),
        sa.Column("subject", sa.Text, nullable=True),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("length(leaf) = 32", name="leaf_size"),
        sa.PrimaryKeyConstraint("case_id"),
        sa.UniqueConstraint("year", "ordinal"),
        sqlite_strict=True,
    )
    op.create_index(
        "case_file_awake", "case_file", ["wakes_on", "case_id"], sqlite_where=sa.text("wakes_on IS NOT NULL")
    )
    op.create_index(
        "case_file_of_subject", "case_file", ["subject", "case_id"], sqlite_where=sa.text("subject IS NOT NULL")
    )
    op.create_index("case_file_by_state", "case_file", ["state", "year", "ordinal"])
    op.create_table(
        "event",
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("occurred_on", sa.Text, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
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
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("stored_at", sa.Text, nullable=False),
        sa.CheckConstraint("length(sha256) = 64", name="sha256_size"),
        sa.CheckConstraint("size >= 0", name="size_whole"),
        sa.PrimaryKeyConstraint("sha256"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "log_head",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.CheckConstraint("id = 1", name="one_row"),
        sa.CheckConstraint("length(leaf) = 32", name="leaf_size"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_table(
        "numbering",
        sa.Column("series", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sa.CheckConstraint("last >= 1", name="last_counts"),
        sa.PrimaryKeyConstraint("series", "body", "year"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "source",
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("sha256", sa.LargeBinary, nullable=False),
        sa.Column("stored_at", sa.Text, nullable=False),
        sa.CheckConstraint("length(sha256) = 32", name="sha256_size"),
        sa.PrimaryKeyConstraint("digest"),
        sqlite_strict=True,
    )
    op.create_table(
        "deadline",
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("track", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("literal", sa.Text, nullable=False),
        sa.Column("due", sa.Text, nullable=False),
        sa.Column("act_on", sa.Text, nullable=False),
        sa.Column("fires", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.CheckConstraint(
            "status IN ('open', 'met', 'lapsed', 'suspended', 'void', 'overtaken')", name="status_known"
        ),
        sa.ForeignKeyConstraint(["case_id"], ["case_file.case_id"]),
        sa.PrimaryKeyConstraint("case_id", "id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(
        "deadline_due", "deadline", ["act_on", "case_id", "id"], sqlite_where=sa.text("status = 'open' AND fires <> ''")
    )
    op.create_index("deadline_running", "deadline", ["due", "case_id", "id"], sqlite_where=sa.text("status = 'open'"))
    op.create_table(
        "document",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("track", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("series", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("template", sa.Text, nullable=False),
        sa.Column("context", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=True),
        sa.Column("rendered_at", sa.Text, nullable=True),
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
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.LargeBinary, nullable=False),
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.CheckConstraint("length(commitment) = 32", name="commitment_size"),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.PrimaryKeyConstraint("key"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matter",
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.PrimaryKeyConstraint("seq", "position"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "obligation",
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("units", sa.Text, nullable=True),
        sa.Column("amount", sa.Text, nullable=True),
        sa.Column("final_on", sa.Text, nullable=True),
        sa.Column("overdue_on", sa.Text, nullable=True),
        sa.Column("settled_on", sa.Text, nullable=True),
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
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("field", sa.Text, nullable=False),
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
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("document", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("next_try", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("leased_until", sa.Text, nullable=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.CheckConstraint("status IN ('pending', 'done', 'failed')", name="status_known"),
        sa.ForeignKeyConstraint(["document"], ["document.id"]),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_index("outbox_next", "outbox", ["next_try", "id"], sqlite_where=sa.text("status = 'pending'"))
    op.create_index("outbox_given_up", "outbox", ["document"], sqlite_where=sa.text("status = 'failed'"))
    op.execute(
        "INSERT INTO log_head (id, seq, leaf, recorded_at) VALUES (1, 0, zeroblob(32), '0001-01-01T00:00:00.000000Z')"
    )
    remake(op.get_bind())
