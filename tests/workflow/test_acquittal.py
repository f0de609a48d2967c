"""Who was acquitted ends acquitted, whatever road the law takes there, and never as one who was warned."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workflow import carts
from tests.workflow.play import Play

PASSAGE = {
    "does": "note",
    "by": ["agency"],
    "from": ["under_reconsideration"],
    "turns_on": "amount",
    "threshold": "5",
    "to": {"over": "under_appeal_judgment", "up_to": "enforcement"},
    "basis": "40",
}
WAYS = {"upheld": "awaiting_decision_notice", "partial": "awaiting_decision_notice"}


def dismissed(*items: str, **changes: Any) -> Play:
    """All dismissed; above five units another body looks at it again, else it is final."""
    law = {
        "steps.judge.to": {**WAYS, "dismissed": "under_reconsideration"},
        "steps.weigh": PASSAGE,
        "states.archived": {"phase": "closed", "issues": ["archiving_record"]},
        **changes,
    }
    return carts.judged(*items, changes=law, judgment={"outcome": "dismissed"})


def test_an_acquittal_that_becomes_final_by_a_passage_state_is_archived_as_such() -> None:
    play = dismissed("80-II")
    play.do("weigh", "2027-03-16")
    assert play.state == "archived/defense_upheld"
    assert play.papers[-1] == "archiving_record"


def test_an_acquittal_decided_item_by_item_is_archived_too() -> None:
    law = {"steps.judge.to": {**WAYS, "dismissed": "enforcement"}}
    rulings = [{"item": "80-II", "outcome": "dismissed"}]
    play = carts.judged("80-II", changes=law, judgment={"outcome": "", "rulings": rulings})
    assert play.state == "archived/defense_upheld"


def test_what_another_decision_brought_back_is_enforced() -> None:
    again = {
        "does": "decide", "by": ["mayor"], "from": ["under_reconsideration"], "turns_on": "outcome",
        "to": {"upheld": "enforcement"}, "basis": "40",
    }  # fmt: skip
    play = dismissed("80-II", **{"steps.judge_again": again})
    play.do("judge_again", "2027-03-16", outcome="upheld")
    assert play.state == "awaiting_payment"


@pytest.mark.parametrize(("most", "place"), [("5", "archived/defense_upheld"), ("6", "under_appeal_judgment")])
def test_a_dismissed_fine_left_between_two_values_weighs_as_much_as_it_might_have_come_to(most, place) -> None:
    play = dismissed("80-II", **{"penalties.F.units": {"from": "1", "until": most}})
    play.do("weigh", "2027-03-16")
    assert play.state == place
