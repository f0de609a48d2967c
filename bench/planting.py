"""A record of as many acts as wanted, quickly: one case's decided acts recorded again and again, a case each time.

Without papers, whose frozen words would be seven eighths of the bytes. All that a verification looks at of the acts
themselves is there, by the record's own road; nothing is waited for on the disk.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from app.office import Office
from bench.offices import new_office, play, told, unsafe
from bench.story import LAW, noon
from storage.appended import Appended
from storage.store import Store
from storage.transaction import Transaction
from workflow.event import Command, Event


class Decided(NamedTuple):
    """An act as it was asked for and decided, and what the record is given with it."""

    command: Command
    event: Event
    more: dict[str, Any]


def plant(folder: Path, acts: int) -> Office:
    """An office whose record has so many acts, or a few more, all of them signed."""
    office = new_office(folder)
    with unsafe(office):
        first = _first(office)
        for number in range(1, -(-acts // len(first))):
            _again(office.store, first, number)
    office.checkpoints.sign(_end(first))
    return office


def _first(office: Office) -> list[Decided]:
    found: list[Decided] = []
    append = Transaction.append

    def note(tx: Transaction, event: Event, **more: Any) -> Appended:
        found.append(Decided(tx.cause.command, event, more))
        return append(tx, event, **more)

    with patch.object(Transaction, "append", note), patch("app.casework.frozen_papers", lambda *_: []):
        play(office, told(1)[0], "p0")
    return found


def _again(store: Store, case: list[Decided], number: int) -> None:
    case_id = ""
    for command, event, more in case:
        key, now = f"p{number}:{event.version}", noon(event.recorded_on)
        if case_id:
            act = store.transaction(case_id, key=key, command=command, now=now, person="p:9")
        else:
            act = store.opening(command.on.year, key=key, command=command, now=now, law=LAW, person="p:9")
        with act as tx:
            case_id = tx.append(event, **more).case_id


def _end(case: list[Decided]) -> datetime:
    return noon(case[-1].event.recorded_on)
