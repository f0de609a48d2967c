"""Histories kept: what was asked of a case and on which day, what came of it, what its papers said; and asked again.

A history holds the law by its bytes and the town by its data, as a record does, so that a law changed since does not
matter: the same requests, decided by today's program, must come out the same, word for word.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from pathlib import Path
from textwrap import fill
from types import SimpleNamespace
from typing import Any

import msgspec
from msgspec.structs import replace

from app.intake import taken_in
from app.papers import frozen_papers
from notices import writers
from notices.context import thaw
from notices.faults import PaperFault
from notices.kinds import kind_of
from notices.render import compose
from procedures.loader import Law, law_of
from procedures.municipality import TOWNS, Town
from storage.canonical import canonical
from storage.codec import Seal, seal_event
from storage.papers import PaperMark
from tests.app.clerk import OPENING
from tests.app.test_papers_of_every_law import Transaction
from tests.upgrade.declared import SAID
from workflow.calendar import Calendar
from workflow.case import Case
from workflow.engine import decide, evolve, next_morning_of
from workflow.errors import Refusal
from workflow.event import Command, Event
from workflow.facts import Earlier, Facts, Member, Prior, UnitValue
from workflow.procedure import Procedure
from workflow.standing import state_of

KEPT = Path(__file__).parent / "histories"
SEAL = Seal(
    log="1/1", seq=1, case_id="1", recorded_at="2026-01-01T00:00:00.000000Z", zone="UTC", tzdata="1", cause="1",
    prev=bytes(32),
)  # fmt: skip
SEALED = ("v", "log", "seq", "case", "recorded_at", "zone", "tzdata", "cause", "prev")
_CODE = re.compile(r"\b(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}\b")
"""The code of a paper is drawn anew each time."""


class Known(msgspec.Struct):
    """What the town and other cases told a history."""

    calendar: Calendar
    units: dict[str, tuple[UnitValue, ...]]
    members: tuple[Member, ...]
    priors: tuple[Prior, ...]
    town: str


class Asked(msgspec.Struct):
    """One request: the command, the day it came, how the respondent's other cases had ended, and what came of it.

    ``past``: the case's history was looked at. ``came`` is the event or the refusal; ``wakes``: when the clock looks.
    """

    command: Command
    today: date
    earlier: tuple[Earlier, ...]
    past: bool
    came: dict[str, Any]
    wakes: date | None = None


class History(msgspec.Struct):
    """One case from its notice on; ``papers`` are the words of each, in order, and ``end`` where it stands."""

    name: str
    answers: dict[str, str]
    published_on: date | None
    known: Known
    asked: list[Asked]
    papers: list[str]
    end: dict[str, Any]


class Volume(msgspec.Struct):
    """The histories of one law: its bytes, and the town's data where its papers were told."""

    law: str
    parts: dict[str, str]
    town: dict[str, Any] | None
    histories: list[History]


@lru_cache
def volume(law: str) -> Volume:
    """The histories kept of a law."""
    return msgspec.json.decode(lzma.decompress((KEPT / f"{law}.json.xz").read_bytes()), type=Volume)


def laws() -> list[str]:
    """The laws that have histories."""
    return sorted(each.name.removesuffix(".json.xz") for each in KEPT.glob("*.json.xz"))


def keep(made: Volume) -> None:
    """Write the histories of a law."""
    KEPT.mkdir(exist_ok=True)
    raw = msgspec.json.encode(made)
    (KEPT / f"{made.law}.json.xz").write_bytes(lzma.compress(raw, preset=9 | lzma.PRESET_EXTREME))


@lru_cache
def law_kept(law: str) -> Law:
    """The law as it was when its histories were recorded."""
    return law_of(law, {name: text.encode() for name, text in volume(law).parts.items()})


