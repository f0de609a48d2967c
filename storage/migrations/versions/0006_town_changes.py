"""The town's stream: each change of calendar, values, members or answers, with its act and both digests."""

import sqlalchemy as sa
from alembic import op

from storage.triggers import remake

revision = "0006"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "town_change",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("key", "at", "person", "approved_by", "kind", "act", "said", "old", "new", "text")
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        sqlite_strict=True,
    )
    remake(op.get_bind())
