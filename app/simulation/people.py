"""What the people of a case do next, by the kind of act that the law foresees where a track stands, and by chance.

Nothing here decides whether an act is good: each is only planned, and the engine takes or refuses it on its day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from app.simulation.decisions import deciding
from app.simulation.fate import Fate
from app.simulation.scene import DAY, Scene
from workflow.case import Case, Deadline, Track
from workflow.event import CLOCK, PARTY, Event
from workflow.procedure import Step
from workflow.standing import confessed_only, stands

_RETRIES = 8
_ENDINGS = ("cancel", "extinguish", "replace")
_SAID = ("outcome", "kind", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An act that somebody means to do on a day; dropped if the track has left ``place`` (empty: wherever it is).

    ``while_open``: also dropped once that deadline is no longer open. ``or_else``: the act tried if it is refused.
    """

    day: date
    step: str
    by: str
    data: dict[str, Any] = field(default_factory=dict)
    track: str = ""
    place: str = ""
    while_open: str = ""
    or_else: Plan | None = None
    tries: int = 0


def after(scene: Scene, fate: Fate, case: Case, event: Event, seen: set[tuple[Any, ...]]) -> Iterator[Plan]:
    """What people plan because of an event; ``seen`` remembers what was already planned for."""
    for track in event.derived.tracks:
        if _new(seen, ("place", track.id, track.place, track.round)):
            yield from _at(scene, fate, case, track, event)
    for deadline in event.derived.deadlines:
        if deadline.status == "open" and _new(seen, ("deadline", deadline.id)):
            yield from _because_of(scene, fate, case, deadline)
    for each in event.derived.obligations:
        if each.status == "final" and _new(seen, ("final", each.id)):
            yield from _begin(scene, fate, each.kind, event)
    if scene.procedure.steps[event.step].does == "refer":
        yield from _collect(scene, fate, case, event)


def paying(case: Case, data: dict[str, Any]) -> dict[str, Any]:
    """A payment's data: the slip's sum for the fines that stand."""
    slip = case.head.slip
    lines = slip.lines if slip else {}
    due = sum((lines.get(each.id, Decimal(0)) for each in case.obligations if stands(each)), Decimal(0))
    return {**data, "amount": str(due - case.head.paid)}


def again(scene: Scene, plan: Plan) -> Plan | None:
    """What follows a refusal: the other act foreseen, or the same one some days later, not for ever."""
    if plan.or_else is not None:
        return plan.or_else
    if scene.procedure.steps[plan.step].does != "uncured" or plan.tries >= _RETRIES:
        return None
    day = scene.office_day(plan.day + timedelta(days=10))
    return Plan(day=day, step=plan.step, by=plan.by, data=plan.data, place=plan.place, tries=plan.tries + 1)


def _new(seen: set[tuple[Any, ...]], key: tuple[Any, ...]) -> bool:
    fresh = key not in seen
    seen.add(key)
    return fresh


def _later(scene: Scene, fate: Fate, purpose: str, usual: float, day: date) -> date:
    return scene.office_day(day + timedelta(days=fate.delay(purpose, usual)))


def _at(scene: Scene, fate: Fate, case: Case, track: Track, event: Event) -> Iterator[Plan]:
    """What is done where a track has arrived."""
    # What the clock did with effect of an earlier day is known from the morning it ran.
    day = max(event.position, event.recorded_on)
    decided = False
    for name, step in scene.movers.get(track.place, ()):
        if step.does == "serve":
            yield from _serve(scene, fate, case, track, name, step, day)
        elif step.does == "publish" and step.together_with is not None:
            on = _later(scene, fate, "office", scene.rates.office_days, day)
            yield Plan(day=on, step=name, by=step.by[0], data=dict(step.when), track=track.id, place=track.place)
        elif step.does == "file" and step.of:
            yield from _file(scene, fate, case, track, name, step)
        elif step.does in ("decide", "review") and not decided:
            decided = True
            first = step.does == "decide"
            usual = scene.rates.judge_days if first else scene.rates.appeal_days
            on = _in_term(scene, fate, case, track, name, "judge_day" if first else "review_day", usual, day)
            for body, data in deciding(scene, fate, case, track, step):
                yield Plan(day=on, step=name, by=body, data=data, track=track.id, place=track.place)
                on = scene.office_day(on + DAY)
    yield from _onward(scene, fate, case, track, day)


