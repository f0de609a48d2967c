"""The guards as SQLite's triggers. Altering a table there drops its triggers: every migration ends with ``remake``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.guards import GUARDS, Guard

if TYPE_CHECKING:
    from sqlalchemy import Connection


def _written(guard: Guard) -> str:
    when = [each.format(in_="", zeros="zeroblob(32)") for each in guard.conditions]
    guards = "".join(f" SELECT RAISE(ABORT, '{guard.why}') WHERE {condition};" for condition in when)
    body = guards or f" SELECT RAISE(ABORT, '{guard.why}');"
    return f"CREATE TRIGGER {guard.name} BEFORE {guard.when} ON {guard.table} BEGIN{body} END"


TRIGGERS: dict[str, str] = {guard.name: _written(guard) for guard in GUARDS}
"""Every trigger by name, with the SQL that makes it; the record's verification compares them word for word."""


def drop_all(connection: Connection) -> None:
    """Drop every trigger of the database, for a migration that changes what they guard."""
    if connection.dialect.name != "sqlite":
        from storage import postgres_triggers  # noqa: PLC0415 - a file knows nothing of servers

        postgres_triggers.drop_all(connection)
        return
    for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").all():
        connection.exec_driver_sql(f"DROP TRIGGER {name}")


def remake(connection: Connection) -> None:
    """Drop every trigger of the database and make the current ones again, on the tables that there are."""
    drop_all(connection)
    if connection.dialect.name != "sqlite":
        from storage import postgres_triggers  # noqa: PLC0415 - a file knows nothing of servers

        postgres_triggers.make_all(connection)
        return
    tables = {name for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for sql in TRIGGERS.values():
        if sql.partition(" ON ")[2].partition(" ")[0] in tables:
            connection.exec_driver_sql(sql)
