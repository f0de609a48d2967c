"""Deadlines of a case: opened, met, suspended, extended, voided, as the law's time limits say.

A limit that is running is never restarted; met, suspended or void, a later opener opens it anew. The
anchor is the day the act took effect; for a limit opened by a lapse, the lapsed day itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time

from workflow.act import Act
from workflow.calendar import Calendar
from workflow.case import Deadline, Track
from workflow.deadlines import Span, count, lapses_on
from workflow.deadlines import label as day_label
from workflow.errors import TooLate
from workflow.fold import Draft
from workflow.length import Length
from workflow.procedure import TimeLimit
from workflow.rules import Rules
from workflow.standing import stands


def last_of(deadlines: Iterable[Deadline], kind: str, track: str, round_: int) -> Deadline | None:
    """The last deadline of a kind opened on a track in a round."""
    found = None
    for each in deadlines:
        if each.kind == kind and each.track == track and each.round == round_:
            found = each
    return found


def filing_deadline(draft: Draft, rules: Rules, step: str, track: Track) -> Deadline | None:
    """The deadline that says whether a filing is in time: the last opened that names the step in ``met_by``."""
    found = None
    for each in draft.deadlines.values():
        if each.track == track.id and each.round == track.round and step in rules.limits[each.kind].met_by:
            found = each
    return found


def in_time(deadline: Deadline, on: date, at: time | None) -> bool:
    """Whether an act of that day (and hour, for terms in hours) is within the deadline."""
    if deadline.at is not None and on == deadline.due and at is not None:
        return at <= deadline.at
    return on <= deadline.due


def refuse_if_lapsed(draft: Draft, act: Act, track: Track, on: date) -> None:
    """An authority's limit that has lapsed into its legal consequence can no longer be met."""
    for name in act.rules.met_by.get(act.step, ()):
        limit = act.rules.limits[name]
        if limit.binds != "authority" or limit.on_expiry not in act.rules.steps:
            continue
        deadline = last_of(draft.deadlines.values(), name, track.id, track.round)
        if deadline is not None and deadline.status == "open" and not in_time(deadline, on, act.at):
            raise TooLate(
                f"O prazo “{limit.label or name}” terminou em {day_label(deadline.due)}; "
                f"um ato de {day_label(on)} já não tem efeito.",
                (*limit.basis, *act.rules.steps[limit.on_expiry].ground),
            )


def meet(draft: Draft, act: Act, track: Track, on: date, *, only: str = "") -> None:
    """Close what this act, done in time, meets; an authority's target met late is closed with its warning.

    ``only`` restricts to limits that bind so (a receipt may meet the authority's limit alone).
    """
    for name in act.rules.met_by.get(act.step, ()):
        limit = act.rules.limits[name]
        if only and limit.binds != only:
            continue
        for deadline in list(draft.open_deadlines(track.id)):
            if deadline.kind != name or deadline.round != track.round:
                continue
            draft.cite(limit.basis)
            if in_time(deadline, on, act.at):
                draft.deadline(deadline, status="met")
            elif limit.on_expiry in ("warn", "none"):
                draft.deadline(deadline, status="overtaken")
                draft.warnings.append(late_target(limit, name, deadline))


def late_target(limit: TimeLimit, name: str, deadline: Deadline) -> str:
    """What is shown when a target was not kept: nothing moves, but it is said, with its article."""
    text = f" {limit.warns}" if limit.warns else ""
    return f"{limit.label or name}: terminou em {day_label(deadline.due)} ({'; '.join(limit.basis)}).{text}"


def suspend(draft: Draft, act: Act, track: Track) -> None:
    """End the limits that this act in time suspends; a later opener opens them anew, whole."""
    for name in act.rules.suspended_by.get(act.step, ()):
        for deadline in list(draft.open_deadlines(track.id)):
            if deadline.kind == name and deadline.round == track.round:
                draft.deadline(deadline, status="suspended")
                draft.cite(act.rules.limits[name].basis)


def void(draft: Draft, track: Track) -> None:
    """A track that ended has no running limits; a penalty already running keeps its own."""
    for deadline in list(draft.open_deadlines(track.id)):
        draft.deadline(deadline, status="void")


def overtake(draft: Draft, rules: Rules, track: Track, left: str) -> None:
    """A track that left the place from which a limit's lapse would act has overtaken that limit."""
    for deadline in list(draft.open_deadlines(track.id)):
        step = rules.steps.get(deadline.fires)
        if step is not None and rules.moves_from(step, left) and not rules.moves_from(step, track.place):
            draft.deadline(deadline, status="overtaken")


def open_by(draft: Draft, act: Act, track: Track, triggers: Sequence[str]) -> None:
    """Open, in the order of the file, the limits that these triggers start on this track.

    What a lapse opens belongs to the round of the term that lapsed, though the track may be in a later one.
    """
    rules = act.rules
    lapsed = draft.deadlines.get(act.command.deadline)
    round_ = track.round if lapsed is None else lapsed.round
    names = {name for trigger in triggers for name in rules.opened_by.get(trigger, ())}
    for name in sorted(names, key=rules.rank.__getitem__):
        limit = rules.limits[name]
        if limit.only_if == "cure_ordered" and track.cure != "ordered":
            continue
        mine = [
            each for each in draft.in_scope(track) if each.round == round_ and each.kind == limit.of and stands(each)
        ]
        if limit.of is not None and not mine:
            continue
        kept = last_of(draft.deadlines.values(), name, track.id, round_)
        if kept is not None and kept.status in ("open", "lapsed"):
            continue
        length = limit.length
        if length == "penalty":
            days = sum(each.days or 0 for each in mine if each.status in ("final", "serving"))
            length = Length(days, "days")
        elif length == "none":
            continue
        draft.cite(limit.basis)
        draft.cite(rules.procedure.counting[limit.binds].basis)
        draft.deadline(_deadline(draft, act, track, name, length, round_))


def _deadline(draft: Draft, act: Act, track: Track, name: str, length: Length, round_: int) -> Deadline:
    limit = act.rules.limits[name]
    span = span_of(act.rules, limit, length, act.day, act.calendar, draft.head.suspensions, act.at)
    ordinal = 1 + sum(1 for each in draft.deadlines.values() if each.kind == name and each.track == track.id)
    return Deadline(
        id=f"{name}:{track.id}:{ordinal}",
        kind=name,
        track=track.id,
        round=round_,
        anchor=act.day,
        first=span.first,
        literal=span.literal,
        due=span.due,
        anchor_at=act.at if span.at is not None else None,
        at=span.at,
        act_on=acts_from(limit, span, act.calendar),
        fires=limit.on_expiry if limit.on_expiry in act.rules.steps else "",
        opened_by=act.step,
    )


def span_of(
    rules: Rules,
    limit: TimeLimit,
    length: Length,
    anchor: date,
    calendar: Calendar,
    suspensions: Sequence[tuple[date, date]],
    at: time | None,
) -> Span:
    """Count one limit from its anchor by its own rules; what binds a penalty ignores suspensions."""
    starts, ends = rules.counting(limit)
    return count(
        length,
        anchor,
        starts=starts,
        ends=ends,
        calendar=calendar,
        suspended=() if limit.binds == "penalty" else suspensions,
        at=at,
    )


def acts_from(limit: TimeLimit, span: Span, calendar: Calendar) -> date:
    """The first morning on which the clock may act on the limit's lapse."""
    return lapses_on(span.due, tolerance=limit.tolerance, calendar=calendar)
