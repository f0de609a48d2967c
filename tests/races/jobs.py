"""What either side of a race does, in a process of its own, on an office already open there."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from app import clock, gazette
from app.bundle import bundle
from app.delivery import deliver
from app.office import Office
from app.town_stream import make
from procedures.town_changing import Change
from storage.database import Database
from storage.files import Files
from storage.orphans import remove_orphans
from tests.app import desk as here
from tests.races import careless


def _orphans(database: Database, files: Files, _: float) -> int:
    """Files bear the hour of this machine, whatever the hour of the story."""
    return remove_orphans(database, files, time.time())


def settle() -> None:
    """Make this process ready for its jobs."""
    clock.remove_orphans = _orphans


def sweep(desk: Office, now: str, cases: list[str] | None = None) -> Any:
    """A round of the clock: how many acts it did, and what it could not."""
    done = clock.run(desk, here.noon(now), cases=cases)
    return len(done.rings), done.failures


def act(desk: Office, **asked: Any) -> Any:
    """Somebody's act: its case, whether it had been there before, its version."""
    handled = here.do(desk, **asked)
    return handled.case.id, handled.appended.repeated, handled.appended.version


def upload(desk: Office, content: bytes, **asked: Any) -> Any:
    """A paper stored, and the act that names it."""
    file = desk.files.put(io.BytesIO(content), "application/pdf")
    return act(desk, attachments=[file.sha256], files=[file], **asked)


def change(desk: Office, kind: str, why: str, said: dict[str, Any], now: str) -> Any:
    """A change of the town's data: the terms it moved, the cases it could not handle."""
    asked = Change(kind=kind, act=why, said=said)
    made = make(desk, asked, here.noon(now), person="p:1", approved_by="p:2", confirmed=True)
    return [each.case for each in made.moved], made.failures


def edition(desk: Office, number: int, day: str) -> Any:
    """The gazette's edition of a day, closed: positions of its matters, size of the root it bears, its bytes."""
    on = date.fromisoformat(day)
    edited = gazette.closed(desk, number, on, here.noon(day))
    borne = [each for each in desk.checkpoints.published() if each.edition == edited.number]
    sizes = [each.checkpoint.size for each in borne if each.checkpoint.root_text in edited.parts[0].text]
    return [each.matter.seq for each in edited.published], max(sizes), [part.text for part in edited.parts]


def print_all(desk: Office, now: str) -> Any:
    """Every paper that waits, printed."""
    done = deliver(desk, here.noon(now))
    return done.rendered, done.failures, done.stopped


def erase(desk: Office, case: str, version: int, field: str) -> Any:
    """A personal value erased for good."""
    return desk.store.erase(case, version, field)


def hand_out(desk: Office, case: str, file: str, now: str) -> Any:
    """The bundle of a case."""
    return bundle(desk, case, Path(file), here.noon(now)).acts


DEFECTS: dict[str, Callable[[], None]] = {
    "none": careless.careful,
    "case": careless.careless,
    "keys": careless.keyless,
}
