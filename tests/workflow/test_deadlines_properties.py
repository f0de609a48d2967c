"""What holds for every count, whatever the length, the day, the calendar and the suspensions."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from workflow.calendar import Calendar, DayNote
from workflow.dates import merged, within
from workflow.deadlines import Span, count, explain
from workflow.length import Length, Unit

DAYS = st.dates(date(2018, 1, 1), date(2027, 12, 31))
UNITS: tuple[Unit, ...] = ("hours", "days", "business days", "months", "years")
IN_DAYS: tuple[Unit, ...] = ("days", "business days")
MOST: dict[Unit, int] = {"hours": 400, "days": 200, "business days": 60, "months": 24, "years": 3}
WEEK = timedelta(days=7)


def lengths(units: tuple[Unit, ...] = UNITS, least: int = 0) -> st.SearchStrategy[Length]:
    return st.sampled_from(units).flatmap(lambda unit: st.builds(Length, st.integers(least, MOST[unit]), st.just(unit)))


ANY_LENGTH = lengths()


def notes(days: list[date]) -> dict[date, DayNote]:
    return {day: DayNote(day, "dia de teste", "Decreto 1/2018") for day in days}


def calendars_closing(
    closed: st.SearchStrategy[list[date]], early: st.SearchStrategy[list[date]]
) -> st.SearchStrategy[Calendar]:
    return st.builds(
        Calendar,
        zone=st.sampled_from(["America/Sao_Paulo", "America/Cuiaba"]),
        years=st.just(frozenset(range(2018, 2041))),
        closed=closed.map(notes),
        early_closings=early.map(notes),
        late_openings=st.just({}),
        opens=st.just(time(8)),
        closes=st.just(time(17)),
    )


NO_DAYS: st.SearchStrategy[list[date]] = st.just([])
WEEKENDS_ONLY = calendars_closing(NO_DAYS, NO_DAYS)
RANGES = st.lists(
    st.tuples(DAYS, st.integers(0, 40)).map(lambda it: (it[0], it[0] + timedelta(days=it[1]))), max_size=4
)


@st.composite
def terms(
    draw: st.DrawFn,
    lengths: st.SearchStrategy[Length] = ANY_LENGTH,
    calendars: st.SearchStrategy[Calendar] | None = None,
) -> dict[str, Any]:
    """Arguments of ``count``, with closed days and suspensions drawn near the term so that they matter."""
    anchor = draw(DAYS)
    near = st.integers(-20, 90).map(lambda n: anchor + timedelta(days=n))
    some = st.lists(near, max_size=12)
    ranges = st.tuples(near, st.integers(0, 15)).map(lambda it: (it[0], it[0] + timedelta(days=it[1])))
    return {
        "length": draw(lengths),
        "anchor": anchor,
        "starts": draw(st.sampled_from(["next_day", "same_day", "next_business_day"])),
        "ends": draw(st.sampled_from(["next_business_day", "literal"])),
        "calendar": draw(calendars_closing(some, some) if calendars is None else calendars),
        "suspended": draw(st.lists(ranges, max_size=4)),
        "at": draw(st.times().map(lambda it: it.replace(second=0, microsecond=0))),
    }


def end(span: Span) -> tuple[date, time]:
    return span.due, span.at or time()


@given(terms(), st.randoms(use_true_random=False))
def test_the_order_repetition_and_cutting_of_suspensions_change_nothing(term: dict[str, Any], random: Any) -> None:
    days = [
        (since + timedelta(days=n),) * 2 for since, until in term["suspended"] for n in range((until - since).days + 1)
    ]
    random.shuffle(days)
    assert count(**{**term, "suspended": days + days[:3]}) == count(**term)


@given(terms(lengths(IN_DAYS), WEEKENDS_ONLY))
def test_a_week_later_is_a_week_later_where_only_weekends_matter(term: dict[str, Any]) -> None:
    shifted = {
        **term,
        "anchor": term["anchor"] + WEEK,
        "suspended": [(a + WEEK, b + WEEK) for a, b in term["suspended"]],
    }
    before, after = count(**term), count(**shifted)
    assert (after.first - before.first, after.literal - before.literal, after.due - before.due) == (WEEK, WEEK, WEEK)


@given(terms())
def test_the_end_that_governs_is_never_before_the_literal_one(term: dict[str, Any]) -> None:
    span = count(**term)
    assert term["anchor"] <= span.first <= span.literal <= span.due


@given(terms())
def test_a_term_that_moves_ends_on_the_first_full_day_without_suspension(term: dict[str, Any]) -> None:
    term["ends"] = "next_business_day"
    span, pauses = count(**term), merged(term["suspended"])
    between = [span.literal + timedelta(days=n) for n in range((span.due - span.literal).days + 1)]
    can_be_last = [term["calendar"].full_hours(day) and not within(day, pauses) for day in between]
    assert can_be_last == [False] * (len(between) - 1) + [True]


@given(terms(lengths(least=1)))
def test_a_suspended_day_is_neither_the_first_nor_the_last(term: dict[str, Any]) -> None:
    span, pauses = count(**term), merged(term["suspended"])
    assert not within(span.first, pauses)
    assert not within(span.literal, pauses)


@given(terms(), RANGES)
def test_more_suspension_never_ends_a_term_earlier(term: dict[str, Any], more: list[tuple[date, date]]) -> None:
    assert end(count(**{**term, "suspended": term["suspended"] + more})) >= end(count(**term))


@given(terms())
def test_a_longer_term_never_ends_earlier(term: dict[str, Any]) -> None:
    length = term["length"]
    longer = {**term, "length": Length(length.amount + 1, length.unit)}
    assert end(count(**longer)) >= end(count(**term))


@given(terms())
def test_a_suspension_that_is_over_or_to_come_changes_nothing(term: dict[str, Any]) -> None:
    before = (date(2000, 1, 1), term["anchor"] - timedelta(days=1))
    due = count(**term).due
    after = (due + timedelta(days=1), due + timedelta(days=30))
    assert count(**{**term, "suspended": [*term["suspended"], before, after]}) == count(**term)


@given(terms())
def test_the_explanation_ends_where_the_count_ends(term: dict[str, Any]) -> None:
    lines, span = explain(**term), count(**term)
    assert (lines[0].day, lines[-1].day) == (term["anchor"], span.due)
    assert span.literal in {line.day for line in lines}
    assert span.first in {line.day for line in lines}


@given(terms(lengths(IN_DAYS, least=1)))
def test_the_days_told_as_left_out_are_all_that_were(term: dict[str, Any]) -> None:
    span = count(**term)
    left_out = sum(
        ((line.until or line.day) - line.day).days + 1
        for line in explain(**term)
        if "não conta" in line.what and line.day >= span.first
    )
    assert (span.literal - span.first).days + 1 - left_out == term["length"].amount


@given(terms(lengths(("hours",), least=1)))
def test_hours_without_suspension_are_so_many_hours_of_elapsed_time(term: dict[str, Any]) -> None:
    span = count(**{**term, "suspended": (), "ends": "literal"})
    assert span.at is not None
    zone = ZoneInfo(term["calendar"].zone)
    begin, finish = (
        datetime.combine(day, at, zone).astimezone(UTC)
        for day, at in ((term["anchor"], term["at"]), (span.due, span.at))
    )
    assert finish - begin == timedelta(hours=term["length"].amount)