def _onward(scene: Scene, fate: Fate, case: Case, track: Track, day: date) -> Iterator[Plan]:
    """Where only an act without effect of its own leads on, somebody does it: the first of the file that is taken."""
    movers = [each for each in scene.movers.get(track.place, ()) if each[1].does not in _ENDINGS]
    steps = scene.procedure.steps
    mine = [each for each in case.deadlines if each.track == track.id and each.status == "open"]
    clocks = [steps[each.fires] for each in mine if each.fires]
    lapses = any(track.place in step.source and step.does not in _ENDINGS for step in clocks)
    if lapses or not movers or any(step.does != "note" for _, step in movers):
        return
    plan: Plan | None = None
    on = _later(scene, fate, "office", scene.rates.office_days, day)
    for name, step in reversed(movers):
        by = next(each for each in step.by if each != CLOCK)
        data: dict[str, Any] = dict(step.when)
        if step.turns_on in _SAID and isinstance(step.to, dict):
            data[str(step.turns_on)] = next(iter(step.to))
        plan = Plan(day=on, step=name, by=by, data=data, track=track.id, place=track.place, or_else=plan)
    if plan is not None:
        yield plan


def _in_term(
    scene: Scene, fate: Fate, case: Case, track: Track, name: str, purpose: str, usual: float, day: date
) -> date:  # fmt: skip
    """The day of an authority's act: within the term whose lapse has an effect, but for those that come late."""
    on = _later(scene, fate, purpose, usual, day)
    limit = _open(case, track, lambda each: name in scene.rules.limits[each.kind].met_by and bool(each.fires))
    if limit is None:
        return on
    if fate.happens("late", scene.rates.late):
        return scene.office_day(limit.due + fate.delay("after_late", scene.rates.office_days) * DAY)
    return on if on <= limit.due else day + fate.between(purpose, 0, (limit.due - day).days) * DAY


def _serve(scene: Scene, fate: Fate, case: Case, track: Track, name: str, step: Step, day: date) -> Iterator[Plan]:
    on = _in_term(scene, fate, case, track, name, "served", scene.rates.service_days, day)
    common: dict[str, Any] = {"track": track.id, "place": track.place}
    means = scene.service(step)
    if scene.dispatches:
        for sent, dispatch in scene.movers[track.place]:
            if dispatch.does == "dispatch":
                yield Plan(day=min(on, scene.office_day(day)), step=sent, by=dispatch.by[0],
                           data={"via": means["via"]}, **common)  # fmt: skip
    yield Plan(day=on, step=name, by=step.by[0], data=means, **common)


def _file(scene: Scene, fate: Fate, case: Case, track: Track, name: str, step: Step) -> Iterator[Plan]:
    limit = _open(case, track, lambda each: name in scene.rules.limits[each.kind].met_by)
    appeals = step.of != "defense"
    purpose, share = ("appeal", scene.rates.appeal) if appeals else ("defense", scene.rates.defense)
    if limit is None or not fate.happens(purpose, share):
        return
    late = fate.happens(f"{purpose}_late", scene.rates.late_filing)
    in_time = limit.anchor + fate.between(f"{purpose}_day", 1, (limit.due - limit.anchor).days) * DAY
    on = limit.due + DAY if late else in_time
    data: dict[str, Any] = {"kind": kind} if (kind := _kind(scene, case, step)) else {}
    yield Plan(day=on, step=name, by=PARTY, data=data, track=track.id, place="" if late else track.place)


