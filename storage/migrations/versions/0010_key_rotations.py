"""The master key may be changed: each key of a case wrapped again, and when and by whom that was done."""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.triggers import remake

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "key_rotation",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("person", TEXT, nullable=False),
        sa.Column("approved_by", TEXT, nullable=False),
        sa.Column("old", TEXT, nullable=False),
        sa.Column("new", TEXT, nullable=False),
        sa.Column("keys", WHOLE, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    remake(op.get_bind())
