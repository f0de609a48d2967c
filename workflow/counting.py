"""Counting a term: its first day, its literal end and the date that governs.

Whatever the unit, suspended days are a set: they are not counted, however often they are given. What starts,
suspends or meets a term is the law's to say; here there are only lengths, days and a calendar.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from workflow.calendar import Calendar
from workflow.dates import DAY, Ranges, add_months, merged, nth_day_outside, short_label, within
from workflow.errors import InvalidData
from workflow.length import Length

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


def count_back(
    length: Length, from_day: date, *, ends: Ends, calendar: Calendar, suspended: Iterable[tuple[date, date]] = ()
) -> Span:
    """Count ``length`` backwards from a day that is itself left out: the last day on which there is still so much time.

    Nine days before the 20th is the 11th. Business days count only days with office hours. With
    ``ends="next_business_day"`` an end without full office hours moves back, never forward: the time in between is
    a minimum. Raises ``CalendarMissing``, and ``InvalidData`` for a length in hours.
    """
    if length.unit == "hours":
        raise InvalidData(f"{length.in_portuguese}: para trás conta-se em dias, meses ou anos")
    pauses = merged(suspended) if suspended else ()
    day = from_day
    if length.unit in ("months", "years"):
        day = add_months(from_day, -in_months(length))
    else:
        left = length.amount
        while left > 0:
            day -= DAY
            counts = calendar.has_hours(day) if length.unit == "business days" else True
            left -= counts and not within(day, pauses)
    due = day
    if ends != "literal":
        while not calendar.full_hours(due) or within(due, pauses):
            due -= DAY
    return Span(due, day, due, None)


def lapses_on(due: date, *, tolerance: Length | None, calendar: Calendar) -> date:
    """The first morning on which the clock may act on a term that ended on ``due``.

    It is the day after ``due``, or the day after ``tolerance``, in calendar or business days counted from ``due``.
    Raises ``InvalidData`` for another unit and ``CalendarMissing``.
    """
    if tolerance is None:
        return due + DAY
    if tolerance.unit == "business days":
        return calendar.plus_business_days(due, tolerance.amount) + DAY
    if tolerance.unit == "days":
        return due + (tolerance.amount + 1) * DAY
    raise InvalidData(f"tolerância de {tolerance.in_portuguese}: escreva em dias ou em dias úteis")


def _days(length: Length, anchor: date, starts: Starts, calendar: Calendar, pauses: Ranges) -> tuple[date, date]:
    if starts == "next_business_day":
        # The eve of the first business day stands for the start day, in months and years too.
        anchor = _nth_business(anchor + DAY, 1, calendar, pauses) - DAY
    start = anchor if starts == "same_day" else anchor + DAY
    if length.unit == "business days":
        first = _nth_business(start, 1, calendar, pauses)
        return first, _nth_business(first, length.amount, calendar, pauses)
    first = nth_day_outside(pauses, start, 1)
    if length.unit == "days":
        return first, nth_day_outside(pauses, start, length.amount)
    # Date to date from the anchor, whether or not its own day counts.
    days = (add_months(anchor, in_months(length)) - anchor).days
    return first, nth_day_outside(pauses, anchor + DAY, days)


def in_months(length: Length) -> int:
    """A length in months or years, in months."""
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
