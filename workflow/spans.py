"""The count of one limit: how long it is, from when, what does not count, its ceiling, the end it shares.

``workflow.counting`` counts; here is which length, which anchor and which days, as the limit's own rules say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, time

from workflow.act import Act
from workflow.calendar import Calendar
from workflow.case import Deadline, Obligation, Track
from workflow.dates import add_months, yearly
from workflow.deadlines import Span, count, count_back, label
from workflow.errors import InvalidData, TermNotAllowed
from workflow.field_values import problem_of
from workflow.fields import fields_of
from workflow.length import Length
from workflow.procedure import DataField, LengthRange, TimeLimit
from workflow.rules import Rules
from workflow.standing import may_begin

NO_LENGTH = Length(0, "days")
"""For a limit that only shares another's end."""

_LOOKED_AT = 36  # months looked at once for recess; a longer term looks further


def remember(act: Act, tracks: Iterable[Track]) -> None:
    """Keep what an act says that limits are counted by; a term out of the law's bounds is refused here.

    The term may be set by the act that opens the limit or by an earlier one (fixed in the decision, counted from its
    service).
    """
    said = {name: act.text(name) for name in sorted(act.rules.counted_by) if act.command.data.get(name) is not None}
    said |= _by_item(act)
    if not said:
        return
    for limit in act.rules.limits.values():
        if isinstance(limit.length, LengthRange):
            for name, text in said.items():
                if name.partition("/")[0] == limit.length.set_by and limit.length.set_by in act.rule.data:
                    _within_bounds(limit, limit.length, text)
    for track in tracks:
        current = act.current(track)
        act.draft.track(current, said=tuple({**dict(current.said), **said}.items()))


def _by_item(act: Act) -> dict[str, str]:
    """What the lines of an act say, item by item, that limits are counted by: ``term/5-I``."""
    found = {}
    for line in act.command.data.get("lines") or ():
        for name in sorted(act.rules.counted_by & set(line)):
            if problem := problem_of(_LENGTH, line[name]):
                raise InvalidData(f"linha do item {line.get('item')}, {name}: {problem}")
            found[f"{name}/{line.get('item')}"] = str(line[name])
    return found


_LENGTH = DataField(type="length")


def length_of_limit(
    act: Act, track: Track, limit: TimeLimit, mine: Iterable[Obligation], item: str = ""
) -> Length | None:
    """How long the limit is in this case; ``None`` if it has no length of its own.

    Raises ``InvalidData`` if nobody set a term that the law leaves to be set.
    """
    for each in limit.instead:
        if _said(act, track, each.field) in each.word:
            act.draft.cite(each.basis)
            return each.length
    length = limit.length
    if isinstance(length, Length):
        return length
    if length == "penalty":
        running = [each for each in mine if may_begin(each) or each.status == "serving"]
        return Length(sum((each.days or 0) - each.served for each in running), "days")
    if length == "none":
        return None
    said = _said(act, track, f"{length.set_by}/{item}") or _said(act, track, length.set_by)
    if said:
        return _within_bounds(limit, length, said)
    if length.default is not None:
        return length.default
    raise InvalidData(
        f"falta fixar o prazo “{limit.label or length.set_by}” ({length.set_by}): {_bounds(length)}", limit.basis
    )


def _within_bounds(limit: TimeLimit, bounds: LengthRange, said: str) -> Length:
    length = Length.parse(said)
    if length.unit != bounds.end.unit or not bounds.start.amount <= length.amount <= bounds.end.amount:
        raise TermNotAllowed(
            f"{limit.label or bounds.set_by}: {length.in_portuguese} não cabem; a lei permite {_bounds(bounds)}.",
            limit.basis,
        )
    return length


def _bounds(bounds: LengthRange) -> str:
    return f"de {bounds.start.in_portuguese} a {bounds.end.in_portuguese}"


def _said(act: Act, track: Track, field: str) -> str:
    now = _by_item(act).get(field) if "/" in field else act.text(field)
    return now or dict(act.current(track).said).get(field, "")


