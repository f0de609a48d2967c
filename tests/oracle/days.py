"""Terms counted on the fingers, one day after another: what the program's own count is held against.

Written from the rules alone, without a look at the program's count. Nothing here is quick or clever. The rules:

- the start day is left out and the last day is in (Lei 9.784 art. 66), unless the start rule says otherwise;
- days run on, over weekends and holidays; business days count only days with office hours;
- a term ending on a day without office hours, or on which they end early, goes on to the next full day
  (art. 66 §1); hours that begin late change nothing;
- months and years run from date to date; where the day does not exist, the last of the month (art. 66 §3);
- where the count may only begin on a business day, the eve of that day stands for the start day (CPC art. 224 §3);
- the days of a suspension are not counted, and none of them can be the last.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

NOTHING: frozenset[date] = frozenset()
SATURDAY = 5

Start = Literal["next_day", "same_day", "next_business_day"]
Unit = Literal["days", "business days", "months", "years"]


@dataclass(frozen=True, kw_only=True)
class Office:
    """The days on which the counter does not open, or closes early. Late openings are not even asked for."""

    closed: AbstractSet[date]
    closes_early: AbstractSet[date] = NOTHING

    def opens(self, day: date) -> bool:
        return day.weekday() < SATURDAY and day not in self.closed

    def full_day(self, day: date) -> bool:
        return self.opens(day) and day not in self.closes_early


@dataclass(frozen=True, kw_only=True)
class Counted:
    """The day the count gives, and the day to which it goes on when the last one must be a full day of office."""

    literal: date
    rolled: date


def following(day: date) -> date:
    return day + timedelta(days=1)


def same_date_later(anchor: date, months: int) -> date:
    """The day of the same number so many months later, or the last of that month. Walks the days to find it."""
    passed, day = 0, anchor
    while passed < months:
        day = following(day)
        if day.day == 1:
            passed += 1
    # Now the first of the right month: go on to the number wanted, but not out of the month.
    while day.day < anchor.day and following(day).month == day.month:
        day = following(day)
    return day


def eve_of_count(anchor: date, office: Office, suspended: AbstractSet[date]) -> date:
    """The day before the first business day after ``anchor`` that may be counted."""
    while not office.opens(following(anchor)) or following(anchor) in suspended:
        anchor = following(anchor)
    return anchor


def walk(
    *,
    anchor: date,
    amount: int,
    unit: Unit,
    starts: Start,
    office: Office,
    suspended: AbstractSet[date] = NOTHING,
) -> Counted:
    """Count ``amount`` of ``unit`` after ``anchor``, the day of effect of the act that starts the term."""
    if starts == "next_business_day":
        anchor = eve_of_count(anchor, office, suspended)
    if unit in {"months", "years"}:
        first, wanted = following(anchor), 0
        end, day = same_date_later(anchor, amount * (12 if unit == "years" else 1)), anchor
        while day < end:
            day = following(day)
            wanted += 1
    else:
        first, wanted = (anchor if starts == "same_day" else following(anchor)), amount
    day, counted = first, 0
    while True:
        counts = day not in suspended and (unit != "business days" or office.opens(day))
        if counts:
            counted += 1
        if counted == wanted:
            break
        day = following(day)
    literal = day
    while not office.full_day(day) or day in suspended:
        day = following(day)
    return Counted(literal=literal, rolled=day)
