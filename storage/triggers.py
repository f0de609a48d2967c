"""What the database itself refuses: to change or lose an event, a source, a frozen paper; to fork a case.

Triggers stop accidents and injected SQL, not the owner of the file; against him there are the chain and the
published roots. Altering a table on SQLite drops its triggers, so every migration ends with ``remake``.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

_APPEND_ONLY = "{table}: só se acrescenta, nada se altera nem se apaga"
_KEEP = "{table}: nada se apaga"


def _refuse(name: str, table: str, when: str, why: str, *conditions: str) -> tuple[str, str]:
    guards = "".join(f" SELECT RAISE(ABORT, '{why}') WHERE {condition};" for condition in conditions)
    body = guards or f" SELECT RAISE(ABORT, '{why}');"
    return name, f"CREATE TRIGGER {name} BEFORE {when} ON {table} BEGIN{body} END"


def _append_only(table: str, *same: str) -> Iterable[tuple[str, str]]:
    """No UPDATE, no DELETE, and no INSERT that would take the place of a row (``INSERT OR REPLACE``)."""
    why = _APPEND_ONLY.format(table=table)
    yield _refuse(f"{table}_no_update", table, "UPDATE", why)
    yield _refuse(f"{table}_no_delete", table, "DELETE", why)
    yield _refuse(
        f"{table}_no_replace", table, "INSERT", why, *(f"EXISTS (SELECT 1 FROM {table} WHERE {each})" for each in same)
    )


def _changed(*columns: str) -> str:
    return " OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in columns)


TRIGGERS: dict[str, str] = dict(
    (
        *_append_only("event", "seq = NEW.seq", "case_id = NEW.case_id AND version = NEW.version", "cause = NEW.cause"),
        _refuse(
            "event_in_order", "event", "INSERT", "event: fora da ordem do registro ou do processo",
            "NEW.seq <> 1 + coalesce((SELECT max(seq) FROM event), 0)",
            "NEW.version > 1 AND NOT EXISTS (SELECT 1 FROM event WHERE case_id = NEW.case_id AND version = NEW.version - 1 AND leaf = NEW.prev)",
            "NEW.version = 1 AND NEW.prev <> zeroblob(32)",
        ),
        *_append_only("source", "digest = NEW.digest"),
        *_append_only("matter", "seq = NEW.seq AND position = NEW.position"),
        *_append_only("file", "sha256 = NEW.sha256"),
        _refuse("private_value_no_delete", "private_value", "DELETE", _KEEP.format(table="private_value")),
        _refuse(
            "private_value_no_replace", "private_value", "INSERT", _APPEND_ONLY.format(table="private_value"),
            "EXISTS (SELECT 1 FROM private_value WHERE case_id = NEW.case_id AND version = NEW.version AND field = NEW.field)",
        ),
        _refuse(
            "private_value_only_erased", "private_value", "UPDATE", "private_value: um dado só se elimina, não se altera",
            f"NEW.value IS NOT NULL OR NEW.salt IS NOT NULL OR {_changed('case_id', 'version', 'field', 'commitment')}",
        ),
        _refuse("document_no_delete", "document", "DELETE", _KEEP.format(table="document")),
        _refuse(
            "document_no_replace", "document", "INSERT", _APPEND_ONLY.format(table="document"),
            "EXISTS (SELECT 1 FROM document WHERE id = NEW.id OR code = NEW.code)",
            "EXISTS (SELECT 1 FROM document WHERE series = NEW.series AND body = NEW.body AND year = NEW.year AND ordinal = NEW.ordinal)",
        ),
        _refuse(
            "document_frozen", "document", "UPDATE", "document: o papel foi congelado no ato e não se altera",
            _changed("id", "case_id", "version", "kind", "track", "about", "series", "body", "year", "ordinal", "code", "template", "context", "salt"),
            f"OLD.status = 'rendered' AND ({_changed('status', 'file', 'rendered_at')})",
        ),
        _refuse("numbering_no_delete", "numbering", "DELETE", _KEEP.format(table="numbering")),
        _refuse(
            "numbering_no_return", "numbering", "UPDATE", "numbering: um número não volta nem salta",
            f"NEW.last <> OLD.last + 1 OR {_changed('series', 'body', 'year')}",
        ),
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
