"""What the database itself refuses: to change or lose an event, a source, a frozen paper; to fork a case.

Said once, for both databases: ``storage.triggers`` and ``storage.postgres_triggers`` write each guard as a trigger.
They stop accidents and injected SQL, not the owner of the file or of the schema; against him there are the chain and
the published roots.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

APPEND_ONLY = "{table}: só se acrescenta, nada se altera nem se apaga"
_KEPT = "{table}: nada se apaga"


@dataclass(frozen=True, kw_only=True)
class Guard:
    """Refuses, with ``why``, what is about to be done (``when``) to a row: always, or where a condition holds.

    Conditions are SQL over ``NEW`` and ``OLD``; ``{in_}`` stands before a table's name, ``{zeros}`` for 32 zero bytes.
    ``replacing`` guards against a way of writing that SQLite alone has.
    """

    name: str
    table: str
    when: str
    why: str
    conditions: tuple[str, ...] = ()
    replacing: bool = False


def _exists(table: str, *columns: str) -> str:
    same = " AND ".join(f"{column} = NEW.{column}" for column in columns)
    return f"EXISTS (SELECT 1 FROM {{in_}}{table} WHERE {same})"  # noqa: S608 - names of ours, in a trigger


def _no_replace(table: str, *keys: tuple[str, ...]) -> Guard:
    """No INSERT that would take the place of a row (``INSERT OR REPLACE``)."""
    return Guard(
        name=f"{table}_no_replace", table=table, when="INSERT", why=APPEND_ONLY.format(table=table),
        conditions=tuple(_exists(table, *key) for key in keys), replacing=True,
    )  # fmt: skip


def _append_only(table: str, *keys: tuple[str, ...]) -> Iterator[Guard]:
    """No UPDATE, no DELETE, and no INSERT in the place of a row."""
    why = APPEND_ONLY.format(table=table)
    yield Guard(name=f"{table}_no_update", table=table, when="UPDATE", why=why)
    yield Guard(name=f"{table}_no_delete", table=table, when="DELETE", why=why)
    yield _no_replace(table, *keys)


def _kept(table: str, *keys: tuple[str, ...]) -> Iterator[Guard]:
    """No DELETE, and no INSERT in the place of a row."""
    yield Guard(name=f"{table}_no_delete", table=table, when="DELETE", why=_KEPT.format(table=table))
    if keys:
        yield _no_replace(table, *keys)


def _changed(*columns: str) -> str:
    return " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in columns)


_FROZEN = (
    "id", "case_id", "version", "kind", "track", "about", "series", "body", "year", "ordinal", "code", "template",
    "context",
)  # fmt: skip
_SAME_MASTER = "substr(NEW.wrapped, 1, 4) = substr(OLD.wrapped, 1, 4)"
_BEFORE = "SELECT 1 FROM {in_}event WHERE case_id = NEW.case_id AND version = NEW.version - 1 AND leaf = NEW.prev"

GUARDS: tuple[Guard, ...] = (
    *_append_only("event", ("seq",), ("case_id", "version"), ("cause",)),
    Guard(
        name="event_in_order", table="event", when="INSERT", why="event: fora da ordem do registro ou do processo",
        conditions=(
            "NEW.seq <> 1 + coalesce((SELECT max(seq) FROM {in_}event), 0)",
            f"NEW.version > 1 AND NOT EXISTS ({_BEFORE})",
            "NEW.version = 1 AND NEW.prev <> {zeros}",
        ),
    ),
    *_append_only("source", ("digest",)),
    *_append_only("matter", ("seq", "position")),
    *_append_only("file", ("sha256",)),
    *_kept("private_value", ("case_id", "version", "field")),
    Guard(
        name="private_value_only_erased", table="private_value", when="UPDATE",
        why="private_value: um dado se elimina, não se altera",
        conditions=(f"NEW.sealed IS NOT NULL OR {_changed('case_id', 'version', 'field', 'commitment')}",),
    ),
    *_kept("person_key", ("case_id", "version"), ("id",)),
    Guard(
        name="person_key_only_destroyed", table="person_key", when="UPDATE",
        why="person_key: uma chave se destrói ou se embrulha de novo, não se altera",
        conditions=(
            f"OLD.wrapped IS NULL OR {_changed('case_id', 'version', 'id', 'made_at')}",
            f"NEW.wrapped IS NOT NULL AND ({_SAME_MASTER} OR length(NEW.wrapped) <> length(OLD.wrapped))",
        ),
    ),
    *_append_only("exhibit", ("case_id", "version", "sha256")),
    *_kept("document", ("id",), ("code",), ("series", "body", "year", "ordinal")),
    Guard(
        name="document_frozen", table="document", when="UPDATE",
        why="document: o papel foi congelado no ato e não se altera",
        conditions=(_changed(*_FROZEN), f"OLD.status = 'rendered' AND ({_changed('status', 'file', 'rendered_at')})"),
    ),
    *_kept("numbering"),
    Guard(
        name="numbering_no_return", table="numbering", when="UPDATE", why="numbering: um número não volta nem salta",
        conditions=(f"NEW.last <> OLD.last + 1 OR {_changed('series', 'body', 'year')}",),
    ),
    *_kept("log_head"),
    *_append_only("clock_round", ("id",)),
    *_append_only("town_change", ("id",), ("key",)),
    *_append_only("restoration", ("id",)),
    *_append_only("key_rotation", ("id",)),
    *_append_only("checkpoint", ("id",)),
    Guard(
        name="checkpoint_of_the_end", table="checkpoint", when="INSERT",
        why="checkpoint: só se assina o registro inteiro",
        conditions=("NEW.size IS DISTINCT FROM (SELECT seq FROM {in_}log_head)",),
    ),
    *_append_only("block", ("ordinal",)),
    *_append_only("publication", ("edition", "checkpoint")),
)  # fmt: skip
