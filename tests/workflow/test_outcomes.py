"""The seven things an act may turn on, each with every outcome it can have."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.workflow import carts
from tests.workflow import play as santos
from workflow.errors import InvalidData, NotCarried
from workflow.outcomes import _WAYS, known_outcomes
from workflow.procedure import TurnsOn


def test_the_ways_to_an_outcome_are_a_closed_list():
    assert set(_WAYS) == set(get_args(TurnsOn))


@pytest.mark.parametrize(
    ("data", "outcome", "state"),
    [
        ({"outcome": "upheld"}, "upheld", "awaiting_decision_notice"),
        ({"outcome": "dismissed"}, "dismissed", "archived/defense_upheld"),
        ({"votes": {"upheld": 2, "dismissed": 1}}, "upheld", "awaiting_decision_notice"),
        ({"votes": {"upheld": 1, "dismissed": 2}}, "dismissed", "archived/defense_upheld"),
        ({"rulings": [{"item": "36-XIV", "outcome": "dismissed"}]}, "dismissed", "archived/defense_upheld"),
        ({"outcome": "upheld", "votes": {"upheld": 3}}, "upheld", "awaiting_decision_notice"),
    ],
)
def test_outcome_is_as_given_voted_or_ruled(data, outcome, state):
    play = santos.defended()
    play.do("judge", "2027-04-12", voters=3, **data)
    assert play.events[-1].outcome == outcome
    assert play.state == state


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"outcome": "upheld", "votes": {"upheld": 1, "dismissed": 2}},
        {"outcome": "upheld", "rulings": [{"item": "36-XIV", "outcome": "dismissed"}]},
        {"votes": {"upheld": 3}, "rulings": [{"item": "36-XIV", "outcome": "dismissed"}]},
    ],
)
def test_outcome_that_nothing_decides_or_that_the_votes_deny_is_not_carried(data):
    assert "33 §3" in santos.defended().no("judge", "2027-04-12", NotCarried, voters=3, **data).articles


def test_an_outcome_the_step_does_not_know_is_refused_with_those_it_knows():
    santos.defended().no("judge", "2027-04-12", InvalidData, "upheld, partial, dismissed", voters=3, outcome="affirmed")


@pytest.mark.parametrize(
    ("on", "outcome"), [("2027-04-02", "timely"), ("2027-04-03", "late"), ("2027-03-04", "timely")]
)
def test_timeliness_is_the_last_day_included(on, outcome):
    play = santos.served()
    play.do("file_defense", on)
    assert play.events[-1].outcome == outcome


@pytest.mark.parametrize(
    ("kind", "state"), [("", "under_appeal_judgment"), ("reconsideration", "under_reconsideration")]
)
def test_timeliness_may_tell_one_kind_of_paper_from_another(kind, state):
    assert carts.appealed(kind=kind).state == state


def test_a_kind_the_step_does_not_tell_apart_is_just_timely():
    play = carts.told()
    play.do("file_appeal", "2027-03-22", kind="protest")
    assert play.events[-1].outcome == "timely"


@pytest.mark.parametrize(
    ("outcome", "stands", "state"),
    [("affirmed", "stands", "awaiting_payment"), ("reversed", "falls", "archived/appeal_upheld")],
)
def test_standing_is_whether_anything_still_stands(outcome, stands, state):
    play = santos.appealed()
    play.do("judge_appeal", "2027-05-10", voters=3, outcome=outcome)
    play.do("serve_final_decision", "2027-05-12", via="post", receipt="ar")
    play.do("publish", "2027-05-13", what="final_decision")
    assert play.events[-1].outcome == stands
    assert play.state == state


def test_confession_depends_on_the_law_and_on_the_means_of_service():
    assert carts.served().until("2027-03-13").events[-1].outcome == "confessed"
    told_by_edict = carts.drawn()
    told_by_edict.do("record_failed_service", "2027-03-02", via="post", reason="mudou-se")
    told_by_edict.do("serve_notice", "2027-03-02", via="public_notice")
    assert told_by_edict.until("2027-03-23").events[-1].outcome == "silent"
    assert carts.served(changes={"confession": None}).until("2027-03-13").events[-1].outcome == "silent"


def test_how_fixed_tells_a_confessed_fine_from_a_judged_one():
    confessed = carts.served().until("2027-03-13")
    confessed.do("confirm_fine", "2027-03-15")
    assert confessed.events[-1].outcome == "confessed"
    assert confessed.papers[-1] == "decision"
    judged = carts.final(changes={"steps.confirm_fine.requires": []})
    judged.do("confirm_fine", "2027-03-31")
    assert judged.events[-1].outcome == "judged"


def test_reason_and_kind_are_as_given_and_must_be_known():
    play = santos.served()
    play.no("annul", "2027-03-05", InvalidData, "void, out_of_scope", reason="extinguished")
    play.no("annul", "2027-03-05", InvalidData, "falta Razão")
    play.do("annul", "2027-03-05", reason="out_of_scope")
    assert play.state == "archived/out_of_scope"
    cart = carts.served()
    cart.do("send", "2027-03-05", kind="letter")
    assert cart.papers[-1] == "notice_letter"
    cart.do("send", "2027-03-05", kind="call")
    assert cart.papers[-1] == "notice_letter"
    assert "59" in cart.no("send", "2027-03-05", InvalidData, "letter, call", kind="pigeon").articles


def test_a_step_names_its_outcomes_in_the_order_of_the_file():
    steps = santos.santos_dumont().steps
    assert known_outcomes(steps["judge"]) == ("upheld", "partial", "dismissed")
    assert known_outcomes(steps["waive_appeal"]) == ()
