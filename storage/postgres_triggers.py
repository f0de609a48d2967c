"""The guards as PostgreSQL's triggers: a function and a trigger each, and one more a table, since TRUNCATE asks no row.

They are ``ALWAYS`` triggers: a session that calls itself a replica does not get round them. Tables are named with their
schema, so that nobody puts a table of his own before ours. An INSERT that finds its place taken is refused by the key,
and its ``ON CONFLICT DO UPDATE`` by what guards updates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from storage.connection import Connection
from storage.guards import GUARDS, Guard

if TYPE_CHECKING:
    from sqlalchemy import Connection as Migrating


class Trigger(NamedTuple):
    """A trigger and its function, in the words in which the server tells them; ``A``: it acts always."""

    table: str
    function: str
    trigger: str
    acts: str = "A"


def _written(guard: Guard) -> Trigger:
    when = [each.format(in_="public.", zeros="decode(repeat('00', 32), 'hex')") for each in guard.conditions]
    refuse = f"RAISE EXCEPTION '{guard.why}' USING ERRCODE = 'restrict_violation';"
    body = "".join(f" IF {condition} THEN {refuse} END IF;" for condition in when) or f" {refuse}"
    end = " RETURN NEW;" if guard.conditions else ""
    return _made(guard.name, guard.table, guard.when, "ROW", f"BEGIN{body}{end} END")


def _no_truncate(table: str) -> tuple[str, Trigger]:
    name = f"{table}_no_truncate"
    why = f"RAISE EXCEPTION '{table}: nada se apaga' USING ERRCODE = 'restrict_violation';"
    return name, _made(name, table, "TRUNCATE", "STATEMENT", f"BEGIN {why} END")


def _made(name: str, table: str, when: str, each: str, body: str) -> Trigger:
    return Trigger(
        table,
        f"CREATE OR REPLACE FUNCTION public.{name}()\n RETURNS trigger\n LANGUAGE plpgsql\n"
        f"AS $function${body}$function$\n",
        f"CREATE TRIGGER {name} BEFORE {when} ON public.{table} FOR EACH {each} EXECUTE FUNCTION {name}()",
    )


TRIGGERS: dict[str, Trigger] = {
    **{guard.name: _written(guard) for guard in GUARDS if not guard.replacing},
    **dict(_no_truncate(table) for table in dict.fromkeys(guard.table for guard in GUARDS)),
}
"""Every trigger by name; the record's verification compares them word for word."""

_FOUND = """SELECT tgname, relname, pg_get_functiondef(tgfoid), pg_get_triggerdef(pg_trigger.oid), tgenabled::text
            FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
            WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal"""


def found(connection: Connection) -> dict[str, Trigger]:
    """The triggers that the database has, by name."""
    return {name: Trigger(*rest) for name, *rest in connection.execute(_FOUND)}


def drop_all(connection: Migrating) -> None:
    """Drop every trigger of the schema, and its function."""
    for name, table, *_ in connection.exec_driver_sql(_FOUND).all():
        connection.exec_driver_sql(f"DROP TRIGGER {name} ON public.{table}")
        connection.exec_driver_sql(f"DROP FUNCTION IF EXISTS public.{name}()")


def make_all(connection: Migrating) -> None:
    """Make the current triggers, on the tables that there are."""
    there = {name for (name,) in connection.exec_driver_sql(_TABLES)}
    for name, made in TRIGGERS.items():
        if made.table in there:
            connection.exec_driver_sql(made.function)
            connection.exec_driver_sql(made.trigger)
            connection.exec_driver_sql(f"ALTER TABLE public.{made.table} ENABLE ALWAYS TRIGGER {name}")


_TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
