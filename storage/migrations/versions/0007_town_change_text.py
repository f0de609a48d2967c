"""The town's file with each change, on the records whose 0004 made the table without it: that one had been changed.

What the file said is kept by its digest among the sources; in JSON, its days without quotes, it reads as the file did.
"""

import re

import sqlalchemy as sa
from alembic import op

from storage.kinds import TEXT, WHOLE
from storage.triggers import remake

revision = "0007"
down_revision = "0006"

_DAY = re.compile(r'"(\d{4}-\d{2}-\d{2})"')
_COLUMNS = ("key", "at", "person", "approved_by", "kind", "act", "said", "old", "new", "text")


def upgrade() -> None:
    bind = op.get_bind()
    if "text" in {each["name"] for each in sa.inspect(bind).get_columns("town_change")}:
        return
    kept = bind.exec_driver_sql("SELECT * FROM town_change ORDER BY id").mappings().all()
    sources = bind.exec_driver_sql("SELECT digest, content FROM source WHERE kind = 'town'").all()
    texts = {digest: _DAY.sub(r"\1", bytes(content).decode()) for digest, content in sources}
    op.drop_table("town_change")
    table = op.create_table(
        "town_change",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        *(sa.Column(name, TEXT, nullable=False) for name in _COLUMNS),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
        sqlite_strict=True,
    )
    op.bulk_insert(table, [{**each, "text": texts[each["new"]]} for each in kept])
    remake(bind)
