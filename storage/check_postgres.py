"""Verification of a PostgreSQL database itself: references between tables, triggers, rules, the rights of our role."""

from __future__ import annotations

from collections.abc import Iterator

from storage.connection import Connection
from storage.findings import Finding, differing_triggers
from storage.postgres_schema import excess
from storage.postgres_triggers import TRIGGERS, found
from storage.tables import metadata

_REFERENCES = """
    SELECT child.relname, parent.relname FROM pg_constraint
    JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
    WHERE contype = 'f' AND convalidated AND connamespace = 'public'::regnamespace"""
_RULES = "SELECT tablename, rulename FROM pg_rules WHERE schemaname = 'public' ORDER BY 1, 2"


def check_schema(connection: Connection) -> Iterator[Finding]:
    """The references between tables, the triggers that guard them, word for word, and the rights of whoever works."""
    yield from _references(connection)
    yield from differing_triggers(found(connection), TRIGGERS)
    for table, rule in connection.execute(_RULES).fetchall():
        yield Finding("banco", "", 0, f"a regra {rule} muda o que se grava em {table}")
    for table, right in excess(connection):
        yield Finding("banco", "", 0, f"o papel do Devido pode {right} em {table}, e não devia")


def _references(connection: Connection) -> Iterator[Finding]:
    """By the tables as they should be: a reference that is gone, and rows that refer to what is not there."""
    there = set(connection.execute(_REFERENCES).fetchall())
    for table in metadata.sorted_tables:
        for each in sorted(table.foreign_key_constraints, key=lambda each: each.referred_table.name):
            child, parent = table.name, each.referred_table.name
            if (child, parent) not in there:
                yield Finding("banco", "", 0, f"falta a referência de {child} a {parent}")
            pairs = [(element.parent.name, element.column.name) for element in each.elements]
            same = " AND ".join(f"child.{mine} = parent.{theirs}" for mine, theirs in pairs)
            given = " AND ".join(f"child.{mine} IS NOT NULL" for mine, _ in pairs)
            (lost,) = connection.execute(
                f"SELECT count(*) FROM {child} child LEFT JOIN {parent} parent ON {same} "  # noqa: S608 - our own names
                f"WHERE {given} AND parent.{pairs[0][1]} IS NULL"
            ).fetchone()
            if lost:
                yield Finding("banco", "", 0, f"{child}: {lost} linhas referem-se a algo que não está em {parent}")
