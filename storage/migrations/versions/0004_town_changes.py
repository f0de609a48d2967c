"""The town's stream: each change of calendar, values, members or answers, with its act and both digests."""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.triggers import remake

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "town_change",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        *(
            sa.Column(name, TEXT, nullable=False)
            for name in ("key", "at", "person", "approved_by", "kind", "act", "said", "old", "new")
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        sqlite_strict=True,
    )
    remake(op.get_bind())
