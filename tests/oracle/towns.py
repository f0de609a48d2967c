"""Four calendars on which the counts are compared, each given twice: to the oracle and to the program.

The town's own file is read here with nothing but a YAML reader, apart from the program's way of reading it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from ruamel.yaml import YAML

from procedures.municipality import TOWNS, load_town
from tests.oracle.days import Office
from workflow.calendar import Calendar

TOWN_FILE = TOWNS / "mg_santos_dumont.yaml"
MADE_UP = range(2026, 2043)
NATIONAL = ((1, 1), (4, 21), (5, 1), (9, 7), (10, 12), (11, 2), (11, 15), (11, 20), (12, 25))
DAY = timedelta(days=1)


@dataclass(frozen=True, kw_only=True)
class Town:
    """A calendar as the oracle sees it and as the program does; ``years`` are those it covers."""

    name: str
    office: Office
    calendar: Calendar
    years: range


def every_day(years: Iterable[int]) -> Iterable[date]:
    for year in years:
        day = date(year, 1, 1)
        while day.year == year:
            yield day
            day += DAY


def national(years: Iterable[int] = MADE_UP) -> set[date]:
    return {date(year, month, day) for year in years for month, day in NATIONAL}


def santos_dumont() -> Town:
    """The town that comes with the product."""
    said = YAML(typ="safe").load(TOWN_FILE.read_text())["calendar"]
    office = Office(
        closed={each["day"] for each in said["closed"]}, closes_early={each["day"] for each in said["early_closings"]}
    )
    years = range(min(said["years"]), max(said["years"]) + 1)
    return Town(name="santos_dumont", office=office, calendar=load_town(TOWN_FILE).calendar(), years=years)


def _town(name: str, closed: set[date], early: set[date], late: set[date]) -> Town:
    return Town(
        name=name,
        office=Office(closed=closed, closes_early=early),
        calendar=Calendar.of(sorted(closed), early_closings=sorted(early), late_openings=sorted(late)),
        years=MADE_UP,
    )


def many_optional_days() -> Town:
    """Every holiday bridges to the weekend, the offices rest from Christmas to Epiphany, and Carnival is long."""
    closed = national()
    for day in sorted(closed):
        if day.weekday() == 1:
            closed.add(day - DAY)
        if day.weekday() == 3:
            closed.add(day + DAY)
    closed.update(
        day for day in every_day(MADE_UP) if (day.month, day.day) >= (12, 24) or (day.month, day.day) <= (1, 6)
    )
    closed.update(day for day in every_day(MADE_UP) if day.month == 2 and 8 <= day.day <= 12)
    return _town("many_optional_days", closed, set(), set())


def early_closings() -> Town:
    """The counter closes early on the 5th and the last days of each month, and opens late on the 6th and 20th."""
    early = {day for day in every_day(MADE_UP) if day.day == 5 or (day + 2 * DAY).month != day.month}
    late = {day for day in every_day(MADE_UP) if day.day in {6, 20}}
    return _town("early_closings", national(), early, late)


def sparse() -> Town:
    """Hardly a holiday: New Year and Christmas."""
    closed = {date(year, *day) for year in MADE_UP for day in ((1, 1), (12, 25))}
    return _town("sparse", closed, set(), {date(year, 12, 26) for year in MADE_UP})


TOWNS_BY_NAME = {each.name: each for each in (santos_dumont(), many_optional_days(), early_closings(), sparse())}
