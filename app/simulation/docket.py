"""Runs invented cases from the notice to the last day, each through ``decide`` and the clock's own mornings."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from typing import Any

from app.simulation.fate import Fate
from app.simulation.people import Plan, after, again, paying
from app.simulation.scene import Scene
from app.simulation.tally import Tally
from workflow.case import Case
from workflow.engine import decide, due_acts, evolve, next_morning_of
from workflow.errors import Refusal
from workflow.event import CLOCK, Command, Event
from workflow.fold import Draft
from workflow.payments import anything_left
from workflow.purse import owners_of
from workflow.standing import state_of


def run(scene: Scene, numbers: Iterable[int]) -> Tally:
    """The cases of these numbers: the same number is the same case, whoever runs it."""
    tally = Tally()
    for number in numbers:
        _Life(scene=scene, fate=Fate(scene.seed, number), case=Case(id=str(number)), tally=tally).live()
    return tally


@dataclass(slots=True, kw_only=True)
class _Life:
    """One case on its way."""

    scene: Scene
    fate: Fate
    case: Case
    tally: Tally
    last: Event | None = None
    happened: set[str] = field(default_factory=set)
    plans: list[tuple[date, int, Plan]] = field(default_factory=list)
    seen: set[tuple[Any, ...]] = field(default_factory=set)
    order: Any = field(default_factory=count)

    def live(self) -> None:
        scene, fate = self.scene, self.fate
        span = (scene.last - scene.first).days
        day = scene.office_day(scene.first + timedelta(days=fate.between("opened", 0, span)))
        if day > scene.last:
            day = scene.first
        opening = scene.openings[fate.between("item", 0, len(scene.openings) - 1)]
        self._do(scene.notice(opening, day))
        while True:
            morning = self._morning()
            planned = self.plans[0][0] if self.plans else date.max
            if min(morning, planned) > scene.last:
                break
            if morning <= planned:
                self._do(due_acts(scene.procedure, self.case, morning)[0].command(morning))
            else:
                self._try(heapq.heappop(self.plans)[2])
        self._count()

    def _morning(self) -> date:
        morning = next_morning_of(self.scene.procedure, self.case, self.last) if self.last else None
        return date.max if morning is None or self.last is None else max(morning, self.last.recorded_on)

    def _do(self, command: Command) -> None:
        event = decide(self.scene.procedure, self.case, command, self.scene.on(command.on))
        self.case = evolve(self.case, event)
        self.last = event
        self.tally.events += 1
        self.tally.load[f"{command.on:%Y-%m}", event.by] += 1
        self._note(event)
        for plan in after(self.scene, self.fate, self.case, event, self.seen):
            self._plan(plan)

    def _plan(self, plan: Plan) -> None:
        if plan.day <= self.scene.last:
            heapq.heappush(self.plans, (plan.day, next(self.order), plan))

    def _try(self, plan: Plan) -> None:
        if self._overtaken(plan):
            return
        step = self.scene.procedure.steps[plan.step]
        data = paying(self.case, plan.data) if step.does == "pay" else plan.data
        if step.does == "pay" and not data["amount"].strip("0."):
            return
        if step.does == "fix_amounts" and not self._owes(plan.day):
            return
        command = Command(
            step=plan.step, on=plan.day, by=plan.by, data={"reasons": "constam dos autos", **self.scene.hour, **data},
            recorded_by="simulação", approved_by="segunda pessoa",
        )  # fmt: skip
        try:
            self._do(command)
        except Refusal as refusal:
            following = again(self.scene, plan)
            if following is not None:
                self._plan(following)
            else:
                self.tally.refused[plan.step, type(refusal).__name__] += 1

    def _owes(self, on: date) -> bool:
        """Whether somebody still has something to pay; the office makes out no slip for who has not."""
        draft = Draft(self.case)
        return any(anything_left(draft, self.scene.rules, on, owner) for owner in owners_of(draft))

    def _overtaken(self, plan: Plan) -> bool:
        if plan.place and all(track.place != plan.place or track.id != plan.track for track in self.case.tracks):
            return True
        return bool(plan.while_open) and not any(
            each.id == plan.while_open and each.status == "open" for each in self.case.deadlines
        )

    def _note(self, event: Event) -> None:
        step = self.scene.procedure.steps[event.step]
        does = step.does
        if does == "cancel" and event.by == CLOCK:
            self.happened.add("lapsed")
        elif does in ("decide", "review") and event.outcome in ("dismissed", "reversed"):
            self.happened.update(("decided", event.outcome) if does == "decide" else (event.outcome,))
        elif does == "file" and event.outcome != "late":
            self.happened.add("defended" if step.of == "defense" else "appealed")
        elif does == "note" and any(use.name == "fine_overdue" for use in step.requires):
            self.happened.add("debt")
        elif does in _NAMED:
            self.happened.add(_NAMED[does])

    def _count(self) -> None:
        case, happened = self.case, self.happened
        happened.add("opened")
        if case.head.notified_on is not None:
            happened.add("served")
        settled = {each.kind for each in case.obligations if each.status == "settled"}
        happened.update(name for kind, name in (("fine", "paid"), ("revocation", "revoked")) if kind in settled)
        state, reason = state_of(case)
        if state not in ("closed", "archived"):
            happened.add("running")
        self.tally.cases += 1
        self.tally.happened.update(happened)
        self.tally.stands[state, reason] += 1


_NAMED = {"decide": "decided", "refer": "overdue", "begin": "serving", "cure": "cured"}
