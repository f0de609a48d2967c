"""A term counted again from its own anchor: after a pause that ended, or by a calendar that changed since."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time

from msgspec.structs import replace

from workflow.calendar import Calendar
from workflow.case import Case, Deadline
from workflow.dates import add_months
from workflow.deadlines import Span, count
from workflow.fold import Draft
from workflow.length import Length
from workflow.procedure import TimeLimit
from workflow.rules import Rules
from workflow.spans import part_after, pauses, shared_end, span_of
from workflow.terms import acts_from


def counted_again(rules: Rules, case: Case | Draft, deadline: Deadline, calendar: Calendar) -> Deadline:
    """The deadline with the dates its count comes to now; itself where its days are a penalty's.

    Same anchor, length and extensions; the days that do not count are those that the case has today. Raises
    ``CalendarMissing``.
    """
    limit = rules.limits[deadline.kind]
    length = Length.parse(deadline.length) if deadline.length else limit.length
    other = _shared_with(case, limit, deadline)
    now = Span(deadline.first, deadline.literal, deadline.due, deadline.at)
    if length == "none" and other is not None:
        span = shared_end(limit, now, other, own=False)
    elif not isinstance(length, Length):
        return deadline
    else:
        span = _further(rules, case, deadline, calendar, _counted(rules, case, deadline, length, calendar))
        span = shared_end(limit, span, other, own=True)
    if span == now:
        return replace(deadline, act_on=acts_from(limit, span, calendar))
    return replace(
        deadline, first=span.first, literal=span.literal, due=span.due, at=span.at,
        act_on=acts_from(limit, span, calendar),
    )  # fmt: skip


def end_of(deadline: Deadline) -> tuple[date, time]:
    """The moment a deadline ends, to tell the earlier from the later."""
    return deadline.due, deadline.at or time.max


def _counted(rules: Rules, case: Case | Draft, deadline: Deadline, length: Length, calendar: Calendar) -> Span:
    limit, outside = rules.limits[deadline.kind], outside_of(case, deadline.track)
    if not _is_further_part(case, deadline):
        return span_of(rules, limit, length, deadline.anchor, calendar, outside, deadline.anchor_at)
    # A part counts from the day the one before it ends, which is left out whatever the term's own rule says.
    return part_after(rules, limit, length, deadline.anchor, calendar, outside)


def _further(rules: Rules, case: Case | Draft, deadline: Deadline, calendar: Calendar, span: Span) -> Span:
    """The span with what the authority extended it by."""
    limit, outside = rules.limits[deadline.kind], outside_of(case, deadline.track)
    for extension in deadline.extended:
        more = _one_more(rules, limit, outside, span.literal, Length.parse(extension), calendar, span.at)
        span = more._replace(first=span.first)
    return span


def _one_more(
    rules: Rules,
    limit: TimeLimit,
    outside: tuple[tuple[date, date], ...],
    since: date,
    length: Length,
    calendar: Calendar,
    at: time | None,
) -> Span:
    _, ends = rules.counting(limit)
    far = add_months(since, 36 + 12 * length.amount)  # surely after its end, for the recess on the way to be seen
    paused = pauses(rules, limit, outside, since, far)
    return count(length, since, starts="next_day", ends=ends, calendar=calendar, suspended=paused, at=at)


def _shared_with(case: Case | Draft, limit: TimeLimit, deadline: Deadline) -> Deadline | None:
    """The deadline whose end this one shares: the last of its kind, on its track, in its round."""
    found = None
    for each in _deadlines(case):
        if (each.kind, each.track, each.round) == (limit.ends_with, deadline.track, deadline.round):
            found = each
    return found


def _is_further_part(case: Case | Draft, deadline: Deadline) -> bool:
    """Whether it is the term of an instalment after the first of whoever pays in parts."""
    first: set[str] = set()
    for part in case.head.parts:
        if part.deadline == deadline.id:
            return part.owner in first
        first.add(part.owner)
    return False


def outside_of(case: Case | Draft, track: str) -> tuple[tuple[date, date], ...]:
    """The days that count for no term of a track: those suspended in the case, and those of its broken agreements."""
    tracks = case.tracks if isinstance(case, Case) else tuple(case.tracks.values())
    mine = next((each.pauses for each in tracks if each.id == track), ())
    return (*case.head.suspensions, *mine)


def _deadlines(case: Case | Draft) -> Iterable[Deadline]:
    return case.deadlines if isinstance(case, Case) else case.deadlines.values()
