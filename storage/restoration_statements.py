"""The SQL of the restorations that the record has been through."""

from __future__ import annotations

from sqlalchemy import bindparam, insert, select

from storage.statements import compiled, table

_restoration = table("restoration")
_COLUMNS = ("id", "at", "copied_at", "size", "root", "known_size", "files_missing")
ADD_RESTORATION = compiled(insert(_restoration).values({name: bindparam(name) for name in _COLUMNS}))
RESTORATIONS = compiled(select(*(_restoration.c[name] for name in _COLUMNS)).order_by(_restoration.c.id))
