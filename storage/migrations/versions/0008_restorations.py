"""Each time the record was put back from a copy: of when, how long it was then, how long it is known to have been."""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.triggers import remake

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "restoration",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("copied_at", TEXT, nullable=False),
        sa.Column("size", WHOLE, nullable=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("known_size", WHOLE, nullable=False),
        sa.Column("files_missing", WHOLE, nullable=False),
        sa.CheckConstraint("length(root) = 32", name="root_size"),
        sa.CheckConstraint("size >= 0 AND known_size >= 0 AND files_missing >= 0", name="counts"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    remake(op.get_bind())