def anchor_of(act: Act, track: Track, limit: TimeLimit) -> tuple[date, time | None]:
    """The day (and hour, for terms in hours) the limit counts from: of the act's effect, or the one a datum names."""
    field = limit.before or limit.counts_from
    if field is None:
        return act.day, act.at
    if field == "received_on":
        return date.fromisoformat(act.text(field) or act.on.isoformat()), act.at
    said = _said(act, track, field)
    if not said and field == "fact_on" and act.draft.head.fact_on is not None:
        said = act.draft.head.fact_on.isoformat()
    if not said:
        name = fields_of(act.rule)[field].label if field in fields_of(act.rule) else ""
        raise InvalidData(f"falta a data de que conta “{limit.label}”: {name or field} ({field})", limit.basis)
    hour = act.text("fact_time") if field == "fact_on" else ""
    return date.fromisoformat(said), time.fromisoformat(hour) if hour else act.at


def span_of(
    rules: Rules,
    limit: TimeLimit,
    length: Length,
    anchor: date,
    calendar: Calendar,
    suspensions: Sequence[tuple[date, date]],
    at: time | None,
) -> Span:
    """Count one limit from its anchor by its own rules; what binds a penalty ignores suspensions.

    The ceiling runs over suspended days and recess: it is the most that the term may take, whatever happens.
    """
    starts, ends = rules.counting(limit)
    if limit.before is not None:
        paused = pauses(rules, limit, suspensions, add_months(anchor, -_LOOKED_AT), anchor)
        return count_back(length, anchor, ends=ends, calendar=calendar, suspended=paused)
    until = add_months(anchor, _LOOKED_AT)
    while True:
        paused = pauses(rules, limit, suspensions, anchor, until)
        span = count(length, anchor, starts=starts, ends=ends, calendar=calendar, suspended=paused, at=at)
        if span.due < until or not rules.recess(limit):
            break
        until = add_months(span.due, _LOOKED_AT)
    if limit.ceiling is None:
        return span
    top = count(limit.ceiling, anchor, starts=starts, ends=ends, calendar=calendar, at=at)
    return top._replace(first=span.first) if top.due < span.due else span


def pauses(
    rules: Rules, limit: TimeLimit, suspensions: Sequence[tuple[date, date]], since: date, until: date
) -> tuple[tuple[date, date], ...]:
    """The days between two that do not count for a limit: the case's suspensions and the recess of every year."""
    outside = tuple(suspensions) if limit.suspendable and limit.binds != "penalty" else ()
    recess = rules.recess(limit)
    return (*outside, *yearly(recess, since, until)) if recess else outside


def part_after(
    rules: Rules,
    limit: TimeLimit,
    length: Length,
    since: date,
    calendar: Calendar,
    outside: Sequence[tuple[date, date]],
) -> Span:
    """The end of an instalment so long after the day of the first: the same day of its month, or the next that serves.

    Recess moves the one that falls in it and no other: the parts after it keep their own days.
    """
    _, ends = rules.counting(limit)
    span = count(length, since, starts="next_day", ends="literal", calendar=calendar, suspended=outside)
    paused = pauses(rules, limit, outside, span.literal, add_months(span.literal, _LOOKED_AT))
    moved = count(NO_LENGTH, span.literal, starts="next_day", ends=ends, calendar=calendar, suspended=paused)
    return span._replace(due=moved.due)


def shared_end(limit: TimeLimit, span: Span, other: Deadline | None, *, own: bool) -> Span:
    """The span with the end it shares: the other limit's, or whichever of both is the earlier or the later."""
    if other is None or other.status != "open":
        return span
    theirs = span._replace(literal=other.literal, due=other.due, at=other.at)
    if not own:
        return theirs
    return min(span, theirs, key=_end) if limit.whichever == "earlier" else max(span, theirs, key=_end)


def _end(span: Span) -> tuple[date, time]:
    return span.due, span.at or time.max


def require_time_before(limit: TimeLimit, span: Span, act: Act, length: Length, day: date) -> None:
    """Refuse a day so near that the time the law wants before it is already gone."""
    if limit.before is not None and span.due < act.day:
        raise TermNotAllowed(
            f"{limit.label or limit.before}: marcado para {label(day)}, faltam menos de {length.in_portuguese}, "
            "que a lei pede antes; marque para mais tarde.",
            limit.basis,
        )


def shift(deadline: Deadline, limit: TimeLimit, other: Deadline) -> Span:
    """The end of a limit that shares another's, after that one was extended."""
    span = Span(deadline.first, deadline.literal, deadline.due, deadline.at)
    if limit.length == "none":
        return span._replace(literal=other.literal, due=other.due, at=other.at)
    return shared_end(limit, span, other, own=True) if limit.whichever == "later" else span
