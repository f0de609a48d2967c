"""What the whole verification looks at besides the record's own layers: files nobody names, the clock's debts, words.

And how many there are of each thing, so that a report says what it looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from storage.apart import set_apart
from storage.check_case import CaseCheck
from storage.database import Database
from storage.files import KEPT, Files
from storage.findings import Finding
from storage.instants import instant_text
from storage.rounds import Rounds
from workflow.event import Event

COUNTED = {
    "acts": "SELECT count(*) FROM event",
    "cases": "SELECT count(*) FROM case_file",
    "checkpoints": "SELECT count(*) FROM checkpoint",
    "publications": "SELECT count(*) FROM publication",
    "deadlines": "SELECT count(*) FROM deadline",
    "closed": "SELECT count(*) FROM deadline WHERE status <> 'open'",
    "obligations": "SELECT count(*) FROM obligation",
    "papers": "SELECT count(*) FROM document",
    "private": "SELECT count(*) FROM private_value",
    "tasks": "SELECT count(*) FROM outbox",
    "waiting": "SELECT count(*) FROM outbox WHERE status = 'pending'",
    "given_up": "SELECT count(*) FROM outbox WHERE status = 'failed'",
    "files": "SELECT count(*) FROM file",
    "series": "SELECT count(*) FROM numbering",
    "sources": "SELECT count(*) FROM source",
}
_OWED = """SELECT case_file.case_id, case_file.version, case_file.wakes_on FROM case_file
           JOIN event ON event.case_id = case_file.case_id AND event.version = case_file.version
           WHERE case_file.wakes_on <= :morning AND event.recorded_at < :started ORDER BY case_file.case_id"""
_APPROVED = "SELECT count(*) FROM event WHERE substr(record, 1, length(?)) = ?"
_BEGINS = b'{"approved_by":'
"""How the canonical bytes of an act begin that somebody approved: no other name comes before that one."""
_WORTH = 6
"""Letters below which a word may well stand in a record by chance."""

Apart = Callable[[Event], Collection[str]]
"""The names of the fields that an act's law keeps apart."""


def counts(database: Database) -> dict[str, int]:
    """How many there are of each thing."""
    with database.surveying() as connection:
        found = {name: int(connection.execute(query).fetchone()[0]) for name, query in COUNTED.items()}
        return found | {"approved": int(connection.execute(_APPROVED, (_BEGINS, _BEGINS)).fetchone()[0])}


def check_orphans(database: Database, files: Files, now: float) -> tuple[int, list[Finding]]:
    """How many files no act names, and those of them that should be gone by now."""
    with database.surveying() as connection:
        known = {digest for (digest,) in connection.execute("SELECT sha256 FROM file")}
    alone = [(digest, at) for digest, at in files.stored() if digest not in known]
    return len(alone), [
        Finding("arquivos", "", 0, f"{digest} está no disco há mais de um dia e nenhum ato o cita")
        for digest, at in sorted(alone)
        if now - at > KEPT
    ]


def check_owed(database: Database) -> Iterator[Finding]:
    """After a round of the clock that did all it found, no case stands that it should have acted on."""
    done = next((each for each in Rounds(database).latest(100) if not each.stopped and not each.failures), None)
    if done is None:
        return
    asked = {"morning": done.morning.isoformat(), "started": instant_text(done.started_at)}
    with database.surveying() as connection:
        rows = connection.execute(_OWED, asked).fetchall()
    for case_id, version, wakes_on in rows:
        yield Finding(
            "relógio", case_id, version, f"vencia na manhã de {wakes_on}, e a ronda de {done.morning} não o tratou"
        )


def check_words(case: CaseCheck, apart: Apart) -> list[Finding]:
    """No personal field stands in the bytes that are chained, nor who somebody is, in whatever field."""
    found: list[Finding] = []
    who = {word for event in case.events for word in _names(event.data)}
    for event, record, raw in zip(case.events, case.records, case.texts, strict=True):
        text = raw.decode()
        fields = [path for path, _ in set_apart(record.facts, apart(event))[1]]
        found += [Finding("palavras", case.case_id, event.version, f"{path} está nos bytes do ato") for path in fields]
        if any(word in text for word in who):
            found.append(
                Finding("palavras", case.case_id, event.version, "o nome ou o documento de alguém está nos bytes")
            )
    return found


def _names(data: Mapping[str, Any]) -> Iterator[str]:
    """Names and tax numbers of persons, as they were written."""
    for value in data.values():
        if isinstance(value, Mapping):
            yield from (
                word
                for name, word in value.items()
                if name in ("name", "tax_id") and isinstance(word, str) and len(word) >= _WORTH
            )
