"""Terms counted back from a day, and parts of every year that do not count."""

from __future__ import annotations

from datetime import date

import pytest

from workflow.calendar import Calendar
from workflow.counting import count_back
from workflow.dates import yearly
from workflow.errors import InvalidData
from workflow.length import Length
from workflow.procedure import Ends

# 21 April 2027 is a Wednesday without office hours.
CALENDAR = Calendar.of([date(2027, 1, 1), date(2027, 4, 21)], early_closings=[date(2027, 4, 20)])


@pytest.mark.parametrize(
    ("length", "from_day", "ends", "suspended", "literal", "due"),
    [
        ("9 days", "2027-05-20", "literal", [], "2027-05-11", "2027-05-11"),
        ("5 days", "2027-05-20", "literal", [], "2027-05-15", "2027-05-15"),  # a Saturday
        ("5 days", "2027-05-20", "next_business_day", [], "2027-05-15", "2027-05-14"),  # moves back, not forward
        ("2 business days", "2027-04-23", "literal", [], "2027-04-20", "2027-04-20"),  # 21 April is left out
        ("2 business days", "2027-04-23", "next_business_day", [], "2027-04-20", "2027-04-19"),  # closes early
        ("5 days", "2027-05-20", "literal", [("2027-05-17", "2027-05-18")], "2027-05-13", "2027-05-13"),
        ("1 month", "2027-05-31", "literal", [], "2027-04-30", "2027-04-30"),
        ("0 days", "2027-05-20", "literal", [], "2027-05-20", "2027-05-20"),
    ],
)
def test_so_much_time_before_a_day(
    length: str, from_day: str, ends: Ends, suspended: list[tuple[str, str]], literal: str, due: str
) -> None:
    span = count_back(
        Length.parse(length),
        date.fromisoformat(from_day),
        ends=ends,
        calendar=CALENDAR,
        suspended=[(date.fromisoformat(a), date.fromisoformat(b)) for a, b in suspended],
    )
    assert (str(span.literal), str(span.due)) == (literal, due)


def test_hours_are_not_counted_back() -> None:
    with pytest.raises(InvalidData, match="para trás"):
        count_back(Length(24, "hours"), date(2027, 5, 20), ends="literal", calendar=CALENDAR)


@pytest.mark.parametrize(
    ("parts", "since", "until", "found"),
    [
        ([("12-20", "01-20")], "2027-12-01", "2028-02-01", [("2027-12-20", "2028-01-20")]),
        ([("12-20", "01-20")], "2028-01-05", "2028-02-01", [("2027-12-20", "2028-01-20")]),
        ([("07-01", "07-31")], "2027-06-01", "2028-06-30", [("2027-07-01", "2027-07-31")]),
        ([("02-01", "02-29")], "2027-01-01", "2027-12-31", [("2027-02-01", "2027-02-28")]),
        ([("07-01", "07-31")], "2027-08-01", "2027-12-31", []),
        ([], "2027-01-01", "2027-12-31", []),
    ],
)
def test_the_recess_of_each_year_between_two_days(
    parts: list[tuple[str, str]], since: str, until: str, found: list[tuple[str, str]]
) -> None:
    days = yearly(parts, date.fromisoformat(since), date.fromisoformat(until))
    assert [(str(a), str(b)) for a, b in days] == found
