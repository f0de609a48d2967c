"""Where the law parts the penalties between two authorities, each decides its own and no other."""

from __future__ import annotations

import pytest

from tests.workflow.two_heads import Played
from workflow.errors import NotCompetent, PenaltyNotAllowed

PROPOSE = {"proposes": ["revocation"]}


def test_a_decision_that_proposes_leaves_the_case_for_the_other_authority() -> None:
    case = Played("5-II")
    case.judge(2, "head", **PROPOSE)
    assert (case.place, case.standing) == ("under_first_judgment", ["5-II/fine/1"])
    case.judge(3, "mayor")
    assert (case.place, case.standing) == ("awaiting_decision_notice", ["5-II/fine/1", "5-II/revocation/1"])


def test_the_letter_leaves_only_when_both_have_decided() -> None:
    case = Played("5-II")
    first = case.judge(2, "head", **PROPOSE)
    second = case.judge(3, "mayor")
    assert [paper.kind for paper in first.derived.papers] == []
    assert [paper.kind for paper in second.derived.papers] == ["decision_letter"]


def test_who_declines_the_penalty_proposed_leaves_the_others_standing() -> None:
    case = Played("5-II")
    case.judge(2, "head", **PROPOSE)
    case.judge(3, "mayor", "dismissed")
    assert (case.place, case.standing) == ("awaiting_decision_notice", ["5-II/fine/1"])


def test_a_line_that_falls_takes_only_what_its_judge_could_impose() -> None:
    case = Played("5-I", "5-II")
    case.judge(2, "head", **PROPOSE)
    case.judge(3, "mayor", "partial", rulings=[{"item": "5-II", "outcome": "dismissed"}])
    assert case.standing == ["5-I/fine/1", "5-II/fine/1"]


def test_a_dismissal_with_nothing_else_standing_ends_the_case() -> None:
    case = Played("5-IV")
    case.judge(2, "head", **PROPOSE)
    case.judge(3, "mayor", "dismissed")
    assert case.place == "archived/defense_upheld"


@pytest.mark.parametrize("by", ["head", "mayor"])
def test_upholding_what_another_must_punish_is_refused_unless_it_is_proposed(by: str) -> None:
    case = Played("5-I" if by == "mayor" else "5-IV")
    with pytest.raises(PenaltyNotAllowed) as refused:
        case.judge(2, by)
    assert ("1" if by == "mayor" else "2") in refused.value.articles
    assert "proponha" in refused.value.message


@pytest.mark.parametrize(("kind", "said"), [("suspension", "Nenhum item"), ("fine", "imponha-a")])
def test_only_anothers_penalty_for_an_item_of_the_notice_can_be_proposed(kind: str, said: str) -> None:
    with pytest.raises(PenaltyNotAllowed, match=said):
        Played("5-II").judge(2, "head", proposes=[kind])


def test_an_exceptional_penalty_is_taken_only_when_asked_for() -> None:
    case = Played("5-I", "5-III")
    case.judge(2, "head")
    assert case.standing == ["5-I/fine/1", "5-III/warning/1"]
    other = Played("5-I")
    other.judge(2, "head", penalties=[{"item": "5-I", "kind": "warning", "reasons": "primeira falta"}])
    assert other.standing == ["5-I/warning/1"]


def test_nobody_reconsiders_what_another_authority_decided() -> None:
    case = Played("5-II")
    case.judge(2, "head", **PROPOSE)
    case.judge(3, "mayor")
    case.serve(4)
    case.act("file_appeal", 5)
    with pytest.raises(NotCompetent, match="Prefeito") as refused:
        case.act("reconsider", 6, outcome="reversed")
    assert refused.value.articles == ("2", "7")


def test_one_reconsiders_ones_own_decision() -> None:
    case = Played("5-I")
    case.judge(2, "head")
    case.serve(4)
    case.act("file_appeal", 5)
    case.act("reconsider", 6, outcome="reversed")
    assert (case.place, case.standing) == ("archived/reconsidered", [])


def appealed(item: str) -> Played:
    case = Played(item)
    case.judge(2, "head")
    case.serve(3)
    case.act("file_appeal", 4)
    case.act("send_up", 5, by="inspection")
    return case


def test_who_judges_the_appeal_may_lessen_what_the_body_below_imposed() -> None:
    case = appealed("5-I")
    case.act("judge_appeal", 6, outcome="partial", penalties=[{"item": "5-I", "kind": "warning"}])
    assert case.standing == ["5-I/warning/1"]


def test_who_judges_the_appeal_brings_in_no_penalty_of_a_third_body() -> None:
    case = appealed("5-III")
    with pytest.raises(PenaltyNotAllowed):
        case.act(
            "judge_appeal",
            6,
            outcome="aggravated",
            warned_on="2027-03-05",
            penalties=[{"item": "5-III", "kind": "fine"}],
        )
