"""What the database itself refuses: to change or lose an event, a source, a frozen paper; to fork a case.

Triggers stop accidents and injected SQL, not the owner of the file; against him there are the chain and the
published roots. Altering a table on SQLite drops its triggers, so every migration ends with ``remake``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection

_APPEND_ONLY = "{table}: só se acrescenta, nada se altera nem se apaga"


def _refuse(name: str, table: str, when: str, why: str, *conditions: str) -> tuple[str, str]:
    guards = "".join(f" SELECT RAISE(ABORT, '{why}') WHERE {condition};" for condition in conditions)
    body = guards or f" SELECT RAISE(ABORT, '{why}');"
    return name, f"CREATE TRIGGER {name} BEFORE {when} ON {table} BEGIN{body} END"


def _exists(table: str, *columns: str) -> str:
    same = " AND ".join(f"{column} = NEW.{column}" for column in columns)
    return f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - names of ours, in a trigger


def _append_only(table: str, *keys: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """No UPDATE, no DELETE, and no INSERT that would take the place of a row (``INSERT OR REPLACE``)."""
    why = _APPEND_ONLY.format(table=table)
    yield _refuse(f"{table}_no_update", table, "UPDATE", why)
    yield _refuse(f"{table}_no_delete", table, "DELETE", why)
    yield _refuse(f"{table}_no_replace", table, "INSERT", why, *(_exists(table, *key) for key in keys))


def _kept(table: str, *keys: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """No DELETE, and no INSERT in the place of a row."""
    yield _refuse(f"{table}_no_delete", table, "DELETE", f"{table}: nada se apaga")
    if keys:
        why = _APPEND_ONLY.format(table=table)
        yield _refuse(f"{table}_no_replace", table, "INSERT", why, *(_exists(table, *key) for key in keys))


def _changed(*columns: str) -> str:
    return " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in columns)


_FROZEN = (
    "id", "case_id", "version", "kind", "track", "about", "series", "body", "year", "ordinal", "code", "template",
    "context", "salt",
)  # fmt: skip
_BEFORE = "SELECT 1 FROM event WHERE case_id = NEW.case_id AND version = NEW.version - 1 AND leaf = NEW.prev"

TRIGGERS: dict[str, str] = dict(
    (
        *_append_only("event", ("seq",), ("case_id", "version"), ("cause",)),
        _refuse(
            "event_in_order", "event", "INSERT", "event: fora da ordem do registro ou do processo",
            "NEW.seq <> 1 + coalesce((SELECT max(seq) FROM event), 0)",
            f"NEW.version > 1 AND NOT EXISTS ({_BEFORE})",
            "NEW.version = 1 AND NEW.prev <> zeroblob(32)",
        ),
        *_append_only("source", ("digest",)),
        *_append_only("matter", ("seq", "position")),
        *_append_only("file", ("sha256",)),
        *_kept("private_value", ("case_id", "version", "field")),
        _refuse(
            "private_value_only_erased", "private_value", "UPDATE", "private_value: um dado se elimina, não se altera",
            f"NEW.value IS NOT NULL OR NEW.salt IS NOT NULL OR {_changed('case_id', 'version', 'field', 'commitment')}",
        ),
        *_kept("document", ("id",), ("code",), ("series", "body", "year", "ordinal")),
        _refuse(
            "document_frozen", "document", "UPDATE", "document: o papel foi congelado no ato e não se altera",
            _changed(*_FROZEN),
            f"OLD.status = 'rendered' AND ({_changed('status', 'file', 'rendered_at')})",
        ),
        *_kept("numbering"),
        _refuse(
            "numbering_no_return", "numbering", "UPDATE", "numbering: um número não volta nem salta",
            f"NEW.last <> OLD.last + 1 OR {_changed('series', 'body', 'year')}",
        ),
        *_kept("log_head"),
        *_append_only("clock_round", ("id",)),
        *_append_only("checkpoint", ("id",)),
        _refuse(
            "checkpoint_of_the_end", "checkpoint", "INSERT", "checkpoint: só se assina o registro inteiro",
            "NEW.size IS NOT (SELECT seq FROM log_head)",
        ),
        *_append_only("block", ("ordinal",)),
        *_append_only("publication", ("edition", "checkpoint")),
        *_append_only("town_change", ("id",), ("key",)),
    )
)  # fmt: skip
"""Every trigger by name, with the SQL that makes it; the record's verification compares them word for word."""


def remake(connection: Connection) -> None:
    """Drop every trigger of the database and make the current ones again, on the tables that there are."""
    there = connection.exec_driver_sql("SELECT type, name FROM sqlite_master").all()
    for kind, name in there:
        if kind == "trigger":
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    tables = {name for kind, name in there if kind == "table"}
    for sql in TRIGGERS.values():
        if sql.partition(" ON ")[2].partition(" ")[0] in tables:
            connection.exec_driver_sql(sql)
