"""Papers of laws that give their own wording and of laws that give none: every worked case, told in full."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from app.intake import taken_in
from app.papers import frozen_papers
from app.play import play
from app.rehearsal_file import Rehearsal
from app.rehearsal_reading import read_rehearsals
from notices import writers
from notices.context import thaw
from notices.faults import PaperFault
from notices.kinds import kind_of
from notices.render import compose
from procedures.municipality import TOWNS, load_town
from procedures.registry import law
from storage.codec import Told
from storage.numbers import number_text
from storage.papers import PaperMark
from tests.app.clerk import OPENING
from workflow.case import Case
from workflow.event import Command, Event
from workflow.fold import evolve

GOLDEN = Path(__file__).parents[1] / "golden"
TOWN = {
    "mg_santos_dumont_lei_4814_2026": "mg_santos_dumont",
    "mg_lavras_lei_4545_2020": "mg_lavras",
    "mt_barra_do_garcas_lei_4937_2025": "mt_barra_do_garcas",
    "sp_americana_lei_4019_2004": "sp_americana",
}
LACKING = {
    ("AM-11", "notice_letter"): "a resposta tira a defesa prévia, e a carta não sai sem ela",
    ("BG-02b", "decision_letter"): "a multa confessada não tem recurso, e a carta não sai sem ele",
}
"""Letters that must not be printed: the answer of the town takes away what they owe the party."""
LEAK = re.compile(
    r"\b[a-z]+_[a-z_]+\b|\b[A-Z]+_[A-Z_]+\b|\breconsideration\b|\bNone\b|\(\)|\[\]|\bupheld\b|\bdismissed\b|\bfine\b"
)


class Transaction:
    """What a transaction gives the papers, without a database."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.issued: defaultdict[int, list[PaperMark]] = defaultdict(list)
        self.taken: Counter[tuple[str, int, str]] = Counter()
        self.recorded_at = datetime(2027, 1, 1, 15, tzinfo=UTC)

    def told(self) -> tuple[Told, ...]:
        return tuple(self._told(event) for event in self.events)

    def _told(self, event: Event) -> Told:
        named = {name: getattr(event, name) for name in Told.__struct_fields__ if hasattr(event, name)}
        return Told(**named, papers=tuple(self.issued[event.version]))

    def number(self, series: str, year: int, body: str = "") -> str:
        self.taken[series, year, body] += 1
        return number_text(self.taken[series, year, body], year)


def covered(told: Rehearsal) -> bool:
    """Whether the town's own calendar covers the years of the case: letters are counted by it."""
    years = load_town(TOWNS / f"{TOWN[told.law]}.yaml").office_days.years
    return all(entry.date.year in years for entry in told.acts)


def cases() -> list[Rehearsal]:
    files = ("santos_dumont", "lavras", "barra_do_garcas", "americana", "corrections")
    read = [each.told for name in files for each in read_rehearsals(GOLDEN / f"{name}.yaml")]
    return [told for told in read if isinstance(told, Rehearsal) and covered(told)]


def papers_of(told: Rehearsal) -> list[tuple[str, Any]]:
    """Every paper of a worked case: its kind, and its text or the fault that stops it."""
    file, its_law = TOWNS / f"{TOWN[told.law]}.yaml", law(told.law)
    files = SimpleNamespace(path=Path)
    office: Any = SimpleNamespace(
        town=load_town(file), settings=SimpleNamespace(town_file=file), files=files, law_of=lambda _: its_law
    )
    procedure = its_law.resolve(told.answers, published_on=told.published_on)
    tx: Any = Transaction()
    case, found = Case(id="000001/2027"), []
    events = play(told, procedure).events
    opening = taken_in(Command(step="draw_up", on=told.acts[0].date, data=OPENING)).data
    for event in [replace(each, data={**opening, **each.data}) if each.version == 1 else each for each in events]:
        after = evolve(case, event)
        for paper in frozen_papers(office, tx, procedure, case, event, after):
            mark = PaperMark(
                kind=paper.kind, series=paper.series, number=paper.number, template="", context="", body=paper.body
            )
            tx.issued[event.version].append(mark)
            context = thaw(paper.context)
            try:
                found.append((paper.kind, writers.text(compose(kind_of(paper.kind), context))))
            except PaperFault as fault:
                found.append((paper.kind, fault))
        tx.events.append(event)
        case = after
    return found


@pytest.mark.parametrize("told", cases(), ids=lambda told: told.id)
def test_every_paper_of_a_worked_case_is_whole_and_in_portuguese(told: Rehearsal) -> None:
    for kind, paper in papers_of(told):
        if (told.id, kind) in LACKING:
            assert isinstance(paper, PaperFault)
            continue
        assert isinstance(paper, str), f"{kind}: {paper}"
        leaked = LEAK.findall(re.sub(r"https?://\S+|\S+@\S+", "", paper))
        assert leaked == [], kind


def test_the_worked_cases_cover_every_law() -> None:
    assert {told.law for told in cases()} == set(TOWN)
    assert {case for case, _ in LACKING} <= {told.id for told in cases()}
