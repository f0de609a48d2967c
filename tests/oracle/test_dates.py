"""The program's count held against the count on the fingers, over every start day of several years."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from tests.oracle.days import Counted, Office, walk
from tests.oracle.towns import TOWNS_BY_NAME, Town, every_day
from workflow.counting import count
from workflow.errors import CalendarMissing
from workflow.length import Length

STARTS: tuple[Any, ...] = ("next_day", "same_day", "next_business_day")
ENDS: tuple[Any, ...] = ("next_business_day", "literal")
# Of every so many start days one is taken, because walking years takes its time.
DAYS = dict.fromkeys(("5 days", "10 days", "15 days", "30 days", "5 business days", "15 business days"), 1)
MORE_DAYS = {**DAYS, "1 day": 1, "20 days": 1, "45 days": 1}
MONTHS = {"1 month": 1, "12 months": 9, "1 year": 10, "5 years": 37}
Ranges = tuple[tuple[date, date], ...]


def suspensions(years: range) -> dict[str, Ranges]:
    """Sets of suspended days: none; overlapping, touching and out of order; a recess; lone days."""
    first = years[0]
    return {
        "none": (),
        "overlapping": (
            (date(first, 3, 10), date(first, 3, 19)),
            (date(first, 3, 1), date(first, 3, 12)),
            (date(first, 3, 20), date(first, 3, 21)),
            (date(first + 1, 1, 31), date(first + 1, 2, 2)),
        ),
        "recess": tuple((date(year, 12, 20), date(year + 1, 1, 20)) for year in years[:-1]),
        "lone days": tuple((date(year, month, 15), date(year, month, 15)) for year in years for month in range(1, 13)),
    }


def days_of(ranges: Ranges) -> frozenset[date]:
    return frozenset(
        since + timedelta(days=number) for since, until in ranges for number in range((until - since).days + 1)
    )


def compare(
    town: Town,
    starts_in: range,
    sets: dict[str, Ranges],
    *,
    lengths: dict[str, int] | None = None,
    office: Office | None = None,
    ours: Any = None,
) -> tuple[int, list[Any]]:
    """Count everything both ways; returns how many computations were compared and those that differ.

    ``office`` and ``ours`` (a start rule) mislead the oracle, to show that it would notice.
    """
    compared, different = 0, []
    for text, anchor, starts, name, ranges in _table(starts_in, sets, lengths or DAYS):
        length = Length.parse(text)
        told = walk(
            anchor=anchor,
            amount=length.amount,
            unit=length.unit,
            starts=ours or starts,
            office=office or town.office,
            suspended=days_of(ranges) if ranges else frozenset(),
        )
        if told.rolled.year not in town.years:
            continue  # Years without a calendar refuse: the last test says so.
        for ends in ENDS:
            span = count(length, anchor, starts=starts, ends=ends, calendar=town.calendar, suspended=ranges)
            compared += 1
            if (span.literal, span.due) != (told.literal, _governing(told, ends)):
                different.append((text, str(anchor), starts, ends, name, span, told))
    return compared, different


def _table(
    starts_in: range, sets: dict[str, Ranges], lengths: dict[str, int]
) -> Iterator[tuple[str, date, Any, str, Ranges]]:
    anchors = list(every_day(starts_in))
    for text, every in lengths.items():
        for anchor in anchors[::every]:
            for starts in STARTS:
                for name, ranges in sets.items():
                    yield text, anchor, starts, name, ranges


def _governing(told: Counted, ends: str) -> date:
    return told.literal if ends == "literal" else told.rolled


def plain_sets(town: Town) -> dict[str, Ranges]:
    sets = suspensions(town.years)
    return {name: sets[name] for name in ("none", "overlapping")}


@pytest.mark.parametrize("name", TOWNS_BY_NAME)
def test_days_are_counted_as_on_the_fingers(name):
    town = TOWNS_BY_NAME[name]
    compared, different = compare(town, town.years[:2], plain_sets(town))
    assert different == []
    assert compared >= 50_000


@pytest.mark.parametrize("name", TOWNS_BY_NAME)
def test_months_and_years_are_counted_as_on_the_fingers(name):
    town = TOWNS_BY_NAME[name]
    compared, different = compare(town, town.years[:2], suspensions(town.years), lengths=MONTHS)
    assert different == []
    assert compared >= 18_000


@pytest.mark.heavy
@pytest.mark.parametrize("name", TOWNS_BY_NAME)
def test_years_on_end_are_counted_as_on_the_fingers(name):
    town = TOWNS_BY_NAME[name]
    compared, different = compare(town, town.years[:6], suspensions(town.years), lengths=MORE_DAYS)
    longer, different_too = compare(town, town.years[:6], suspensions(town.years), lengths=MONTHS)
    assert different + different_too == []
    assert compared + longer >= 375_000


def test_the_oracle_notices_a_dropped_holiday():
    town = TOWNS_BY_NAME["santos_dumont"]
    tiradentes = date(2026, 4, 21)
    short = replace(town.office, closed=set(town.office.closed) - {tiradentes})
    _, different = compare(town, range(2026, 2027), {"none": ()}, office=short)
    assert different
    for text, _, starts, _, _, span, told in different:
        touched = tiradentes in {told.rolled, told.literal} or span.first > tiradentes
        assert touched or "business" in text or starts == "next_business_day"


def test_the_oracle_notices_an_early_closing_not_observed():
    town = TOWNS_BY_NAME["early_closings"]
    _, different = compare(town, range(2026, 2027), {"none": ()}, office=replace(town.office, closes_early=frozenset()))
    assert different


def test_the_oracle_notices_a_first_day_that_is_counted():
    town = TOWNS_BY_NAME["sparse"]
    compared, different = compare(town, range(2026, 2027), {"none": ()}, ours="same_day")
    assert len(different) > compared / 4
    assert {starts for _, _, starts, *_ in different} == {"next_day", "next_business_day"}


def test_the_oracle_notices_a_suspension_that_is_not_observed():
    town = TOWNS_BY_NAME["sparse"]
    ranges = suspensions(town.years)["overlapping"]
    length = Length.parse("30 days")
    anchor = date(2026, 2, 20)
    told = walk(anchor=anchor, amount=30, unit="days", starts="next_day", office=town.office, suspended=days_of(ranges))
    span = count(length, anchor, starts="next_day", ends="literal", calendar=town.calendar)
    assert span.literal == date(2026, 3, 22)
    assert told.literal == date(2026, 4, 12)  # 21 days of March are not counted


EXAMPLES = [
    # On the fingers, from a wall calendar: what the oracle itself must say.
    (date(2027, 3, 5), 30, "days", "next_day", date(2027, 4, 4), date(2027, 4, 5)),
    (date(2027, 1, 15), 30, "days", "next_business_day", date(2027, 2, 16), date(2027, 2, 16)),
    (date(2027, 4, 19), 15, "days", "same_day", date(2027, 5, 3), date(2027, 5, 3)),
    (date(2027, 1, 31), 1, "months", "next_day", date(2027, 2, 28), date(2027, 3, 1)),
    (date(2028, 2, 29), 1, "years", "next_day", date(2029, 2, 28), date(2029, 2, 28)),
    (date(2027, 4, 16), 5, "business days", "next_day", date(2027, 4, 26), date(2027, 4, 26)),
    (date(2026, 12, 14), 10, "days", "next_day", date(2026, 12, 24), date(2026, 12, 28)),
]


@pytest.mark.parametrize(("anchor", "amount", "unit", "starts", "literal", "rolled"), EXAMPLES)
def test_the_oracle_agrees_with_a_wall_calendar(anchor, amount, unit, starts, literal, rolled):
    office = TOWNS_BY_NAME["santos_dumont"].office
    told = walk(anchor=anchor, amount=amount, unit=unit, starts=starts, office=office)
    assert told == Counted(literal=literal, rolled=rolled)


@pytest.mark.parametrize("name", TOWNS_BY_NAME)
def test_a_term_that_ends_beyond_the_calendar_is_refused(name):
    town = TOWNS_BY_NAME[name]
    last = date(town.years[-1], 12, 20)
    with pytest.raises(CalendarMissing, match=str(last.year + 1)):
        count(Length.parse("30 days"), last, starts="next_day", ends="next_business_day", calendar=town.calendar)