def _kind(scene: Scene, case: Case, step: Step) -> str:
    """The kind of appeal that reaches a body which may take it: nobody reconsiders another's decision."""
    kinds = step.data["kind"].values if "kind" in step.data else ()
    ways = step.to if isinstance(step.to, dict) else {}
    for kind in kinds:
        place = ways.get(f"timely_{kind}", ways.get("timely", ""))
        for _, review in scene.movers.get(place if isinstance(place, str) else "", ()):
            own = any(use.name == "own_decision" for use in review.requires)
            if review.does == "review" and (not own or case.head.decided_by in review.by):
                return kind
    return kinds[0] if kinds else ""


def _because_of(scene: Scene, fate: Fate, case: Case, deadline: Deadline) -> Iterator[Plan]:
    """What a term that opened brings: a slip and its payment, a cure, what an office says, the end of a penalty."""
    steps, limit = scene.procedure.steps, scene.rules.limits[deadline.kind]
    for name in limit.met_by:
        step = steps.get(name)
        if step is not None and step.does == "pay":
            yield from _pay(scene, fate, case, deadline, name)
        elif step is not None and step.does == "cure":
            yield from _cure(scene, fate, deadline, name)
        elif step is not None and step.does == "note" and limit.binds == "authority":
            on = min(_later(scene, fate, "office", scene.rates.office_days, deadline.anchor), deadline.due)
            yield Plan(day=on, step=name, by=step.by[0], track=deadline.track, while_open=deadline.id)
    if limit.binds == "penalty":
        for name, step in scene.doing("end"):
            if limit.of in step.penalties and step.by != (CLOCK,):
                on = _later(scene, fate, "office", scene.rates.office_days, deadline.due)
                yield Plan(day=on, step=name, by=step.by[0])


def _pay(scene: Scene, fate: Fate, case: Case, deadline: Deadline, name: str) -> Iterator[Plan]:
    issued = case.day or deadline.anchor
    for slip, step in scene.doing("fix_amounts")[:1]:
        issued = min(_later(scene, fate, "office", scene.rates.office_days, issued), max(deadline.due, issued))
        yield Plan(day=issued, step=slip, by=step.by[0], while_open=deadline.id)
    if fate.happens("paid", scene.rates.paid):
        on = issued + fate.between("pay_day", 0, (deadline.due - issued).days) * DAY
        yield Plan(day=on, step=name, by=PARTY, while_open=deadline.id)


def _cure(scene: Scene, fate: Fate, deadline: Deadline, name: str) -> Iterator[Plan]:
    if fate.happens("cured", scene.rates.cured):
        on = deadline.anchor + fate.between("cure_day", 1, (deadline.due - deadline.anchor).days) * DAY
        yield Plan(day=on, step=name, by=PARTY)
        return
    for uncured, step in scene.doing("uncured"):
        on = _later(scene, fate, "office", scene.rates.office_days, deadline.due)
        yield Plan(day=on, step=uncured, by=step.by[0])


def _begin(scene: Scene, fate: Fate, kind: str, event: Event) -> Iterator[Plan]:
    """A final penalty that has to be begun: by the first act that the law takes."""
    plan: Plan | None = None
    on = _later(scene, fate, "office", scene.rates.office_days, max(event.position, event.recorded_on))
    for name, step in reversed(scene.doing("begin")):
        if kind in step.penalties:
            plan = Plan(day=on, step=name, by=step.by[0], or_else=plan)
    if plan is not None:
        yield plan


def _collect(scene: Scene, fate: Fate, case: Case, event: Event) -> Iterator[Plan]:
    """A fine that fell overdue: what the office records about it, in the order of the file."""
    on = event.recorded_on
    fitting = {"fine_overdue", *(("fine_confessed",) if confessed_only(case.obligations, case.head) else ())}
    for name, step in scene.doing("note"):
        if any(use.name in fitting for use in step.requires):
            on = _later(scene, fate, "office", scene.rates.office_days, on)
            yield Plan(day=on, step=name, by=step.by[0])


def _open(case: Case, track: Track, fits: Callable[[Deadline], bool]) -> Deadline | None:
    return next(
        (each for each in case.deadlines if each.status == "open" and each.track == track.id and fits(each)), None
    )
