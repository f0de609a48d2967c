"""Deadlines of a case: opened, met, suspended, extended, voided, as the law's time limits say.

A limit that is running is never restarted; met, suspended or void, a later opener opens it anew. The
anchor is the day the act took effect; for a limit opened by a lapse, the lapsed day itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from workflow import running
from workflow.act import Act
from workflow.calendar import Calendar
from workflow.case import Case, Deadline, Happened, Obligation, Track
from workflow.cures import is_about, running_beside, under_order
from workflow.custody import claimed, last_order
from workflow.deadlines import Span, in_time, lapses_on
from workflow.deadlines import label as day_label
from workflow.errors import CalendarMissing, TooLate
from workflow.event import CLOCK
from workflow.fold import Draft
from workflow.length import Length
from workflow.owing import still_to_pay
from workflow.procedure import TimeLimit
from workflow.rules import Rules
from workflow.spans import (
    NO_LENGTH,
    anchor_of,
    length_of_limit,
    require_time_before,
    shared_end,
    span_of,
)
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
            if (limit.measure is not None and not claimed(draft.head, deadline)) or not is_about(act, deadline):
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


def void(draft: Draft, rules: Rules, track: Track) -> None:
    """A track that ended has no running limits, but those to claim what is still in custody."""
    for deadline in list(draft.open_deadlines(track.id)):
        if rules.limits[deadline.kind].measure is None:
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
    if rules.run_by_themselves:
        running.start(draft, act, track, triggers)
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
        if limit.measure is not None and limit.measure != (act.rule.orders_measure or act.text("kind")):
            continue
        kept = last_of(draft.deadlines.values(), name, track.id, round_)
        if kept is not None and kept.status in ("open", "lapsed") and limit.measure is None:
            continue
        if limit.starts_at == "later" and not _all_happened(draft, act, track, name, triggers):
            continue
        for item in under_order(draft, track) if limit.per == "item" else ("",):
            opened = _deadline(draft, act, track, name, mine, round_, item)
            if opened is not None:
                draft.cite(limit.basis)
                draft.cite(rules.procedure.counting[limit.binds].basis)
                draft.deadline(opened)


def _all_happened(draft: Draft, act: Act, track: Track, name: str, triggers: Sequence[str]) -> bool:
    """Whether every opener has happened; what did is remembered, and ``act.anchor`` is the day of the latest."""
    openers = act.rules.limits[name].opened_by
    current = draft.tracks[track.id]
    new = [Happened(name, opener, act.day) for opener in openers if opener in triggers]
    kept = [each for each in current.happened if each.limit != name or each.opener not in {one.opener for one in new}]
    mine = [each for each in (*kept, *new) if each.limit == name]
    complete = len(mine) == len(openers)
    rest = [each for each in kept if each.limit != name] if complete else [*kept, *new]
    draft.track(current, happened=tuple(rest))
    act.latest = max(each.on for each in mine) if complete else None
    return complete


def _deadline(
    draft: Draft, act: Act, track: Track, name: str, mine: Sequence[Obligation], round_: int, item: str
) -> Deadline | None:
    """The deadline that opens now; ``None`` for a limit without a length, or without the end it would share."""
    rules, limit = act.rules, act.rules.limits[name]
    own = length_of_limit(act, track, limit, mine, item)
    other = last_of(draft.deadlines.values(), limit.ends_with, track.id, round_) if limit.ends_with else None
    if own is None and (other is None or other.status != "open"):
        return None
    anchor, at = anchor_of(act, track, limit)
    if limit.starts_at == "later" and act.latest is not None:
        anchor, act.latest = act.latest, None
    try:
        span = span_of(rules, limit, own or NO_LENGTH, anchor, act.calendar, draft.head.suspensions, at)
    except CalendarMissing as missing:
        raise _named(missing, limit, name, own) from None
    require_time_before(limit, span, act, own or NO_LENGTH, anchor)
    span = shared_end(limit, span, other, own=own is not None)
    ordinal = 1 + sum(1 for each in draft.deadlines.values() if each.kind == name and each.track == track.id)
    return Deadline(
        id=f"{name}:{track.id}:{ordinal}",
        kind=name,
        track=track.id,
        round=round_,
        anchor=anchor,
        first=span.first,
        literal=span.literal,
        due=span.due,
        anchor_at=at if span.at is not None else None,
        at=span.at,
        act_on=acts_from(limit, span, act.calendar),
        fires=limit.on_expiry if limit.on_expiry in rules.steps else "",
        opened_by=act.step,
        about=last_order(draft.head) if limit.measure is not None else "",
        item=item,
        length=str(own) if own is not None and limit.length not in (own, "penalty") else "",
    )


def _named(missing: CalendarMissing, limit: TimeLimit, name: str, length: Length | None) -> CalendarMissing:
    """The same refusal, saying which term it is that wants that year, and what else may be amiss with a long one."""
    said = f"“{limit.label or name}”" + (f", de {length.in_portuguese}" if length is not None else "")
    literal = (
        " Se a lei não prorroga este prazo ao dia útil, o arquivo da lei diz ends: literal."
        if (length is not None and length.unit in ("months", "years"))
        else ""
    )
    return CalendarMissing(f"{said}: {missing.message}.{literal}", (*limit.basis, *missing.articles))


def restart(draft: Draft, act: Act, track: Track) -> None:
    """Begin anew, from this act, the running limits that it interrupts."""
    if act.command.by == CLOCK:
        return
    for name in act.rules.restarted:
        limit = act.rules.limits[name]
        if limit.restarted_by != "any" and not {act.step, f"{act.step}:{act.outcome}"} & set(limit.restarted_by):
            continue
        for deadline in list(draft.open_deadlines(track.id)):
            if deadline.kind != name or deadline.round != track.round or deadline.anchor >= act.day:
                continue
            length = Length.parse(deadline.length) if deadline.length else limit.length
            if not isinstance(length, Length) or not in_time(deadline, act.day, act.at):
                continue
            span = span_of(act.rules, limit, length, act.day, act.calendar, draft.head.suspensions, act.at)
            draft.cite(limit.basis)
            draft.deadline(
                deadline, anchor=act.day, first=span.first, literal=span.literal, due=span.due, at=span.at,
                anchor_at=act.at if span.at is not None else None, act_on=acts_from(limit, span, act.calendar),
                opened_by=act.step, extended=(),
            )  # fmt: skip


def lapse_day(rules: Rules, case: Case, deadline: Deadline) -> tuple[date, date]:
    """The day on which a lapse has its effect, and the first morning to act on it.

    They are the limit's own, or those of the last of the limits (or items, or terms of who owes the same fine) it
    waits for, while they run.
    """
    waits = rules.limits[deadline.kind].waits_for
    beside = [*running_beside(rules, case.deadlines, deadline), *still_to_pay(rules, case, deadline)]
    if not waits and not beside:
        return deadline.due, deadline.act_on
    also = [
        *beside,
        *(
            each
            for each in case.deadlines
            if each.kind in waits and each.track == deadline.track and each.round == deadline.round
            and each.status == "open"
        ),
    ]  # fmt: skip
    return max(each.due for each in (deadline, *also)), max(each.act_on for each in (deadline, *also))


def acts_from(limit: TimeLimit, span: Span, calendar: Calendar) -> date:
    """The first morning on which the clock may act on the limit's lapse."""
    return lapses_on(span.due, tolerance=limit.tolerance, calendar=calendar)
