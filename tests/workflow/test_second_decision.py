"""Where the law has another body decide again what was decided, what it decides is what stands."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.workflow import carts
from tests.workflow.play import Play

AGAIN = {
    "does": "decide",
    "by": ["mayor"],
    "from": ["under_reconsideration"],
    "turns_on": "outcome",
    "to": {
        "upheld": "awaiting_decision_notice",
        "partial": "awaiting_decision_notice",
        "dismissed": "archived/defense_upheld",
    },
    "requires": ["penalties_allowed"],
    "basis": "40",
}
FIRST = {"upheld": "under_reconsideration", "partial": "under_reconsideration", "dismissed": "under_reconsideration"}


def decided_once(item: str = "80-II", judgment: dict[str, Any] | None = None, **changes: Any) -> Play:
    """The director decides and the mayor must look at it again; a fine is of 2 to 9 units, as the decision says."""
    law = {
        "penalties.F.units": {"from": "2", "until": "9"},
        "steps.judge.to": FIRST,
        "steps.judge_again": AGAIN,
        **changes,
    }
    return carts.judged(item, changes=law, judgment=judgment or {"penalties": [line(item, "4")]})


def line(item: str, units: str) -> dict[str, str]:
    return {"item": item, "code": "F", "units": units, "reasons": "porte do carrinho"}


@pytest.mark.parametrize(("outcome", "units"), [("partial", "2.5"), ("upheld", "5")])
def test_a_second_decision_puts_its_own_value_in_place_of_the_first(outcome: str, units: str) -> None:
    play = decided_once()
    play.do("judge_again", "2027-03-16", outcome=outcome, penalties=[line("80-II", units)])
    fine = play.penalty("80-II", "F")
    assert (fine.units, fine.base, fine.status) == (Decimal(units), Decimal(units), "imposed")


def test_a_penalty_the_second_decision_does_not_list_gives_way_to_those_it_does() -> None:
    play = decided_once("80-IV", {"penalties": [line("80-IV", "4")]}, **{"infractions.80-IV.units": "4"})
    days = {"item": "80-IV", "code": "S", "days": 5, "reasons": "primeira falta"}
    play.do("judge_again", "2027-03-16", outcome="partial", penalties=[days])
    assert [play.penalty("80-IV", code).status for code in ("F", "S")] == ["cancelled", "imposed"]


def test_a_second_decision_imposes_again_what_fell_in_between() -> None:
    back = {
        "does": "review",
        "by": ["director"],
        "from": ["under_appeal_judgment"],
        "turns_on": "outcome",
        "to": {"reversed": "under_reconsideration"},
        "basis": "45",
    }
    changes = {"steps.judge.to": {**FIRST, "upheld": "under_appeal_judgment"}, "steps.take_back": back}
    play = decided_once(**changes)
    play.do("take_back", "2027-03-16", outcome="reversed")
    assert play.penalty("80-II", "F").status == "cancelled"
    play.do("judge_again", "2027-03-17", outcome="upheld", penalties=[line("80-II", "6")])
    fine = play.penalty("80-II", "F")
    assert (fine.units, fine.status, fine.ended_as) == (Decimal(6), "imposed", "")


def test_the_review_of_a_fine_that_runs_by_the_day_changes_what_each_day_costs() -> None:
    runs = {
        "penalties.F.units": {"from": "2", "until": "9"},
        "penalties.F.runs": {"since": ["judge"], "until": ["prove_cure"], "basis": "71"},
    }
    play = carts.appealed(changes=runs, judgment={"penalties": [line("80-II", "4")]})
    play.do("judge_appeal", "2027-03-25", outcome="partial", voters=3, penalties=[line("80-II", "3")])
    assert play.penalty("80-II", "F").daily == Decimal(3)
