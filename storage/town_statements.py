"""The SQL of the town's stream: the changes of its data."""

from __future__ import annotations

from sqlalchemy import bindparam, insert, select

from storage.statements import compiled, table

_change = table("town_change")
_COLUMNS = ("id", "key", "at", "person", "approved_by", "kind", "act", "said", "old", "new")
ADD_TOWN_CHANGE = compiled(insert(_change).values({name: bindparam(name) for name in _COLUMNS}))
TOWN_CHANGES = compiled(select(*(_change.c[name] for name in _COLUMNS)).order_by(_change.c.id))
