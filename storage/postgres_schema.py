"""Opening a PostgreSQL database: whose it is, what schema it has, what the role that works in it may do there.

The schema belongs to an owner, which the program is only when it brings the schema up to date. The role that works
owns nothing: it adds, reads, and changes what is not the record, and cannot take a trigger off.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import psycopg
from psycopg import sql as quoted

from storage.connection import Connection
from storage.faults import BadAddress, NotADatabase, NotAllowed, OlderSchema
from storage.person_keys import PersonKeys
from storage.queue_schema import grant_queue
from storage.upgrade import HEAD, migrate, require_known

if TYPE_CHECKING:
    from sqlalchemy import Connection as Migrating

ADD, CHANGE, READ = ("INSERT", "SELECT"), ("INSERT", "SELECT", "UPDATE"), ("SELECT",)
RIGHTS: dict[str, tuple[str, ...]] = {
    "alembic_version": READ,
    "block": ADD,
    "case_file": CHANGE,
    "checkpoint": ADD,
    "clock_round": ADD,
    "town_change": ADD,
    "deadline": ("DELETE", *CHANGE),  # what is read off the events is taken back when they say so
    "document": CHANGE,
    "event": ADD,
    "exhibit": ADD,
    "file": ADD,
    "idempotency": CHANGE,
    "key_rotation": ADD,
    "letter": ("DELETE", *ADD),
    "log_head": ("SELECT", "UPDATE"),
    "matter": ADD,
    "numbering": CHANGE,
    "obligation": ("DELETE", *CHANGE),
    "outbox": CHANGE,
    "person_key": CHANGE,
    "private_value": CHANGE,
    "publication": ADD,
    "respondent": ("DELETE", *CHANGE),
    "restoration": ADD,
    "source": ADD,
}
"""What the role that works may do in each table, and nothing else."""

_ALL = ("DELETE", "INSERT", "REFERENCES", "SELECT", "TRIGGER", "TRUNCATE", "UPDATE")
_TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
_OWNS = """SELECT rolsuper OR pg_has_role(current_user, relowner, 'MEMBER')
           FROM pg_roles, pg_class WHERE rolname = current_user AND pg_class.oid = 'public.event'::regclass"""


def prepare(connection: Connection, place: str, owner: str, keys: PersonKeys) -> None:
    """Refuse what is not this program's database or is newer, and a role that owns it; bring the schema up to date.

    Raises ``NotADatabase``, ``NewerSchema``, ``OlderSchema``, ``NotAllowed``, ``BadAddress``.
    """
    _require_utf8(connection, place)
    found = _revision(connection, place)
    if found != HEAD or (owner and not _let_in(connection)):
        require_known(found, place)
        if not owner:
            raise OlderSchema(
                f"O banco {place} {f'está no esquema {found}' if found else 'está vazio'}, e esta versão usa o {HEAD}. "
                "Abra uma vez com o endereço do dono do banco em DEVIDO_DATABASE_OWNER_URL; nada foi alterado."
            )
        (role,) = connection.execute("SELECT current_user").fetchone()
        with psycopg.connect(owner, connect_timeout=10, options="-c search_path=public -c lock_timeout=10s") as driver:
            migrate(driver, keys, role)
    if not _let_in(connection):
        raise NotAllowed(
            f"O papel de {place} não tem direitos nas tabelas do registro. Abra uma vez com o endereço do dono do "
            "banco em DEVIDO_DATABASE_OWNER_URL, que os dá."
        )
    (owns,) = connection.execute(_OWNS).fetchone()
    if owns:
        raise NotAllowed(
            f"O papel de {place} é dono das tabelas, ou superusuário: poderia tirar as travas que guardam o registro. "
            "Em DEVIDO_DATABASE_URL vai um papel sem posse (CREATE ROLE devido LOGIN PASSWORD '…'); o endereço do dono "
            "vai em DEVIDO_DATABASE_OWNER_URL."
        )


def grant(connection: Migrating, role: str) -> None:
    """Give a role its rights, those and no others, on the tables that there are."""
    name = quoted.Identifier(role).as_string(None)
    there = {table for (table,) in connection.exec_driver_sql(_TABLES)}
    for table in sorted(there):
        connection.exec_driver_sql(f"REVOKE ALL ON public.{table} FROM PUBLIC, {name}")
        if table in RIGHTS:
            connection.exec_driver_sql(f"GRANT {', '.join(RIGHTS[table])} ON public.{table} TO {name}")
    connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA public TO {name}")
    connection.exec_driver_sql(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {name}")
    grant_queue(connection, role)


def excess(connection: Connection) -> Iterator[tuple[str, str]]:
    """Each table and right that the role that works has and should not have."""
    for (table,) in connection.execute(f"{_TABLES} ORDER BY relname").fetchall():
        for right in _ALL:
            if right in RIGHTS.get(table, ()):
                continue
            (held,) = connection.execute(
                "SELECT has_table_privilege(current_user, :name, :right)", {"name": f"public.{table}", "right": right}
            ).fetchone()
            if held:
                yield table, right


def _require_utf8(connection: Connection, place: str) -> None:
    (encoding,) = connection.execute("SELECT current_setting('server_encoding')").fetchone()
    if encoding != "UTF8":
        raise BadAddress(
            f"O banco {place} guarda texto em {encoding}; o registro pede UTF8. Crie o banco com ENCODING 'UTF8'."
        )


def _revision(connection: Connection, place: str) -> str:
    there = {table for (table,) in connection.execute(_TABLES)}
    if there and "log_head" not in there:
        raise NotADatabase(f"O banco {place} é de outro programa; confira o endereço. Nada foi alterado.")
    if not there:
        return ""
    if not _let_in(connection):
        return HEAD  # it cannot be looked at yet; whose rights are lacking is said below
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def _let_in(connection: Connection) -> bool:
    (may,) = connection.execute(
        """SELECT coalesce(bool_and(has_table_privilege(current_user, oid, 'SELECT')), false) FROM pg_class
           WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"""
    ).fetchone()
    return bool(may)
