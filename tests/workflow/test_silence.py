"""What silence confesses is still to be confirmed by an authority before it goes to the active-debt office."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from app.outcome import Outcome
from app.rehearsal import run
from app.rehearsal_reading import reading_of

DRAWN = {"date": date(2026, 3, 2), "step": "draw_up", "items": ["19-II"], "fact_on": date(2026, 3, 2)}
SERVED = {"date": date(2026, 3, 3), "step": "serve_notice", "via": "personal", "receipt": "counterfoil"}
CONFIRMED = {"date": date(2026, 4, 6), "step": "confirm_legality"}
ENTERED = {"date": date(2026, 4, 28), "step": "enter_active_debt"}


def told(*acts: dict[str, Any], until: date = date(2026, 4, 28), **more: Any) -> Outcome:
    """Silence until 18 March 2026, then thirty days to pay, until 17 April."""
    entry = {
        "id": "silence",
        "law": "mt_barra_do_garcas_lei_4937_2025",
        "closed_days": [date(2026, 12, 25)],
        "acts": [DRAWN, SERVED, *acts],
        "as_of": until,
        **more,
    }
    (result,) = run(reading_of(entry))
    assert result.outcome is not None, result.differences
    return result.outcome


def refusals(outcome: Outcome) -> list[str]:
    return [f"{each['step']} {each['code']}" for each in outcome.refused]


def test_an_unconfirmed_fine_is_overdue_and_not_referred() -> None:
    outcome = told()
    assert outcome.state == "overdue"
    assert "active_debt_referral" not in outcome.documents
    assert any("homologação" in each for each in outcome.flags)


def test_a_fine_confirmed_in_time_is_referred_when_overdue() -> None:
    outcome = told(CONFIRMED)
    assert outcome.state == "overdue"
    assert "active_debt_referral" in outcome.documents


def test_a_fine_confirmed_late_is_referred_at_once() -> None:
    outcome = told({**CONFIRMED, "date": date(2026, 4, 27)})
    assert "active_debt_referral" in outcome.documents


@pytest.mark.parametrize(("acts", "refused"), [((), ["enter_active_debt NotConfirmed"]), ((CONFIRMED,), [])])
def test_the_entry_waits_for_the_confirmation(acts: tuple[dict[str, Any], ...], refused: list[str]) -> None:
    outcome = told(*acts, ENTERED)
    assert refusals(outcome) == refused
    assert ("active_debt_entry" in outcome.documents) is not bool(refused)


def test_what_was_confirmed_is_not_confirmed_again() -> None:
    assert refusals(told(CONFIRMED, CONFIRMED)) == ["confirm_legality NothingToConfirm"]


def test_a_decision_refused_because_all_was_confessed_says_so() -> None:
    outcome = told({"date": date(2026, 4, 6), "step": "judge", "outcome": "upheld"})
    (refusal,) = outcome.refused
    assert "confessado" in refusal["message"]
    assert "23" in refusal["article"]


def test_a_stand_in_penalty_parts_no_track() -> None:
    outcome = told(until=date(2026, 3, 20))
    assert outcome.state == "awaiting_payment"
    assert [each["places"] for each in outcome.events if each["step"] == "certify_no_defense"] == [
        {"t1": "enforcement"}
    ]


def test_two_answers_about_one_list_both_count() -> None:
    answers = {"default_payment_from": "penalty_notice", "appeal_suspends": "no"}
    served = {"date": date(2026, 3, 25), "step": "serve_decision", "via": "personal", "receipt": "signed"}
    assert "payment" not in told(answers=answers, until=date(2026, 3, 26)).due
    assert told(served, answers=answers, until=date(2026, 3, 26)).due["payment"] == date(2026, 4, 24)
    defended = (
        {"date": date(2026, 3, 10), "step": "file_defense", "at": "general_registry"},
        {"date": date(2026, 3, 20), "step": "judge", "outcome": "upheld"},
    )
    assert told(*defended, served, answers=answers, until=date(2026, 3, 26)).due["payment"] == date(2026, 4, 24)
    assert "payment" not in told(*defended, served, until=date(2026, 3, 26)).due
