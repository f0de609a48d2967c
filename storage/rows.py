"""The base of every table, and the columns that the databases would let pass: days, instants, digests."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from pydantic import TypeAdapter
from sqlalchemy import Dialect, Text, event
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Field, SQLModel

from storage.instants import instant_text, read_instant
from storage.kinds import TEXT, WHOLE


class Row(SQLModel):
    """What every table derives from: it checks its values when made and whenever one is set.

    A table class of SQLModel checks neither by itself. Raises ``ValueError`` for a missing, unknown or
    wrong value.
    """

    def __init__(self, **values: Any) -> None:
        fields = type(self).model_fields
        unknown = values.keys() - fields.keys()
        missing = {name for name, each in fields.items() if each.is_required()} - values.keys()
        if unknown or missing:
            raise ValueError(f"{type(self).__name__}: unknown {sorted(unknown)}, missing {sorted(missing)}")
        super().__init__(**values)


@event.listens_for(Row, "attribute_instrument", propagate=True)
def _check_on_assignment(row: type[Row], name: str, attribute: Any) -> None:
    field = row.model_fields.get(name)
    if field is None:
        return
    kind: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
    adapter: TypeAdapter[Any] = TypeAdapter(kind, config={"strict": True})
    event.listen(attribute, "set", lambda _row, value, _old, _by: adapter.validate_python(value), retval=True)


class Instant(TypeDecorator[datetime]):
    """A moment in UTC, as text on every database."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        return dialect.type_descriptor(TEXT)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else instant_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else read_instant(value)


class Day(TypeDecorator[date]):
    """A civil day, as text ``YYYY-MM-DD`` on every database."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str]:
        return dialect.type_descriptor(TEXT)

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        return None if value is None else value.isoformat()

    def process_result_value(self, value: Any, dialect: Dialect) -> date | None:
        return None if value is None else date.fromisoformat(value)


def as_text(**options: Any) -> Any:
    """A text column without a length: what STRICT tables of SQLite accept."""
    return Field(sa_type=TEXT, **options)


def as_whole(**options: Any) -> Any:
    """A whole number's column, of eight bytes."""
    return Field(sa_type=WHOLE, **options)


def as_day(**options: Any) -> Any:
    """A civil day's column."""
    return Field(sa_type=Day, **options)


def as_instant(**options: Any) -> Any:
    """A moment's column, in UTC."""
    return Field(sa_type=Instant, **options)


def as_digest(**options: Any) -> Any:
    """Thirty-two bytes: a SHA-256, or a salt as long."""
    return Field(min_length=32, max_length=32, **options)
