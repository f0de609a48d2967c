"""Civil dates: date to date, Portuguese names, sets of days."""

from __future__ import annotations

from datetime import date, time

import pytest

from workflow.dates import add_months, clipped, hour_label, label, merged, nth_day_outside, short_label, within
from workflow.errors import InvalidData

FLOOD = merged([(date(2027, 3, 10), date(2027, 3, 14)), (date(2027, 3, 20), date(2027, 3, 20))])


@pytest.mark.parametrize(
    ("day", "months", "end"),
    [
        (date(2027, 1, 31), 1, date(2027, 2, 28)),  # there is no 31 February
        (date(2028, 1, 31), 1, date(2028, 2, 29)),  # leap year
        (date(2028, 2, 29), 12, date(2029, 2, 28)),  # nor a 29 February one year later
        (date(2028, 2, 29), 48, date(2032, 2, 29)),
        (date(2027, 2, 28), 1, date(2027, 3, 28)),  # number to number, not end of month to end of month
        (date(2027, 12, 15), 1, date(2028, 1, 15)),
        (date(2027, 5, 31), 6, date(2027, 11, 30)),
        (date(2027, 5, 31), 0, date(2027, 5, 31)),
    ],
)
def test_months_run_date_to_date_or_to_the_last_day_of_the_month(day: date, months: int, end: date) -> None:
    assert add_months(day, months) == end


def test_months_beyond_the_last_year_overflow_like_days_do() -> None:
    with pytest.raises(OverflowError):
        add_months(date(9999, 12, 1), 1)


def test_days_and_hours_are_named_in_portuguese() -> None:
    assert label(date(2027, 4, 2)) == "sexta-feira, 2 de abril de 2027"
    assert label(date(2027, 5, 1)) == "sábado, 1º de maio de 2027"
    assert short_label(date(2027, 3, 31)) == "31 de março de 2027"
    assert [hour_label(time(17)), hour_label(time(10, 5)), hour_label(time(0))] == ["17h", "10h05", "0h"]


def test_overlapping_and_touching_ranges_are_one_set_of_days() -> None:
    given = [
        (date(2027, 3, 15), date(2027, 3, 16)),
        (date(2027, 3, 20), date(2027, 3, 20)),
        (date(2027, 3, 10), date(2027, 3, 14)),
        (date(2027, 3, 11), date(2027, 3, 12)),
    ]
    assert merged(given) == ((date(2027, 3, 10), date(2027, 3, 16)), (date(2027, 3, 20), date(2027, 3, 20)))


def test_a_range_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(InvalidData, match="termina em 9 de março de 2027, antes de começar, em 10 de março"):
        merged([(date(2027, 3, 10), date(2027, 3, 9))])


@pytest.mark.parametrize(
    ("start", "n", "day"),
    [
        (date(2027, 3, 8), 2, date(2027, 3, 9)),  # before the flood
        (date(2027, 3, 8), 3, date(2027, 3, 15)),  # what would be the 10th
        (date(2027, 3, 12), 1, date(2027, 3, 15)),  # starting inside
        (date(2027, 3, 15), 6, date(2027, 3, 21)),  # the second range too
        (date(2027, 3, 21), 1, date(2027, 3, 21)),  # after all
    ],
)
def test_the_nth_day_outside_ranges_skips_each_of_their_days_once(start: date, n: int, day: date) -> None:
    assert nth_day_outside(FLOOD, start, n) == day


def test_both_ends_of_a_range_belong_to_it() -> None:
    days = [date(2027, 3, 9), date(2027, 3, 10), date(2027, 3, 14), date(2027, 3, 15)]
    assert [within(day, FLOOD) for day in days] == [False, True, True, False]


def test_clipping_keeps_what_lies_between_two_days() -> None:
    assert clipped(FLOOD, date(2027, 3, 12), date(2027, 3, 19)) == ((date(2027, 3, 12), date(2027, 3, 14)),)
