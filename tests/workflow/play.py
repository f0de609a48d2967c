"""A case played by hand: acts on their days, with the clock's mornings between them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from procedures.registry import law
from workflow.calendar import Calendar
from workflow.case import Case, Deadline, Obligation
from workflow.engine import decide, due_acts, evolve, needs_history, next_morning_of
from workflow.errors import Refusal
from workflow.event import Command, Event
from workflow.facts import Facts, Member, Prior, UnitValue
from workflow.procedure import Procedure
from workflow.standing import state_of

DAY = timedelta(days=1)
CLOSED = [
    date(year, month, day)
    for year in range(2026, 2034)
    for month, day in ((1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (11, 20), (12, 25))
]
CALENDAR = Calendar.of(CLOSED)
URM = (UnitValue(date(2026, 1, 1), Decimal("137.45"), always=True),)


def day(text: str) -> date:
    return date.fromisoformat(text)


def santos_dumont(**answers: str) -> Procedure:
    """The law of Santos Dumont under these answers."""
    return law("mg_santos_dumont_lei_4814_2026").resolve(answers)


class Play:
    """A case while it is played. Dates are given as text; a refusal leaves everything as it was."""

    def __init__(
        self,
        procedure: Procedure,
        *,
        calendar: Calendar = CALENDAR,
        units: dict[str, tuple[UnitValue, ...]] | None = None,
        members: Iterable[Member] = (),
        priors: Iterable[Prior] = (),
    ) -> None:
        self.procedure = procedure
        self.base = Facts(
            today=date.min,
            calendar=calendar,
            units={"URM": URM} if units is None else units,
            members=tuple(members),
            priors=tuple(priors),
        )
        self.case = Case(id="jogo")
        self.events: list[Event] = []
        self.known: dict[int, tuple[Procedure, Facts]] = {}

    def facts(self, today: date) -> Facts:
        return replace(
            self.base, today=today, history=tuple(self.events), known=lambda event: self.known[event.version]
        )

    def record(self, event: Event, facts: Facts) -> Event:
        self.case = evolve(self.case, event)
        self.events.append(event)
        self.known[event.version] = (self.procedure, replace(facts, history=(), known=None))
        return event

    def until(self, text: str) -> Play:
        """The clock has run every morning up to and including that day."""
        last = day(text)
        while self.case.tracks:
            morning = next_morning_of(self.procedure, self.case, self.events[-1])
            if morning is None or max(morning, self.case.day or morning) > last:
                break
            morning = max(morning, self.case.day or morning)
            facts = self.facts(morning)
            command = due_acts(self.procedure, self.case, morning)[0].command(morning)
            self.record(decide(self.procedure, self.case, command, facts), facts)
        return self

    def command(self, step: str, on: str, data: dict[str, Any]) -> Command:
        rule = self.procedure.steps.get(step)
        by = data.pop("by", rule.by[0] if rule else "")
        recorded_by, approved_by = data.pop("recorded_by", "servidor-1"), data.pop("approved_by", "")
        data.setdefault("reasons", "constam dos autos")
        return Command(step=step, on=day(on), by=by, data=data, recorded_by=recorded_by, approved_by=approved_by)

    def decide(self, step: str, on: str, recorded_on: str = "", **data: Any) -> tuple[Event, Facts]:
        """What an act would be, without recording it."""
        today = recorded_on or on
        self.until(today)
        command = self.command(step, on, data)
        facts = self.facts(day(today))
        if not needs_history(self.procedure, self.case, command):
            facts = replace(facts, history=(), known=None)
        return decide(self.procedure, self.case, command, facts), facts

    def do(self, step: str, on: str, recorded_on: str = "", **data: Any) -> Event:
        """An act of people, the mornings before it first."""
        return self.record(*self.decide(step, on, recorded_on, **data))

    def no(
        self, step: str, on: str, refusal: type[Refusal], says: str = "", /, recorded_on: str = "", **data: Any
    ) -> Refusal:
        """An act that must be refused, in Portuguese, with an article, changing nothing."""
        before = self.until(recorded_on or on).case
        with pytest.raises(refusal) as raised:
            self.decide(step, on, recorded_on, **data)
        said = raised.value
        assert type(said) is refusal
        assert says in said.message
        assert self.case == before
        return said

    @property
    def state(self) -> str:
        """State, and the reason behind a stroke if the case has ended."""
        return "/".join(filter(None, state_of(self.case)))

    def last(self, kind: str, track: str = "") -> Deadline:
        """The last deadline of a kind."""
        return [each for each in self.case.deadlines if each.kind == kind and track in ("", each.track)][-1]

    def due(self, kind: str, track: str = "") -> str:
        return str(self.last(kind, track).due)

    def penalty(self, item: str, code: str, round_: int = 1) -> Obligation:
        return next(
            each for each in self.case.obligations if (each.item, each.code, each.round) == (item, code, round_)
        )

    @property
    def steps(self) -> list[str]:
        return [event.step for event in self.events]

    @property
    def papers(self) -> list[str]:
        return [paper.kind for event in self.events for paper in event.derived.papers]

    @property
    def warnings(self) -> list[str]:
        return [warning for event in self.events for warning in event.derived.warnings]


def opened(*items: str, procedure: Procedure | None = None, **given: Any) -> Play:
    """A case drawn up on Monday, 1 March 2027."""
    play = Play(procedure or santos_dumont(), **given)
    play.do("draw_up", "2027-03-01", items=list(items or ("36-XIV",)), fact_on="2027-03-01")
    return play


def served(*items: str, **given: Any) -> Play:
    """… notified on the 3rd: the defense may come until 2 April."""
    play = opened(*items, **given)
    play.do("serve_notice", "2027-03-03", via="personal", receipt="signed")
    return play


def defended(*items: str, **given: Any) -> Play:
    """… defended on the 22nd."""
    play = served(*items, **given)
    play.do("file_defense", "2027-03-22")
    return play


def judged(*items: str, judgment: dict[str, Any] | None = None, **given: Any) -> Play:
    """… judged on 12 April, the notice upheld unless said otherwise."""
    play = defended(*items, **given)
    play.do("judge", "2027-04-12", **{"voters": 3, "outcome": "upheld", **(judgment or {})})
    return play


def told(*items: str, **given: Any) -> Play:
    """… the decision received on 19 April: appeal and payment until 4 May."""
    play = judged(*items, **given)
    play.do("serve_decision", "2027-04-19", via="post", receipt="ar")
    return play


def appealed(*items: str, **given: Any) -> Play:
    """… appealed on 26 April."""
    play = told(*items, **given)
    play.do("file_appeal", "2027-04-26")
    return play


def final(*items: str, **given: Any) -> Play:
    """… not appealed: final on 5 May."""
    return told(*items, **given).until("2027-05-05")
