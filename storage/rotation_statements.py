"""The SQL by which the keys of cases are wrapped again, and of the account of it."""

from __future__ import annotations

from sqlalchemy import bindparam, func, insert, literal_column, select, update

from storage.statements import compiled, paged, table

_rotation, _person = table("key_rotation"), table("person_key")
_COLUMNS = ("id", "at", "person", "approved_by", "old", "new", "keys")
_live = select(_person.c.id, _person.c.case_id, _person.c.wrapped).where(_person.c.wrapped.is_not(None))
ADD_ROTATION = compiled(insert(_rotation).values({name: bindparam(name) for name in _COLUMNS}))
ROTATIONS = compiled(select(*(_rotation.c[name] for name in _COLUMNS)).order_by(_rotation.c.id))
KEYS_AFTER = paged(_live.where(_person.c.id > bindparam("after")).order_by(_person.c.id))
KEYS_LEFT = compiled(
    _live.where(
        func.substr(_person.c.wrapped, literal_column("1"), literal_column("4")) != bindparam("number")
    ).order_by(_person.c.id)
)
KEYS_LIVE = compiled(select(func.count()).select_from(_person).where(_person.c.wrapped.is_not(None)))
REWRAP = compiled(
    update(_person)
    .where(_person.c.id == bindparam("key"), _person.c.wrapped == bindparam("from"))
    .values(wrapped=bindparam("to"))
)
