"""Verification of an SQLite file itself: its integrity, the references between tables, the triggers that guard them."""

from __future__ import annotations

from collections.abc import Iterator

from storage.connection import Connection
from storage.findings import Finding, differing_triggers
from storage.triggers import TRIGGERS


def check_schema(connection: Connection) -> Iterator[Finding]:
    """The file's own integrity, the references between tables, and the triggers that guard them, word for word."""
    for (said,) in connection.execute("PRAGMA integrity_check"):
        if said != "ok":
            yield Finding("banco", "", 0, f"o SQLite acusa: {said}")
    for table, rowid, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield Finding("banco", "", 0, f"{table}: a linha {rowid or '?'} refere-se a algo que não está em {parent}")
    found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    yield from differing_triggers(found, TRIGGERS)
