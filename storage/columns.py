"""What several tables say alike: strict, keyed, one of few words, so many bytes, of an event, of a case."""

from __future__ import annotations

from typing import get_args

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, text

STRICT = {"sqlite_strict": True}
"""SQLite checks the kinds of what it keeps."""

KEYED = {"sqlite_strict": True, "sqlite_with_rowid": False}
"""So too, in one tree less to write, where rows are small."""


def one_of(column: str, values: object) -> CheckConstraint:
    """The column holds one of a ``Literal``'s words."""
    listed = ", ".join(f"'{value}'" for value in get_args(values))
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


def long(column: str, size: int = 32) -> CheckConstraint:
    """The column holds so many bytes."""
    return CheckConstraint(f"length({column}) = {size}", name=f"{column}_size")


def some(name: str, *columns: str, where: str) -> Index:
    """An index of some rows only."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


def of_event() -> ForeignKeyConstraint:
    """The row is of an event that is there."""
    return ForeignKeyConstraint(["case_id", "version"], ["event.case_id", "event.version"])


def of_case() -> ForeignKeyConstraint:
    """The row is of a case that is there."""
    return ForeignKeyConstraint(["case_id"], ["case_file.case_id"])
