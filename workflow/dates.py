"""Civil dates: months date to date, days by their Portuguese names, sets of days given as ranges."""

from __future__ import annotations

import calendar as gregorian
from collections.abc import Iterable
from datetime import date, time, timedelta

from workflow.errors import InvalidData

DAY = timedelta(days=1)
Ranges = tuple[tuple[date, date], ...]
"""Ranges of days, both ends included, in order, with at least one day between one and the next."""

_WEEKDAYS = ("segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo")
_MONTHS = (
    *("janeiro", "fevereiro", "março", "abril", "maio", "junho"),
    *("julho", "agosto", "setembro", "outubro", "novembro", "dezembro"),
)


def short_label(day: date) -> str:
    """``2 de abril de 2027``; the first of a month is ``1º de maio de 2027``."""
    number = "1º" if day.day == 1 else str(day.day)
    return f"{number} de {_MONTHS[day.month - 1]} de {day.year}"


def label(day: date) -> str:
    """``sexta-feira, 2 de abril de 2027``."""
    return f"{_WEEKDAYS[day.weekday()]}, {short_label(day)}"


def hour_label(hour: time) -> str:
    """``10h30``, ``17h``."""
    return f"{hour.hour}h{hour.minute:02}" if hour.minute else f"{hour.hour}h"


def add_months(day: date, n: int) -> date:
    """The same day ``n`` months later; the last day of that month if it has no such day. Raises ``OverflowError``."""
    year, month = divmod(day.year * 12 + day.month - 1 + n, 12)
    if not date.min.year <= year <= date.max.year:
        raise OverflowError(f"year {year} is out of range")
    return date(year, month + 1, min(day.day, gregorian.monthrange(year, month + 1)[1]))


def merged(ranges: Iterable[tuple[date, date]]) -> Ranges:
    """The same set of days, overlaps once, in order; raises ``InvalidData`` if a range ends before it begins."""
    done: list[tuple[date, date]] = []
    for since, until in sorted(ranges):
        if until < since:
            raise InvalidData(
                f"a suspensão termina em {short_label(until)}, antes de começar, em {short_label(since)}; "
                "informe o primeiro e o último dia, nessa ordem"
            )
        if done and since - done[-1][1] <= DAY:
            done[-1] = (done[-1][0], max(until, done[-1][1]))
        else:
            done.append((since, until))
    return tuple(done)


def within(day: date, ranges: Ranges) -> bool:
    """Is ``day`` one of the days of ``ranges``?"""
    return any(since <= day <= until for since, until in ranges)


def nth_day_outside(ranges: Ranges, start: date, n: int) -> date:
    """The ``n``-th day (from one) outside ``ranges``, ``start`` included. Raises ``OverflowError``."""
    day = start + (n - 1) * DAY
    for since, until in ranges:
        if since > day:
            break
        if until >= start:
            day += until - max(since, start) + DAY
    return day


def clipped(ranges: Ranges, since: date, until: date) -> Ranges:
    """The part of ``ranges`` that lies between two days, both included."""
    return tuple((max(a, since), min(b, until)) for a, b in ranges if a <= until and b >= since)


def yearly(parts: Iterable[tuple[str, str]], since: date, until: date) -> list[tuple[date, date]]:
    """Parts of every year, given as month and day (``12-20`` to ``01-20``), that touch the days between two."""
    found = []
    for first, last in parts:
        for year in range(since.year - 1, until.year + 1):
            start, end = _in_year(year, first), _in_year(year if first <= last else year + 1, last)
            if end >= since and start <= until:
                found.append((start, end))
    return found


def _in_year(year: int, month_day: str) -> date:
    month, day = (int(part) for part in month_day.split("-"))
    return date(year, month, min(day, gregorian.monthrange(year, month)[1]))
