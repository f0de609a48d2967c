"""A term that only some outcome of an act begins anew, as prescription by the decision that condemns."""

from __future__ import annotations

import pytest

from tests.workflow.carts import defended

PRESCRIPTION = {
    "length": "5 years", "binds": "authority", "ends": "literal", "opened_by": ["draw_up"],
    "restarted_by": ["serve_notice", "judge:upheld"], "on_expiry": "warn", "basis": "96",
}  # fmt: skip


@pytest.mark.parametrize(("outcome", "due"), [("upheld", "2032-03-15"), ("partial", "2032-03-02")])
def test_an_outcome_that_the_law_names_begins_the_term_anew_and_no_other_does(outcome, due):
    play = defended("80-I", "80-II", changes={"time_limits.prescription": PRESCRIPTION})
    assert play.due("prescription") == "2032-03-02"
    fallen = [{"item": "80-I", "outcome": "dismissed"}] if outcome == "partial" else []
    play.do("judge", "2027-03-15", outcome=outcome, rulings=fallen, reasons="como consta")
    assert play.due("prescription") == due