def differing(law: Law, town: Town | None, history: History) -> Iterator[str]:
    """What today's program does otherwise: nothing is the good answer. It stops at the first act that differs."""
    procedure = law.resolve(history.answers, published_on=history.published_on)
    known = history.known
    base = Facts(
        today=date.min, calendar=known.calendar, units=known.units, members=known.members, priors=known.priors,
        town=known.town,
    )  # fmt: skip
    case, events, decided = Case(id=history.name), [], {}
    for place, asked in enumerate(history.asked, 1):
        facts = replace(base, today=asked.today, earlier=asked.earlier)
        if asked.past:
            facts = replace(facts, history=tuple(events), known=lambda event: (procedure, decided[event.version]))
        came, event = outcome(procedure, case, asked.command, facts)
        if came != asked.came:
            yield f"pedido {place}, {asked.command.step}: {_first(asked.came, came)}"
            return
        if event is None:
            continue
        case = evolve(case, event)
        events.append(event)
        decided[event.version] = facts
        wakes = next_morning_of(procedure, case, event)
        if wakes != asked.wakes:
            yield f"pedido {place}, {asked.command.step}: o relógio olharia em {wakes}, e não em {asked.wakes}"
    if end_of(case) != history.end:
        yield f"fim: {_first(history.end, end_of(case))}"
    told = papers_of(law, town, procedure, events) if town else []
    for place, (kept, now) in enumerate(zip(history.papers, told, strict=False), 1):
        was = _as_said(kept)
        if was != now:
            yield f"peça {place}: {_first_line(was, now)}"
    if len(history.papers) != len(told):
        yield f"{len(told)} peças, e não {len(history.papers)}"


def outcome(procedure: Procedure, case: Case, command: Command, facts: Facts) -> tuple[dict[str, Any], Event | None]:
    """What comes of a command, as kept; and the event, if it is one."""
    try:
        event = decide(procedure, case, command, facts)
    except Refusal as refusal:
        return {"refused": refusal.code, "says": str(refusal)}, None
    return as_json(event), event


def as_json(event: Event) -> Any:
    """An event as the record has it, without what the record adds to it."""
    found = json.loads(seal_event(event, SEAL, ()).record)
    return {name: value for name, value in found.items() if name not in SEALED}


def end_of(case: Case) -> dict[str, Any]:
    """The state a case is in, and all that it holds besides defaults."""
    return {"state": list(state_of(case)), "case": json.loads(canonical(case))}


def papers_of(law: Law, town: Town, procedure: Procedure, events: list[Event]) -> list[str]:
    """The words of every paper that a history issued, or of what kept one from being told."""
    office: Any = SimpleNamespace(
        town=town, settings=SimpleNamespace(town_file=TOWNS / "x.yaml"), files=SimpleNamespace(path=Path),
        law_of=lambda _: law,
    )  # fmt: skip
    tx: Any = Transaction()
    case, found = Case(id="000001/2027"), []
    for event in [_told(each) for each in events]:
        after = evolve(case, event)
        for paper in frozen_papers(office, tx, procedure, case, event, after):
            mark = PaperMark(
                kind=paper.kind, series=paper.series, number=paper.number, template="", context="", body=paper.body
            )
            tx.issued[event.version].append(mark)
            try:
                said = writers.text(compose(kind_of(paper.kind), thaw(paper.context)))
            except PaperFault as fault:
                said = f"não sai: {fault}"
            found.append(_CODE.sub("código", f"{paper.series} {paper.number}\n{said}"))
        tx.events.append(event)
        case = after
    return found


def _told(event: Event) -> Event:
    """Worked cases seldom say who the respondent is, and letters are to somebody."""
    if event.version != 1:
        return event
    opening = taken_in(Command(step=event.step, on=event.occurred_on, data=OPENING)).data
    return replace(event, data={**opening, **event.data})


def _as_said(paper: str) -> str:
    """A paper as kept, with the words that every paper of its town says otherwise today put so, its lines anew."""
    paragraphs = paper.split("\n\n")
    for at, paragraph in enumerate(paragraphs):
        words = " ".join(paragraph.split())
        for old, new, _ in SAID:
            if old in words:
                paragraphs[at] = fill(words.replace(old, new), LINE)
    return "\n\n".join(paragraphs)


LINE = 78
"""How long a line of a paper as text is."""


def _first(was: Any, now: Any, path: str = "") -> str:
    """Where two values first differ, and how."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name in sorted(was.keys() | now.keys()):
            if was.get(name) != now.get(name):
                return _first(was.get(name), now.get(name), f"{path}/{name}")
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for place, (one, other) in enumerate(zip(was, now, strict=True)):
            if one != other:
                return _first(one, other, f"{path}/{place}")
    return f"{path or '/'}: era {was!r}, dá {now!r}"


def _first_line(was: str, now: str) -> str:
    for one, other in zip(was.splitlines(), now.splitlines(), strict=False):
        if one != other:
            return f"dizia {one!r}, diz {other!r}"
    return "tem mais ou menos linhas"
