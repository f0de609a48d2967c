"""Each respondent of a case is found by his own number, where the list of cases had one number a case.

What one number found is found by it still. Of cases that had none the names and numbers are sealed, and the town's
secret is not here: they are marked, and reckoned when the record is opened (``app.people``).
"""

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT
from storage.triggers import drop_all, remake

revision = "0011"
down_revision = "0010"

_FOUND = """INSERT INTO respondent (case_id, id, subject)
            SELECT case_id, '', subject FROM case_file WHERE subject IS NOT NULL"""
_NOT_FOUND = """INSERT INTO respondent (case_id, id, subject)
                SELECT case_id, '', '' FROM case_file WHERE subject IS NULL AND EXISTS (
                    SELECT 1 FROM private_value JOIN person_key ON person_key.case_id = private_value.case_id
                    WHERE private_value.case_id = case_file.case_id AND private_value.field = 'respondent'
                    AND private_value.sealed IS NOT NULL AND person_key.version = 1
                    AND person_key.wrapped IS NOT NULL)"""


def upgrade() -> None:
    connection = op.get_bind()
    drop_all(connection)
    op.create_table(
        "respondent",
        sa.Column("case_id", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.ForeignKeyConstraint(["case_id"], ["case_file.case_id"]),
        sa.PrimaryKeyConstraint("case_id", "id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("respondent_of_subject", "respondent", ["subject", "case_id"])
    connection.execute(sa.text(_FOUND))
    connection.execute(sa.text(_NOT_FOUND))
    op.drop_index("case_file_of_subject", "case_file")
    op.drop_column("case_file", "subject")
    remake(connection)
