"""A database's schema as the database itself tells it, line by line, and a record on PostgreSQL as plain SQL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
from psycopg import sql

from storage.database import Database
from storage.queue_schema import SCHEMA, scripts
from tests.databases import on_postgres

_OURS = "relnamespace::regnamespace::text IN ('public', 'queue')"
_COLUMNS = f"""
    SELECT relname, attname, format_type(atttypid, atttypmod),
           coalesce(' COLLATE "' || nullif(collname, 'default') || '"', ''), attnotnull,
           coalesce(pg_get_expr(adbin, adrelid), ''), pg_get_serial_sequence(attrelid::regclass::text, attname)
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE {_OURS} AND relkind = 'r' AND attnum > 0 AND NOT attisdropped"""
_CONSTRAINTS = f"""
    SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid), contype::text
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE {_OURS} AND contype <> 'n'"""
_INDEXES = f"""
    SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE {_OURS}
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"""
_TRIGGERS = f"""
    SELECT pg_get_functiondef(tgfoid), pg_get_triggerdef(pg_trigger.oid), relname, tgname, tgenabled::text
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE {_OURS} AND NOT tgisinternal"""
_RIGHTS = f"""
    SELECT relname, grantee::regrole::text, privilege_type FROM pg_class, aclexplode(relacl)
    WHERE {_OURS} AND relkind IN ('r', 'S')"""
_TYPES = """SELECT typname, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid"""
_PARTS = (_COLUMNS, _CONSTRAINTS, _INDEXES, _TRIGGERS, _RIGHTS, _TYPES)


def told(database: Database) -> list[str]:
    """All that the database has besides rows, in an order that does not depend on how it came to be."""
    connection = database.connection
    if on_postgres(database):
        return sorted(str(tuple(row)) for part in _PARTS for row in connection.execute(part.replace("%", "%%")))
    rows = connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master").fetchall()
    marks = connection.execute("PRAGMA application_id").fetchone()
    return sorted([*(" ".join(row) for row in rows), f"application_id {marks[0]}"])


def dumped(driver: psycopg.Connection[Any]) -> str:
    """The public schema, its rows and who may do what in it, as statements. The queue's schema holds nothing."""
    driver.execute("SET search_path = pg_catalog")  # so that every name comes with its schema
    return "".join(f"{each};\n" for each in _statements(driver))


def load(driver: psycopg.Connection[Any], script: str, owner: str, *, queue: bool) -> None:
    """Make an empty database what ``dumped`` told, its owner ``owner``; ``queue``: with the queue's empty schema."""
    with driver.transaction():
        driver.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(owner)))
        driver.execute(script.encode())
        if queue:
            driver.execute(f"CREATE SCHEMA {SCHEMA}")
            driver.execute(f"SET LOCAL search_path = {SCHEMA}")
            for _, each in scripts():
                driver.execute(each.encode())


def _statements(driver: psycopg.Connection[Any]) -> Iterator[str]:
    tables: dict[str, list[tuple[Any, ...]]] = {}
    for table, *column in driver.execute(
        f"{_COLUMNS} AND relnamespace = 'public'::regnamespace ORDER BY relname, attnum"
    ):
        tables.setdefault(table, []).append(tuple(column))
    for table, columns in tables.items():
        yield f"CREATE TABLE public.{table} ({', '.join(_column(*each) for each in columns)})"
        yield from _rows(driver, table)
        yield from (_counted(driver, table, name, has) for name, *_, has in columns if has)
    ours = " AND relnamespace = 'public'::regnamespace"
    found = driver.execute(f"{_CONSTRAINTS}{ours} ORDER BY contype = 'f', relname, conname")
    yield from (f"ALTER TABLE public.{table} ADD CONSTRAINT {name} {says}" for table, name, says, _ in found)
    yield from (says for (says,) in driver.execute(f"{_INDEXES}{ours} ORDER BY 1"))
    for function, trigger, table, name, _ in driver.execute(f"{_TRIGGERS}{ours} ORDER BY relname, tgname"):
        yield function.rstrip()
        yield trigger
        yield f"ALTER TABLE public.{table} ENABLE ALWAYS TRIGGER {name}"
    for table, role, right in driver.execute(f"{_RIGHTS}{ours} ORDER BY 1, 2, 3"):
        kind = "SEQUENCE " if table.endswith("_seq") else ""
        yield f"GRANT {right} ON {kind}public.{table} TO {role}"
    yield "GRANT USAGE ON SCHEMA public TO devido_teste"


def _column(name: str, kind: str, collation: str, needed: bool, default: str, sequence: str | None) -> str:
    if sequence:
        return f"{name} {'bigserial' if kind == 'bigint' else 'serial'}"
    return f"{name} {kind}{collation}{' NOT NULL' if needed else ''}{f' DEFAULT {default}' if default else ''}"


def _rows(driver: psycopg.Connection[Any], table: str) -> Iterator[str]:
    for row in driver.execute(
        f"SELECT * FROM public.{table} ORDER BY 1, 2" if table != "alembic_version" else f"SELECT * FROM public.{table}"
    ):
        values = ", ".join(sql.Literal(bytes(v) if isinstance(v, memoryview) else v).as_string(driver) for v in row)
        yield f"INSERT INTO public.{table} VALUES ({values})"


def _counted(driver: psycopg.Connection[Any], table: str, name: str, sequence: str) -> str:
    return f"SELECT setval('{sequence}', coalesce((SELECT max({name}) FROM public.{table}), 0) + 1, false)"
