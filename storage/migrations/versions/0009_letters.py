"""The codes of letters, found by digest: one letter is one case's. Acts recorded before are not among them."""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.triggers import remake

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "letter",
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"]),
        sa.PrimaryKeyConstraint("digest"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("letter_of_case", "letter", ["case_id"])
    remake(op.get_bind())
