"""Indexes of some rows only, on both databases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op


def index_where(name: str, table: str, columns: list[str], condition: str) -> None:
    """Make an index of the rows that meet the condition."""
    where = sa.text(condition)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
