"""Terms in hours: minute to minute of elapsed time, through daylight saving, weekends and suspensions."""

from __future__ import annotations

from datetime import date, time
from typing import NamedTuple

import pytest

from workflow.calendar import Calendar
from workflow.deadlines import Ends, Span, count
from workflow.errors import InvalidData
from workflow.length import Length

CLOSED = ("2018-01-01", "2019-01-01", "2026-12-25", "2027-01-01", "2027-04-21")


def day(text: str) -> date:
    return date.fromisoformat(text)


class Run(NamedTuple):
    """So many hours from a day and hour, and the day and hour on which they end: in São Paulo and in Cuiabá alike."""

    anchor: str
    at: str
    hours: int
    ends: Ends
    suspended: tuple[tuple[str, str], ...]
    due: str
    hour: str

    def counted(self, zone: str) -> Span:
        return count(
            Length(self.hours, "hours"),
            day(self.anchor),
            starts="next_day",
            ends=self.ends,
            calendar=Calendar.of(map(day, CLOSED), early_closings=[day("2026-12-24")], zone=zone),
            suspended=[(day(since), day(until)) for since, until in self.suspended],
            at=time.fromisoformat(self.at),
        )


HOURS = [
    Run("2027-03-03", "10:30", 24, "next_business_day", (), "2027-03-04", "10:30"),
    Run("2027-03-03", "23:30", 2, "next_business_day", (), "2027-03-04", "01:30"),  # across midnight
    Run("2027-03-03", "10:30", 48, "next_business_day", (), "2027-03-05", "10:30"),
    Run("2027-03-05", "10:30", 24, "literal", (), "2027-03-06", "10:30"),
    Run("2027-03-05", "10:30", 24, "next_business_day", (), "2027-03-08", "10:30"),  # Saturday: same hour of Monday
    Run("2027-04-20", "16:45", 24, "next_business_day", (), "2027-04-22", "16:45"),  # Tiradentes
    Run("2026-12-23", "10:30", 24, "next_business_day", (), "2026-12-28", "10:30"),  # Christmas Eve closes early
    Run("2027-03-05", "10:30", 72, "next_business_day", (), "2027-03-08", "10:30"),  # the weekend itself runs
    Run("2027-03-03", "10:30", 0, "next_business_day", (), "2027-03-03", "10:30"),
    # Daylight saving began at 0h of 4 November 2018, a Sunday of 23 hours, and ended at 24h of 16 February 2019.
    Run("2018-11-03", "10:00", 24, "literal", (), "2018-11-04", "11:00"),
    Run("2018-11-03", "10:00", 24, "next_business_day", (), "2018-11-05", "11:00"),
    Run("2019-02-16", "10:00", 24, "literal", (), "2019-02-17", "09:00"),
    Run("2019-02-16", "10:00", 24, "next_business_day", (), "2019-02-18", "09:00"),
    Run("2018-11-03", "10:00", 24, "literal", (("2018-11-04", "2018-11-04"),), "2018-11-05", "10:00"),  # 14 h and 10 h
    Run("2019-02-15", "10:00", 24, "literal", (("2019-02-16", "2019-02-16"),), "2019-02-17", "10:00"),  # 25 h left out
    Run(
        "2027-03-06", "10:30", 0, "literal", (("2027-03-06", "2027-03-06"),), "2027-03-06", "10:30"
    ),  # nothing to count
    # Suspended minutes: from midnight to midnight, and never the last.
    Run("2027-03-03", "10:30", 24, "literal", (("2027-03-04", "2027-03-04"),), "2027-03-05", "10:30"),
    Run("2027-03-03", "10:30", 24, "literal", (("2027-03-03", "2027-03-03"),), "2027-03-05", "00:00"),
    Run("2027-03-03", "12:00", 12, "literal", (), "2027-03-04", "00:00"),
    Run("2027-03-03", "12:00", 12, "literal", (("2027-03-04", "2027-03-04"),), "2027-03-05", "00:00"),
    Run("2027-03-05", "10:30", 24, "next_business_day", (("2027-03-08", "2027-03-08"),), "2027-03-09", "10:30"),
    Run("2027-03-03", "10:30", 24, "literal", (("2027-03-05", "2027-03-09"),), "2027-03-04", "10:30"),  # after the end
    Run(
        "2027-03-03", "10:30", 24, "literal", (("2027-02-01", "2027-03-02"),), "2027-03-04", "10:30"
    ),  # before the start
]


@pytest.mark.parametrize("zone", ["America/Sao_Paulo", "America/Cuiaba"])
@pytest.mark.parametrize("run", HOURS, ids=lambda run: f"{run.hours} hours from {run.anchor} {run.at}")
def test_hours_run_minute_to_minute(run: Run, zone: str) -> None:
    span = run.counted(zone)
    assert (span.due, span.at) == (day(run.due), time.fromisoformat(run.hour))


def test_where_there_was_no_daylight_saving_the_hour_stays() -> None:
    span = Run("2018-11-03", "10:00", 24, "literal", (), "", "").counted("America/Rio_Branco")
    assert (span.literal, span.at) == (day("2018-11-04"), time(10))


def test_moving_the_end_keeps_the_literal_end_and_the_first_day() -> None:
    span = Run("2027-03-05", "10:30", 24, "next_business_day", (), "", "").counted("America/Sao_Paulo")
    assert span == (day("2027-03-05"), day("2027-03-06"), day("2027-03-08"), time(10, 30))


def test_an_act_on_a_suspended_day_begins_to_count_on_the_next() -> None:
    suspended = (("2027-03-03", "2027-03-03"),)
    span = Run("2027-03-03", "10:30", 24, "literal", suspended, "", "").counted("America/Sao_Paulo")
    assert span.first == day("2027-03-04")


def test_hours_without_the_hour_of_the_act_are_refused() -> None:
    with pytest.raises(InvalidData, match="24 horas conta-se de minuto a minuto; informe a hora"):
        count(Length(24, "hours"), day("2027-03-03"), starts="next_day", ends="literal", calendar=Calendar.of([]))


def test_the_zone_of_the_machine_changes_no_hour(machine_zone: str) -> None:
    for run in HOURS:
        span = run.counted("America/Sao_Paulo")
        assert (span.due, span.at) == (day(run.due), time.fromisoformat(run.hour)), machine_zone
