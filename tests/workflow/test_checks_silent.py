"""What would never start, be met or be possible is named when the law is checked, not left to be found out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planting import GONE, put
from tests.workflow import carts
from tests.workflow.play import Play
from tests.workflow.vila import faults, vila
from workflow.calendar import Calendar
from workflow.checks_terms import far_ends
from workflow.errors import CalendarMissing

STATES = ["awaiting_notification", "awaiting_decision_notice"]
LIFTING = {"label": "Levantar", "does": "lift_measure", "by": ["clock"], "also_in": "any", "basis": "7"}


@pytest.mark.parametrize(
    ("changes", "where", "says"),
    [
        (
            {"time_limits.suspension.opened_by": ["end_suspension"]},
            "time_limits.suspension.opened_by",
            "escreva end_suspension:told",
        ),
        ({"time_limits.payment.met_by": []}, "time_limits.payment.met_by", "ponha pay"),
        ({"steps.record_failed_service.from": STATES}, "steps.record_failed_service.from", "em awaiting_final_notice"),
        ({"steps.record_failed_service": GONE}, "services.post", "falta o ato que registra"),
        ({"steps.lift_by_itself": LIFTING}, "steps.lift_by_itself.by", "isto o formato ainda não diz"),
        ({"steps.lift_by_itself": {**LIFTING, "does": "pay"}}, "steps.lift_by_itself.by", "pede Valor pago (amount)"),
    ],
)
def test_a_law_with_such_a_hole_is_refused(changes: dict[str, Any], where: str, says: str) -> None:
    found = faults(*(put(path, value) for path, value in changes.items()))
    assert [what for place, what in found if place == where and says in what], found


def test_what_is_only_told_may_open_a_limit_by_being_told() -> None:
    law = vila(put("time_limits.suspension.opened_by", ["end_suspension:told"]))
    assert "end_suspension:told" in law.time_limits["suspension"].opened_by
    found = faults(put("time_limits.suspension.opened_by", ["end_suspension:told"]))
    assert not [what for _, what in found if "nunca move" in what]


@pytest.mark.parametrize(
    ("length", "ends", "shown"),
    [("5 years", None, True), ("60 months", None, True), ("5 years", "literal", False), ("20 days", None, False)],
)
def test_a_long_term_that_moves_to_a_business_day_is_shown_with_what_to_write(
    length: str, ends: str | None, shown: bool
) -> None:
    law = vila(put("time_limits.appeal.length", length), *([put("time_limits.appeal.ends", ends)] if ends else []))
    told = [each.what for each in far_ends(law) if each.where == "time_limits.appeal.length"]
    assert bool(told) == shown
    assert all("ends: literal" in each for each in told)


def test_a_case_refused_for_the_calendar_says_for_which_term() -> None:
    limitation = {
        "label": "Prescrição", "length": "5 years", "binds": "authority", "opened_by": ["draw_up"],
        "on_expiry": "none", "basis": "61",
    }  # fmt: skip
    law = carts.fictional({"time_limits.limitation": limitation})
    short = Calendar.of([carts.date(2027, 1, 1), carts.date(2028, 1, 1)])
    refused = Play(law, calendar=short, units=carts.UF).no(
        "draw_up", "2027-03-01", CalendarMissing, "ends: literal", items=["80-II"], fact_on="2027-03-01"
    )
    assert "“Prescrição”, de 5 anos" in refused.message
    assert "61" in refused.articles
