"""Verifies a town's record: the chain and all that stands beside it, and that the law was applied right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from app.facts import now
from app.office import Office
from storage.findings import Finding
from storage.ledger import verify
from workflow.case import Event
from workflow.engine import recheck
from workflow.errors import Refusal


def verify_office(office: Office, *, progress: Callable[[int, int], None] | None = None) -> list[Finding]:
    """Everything that does not hold; an empty list is the good answer."""

    def decided_again(_: str, events: tuple[Event, ...]) -> Iterator[tuple[int, str]]:
        facts = replace(office.facts(now().date()), known=office.known)
        for event, again in recheck(events, facts):
            came = f"a recusa: {again}" if isinstance(again, Refusal) else "outro resultado"
            yield event.version, f"decidido de novo pela lei e pelos dados da época, o ato dá {came}"

    return verify(office.store, office.files, recheck=decided_again, progress=progress)
