"""Plays a rehearsal through the same engine as any case: its acts in order, the clock on every morning between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec.structs import replace

from app.rehearsal_file import ActEntry, Rehearsal, ValueEntry
from app.rehearsal_reading import data_of
from workflow.calendar import Calendar
from workflow.case import Case
from workflow.engine import decide, due_acts, evolve, needs_history, next_morning_of
from workflow.errors import Refusal
from workflow.event import Command, Event
from workflow.facts import Earlier, Facts, Member, Prior, UnitValue
from workflow.procedure import Procedure, Step
from workflow.same_fact import told_apart
from workflow.standing import ended, state_of

_REASONS_GIVEN = "constam dos autos"


class Refused(NamedTuple):
    """An act that the engine refused, on the day it was tried; ``place`` is its order among the acts told, from 1."""

    on: date
    step: str
    refusal: Refusal
    place: int


@dataclass(slots=True, kw_only=True)
class Play:
    """A case while it is told: what it depends on, its events so far, what was refused."""

    procedure: Procedure
    facts: Facts
    case: Case
    events: list[Event] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    past: list[tuple[Case, Mapping[str, Any]]] = field(default_factory=list)
    notice: Mapping[str, Any] = field(default_factory=dict)
    known: dict[int, Facts] = field(default_factory=dict)

    def act(self, entry: ActEntry, place: int) -> None:
        """One act (``place``: its order), after the mornings up to its day; a refusal is noted and life goes on."""
        today = entry.known_on
        self.mornings(today)
        step = self.procedure.steps.get(entry.step)
        opens = step is not None and step.does == "open"
        command = _command(entry, step)
        case = self.case
        if opens and case.tracks:
            self.past.append((case, self.notice))
            case = Case(id=case.id)
        facts = replace(self.facts, today=today, earlier=tuple(self._ended_before(command)))
        if needs_history(self.procedure, case, command):
            facts = replace(facts, history=tuple(self.events), known=self._known)
        try:
            event = decide(self.procedure, case, command, facts)
        except Refusal as refusal:
            self.refused.append(Refused(today, entry.step, refusal, place))
            return
        if opens:
            self.notice = command.data
            self.events.clear()
            self.known.clear()
        self._record(case, event, facts)

    def _ended_before(self, command: Command) -> Iterator[Earlier]:
        """Each case told before that has ended, once."""
        seen: dict[Earlier, None] = {}
        for case, notice in [*self.past, (self.case, self.notice)]:
            if case.head.fact_on is not None and ended(case):
                apart = told_apart(self.procedure, command.data, notice)
                seen[Earlier("", case.head.items, case.head.fact_on, state_of(case)[1], apart)] = None
        yield from seen

    def mornings(self, until: date) -> None:
        """The clock has run every morning up to and including ``until``."""
        while (morning := self._next_morning()) is not None and morning <= until:
            due = due_acts(self.procedure, self.case, morning)[0]
            facts = replace(self.facts, today=morning)
            self._record(self.case, decide(self.procedure, self.case, due.command(morning), facts), facts)

    def _next_morning(self) -> date | None:
        morning = next_morning_of(self.procedure, self.case, self.events[-1]) if self.events else None
        return morning if morning is None or self.case.day is None else max(morning, self.case.day)

    def _record(self, case: Case, event: Event, facts: Facts) -> None:
        self.case = evolve(case, event)
        self.events.append(event)
        self.known[event.version] = replace(facts, history=(), known=None)

    def _known(self, event: Event) -> tuple[Procedure, Facts]:
        return self.procedure, self.known[event.version]


def play(told: Rehearsal, procedure: Procedure) -> Play:
    """The whole rehearsal, clock included, up to its last day; raises the refusal that stops the clock."""
    stage = Play(procedure=procedure, facts=_facts(told), case=Case(id=told.id))
    for place, entry in enumerate(told.acts, 1):
        stage.act(entry, place)
    stage.mornings(told.as_of)
    return stage


def _facts(told: Rehearsal) -> Facts:
    return Facts(
        today=told.as_of,
        calendar=Calendar.of(told.closed_days, late_openings=told.late_openings, early_closings=told.early_closings),
        units={name: _values(value) for name, value in told.units.items()},
        members=tuple(Member(**each.model_dump()) for each in told.members),
        priors=tuple(Prior(**each.model_dump()) for each in told.priors),
    )


def _values(value: Decimal | tuple[ValueEntry, ...]) -> tuple[UnitValue, ...]:
    if isinstance(value, Decimal):
        return (UnitValue(date.min, value, always=True),)
    return tuple(UnitValue(each.start, each.value, each.act) for each in value)


def _command(entry: ActEntry, step: Step | None) -> Command:
    return Command(
        step=entry.step,
        on=entry.date,
        by=entry.by or (step.by[0] if step else ""),
        data={"reasons": _REASONS_GIVEN, **data_of(entry.data, step)},
        recorded_by=entry.recorded_by,
        approved_by=entry.approved_by,
    )
