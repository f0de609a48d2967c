"""A deadline and why it falls on its day: the count (``counting.py``) told to a citizen, each day with its act."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, time
from itertools import groupby
from typing import NamedTuple

from workflow.calendar import Calendar
from workflow.case import Deadline
from workflow.counting import Ends, Span, Starts, count, count_back, in_months, lapses_on
from workflow.dates import DAY, Ranges, add_months, clipped, hour_label, label, merged, short_label, within
from workflow.length import Length

__all__ = ["Ends", "Line", "Span", "Starts", "add_months", "count", "count_back", "explain", "label", "lapses_on"]

_SUSPENDED = "prazo suspenso"
_AFTER_PAUSE = "A contagem começa no primeiro dia sem suspensão"
_WEEKEND = dict.fromkeys(("sábado", "domingo"), "fim de semana")


class Line(NamedTuple):
    """One step of the count: the day, or the days up to ``until``, what it is, and the act behind it, if any."""

    day: date
    until: date | None
    what: str
    ground: str | None


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
        month_end = add_months(origin, in_months(length))
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


def in_time(deadline: Deadline, on: date, at: time | None) -> bool:
    """Whether an act of that day (and hour, for terms in hours) is within the deadline."""
    if deadline.at is not None and on == deadline.due and at is not None:
        return at <= deadline.at
    return on <= deadline.due
