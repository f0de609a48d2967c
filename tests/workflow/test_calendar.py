"""Office days: what is open, what moves a term, and why, in words a clerk can read out."""

from __future__ import annotations

from datetime import date, time

import pytest

from workflow.calendar import Calendar, DayNote
from workflow.errors import CalendarMissing, InvalidData

CHRISTMAS = date(2026, 12, 25)
CHRISTMAS_EVE = date(2026, 12, 24)
ASH_WEDNESDAY = date(2026, 2, 18)
CARNIVAL = date(2026, 2, 17)


@pytest.fixture
def town() -> Calendar:
    return Calendar(
        zone="America/Sao_Paulo",
        years=frozenset({2026}),
        closed={
            CHRISTMAS: DayNote(CHRISTMAS, "Natal", "Lei 662/1949"),
            CARNIVAL: DayNote(CARNIVAL, "Carnaval", "Decreto 12/2026", "ponto facultativo"),
        },
        early_closings={CHRISTMAS_EVE: DayNote(CHRISTMAS_EVE, "véspera de Natal", "Decreto 80/2026")},
        late_openings={ASH_WEDNESDAY: DayNote(ASH_WEDNESDAY, "Quarta-feira de Cinzas", "Decreto 12/2026")},
        opens=time(8),
        closes=time(17),
    )


@pytest.mark.parametrize(
    ("day", "has_hours", "full_hours", "why_not"),
    [
        (date(2026, 12, 23), True, True, ""),
        (date(2026, 12, 19), False, False, "sábado"),
        (date(2026, 12, 20), False, False, "domingo"),
        (CHRISTMAS, False, False, "feriado: Natal (Lei 662/1949)"),
        (CARNIVAL, False, False, "ponto facultativo: Carnaval (Decreto 12/2026)"),
        (CHRISTMAS_EVE, True, False, "expediente encerrado mais cedo: véspera de Natal (Decreto 80/2026)"),
        (ASH_WEDNESDAY, True, True, ""),
    ],
)
def test_each_kind_of_day_has_its_hours_and_its_reason(
    town: Calendar, day: date, has_hours: bool, full_hours: bool, why_not: str
) -> None:
    assert (town.has_hours(day), town.full_hours(day), town.why_not(day)) == (has_hours, full_hours, why_not)


def test_only_what_the_town_closed_cites_an_act(town: Calendar) -> None:
    days = (CHRISTMAS, CHRISTMAS_EVE, ASH_WEDNESDAY, date(2026, 12, 20))
    assert [town.act_on(day) for day in days] == ["Lei 662/1949", "Decreto 80/2026", None, None]


def test_the_next_full_day_passes_over_early_closing_holiday_and_weekend(town: Calendar) -> None:
    assert town.next_full_day(CHRISTMAS_EVE) == date(2026, 12, 28)
    assert town.next_full_day(date(2026, 12, 23)) == date(2026, 12, 23)


def test_business_days_are_counted_after_the_day_and_an_early_closing_counts(town: Calendar) -> None:
    assert town.plus_business_days(date(2026, 12, 23), 1) == CHRISTMAS_EVE
    assert town.plus_business_days(date(2026, 12, 23), 2) == date(2026, 12, 28)
    assert town.plus_business_days(CHRISTMAS, 1) == date(2026, 12, 28)


def test_no_business_day_later_is_the_day_itself_whatever_it_is(town: Calendar) -> None:
    assert town.plus_business_days(CHRISTMAS, 0) == CHRISTMAS


@pytest.mark.parametrize("day", [date(2027, 1, 4), date(2027, 1, 2)], ids=["Monday", "Saturday"])
def test_a_year_without_calendar_refuses_even_on_a_weekend(town: Calendar, day: date) -> None:
    for look in (town.has_hours, town.full_hours, town.next_full_day, town.why_not):
        with pytest.raises(CalendarMissing, match="não cobre o ano de 2027; registre os dias sem expediente de 2027"):
            look(day)


def test_walking_into_a_year_without_calendar_refuses(town: Calendar) -> None:
    with pytest.raises(CalendarMissing, match="2027"):
        town.plus_business_days(date(2026, 12, 31), 1)


def test_plain_dates_cover_the_years_of_the_closed_days_only() -> None:
    plain = Calendar.of([CHRISTMAS], late_openings=[date(2027, 2, 10)], early_closings=[CHRISTMAS_EVE])
    assert plain.years == {2026}
    assert plain.why_not(CHRISTMAS) == "dia sem expediente"
    assert plain.why_not(CHRISTMAS_EVE) == "expediente encerrado mais cedo"
    assert plain.act_on(CHRISTMAS) is None


def test_no_dates_at_all_is_no_calendar_and_not_a_year_without_holidays() -> None:
    with pytest.raises(CalendarMissing):
        Calendar.of([]).has_hours(CHRISTMAS)


@pytest.mark.parametrize("zone", ["America/Santos_Dumont", "../../etc/passwd", ""])
def test_an_unknown_zone_is_refused_when_the_calendar_is_made(zone: str) -> None:
    with pytest.raises(InvalidData, match=r"fuso horário .* desconhecido"):
        Calendar.of([CHRISTMAS], zone=zone)


def test_a_calendar_can_be_a_key(town: Calendar) -> None:
    assert {town: "Santos Dumont"}[town] == "Santos Dumont"
