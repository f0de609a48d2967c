"""Counting a term: its first day, its literal end, the date that governs, and why, day by day.

Whatever the unit, suspended days are a set: they are not counted, however often they are given. What starts,
suspends or meets a term is the law's to say; here there are only lengths, days and a calendar.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from workflow.calendar import Calendar
from workflow.dates import (
    DAY,
    Ranges,
    add_months,
    clipped,
    hour_label,
    label,
    merged,
    nth_day_outside,
    short_label,
    within,
)
from workflow.errors import InvalidData
from workflow.length import Length

__all__ = ["Ends", "Line", "Span", "Starts", "add_months", "count", "explain", "label", "lapses_on"]

_SUSPENDED = "prazo suspenso"
_AFTER_PAUSE = "A contagem começa no primeiro dia sem suspensão"
_WEEKEND = dict.fromkeys(("sábado", "domingo"), "fim de semana")

Starts = Literal["next_day", "same_day", "next_business_day"]
Ends = Literal["next_business_day", "literal"]


class Span(NamedTuple):
    """A counted term, in local civil dates.

    ``first`` is the first day that counts, ``literal`` the last by the letter, ``due`` the one that governs.
    ``at``, only for terms in hours, is the local hour at which the term ends on ``due``.
    """

    first: date
    literal: date
    due: date
    at: time | None


class Line(NamedTuple):
    """One step of the count: the day, or the days up to ``until``, what it is, and the act behind it, if any."""

    day: date
    until: date | None
    what: str
    ground: str | None


def count(
    length: Length,
    anchor: date,
    *,
    starts: Starts,
    ends: Ends,
    calendar: Calendar,
    suspended: Iterable[tuple[date, date]] = (),
    at: time | None = None,
) -> Span:
    """Count ``length`` from the day (and, for hours, the local hour ``at``) on which the act took effect.

    Calendar days: the ``length.amount``-th day that counts. Business days: only days with office hours count, an
    early closing included. Months and years: date to date, the last day of the month if the day does not exist, and
    one day more for each suspended day on the way. Hours: minute to minute of elapsed time, whatever ``starts``
    says. With ``ends="next_business_day"`` the end moves to the first day, not suspended, with full office hours;
    the hour stays.

    ``suspended`` are ranges with both days included, in any order. The calendar is looked at only where the count
    needs it. Raises ``CalendarMissing`` for a year it does not cover, ``InvalidData`` for hours without ``at``,
    a range that ends before it begins, or an end beyond the year 9999.
    """
    pauses = merged(suspended) if suspended else ()
    hour = None
    try:
        if length.unit == "hours":
            first, literal, hour = _hours(length.amount, anchor, _needed(at, length), calendar, pauses)
        elif length.amount == 0:
            first = literal = anchor
        else:
            first, literal = _days(length, anchor, starts, calendar, pauses)
        due = literal if ends == "literal" else _rolled(literal, calendar, pauses)
    except OverflowError:
        raise InvalidData(
            f"o prazo de {length.in_portuguese} a contar de {short_label(anchor)} passa do ano 9999; "
            "confira a duração e as suspensões"
        ) from None
    return Span(first, literal, due, hour)


def lapses_on(due: date, *, tolerance: Length | None, calendar: Calendar) -> date:
    """The first morning on which the clock may act on a term that ended on ``due``.

    It is the day after ``due``, or the day after ``tolerance``, in calendar or business days counted from ``due``.
    Raises ``InvalidData`` for another unit and ``CalendarMissing``.
    """
    if tolerance is None or tolerance.amount == 0:
        return due + DAY
    if tolerance.unit == "business days":
        return calendar.plus_business_days(due, tolerance.amount) + DAY
    if tolerance.unit == "days":
        return due + (tolerance.amount + 1) * DAY
    raise InvalidData(f"tolerância de {tolerance.in_portuguese}: escreva em dias ou em dias úteis")


def _days(length: Length, anchor: date, starts: Starts, calendar: Calendar, pauses: Ranges) -> tuple[date, date]:
    start = anchor if starts == "same_day" else anchor + DAY
    if length.unit == "business days":
        first = _nth_business(start, 1, calendar, pauses)
        return first, _nth_business(first, length.amount, calendar, pauses)
    if starts == "next_business_day":
        start = _nth_business(start, 1, calendar, pauses)
    if length.unit == "days":
        days = length.amount
    else:
        # Date to date: the day whose number repeats is the last when the day of the act is left out,
        # and one too many when the first counted day itself carries that number.
        end = add_months(anchor, _months(length)) if starts == "next_day" else add_months(start, _months(length)) - DAY
        days = (end - start).days + 1
    return nth_day_outside(pauses, start, 1), nth_day_outside(pauses, start, days)


def _months(length: Length) -> int:
    return length.amount * (12 if length.unit == "years" else 1)


def _nth_business(start: date, n: int, calendar: Calendar, pauses: Ranges) -> date:
    day = start
    while True:
        if calendar.has_hours(day) and not within(day, pauses):
            n -= 1
            if n == 0:
                return day
        day += DAY


def _rolled(day: date, calendar: Calendar, pauses: Ranges) -> date:
    while not calendar.full_hours(day) or within(day, pauses):
        day += DAY
    return day


def _needed(at: time | None, length: Length) -> time:
    if at is None:
        raise InvalidData(
            f"o prazo de {length.in_portuguese} conta-se de minuto a minuto; informe a hora do ato que o abre"
        )
    return at


def _hours(amount: int, anchor: date, at: time, calendar: Calendar, pauses: Ranges) -> tuple[date, date, time]:
    if amount == 0:
        return anchor, anchor, at
    # Elapsed time is only right in UTC: a local day may have 23 or 25 hours, or begin at one in the morning.
    zone = ZoneInfo(calendar.zone)
    begin = datetime.combine(anchor, at, zone).astimezone(UTC)
    end = begin + timedelta(hours=amount)
    for since, until in pauses:
        stops, resumes = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (since, until + DAY))
        if stops > end:
            break
        if resumes > begin:
            end += resumes - max(stops, begin)
    local = end.astimezone(zone)
    return nth_day_outside(pauses, anchor, 1), local.date(), local.time()


def explain(
    length: Length,
    anchor: date,
    *,
    starts: Starts,
    ends: Ends,
    calendar: Calendar,
    suspended: Iterable[tuple[date, date]] = (),
    at: time | None = None,
) -> tuple[Line, ...]:
    """The same count, told to a citizen: start, first day, days left out, literal end, days moved over, last day.

    Same arguments and refusals as ``count``. The last line's ``day`` is ``count(…).due``. ``ground`` is the act in
    the calendar that closes the day; articles of the law are for the caller to add.
    """
    pauses = merged(suspended)
    first, literal, due, hour = count(
        length, anchor, starts=starts, ends=ends, calendar=calendar, suspended=pauses, at=at
    )
    counts_office_days = length.unit == "business days"
    begins_on_office_day = counts_office_days or (starts == "next_business_day" and hour is None)
    start = anchor if starts == "same_day" or hour is not None else anchor + DAY
    from_hour, to_hour = ("" if hour is None or it is None else f", às {hour_label(it)}" for it in (at, hour))

    def told(day: date, what: str, ground: str | None = None) -> Line:
        return Line(day, None, what, ground)

    lines = [told(anchor, f"O ato que abre o prazo produziu efeito em {label(anchor)}{from_hour}.")]
    if length.amount:
        lines += _left_out(start, first - DAY, calendar if begins_on_office_day else None, pauses)
        lines.append(told(first, f"{_beginning(length, anchor, first, starts)}: {label(first)}."))
        lines += _left_out(first, literal - DAY, calendar if counts_office_days else None, pauses)
    if length.unit in {"months", "years"}:
        origin = anchor if starts == "next_day" else first
        month_end = add_months(origin, _months(length))
        if month_end.day < origin.day:
            what = f"Conta-se de data a data; não há dia {origin.day} no mês do fim, vale o último: {label(month_end)}."
            lines.append(told(month_end, what))
    lines.append(told(literal, f"O prazo de {length.in_portuguese} completa-se em {label(literal)}{to_hour}."))
    if ends == "next_business_day":
        lines += _left_out(literal, due - DAY, calendar, pauses, as_last=True)
        if due in calendar.late_openings:
            what = f"Em {label(due)} o expediente começa mais tarde, o que não prorroga o prazo."
            lines.append(told(due, what, calendar.late_openings[due].act or None))
        lines.append(told(due, f"Último dia do prazo: {label(due)}{to_hour}."))
    else:
        lines.append(told(due, f"O prazo não se prorroga. Último dia: {label(due)}{to_hour}."))
    return tuple(lines)


def _beginning(length: Length, anchor: date, first: date, starts: Starts) -> str:
    if length.unit == "hours":
        return "A contagem é de minuto a minuto e começa no mesmo dia" if first == anchor else _AFTER_PAUSE
    if first == anchor:
        return "O próprio dia do ato já conta"
    if length.unit == "business days" or starts == "next_business_day":
        return "A contagem começa no primeiro dia útil"
    if first == anchor + DAY and starts == "next_day":
        return "A contagem começa no dia seguinte"
    return _AFTER_PAUSE


def _left_out(
    since: date, until: date, calendar: Calendar | None, pauses: Ranges, *, as_last: bool = False
) -> list[Line]:
    """The days between two that are suspended or, given a calendar, have no office hours (``as_last``: not full ones).

    Neighbours left out for the same reason share a line, Saturday and Sunday too.
    """
    if calendar is None:
        return [
            _left_out_line((first, last), _SUSPENDED, None, as_last) for first, last in clipped(pauses, since, until)
        ]

    def why(day: date) -> str:
        if within(day, pauses):
            return _SUSPENDED
        return "" if not as_last and calendar.has_hours(day) else calendar.why_not(day)

    days = (since + n * DAY for n in range((until - since).days + 1))
    runs = [tuple(run) for _, run in groupby(days, lambda day: _WEEKEND.get(why(day), why(day)))]
    return [
        _left_out_line((run[0], run[-1]), " e ".join(dict.fromkeys(map(why, run))), calendar.act_on(run[0]), as_last)
        for run in runs
        if why(run[0])
    ]


def _left_out_line(run: tuple[date, date], why: str, act: str | None, as_last: bool) -> Line:
    first, last = run
    if first == last:
        verb = "não pode ser o último" if as_last else "não conta"
        return Line(first, None, f"O dia {short_label(first)} {verb} — {why}.", act)
    verb = "não podem ser o último" if as_last else "não contam"
    return Line(first, last, f"Os dias de {short_label(first)} a {short_label(last)} {verb} — {why}.", act)
