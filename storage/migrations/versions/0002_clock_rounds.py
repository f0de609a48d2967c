"""The rounds of the clock: what each did, and why one stopped. The clock finds its work by case, not by deadline."""

import sqlalchemy as sa
from alembic import op

from storage.triggers import remake

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "clock_round",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("started_at", sa.Text, nullable=False),
        sa.Column("finished_at", sa.Text, nullable=False),
        sa.Column("morning", sa.Text, nullable=False),
        sa.Column("acts", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("stopped", sa.Text, nullable=False),
        sa.Column("confirmed_by", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_index("clock_round_ran", "clock_round", ["finished_at"], sqlite_where=sa.text("stopped = ''"))
    op.drop_index("deadline_due", "deadline")
    remake(op.get_bind())
