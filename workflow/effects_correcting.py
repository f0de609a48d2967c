"""Effects on what was already done: terms extended, acts replaced, penalties extinguished."""

from __future__ import annotations

from datetime import date

from workflow.act import Act
from workflow.case import Deadline
from workflow.dates import add_months
from workflow.deadlines import Span, count, label
from workflow.errors import InvalidData, NotExtendable
from workflow.length import Length
from workflow.obligations import cancel, own
from workflow.procedure import TimeLimit
from workflow.recounting import counted_again, end_of
from workflow.spans import pauses, shift, span_of
from workflow.terms import acts_from, last_of


def extended(act: Act) -> None:
    """``extend_term``: the running term counts so much further from its literal end."""
    name, length = act.text("term"), Length.parse(act.text("length"))
    limit = act.rules.limits[name]
    act.draft.cite(limit.basis)
    for track in act.tracks:
        deadline = last_of(act.draft.deadlines.values(), name, track.id, track.round)
        if deadline is None or deadline.status != "open":
            continue
        if act.on > deadline.due:
            raise NotExtendable(f"O prazo “{limit.label or name}” já terminou em {label(deadline.due)}.", limit.basis)
        _, ends = act.rules.counting(limit)
        span = count(
            length,
            deadline.literal,
            starts="next_day",
            ends=ends,
            calendar=act.calendar,
            suspended=pauses(act.rules, limit, act.draft.head.suspensions, deadline.literal, _far(deadline, length)),
            at=deadline.at,
        )
        _require_under_ceiling(act, limit, deadline, span)
        moved = act.draft.deadline(
            deadline, literal=span.literal, due=span.due, at=span.at, act_on=acts_from(limit, span, act.calendar),
            extended=(*deadline.extended, act.text("length")),
        )  # fmt: skip
        _follow(act, moved)


def _follow(act: Act, moved: Deadline) -> None:
    """Limits that end together with one that was extended end with it still."""
    for deadline in list(act.draft.open_deadlines(moved.track)):
        limit = act.rules.limits[deadline.kind]
        if limit.ends_with == moved.kind and deadline.round == moved.round:
            span = shift(deadline, limit, moved)
            act.draft.deadline(
                deadline, literal=span.literal, due=span.due, at=span.at, act_on=acts_from(limit, span, act.calendar)
            )


def _far(deadline: Deadline, length: Length) -> date:
    """A day surely after the extended term, for the recess on the way to be seen."""
    return add_months(deadline.literal, 24 + 2 * length.amount)


def _require_under_ceiling(act: Act, limit: TimeLimit, deadline: Deadline, span: Span) -> None:
    """An extension does not take a term beyond the most that the law gives it."""
    if limit.ceiling is None:
        return
    top = span_of(act.rules, limit, limit.ceiling, deadline.anchor, act.calendar, (), deadline.anchor_at)
    if span.due > top.due:
        raise NotExtendable(
            f"O prazo “{limit.label or deadline.kind}” não pode passar de {limit.ceiling.in_portuguese} ao todo, "
            f"até {label(top.due)}.",
            limit.basis,
        )


def recounted(act: Act) -> None:
    """``recount``: the terms that run are counted again by the calendar of today, which changed after they opened.

    None ends earlier than it had been told to: who has a date in writing may rely on it. What has ended stays so.
    """
    moved = False
    for deadline in list(act.draft.deadlines.values()):
        again = counted_again(act.rules, act.draft, deadline, act.calendar)
        if deadline.status != "open" or again == deadline or end_of(again) < end_of(deadline):
            continue
        moved = True
        limit = act.rules.limits[deadline.kind]
        act.draft.cite((*limit.basis, *act.rules.procedure.counting[limit.binds].basis))
        act.draft.deadline(again)
    if not moved:
        act.draft.warnings.append("Nenhum prazo em curso muda com o calendário de hoje.")


def replaced(act: Act) -> None:
    """``replace``: another person is the respondent; the notice is served anew, the authority's term is not."""
    people = act.case.head.respondents
    if len(people) > 1 and act.text("to") not in people:
        raise InvalidData(f"são vários os autuados; diga quem se substitui (to): {' ou '.join(people)}")
    for track in act.moving:
        for deadline in list(act.draft.deadlines.values()):
            if deadline.track != track.id or deadline.round != track.round:
                continue
            limit = act.rules.limits[deadline.kind]
            if limit.binds == "party" and deadline.status in ("open", "lapsed"):
                act.draft.deadline(deadline, status="void")
            elif limit.binds == "authority" and deadline.status in ("met", "overtaken"):
                act.draft.deadline(deadline, status="open")
        act.draft.track(
            act.current(track), failed=(), tries=(), happened=(), served_via="", dispatched=None, pending=None
        )
    act.draft.note(notified_on=None, timely={}, marks=())


def extinguished(act: Act) -> None:
    """``extinguish``: what is not yet final ends with the person, or by pardon; what another owes too stays."""
    for track in act.tracks:
        cancel(act.draft, [each for each in own(act.draft, track) if each.status == "imposed"], "extinguished")
