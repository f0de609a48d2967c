"""The schema of the queue by which several machines share the work: procrastinate's own, beside the record's.

It holds no deadline and nothing of the record: emptied, the next tick fills it again. Hence a schema of its own,
which neither the record's guards nor its verification look at.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from psycopg import sql as quoted
from psycopg.conninfo import make_conninfo

if TYPE_CHECKING:
    from sqlalchemy import Connection as Migrating

SCHEMA = "queue"
LAST = "03.04.00_50_post_add_retry_failed_job_procedure.sql"
"""The last of procrastinate's own migrations that ours have applied; later ones get a migration of ours each."""

_LIMITS = "-c lock_timeout=5s -c statement_timeout=15s -c idle_in_transaction_session_timeout=30s"


def scripts(until: str = LAST) -> list[tuple[str, str]]:
    """Procrastinate's migrations in their order, by name, the one called ``until`` the last."""
    folder = resources.files("procrastinate") / "sql" / "migrations"
    named = sorted(each.name for each in folder.iterdir() if each.name.endswith(".sql"))
    return [(name, (folder / name).read_text(encoding="utf-8")) for name in named[: named.index(until) + 1]]


def make(connection: Migrating) -> None:
    """Make the queue's schema with what procrastinate keeps in it."""
    driver = connection.connection.driver_connection  # what has several statements and % signs goes to it as it is
    assert driver is not None
    driver.execute(f"CREATE SCHEMA {SCHEMA}")
    driver.execute(f"SET LOCAL search_path = {SCHEMA}")
    for _, script in scripts():
        driver.execute(script)
    driver.execute("SET LOCAL search_path = public")


def grant_queue(connection: Migrating, role: str) -> None:
    """Let a role work in the queue, where there is one: it may put in, take out and change, and owns nothing."""
    if not connection.exec_driver_sql(f"SELECT to_regnamespace('{SCHEMA}') IS NOT NULL").scalar():
        return
    name = quoted.Identifier(role).as_string(None)
    connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA {SCHEMA} TO {name}")
    connection.exec_driver_sql(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {SCHEMA} TO {name}")
    connection.exec_driver_sql(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {SCHEMA} TO {name}")


def queue_address(address: str) -> str:
    """The database at an address as the queue is reached in it."""
    return make_conninfo(
        address, application_name="devido-queue", connect_timeout=10, options=f"-c search_path={SCHEMA} {_LIMITS}"
    )
