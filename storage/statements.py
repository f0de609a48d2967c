"""The SQL of the hot path: built from the tables, compiled once, run on the driver's own connection.

A session of the ORM costs ten times what the database does. Parameters are named, so the order of columns
does not matter; days and moments go in as the text they are kept as.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ClauseElement,
    ColumnElement,
    Table,
    bindparam,
    delete,
    insert,
    literal_column,
    null,
    select,
    update,
)
from sqlalchemy.dialects import sqlite

from storage import tables
from storage.person_keys import wrapped_of

_DIALECT = sqlite.dialect(paramstyle="named")


def table(name: str) -> Table:
    """A table of the schema."""
    return tables.metadata.tables[name]


def compiled(statement: ClauseElement) -> str:
    """A statement as text with named parameters, for the driver."""
    return str(statement.compile(dialect=_DIALECT))


def paged(statement: ClauseElement) -> str:
    """A list that gives at most ``:limit`` lines."""
    return compiled(statement) + " LIMIT :limit"


def word(value: str) -> ColumnElement[str]:
    """A fixed word written out in the statement: an index on some rows only is not used for a parameter."""
    return literal_column(f"'{value}'")


def _insert(name: str) -> str:
    return compiled(insert(table(name)))


def _upsert(name: str) -> str:
    rows = table(name)
    statement = sqlite.insert(rows)
    changed = {column.name: statement.excluded[column.name] for column in rows.columns if not column.primary_key}
    return compiled(statement.on_conflict_do_update(index_elements=list(rows.primary_key.columns), set_=changed))


def _without_id(name: str) -> str:
    rows = table(name)
    named: dict[str, Any] = {column.name: bindparam(column.name) for column in rows.columns if column.name != "id"}
    return compiled(insert(rows).values(named))


_case, _event, _head = table("case_file"), table("event"), table("log_head")
_private, _key, _numbers = table("private_value"), table("idempotency"), table("numbering")
_paper, _file, _deadline, _obligation = table("document"), table("file"), table("deadline"), table("obligation")
_person, _letter, _cited = table("person_key"), table("letter"), table("respondent")


def wrapped_for(rows: Table) -> ColumnElement[bytes | None]:
    """The wrapped key of the act that each of these rows is of; null once it is destroyed."""
    return literal_column(f"({wrapped_of(rows.name)})")


_first_number = sqlite.insert(_numbers).values(
    series=bindparam("series"), body=bindparam("body"), year=bindparam("year"), last=literal_column("1")
)

CASE = compiled(select(_case.c.snapshot, _case.c.leaf).where(_case.c.case_id == bindparam("case_id")))
SNAPSHOT = compiled(select(_case.c.snapshot).where(_case.c.case_id == bindparam("case_id")))
_live = select(_person.c.wrapped).where(_person.c.wrapped.is_not(None))
HELD = compiled(
    select(
        _case.c.snapshot, _case.c.leaf, _case.c.procedure, _case.c.wakes_on,
        _live.where(_person.c.case_id == _case.c.case_id).scalar_subquery(),
    ).where(_case.c.case_id == bindparam("case_id"))
)  # fmt: skip
PINNED = compiled(select(_case.c.procedure, _case.c.wakes_on).where(_case.c.case_id == bindparam("case_id")))
FIRST_RECORD = compiled(select(_event.c.record).where(_event.c.seq == literal_column("1")))
HEAD = compiled(select(_head.c.seq, _head.c.recorded_at))
END = compiled(
    select(_head.c.seq, _head.c.recorded_at, _live.where(_person.c.case_id == bindparam("case_id")).scalar_subquery())
)
ANY_PERSON_KEY = paged(_live)
KEY = compiled(
    select(_key.c.salt, _key.c.commitment, _key.c.case_id, _key.c.version, wrapped_for(_key)).where(
        _key.c.key == bindparam("key")
    )
)
EVENT = compiled(
    select(_event.c.seq, _event.c.leaf, _event.c.recorded_at).where(
        _event.c.case_id == bindparam("case_id"), _event.c.version == bindparam("version")
    )
)
LATEST = compiled(
    select(_event.c.recorded_at, _event.c.record)
    .where(_event.c.case_id == bindparam("case_id"))
    .order_by(_event.c.version.desc())
)
EVENT_PAPERS = compiled(
    select(_paper.c.id, _paper.c.kind, _paper.c.series, _paper.c.body, _paper.c.year, _paper.c.ordinal, _paper.c.code)
    .where(_paper.c.case_id == bindparam("case_id"), _paper.c.version == bindparam("version"))
    .order_by(_paper.c.id)
)
RECORDS = compiled(select(_event.c.record).where(_event.c.case_id == bindparam("case_id")).order_by(_event.c.version))
VALUES = compiled(
    select(_private.c.version, _private.c.field, _private.c.sealed, wrapped_for(_private)).where(
        _private.c.case_id == bindparam("case_id")
    )
)
_next_number = _first_number.on_conflict_do_update(
    index_elements=["series", "body", "year"], set_={"last": _numbers.c.last + literal_column("1")}
)
TAKE_NUMBER = compiled(_next_number.returning(_numbers.c.last))
NEXT_NUMBER = compiled(_next_number)
LAST_NUMBER = compiled(
    select(_numbers.c.last).where(
        _numbers.c.series == bindparam("series"),
        _numbers.c.body == bindparam("body"),
        _numbers.c.year == bindparam("year"),
    )
)
_source = table("source")
SOURCE = compiled(select(_source.c.content).where(_source.c.digest == bindparam("digest")))
NEW_RESPONDENT = _insert("respondent")
RENAME_RESPONDENT = _upsert("respondent")
DROP_RESPONDENT = compiled(
    delete(_cited).where(_cited.c.case_id == bindparam("case_id"), _cited.c.id == bindparam("id"))
)
FORGET_RESPONDENTS = compiled(delete(_cited).where(_cited.c.case_id == bindparam("id")))
NEW_PERSON_KEY = _insert("person_key")
DESTROY_KEYS = compiled(
    update(_person)
    .where(_person.c.case_id == bindparam("id"), _person.c.wrapped.is_not(None))
    .values(wrapped=null(), destroyed_at=bindparam("at"))
)
_cause = select(_event.c.cause).where(_event.c.case_id == bindparam("id"), _event.c.version == bindparam("of"))
BLUR_KEY = compiled(
    update(_key)
    .where(_key.c.key == _cause.scalar_subquery())
    .values(salt=bindparam("salt"), commitment=bindparam("commitment"))
)
FILE_KNOWN = compiled(select(_file.c.sha256).where(_file.c.sha256 == bindparam("sha256")))

NEW_CASE = _insert("case_file")
CHANGE_CASE = compiled(
    update(_case)
    .where(_case.c.case_id == bindparam("id"), _case.c.version == bindparam("before"))
    .values({each.name: bindparam(each.name) for each in _case.c if each.name not in ("case_id", "year", "ordinal")})
)
NEW_EVENT = _insert("event")
NEW_PRIVATE = _insert("private_value")
NEW_FILE = _insert("file")
NEW_EXHIBIT = _insert("exhibit")
NEW_PAPER = _without_id("document") + " RETURNING id"
NUMBERED_PAPER = _insert("document")
NEW_TASK = _without_id("outbox")
NEW_MATTER = _insert("matter")
NEW_LETTER = _insert("letter")
LETTER = compiled(select(_letter.c.case_id).where(_letter.c.digest == bindparam("digest")))
FORGET_LETTERS = compiled(delete(_letter).where(_letter.c.case_id == bindparam("id")))
NEW_KEY = _insert("idempotency")
NEW_SOURCE = _insert("source")
SET_DEADLINE = _upsert("deadline")
SET_OBLIGATION = _upsert("obligation")
DROP_DEADLINE = compiled(
    delete(_deadline).where(_deadline.c.case_id == bindparam("case_id"), _deadline.c.id == bindparam("id"))
)
DROP_OBLIGATION = compiled(
    delete(_obligation).where(_obligation.c.case_id == bindparam("case_id"), _obligation.c.id == bindparam("id"))
)
MOVE_HEAD = compiled(
    update(_head).values(seq=bindparam("seq"), leaf=bindparam("leaf"), recorded_at=bindparam("recorded_at"))
)
ERASE = compiled(
    update(_private)
    .where(_private.c.case_id == bindparam("id"), _private.c.version == bindparam("of"))
    .where(_private.c.field == bindparam("name"))
    .values(sealed=null())
)
