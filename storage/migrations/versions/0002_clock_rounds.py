"""The rounds of the clock: what each did, and why one stopped. The clock finds its work by case, not by deadline."""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.migrations.indexes import index_where
from storage.triggers import remake

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "clock_round",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("started_at", TEXT, nullable=False),
        sa.Column("finished_at", TEXT, nullable=False),
        sa.Column("morning", TEXT, nullable=False),
        sa.Column("acts", WHOLE, nullable=False),
        sa.Column("failures", WHOLE, nullable=False),
        sa.Column("stopped", TEXT, nullable=False),
        sa.Column("confirmed_by", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    index_where("clock_round_ran", "clock_round", ["finished_at"], "stopped = ''")
    op.drop_index("deadline_due", "deadline")
    remake(op.get_bind())
