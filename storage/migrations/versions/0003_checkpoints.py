"""Signed checkpoints of the log, the roots of its blocks, and the editions of the gazette that bear a root."""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.triggers import remake

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "checkpoint",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("size", WHOLE, nullable=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("note", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sa.Column("signed_at", TEXT, nullable=False),
        sa.CheckConstraint("length(root) = 32", name="root_size"),
        sa.CheckConstraint("size >= 0", name="size_whole"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_index("checkpoint_of_size", "checkpoint", ["size", "id"])
    op.create_table(
        "block",
        sa.Column("ordinal", WHOLE, autoincrement=False, nullable=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("length(root) = 32", name="root_size"),
        sa.CheckConstraint("ordinal >= 0", name="ordinal_counts"),
        sa.PrimaryKeyConstraint("ordinal"),
        sqlite_strict=True,
    )
    op.create_table(
        "publication",
        sa.Column("edition", TEXT, nullable=False),
        sa.Column("checkpoint", WHOLE, nullable=False),
        sa.Column("day", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["checkpoint"], ["checkpoint.id"]),
        sa.PrimaryKeyConstraint("edition", "checkpoint"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    remake(op.get_bind())
