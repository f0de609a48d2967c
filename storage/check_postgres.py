"""Verification of a PostgreSQL database itself: references between tables, triggers, rules, the rights of our role."""

from __future__ import annotations

from collections.abc import Iterator

from storage.connection import Connection
from storage.findings import Finding, differing_triggers
from storage.postgres_schema import excess
from storage.postgres_triggers import TRIGGERS, found

_REFERENCES = """
    SELECT child.relname, parent.relname,
           array_agg(mine.attname ORDER BY place), array_agg(theirs.attname ORDER BY place)
    FROM pg_constraint
    JOIN pg_class child ON child.oid = conrelid
    JOIN pg_class parent ON parent.oid = confrelid
    CROSS JOIN unnest(conkey, confkey) WITH ORDINALITY AS pairs (from_column, to_column, place)
    JOIN pg_attribute mine ON mine.attrelid = conrelid AND mine.attnum = from_column
    JOIN pg_attribute theirs ON theirs.attrelid = confrelid AND theirs.attnum = to_column
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace
    GROUP BY pg_constraint.oid, child.relname, parent.relname ORDER BY 1, 2"""
_RULES = "SELECT tablename, rulename FROM pg_rules WHERE schemaname = 'public' ORDER BY 1, 2"


def check_schema(connection: Connection) -> Iterator[Finding]:
    """The references between tables, the triggers that guard them, word for word, and the rights of whoever works.

    It begins a verification, which may take its time: files are hashed while the transaction waits.
    """
    for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
        connection.execute(f"SET LOCAL {limit} = 0")
    for child, parent, mine, theirs in connection.execute(_REFERENCES).fetchall():
        same = " AND ".join(f"child.{my} = parent.{their}" for my, their in zip(mine, theirs, strict=True))
        given = " AND ".join(f"child.{my} IS NOT NULL" for my in mine)
        (lost,) = connection.execute(
            f"SELECT count(*) FROM {child} child LEFT JOIN {parent} parent ON {same} "  # noqa: S608 - the schema's names
            f"WHERE {given} AND parent.{theirs[0]} IS NULL"
        ).fetchone()
        if lost:
            yield Finding("banco", "", 0, f"{child}: {lost} linhas referem-se a algo que não está em {parent}")
    yield from differing_triggers(found(connection), TRIGGERS)
    for table, rule in connection.execute(_RULES).fetchall():
        yield Finding("banco", "", 0, f"a regra {rule} muda o que se grava em {table}")
    for table, right in excess(connection):
        yield Finding("banco", "", 0, f"o papel do Devido pode {right} em {table}, e não devia")
