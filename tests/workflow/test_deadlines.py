"""Counting terms: tables of real counts, then each rule at its edges."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

import pytest

from workflow.calendar import Calendar
from workflow.deadlines import Ends, Span, Starts, count, lapses_on
from workflow.errors import CalendarMissing, InvalidData
from workflow.length import Length


def day(text: str) -> date:
    return date.fromisoformat(text)


NATIONAL = ("01-01", "04-21", "05-01", "09-07", "10-12", "11-02", "11-15", "11-20", "12-25")
GOOD_FRIDAYS = ("2025-04-18", "2026-04-03", "2027-03-26", "2028-04-14")


def town(
    local: str, *, more: tuple[str, ...] = (), early: tuple[str, ...] = (), late: tuple[str, ...] = ()
) -> Calendar:
    """National holidays of 2025 to 2028, Good Friday, one local day, and what a decree adds."""
    yearly = [f"{year}-{each}" for year in range(2025, 2029) for each in (*NATIONAL, local)]
    return Calendar.of(
        map(day, (*yearly, *GOOD_FRIDAYS, *more)), early_closings=map(day, early), late_openings=map(day, late)
    )


TOWNS = {
    "SD": town("07-27"),
    "SD carnival": town("07-27", more=("2027-02-08", "2027-02-09"), late=("2027-02-10",)),
    "SD Christmas Eve": town("07-27", early=("2026-12-24",)),
    "LV": town("07-20"),
    "BG": town("09-15"),
    "BG carnival": town("09-15", more=("2026-02-16", "2026-02-17"), late=("2026-02-18",)),
    "AM": town("08-27", more=("2026-07-09", "2027-07-09")),
    "none": Calendar.of([]),
}


class Term(NamedTuple):
    where: str
    length: str
    anchor: str
    literal: str
    due: str
    starts: Starts = "next_day"
    ends: Ends = "next_business_day"
    suspended: tuple[tuple[str, str], ...] = ()

    def counted(self) -> Span:
        return count(
            Length.parse(self.length),
            day(self.anchor),
            starts=self.starts,
            ends=self.ends,
            calendar=TOWNS[self.where],
            suspended=[(day(since), day(until)) for since, until in self.suspended],
        )


def literally(length: str, anchor: str, end: str, starts: Starts = "next_day") -> Term:
    """A term that never moves; given no calendar at all, to prove that none is looked at."""
    return Term("none", length, anchor, end, end, starts, "literal")


TERMS = [
    # Santos Dumont: ten days to notify, against the authority, never moved.
    literally("10 days", "2027-03-01", "2027-03-11"),
    literally("10 days", "2027-02-01", "2027-02-11"),
    literally("10 days", "2027-02-10", "2027-02-20"),  # a Saturday, and it stays
    literally("10 days", "2027-05-03", "2027-05-13"),
    literally("10 days", "2027-04-06", "2027-04-16"),
    literally("10 days", "2026-12-21", "2026-12-31"),
    Term("SD", "10 days", "2027-02-10", "2027-02-20", "2027-02-22"),  # the other reading: to Monday
    # Defense, thirty days after receipt.
    Term("SD", "30 days", "2027-03-03", "2027-04-02", "2027-04-02"),
    Term("SD", "30 days", "2027-03-05", "2027-04-04", "2027-04-05"),  # Sunday to Monday
    Term("SD", "30 days", "2027-03-08", "2027-04-07", "2027-04-07"),
    Term("SD", "30 days", "2027-03-11", "2027-04-10", "2027-04-12"),  # Saturday to Monday
    Term("SD", "30 days", "2027-02-22", "2027-03-24", "2027-03-24"),
    Term("SD", "30 days", "2027-05-17", "2027-06-16", "2027-06-16"),
    Term("SD", "30 days", "2027-05-12", "2027-06-11", "2027-06-11"),
    Term("SD", "30 days", "2027-01-15", "2027-02-14", "2027-02-15"),  # received on Friday: Saturday is day one
    Term("SD", "30 days", "2027-01-15", "2027-02-16", "2027-02-16", "next_business_day"),  # or Monday, by answer
    Term("SD", "30 days", "2026-12-29", "2027-01-28", "2027-01-28"),  # no year-end recess
    Term("SD carnival", "30 days", "2027-01-08", "2027-02-07", "2027-02-10"),  # a late opening does not move it on
    Term("SD Christmas Eve", "30 days", "2026-11-24", "2026-12-24", "2026-12-28"),  # an early closing does
    Term("SD", "30 days", "2027-08-04", "2027-09-03", "2027-09-03"),
    Term("SD", "30 days", "2027-02-03", "2027-03-05", "2027-03-05"),
    Term("SD", "30 days", "2027-10-06", "2027-11-05", "2027-11-05"),
    Term("SD", "30 days", "2028-02-16", "2028-03-17", "2028-03-17"),  # through 29 February
    Term("SD", "30 days", "2027-04-16", "2027-05-16", "2027-05-17"),
    Term(
        "SD",
        "30 days",
        "2027-03-03",
        "2027-04-09",
        "2027-04-09",
        suspended=(("2027-03-10", "2027-03-14"), ("2027-03-12", "2027-03-16")),
    ),  # seven days, the overlap once
    # Appeal and payment, fifteen days.
    Term("SD", "15 days", "2027-04-19", "2027-05-04", "2027-05-04"),
    Term("SD", "15 days", "2027-04-19", "2027-05-03", "2027-05-03", "same_day"),
    Term("SD", "15 days", "2027-04-14", "2027-04-29", "2027-04-29"),
    Term("SD", "15 days", "2027-06-29", "2027-07-14", "2027-07-14"),
    Term("SD", "15 days", "2027-09-22", "2027-10-07", "2027-10-07"),
    Term("SD", "15 days", "2027-03-17", "2027-04-01", "2027-04-01"),
    Term("SD", "15 days", "2028-03-29", "2028-04-13", "2028-04-13"),  # the eve of Good Friday
    Term("SD", "15 days", "2027-07-22", "2027-08-06", "2027-08-06"),
    # Penalties that run: the day of the seizure is the first, the last is literal.
    literally("35 days", "2027-10-13", "2027-11-16", "same_day"),
    literally("60 days", "2027-09-01", "2027-10-30", "same_day"),
    literally("31 days", "2027-09-01", "2027-10-01", "same_day"),
    literally("180 days", "2027-09-01", "2028-02-27", "same_day"),
    literally("2 years", "2027-01-04", "2029-01-04"),  # the fleet's transition
    Term("SD", "0 days", "2027-01-31", "2027-01-31", "2027-02-01"),  # "até 31 de janeiro", a Sunday
    # Lavras: the vacatio, ten days, five to cure, thirty to pay.
    literally("180 days", "2020-01-13", "2020-07-10", "same_day"),
    literally("15 days", "2027-04-06", "2027-04-21"),  # undated receipt: effect on a holiday, not moved
    literally("15 days", "2027-04-15", "2027-04-30"),
    Term("LV", "10 days", "2027-03-10", "2027-03-20", "2027-03-22"),
    Term("LV", "10 days", "2027-04-06", "2027-04-16", "2027-04-16"),
    Term("LV", "5 days", "2027-05-10", "2027-05-15", "2027-05-17"),
    Term("LV", "30 days", "2027-06-09", "2027-07-09", "2027-07-09"),
    Term("LV", "5 days", "2027-05-04", "2027-05-09", "2027-05-10"),
    Term("LV", "10 days", "2027-05-04", "2027-05-14", "2027-05-14"),
    Term("LV", "5 days", "2027-05-20", "2027-05-25", "2027-05-25"),
    Term("LV", "10 days", "2027-05-20", "2027-05-30", "2027-05-31"),
    Term("LV", "30 days", "2027-05-20", "2027-06-19", "2027-06-21"),
    Term("LV", "10 days", "2027-08-03", "2027-08-13", "2027-08-13"),
    Term("LV", "5 days", "2027-08-23", "2027-08-28", "2027-08-30"),
    Term("LV", "10 days", "2027-08-23", "2027-09-02", "2027-09-02"),
    Term("LV", "20 days", "2027-08-23", "2027-09-12", "2027-09-13"),
    Term("LV", "10 days", "2027-09-08", "2027-09-18", "2027-09-20"),
    Term("LV", "30 days", "2027-03-31", "2027-04-30", "2027-04-30"),
    Term("LV", "10 days", "2027-05-14", "2027-05-24", "2027-05-24"),
    Term("LV", "30 days", "2027-05-14", "2027-06-13", "2027-06-14"),
    Term("LV", "30 days", "2027-06-14", "2027-07-14", "2027-07-14"),
    Term("LV", "10 days", "2027-09-03", "2027-09-13", "2027-09-13"),
    Term("LV", "10 days", "2027-03-05", "2027-03-15", "2027-03-15"),
    Term("LV", "10 days", "2026-12-29", "2027-01-08", "2027-01-08"),
    Term("LV", "10 days", "2026-12-31", "2027-01-10", "2027-01-11"),  # 1 January is day one
    Term("LV", "10 days", "2027-03-02", "2027-03-12", "2027-03-12"),
    Term("LV", "10 days", "2027-04-15", "2027-04-25", "2027-04-26"),
    Term("LV", "10 days", "2027-04-21", "2027-05-01", "2027-05-03"),  # Labour Day on a Saturday
    Term("LV", "10 days", "2027-04-30", "2027-05-10", "2027-05-10"),
    Term("LV", "15 business days", "2027-07-09", "2027-08-02", "2027-08-02"),  # passes over 20 July
    Term("LV", "1 year", "2026-02-27", "2027-02-27", "2027-03-01"),  # a certificate's year ends on a Saturday
    # Barra do Garças: fifteen days, ten, thirty from the lapsed day, twelve months barred.
    Term("BG", "15 days", "2025-08-04", "2025-08-19", "2025-08-19"),
    Term("BG", "15 days", "2025-08-01", "2025-08-16", "2025-08-18"),
    Term("BG", "15 days", "2025-08-01", "2025-08-18", "2025-08-18", "next_business_day"),  # same end, other road
    Term("BG", "15 days", "2025-08-06", "2025-08-21", "2025-08-21"),
    Term("BG", "15 days", "2025-08-15", "2025-08-30", "2025-09-01"),
    Term("BG", "15 days", "2025-10-06", "2025-10-21", "2025-10-21"),
    Term("BG", "15 days", "2025-12-01", "2025-12-16", "2025-12-16"),
    Term("BG", "15 days", "2025-12-29", "2026-01-13", "2026-01-13"),
    Term("BG", "15 days", "2025-12-31", "2026-01-15", "2026-01-15"),
    Term("BG", "15 days", "2026-03-03", "2026-03-18", "2026-03-18"),
    Term("BG", "10 days", "2025-09-10", "2025-09-20", "2025-09-22"),
    Term("BG", "10 days", "2025-08-08", "2025-08-18", "2025-08-18"),
    Term("BG", "10 days", "2026-01-14", "2026-01-24", "2026-01-26"),
    Term("BG", "10 days", "2026-04-08", "2026-04-18", "2026-04-20"),
    Term("BG", "30 days", "2025-09-22", "2025-10-22", "2025-10-22"),  # from the moved end, not the literal one
    Term("BG", "30 days", "2025-08-18", "2025-09-17", "2025-09-17"),
    Term("BG", "30 days", "2025-08-19", "2025-09-18", "2025-09-18"),
    Term("BG", "30 days", "2025-08-25", "2025-09-24", "2025-09-24"),
    Term("BG", "30 days", "2025-10-08", "2025-11-07", "2025-11-07"),
    Term("BG", "30 days", "2025-12-16", "2026-01-15", "2026-01-15"),
    Term("BG", "30 days", "2026-01-13", "2026-02-12", "2026-02-12"),
    Term("BG", "30 days", "2026-01-15", "2026-02-14", "2026-02-16"),
    Term("BG carnival", "30 days", "2026-01-15", "2026-02-14", "2026-02-18"),  # to Ash Wednesday, opening late
    literally("12 months", "2026-01-27", "2027-01-27"),
    literally("12 months", "2026-05-13", "2027-05-13"),
    Term("BG", "60 days", "2025-02-26", "2025-04-27", "2025-04-28"),
    Term("BG", "90 days", "2025-02-26", "2025-05-27", "2025-05-27"),
    Term("BG", "5 days", "2025-09-01", "2025-09-06", "2025-09-08"),
    # Americana: ten days twice, thirty to pay, suspensions.
    Term("AM", "10 days", "2026-08-05", "2026-08-15", "2026-08-17"),
    Term("AM", "10 days", "2026-08-26", "2026-09-05", "2026-09-08"),  # Saturday, Sunday, Independence Day
    Term("AM", "10 days", "2026-04-07", "2026-04-17", "2026-04-17"),
    Term("AM", "10 days", "2026-04-08", "2026-04-18", "2026-04-20"),
    Term("AM", "10 days", "2026-04-14", "2026-04-24", "2026-04-24"),
    Term("AM", "10 days", "2026-05-06", "2026-05-16", "2026-05-18"),
    Term("AM", "10 days", "2026-05-11", "2026-05-21", "2026-05-21"),
    Term("AM", "10 days", "2026-06-08", "2026-06-18", "2026-06-18"),
    Term("AM", "10 days", "2026-08-17", "2026-08-27", "2026-08-28"),  # a municipal holiday
    Term("AM", "10 days", "2026-11-17", "2026-11-27", "2026-11-27"),
    Term("AM", "10 days", "2027-01-13", "2027-01-23", "2027-01-25"),
    Term("AM", "10 days", "2026-11-19", "2026-11-29", "2026-11-30"),  # notice on the eve of a holiday
    Term("AM", "10 days", "2026-11-19", "2026-12-02", "2026-12-02", "next_business_day"),  # Monday is day one
    Term("AM", "30 days", "2026-05-06", "2026-06-05", "2026-06-05"),
    Term("AM", "30 days", "2026-06-17", "2026-07-17", "2026-07-17"),
    Term("AM", "30 days", "2027-01-13", "2027-02-12", "2027-02-12"),
    literally("15 days", "2026-07-01", "2026-07-15", "same_day"),
    literally("60 days", "2026-07-01", "2026-08-29", "same_day"),
    # Months and years, at the ends of months.
    literally("1 month", "2027-01-31", "2027-02-28"),
    literally("1 year", "2028-02-29", "2029-02-28"),
    literally("1 month", "2027-03-10", "2027-04-10", "same_day"),  # date to date, whatever the first day
    literally("1 month", "2027-01-31", "2027-02-28", "same_day"),
    Term("SD", "1 month", "2027-03-05", "2027-04-07", "2027-04-07", "next_business_day"),  # 8 March to 7 April
    Term(
        "SD",
        "1 month",
        "2027-03-03",
        "2027-04-08",
        "2027-04-08",
        suspended=(("2027-03-10", "2027-03-12"), ("2027-04-04", "2027-04-05")),
    ),  # the second falls in what the first added
    # Business days.
    Term("SD", "1 business day", "2027-04-20", "2027-04-22", "2027-04-22"),
    Term("SD", "1 business day", "2027-04-20", "2027-04-20", "2027-04-20", "same_day"),
    Term(
        "SD", "1 business day", "2027-04-21", "2027-04-22", "2027-04-22", "same_day"
    ),  # the holiday itself cannot count
    Term("SD", "2 business days", "2027-04-20", "2027-04-23", "2027-04-23", "next_business_day"),
    Term(
        "SD Christmas Eve", "3 business days", "2026-12-21", "2026-12-24", "2026-12-28"
    ),  # it counts, but moves the end
    Term("SD Christmas Eve", "4 business days", "2026-12-21", "2026-12-28", "2026-12-28"),
    Term("SD Christmas Eve", "3 business days", "2026-12-21", "2026-12-24", "2026-12-24", ends="literal"),
    Term("SD", "3 business days", "2027-03-01", "2027-03-09", "2027-03-09", suspended=(("2027-03-03", "2027-03-06"),)),
    # Suspensions against the start and the end.
    Term("SD", "5 days", "2027-03-01", "2027-03-09", "2027-03-09", suspended=(("2027-03-02", "2027-03-04"),)),
    Term("SD", "5 days", "2027-03-01", "2027-03-06", "2027-03-08", suspended=(("2027-02-20", "2027-03-01"),)),
    Term(
        "SD", "5 days", "2027-03-01", "2027-03-07", "2027-03-08", "same_day", suspended=(("2027-02-27", "2027-03-02"),)
    ),
    Term(
        "SD", "4 days", "2027-03-01", "2027-03-09", "2027-03-09", suspended=(("2027-03-05", "2027-03-08"),)
    ),  # not the last
    Term(
        "SD", "5 days", "2027-03-01", "2027-03-06", "2027-03-10", suspended=(("2027-03-08", "2027-03-09"),)
    ),  # nor moved to
    Term(
        "SD",
        "3 days",
        "2027-03-04",
        "2027-03-10",
        "2027-03-10",
        "next_business_day",
        suspended=(("2027-03-05", "2027-03-05"),),
    ),
]


@pytest.mark.parametrize("term", TERMS, ids=lambda term: f"{term.where}: {term.length} from {term.anchor}")
def test_a_term_ends_on_its_literal_day_and_on_the_day_that_governs(term: Term) -> None:
    span = term.counted()
    assert (span.literal, span.due, span.at) == (day(term.literal), day(term.due), None)


@pytest.mark.parametrize(
    ("anchor", "starts", "suspended", "first"),
    [
        ("2027-03-05", "next_day", (), "2027-03-06"),
        ("2027-03-05", "same_day", (), "2027-03-05"),
        ("2027-03-05", "next_business_day", (), "2027-03-08"),
        ("2027-03-05", "next_day", (("2027-03-06", "2027-03-06"),), "2027-03-07"),
        ("2027-03-05", "next_business_day", (("2027-03-08", "2027-03-08"),), "2027-03-09"),
    ],
)
def test_the_first_day_is_the_first_that_counts(
    anchor: str, starts: Starts, suspended: tuple[tuple[str, str], ...], first: str
) -> None:
    assert Term("SD", "5 days", anchor, "", "", starts, suspended=suspended).counted().first == day(first)


def test_a_term_of_nothing_begins_and_ends_on_the_day_of_the_act() -> None:
    assert literally("0 days", "2027-01-31", "").counted() == Span(
        day("2027-01-31"), day("2027-01-31"), day("2027-01-31"), None
    )


@pytest.mark.parametrize(
    ("length", "anchor", "starts", "ends", "year"),
    [
        ("30 days", "2028-12-15", "next_day", "next_business_day", 2029),  # where it ends
        ("1 year", "2028-12-15", "next_day", "next_business_day", 2029),
        ("15 business days", "2028-12-15", "next_day", "literal", 2029),  # what it counts
        ("30 days", "2028-12-29", "next_business_day", "literal", 2029),  # where it starts
        ("2 days", "2028-12-29", "next_day", "next_business_day", 2029),  # a Sunday, moved into the next year
        ("5 days", "2024-12-20", "next_day", "next_business_day", 2024),
    ],
)
def test_a_year_without_calendar_refuses_the_count(
    length: str, anchor: str, starts: Starts, ends: Ends, year: int
) -> None:
    with pytest.raises(CalendarMissing, match=f"não cobre o ano de {year}"):
        Term("SD", length, anchor, "", "", starts, ends).counted()


def test_a_year_between_that_the_count_does_not_look_at_may_be_missing() -> None:
    ends_covered = Calendar.of([day("2027-01-01"), day("2030-01-01")])
    span = count(
        Length(3, "years"), day("2027-03-01"), starts="next_day", ends="next_business_day", calendar=ends_covered
    )
    assert span.due == day("2030-03-01")


@pytest.mark.parametrize("length", ["9999 years", "9000 years"])
def test_an_end_beyond_the_last_year_is_refused_in_words(length: str) -> None:
    with pytest.raises(InvalidData, match="passa do ano 9999"):
        literally(length, "2027-03-01", "").counted()


def test_a_suspension_without_end_in_sight_is_refused_in_words() -> None:
    with pytest.raises(InvalidData, match="passa do ano 9999"):
        Term("SD", "30 days", "2027-03-01", "", "", suspended=(("2027-03-10", "9999-12-31"),)).counted()


@pytest.mark.parametrize(
    ("due", "tolerance", "morning"),
    [
        ("2027-04-02", None, "2027-04-03"),  # the clock works on Saturdays
        ("2027-04-02", Length(0, "business days"), "2027-04-03"),
        ("2027-04-02", Length(2, "days"), "2027-04-05"),
        ("2027-04-02", Length(2, "business days"), "2027-04-07"),  # Monday and Tuesday, then Wednesday morning
        ("2027-04-20", Length(1, "business days"), "2027-04-23"),  # past Tiradentes
    ],
)
def test_the_clock_may_act_the_morning_after_the_term_or_its_tolerance(
    due: str, tolerance: Length | None, morning: str
) -> None:
    assert lapses_on(day(due), tolerance=tolerance, calendar=TOWNS["SD"]) == day(morning)


def test_without_tolerance_the_clock_needs_no_calendar() -> None:
    assert lapses_on(day("2027-12-31"), tolerance=None, calendar=TOWNS["none"]) == day("2028-01-01")


def test_a_tolerance_in_months_is_refused() -> None:
    with pytest.raises(InvalidData, match="tolerância de 1 mês: escreva em dias ou em dias úteis"):
        lapses_on(day("2027-04-02"), tolerance=Length(1, "months"), calendar=TOWNS["SD"])


def test_the_zone_of_the_machine_changes_no_term(machine_zone: str) -> None:
    for term in TERMS:
        span = term.counted()
        assert (span.literal, span.due) == (day(term.literal), day(term.due)), machine_zone
