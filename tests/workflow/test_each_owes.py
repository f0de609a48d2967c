"""Several respondents in one notice, each with a fine of his own: judged, told, paid and collected apart."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.outcome import outcome_of
from tests.workflow import carts
from tests.workflow.carts import ANNA, BETO
from tests.workflow.parts import by_parts
from tests.workflow.play import Play
from workflow.errors import InvalidData
from workflow.standing import stands, track_state

D = Decimal
OWN = {"tracks": {"per": "respondent", "owes": "each", "basis": "16"}}
TWO = {"respondents": [ANNA, BETO]}
BOTH = (ANNA, BETO)


def drawn(**changes) -> Play:
    return carts.drawn(changes={**OWN, **changes}, **TWO)


def judged(**changes) -> Play:
    play = drawn(**changes)
    for who in BOTH:
        play.do("serve_notice", "2027-03-02", via="personal", to=who)
    for who in BOTH:
        play.do("file_defense", "2027-03-10", to=who)
    play.do("judge", "2027-03-15", outcome="upheld")
    return play


def final(**changes) -> Play:
    play = judged(**changes)
    for who in BOTH:
        play.do("serve_decision", "2027-03-17", via="post", receipt="ar", to=who)
    return play.until("2027-03-30")


def states(play):
    return {
        each.respondent: "/".join(filter(None, track_state(each, play.case.obligations))) for each in play.case.tracks
    }


def test_each_owes_a_fine_of_his_own():
    play = final()
    assert [(each.id, each.respondent) for each in play.case.obligations] == [
        (f"80-II/F/1/{ANNA}", ANNA),
        (f"80-II/F/1/{BETO}", BETO),
    ]
    told = outcome_of(play.procedure, play.case, play.events, [], play.facts(play.case.day))
    assert (told.total_units, [each["item"] for each in told.fines]) == (D(4), ["80-II", "80-II"])


def test_together_they_owe_one():
    play = carts.two()
    for who in BOTH:
        play.do("serve_notice", "2027-03-02", via="personal", to=who)
        play.do("file_defense", "2027-03-10", to=who)
    play.do("judge", "2027-03-15", outcome="upheld")
    assert [each.id for each in play.case.obligations] == ["80-II/F/1"]


def test_what_one_pays_is_his_and_leaves_the_other_owing():
    play = final()
    play.do("issue_payment_slip", "2027-03-31")
    play.do("pay", "2027-04-01", amount="200.00", to=ANNA)
    assert states(play) == {ANNA: "closed/paid", BETO: "awaiting_payment"}
    assert play.until("2027-05-05").state == "overdue"
    play.do("pay", "2027-05-06", amount="200.00", to=BETO)
    assert (play.state, play.papers.count("discharge"), play.case.head.paid) == ("closed/paid", 2, D("400.00"))


def test_what_one_pays_too_much_goes_back_to_him_and_not_to_the_other():
    play = final()
    play.do("issue_payment_slip", "2027-03-31")
    play.do("pay", "2027-04-01", amount="250.00", to=ANNA)
    assert [(each.owner, each.refund) for each in play.case.head.purses] == [(ANNA, D("50.00"))]
    assert states(play)[BETO] == "awaiting_payment"
    assert play.case.head.refund == D("50.00")


def test_whose_payment_it_is_has_to_be_said():
    play = final()
    play.do("issue_payment_slip", "2027-03-31")
    assert "16" in play.no("pay", "2027-04-01", InvalidData, "diga de quem é o pagamento", amount="200.00").articles


def test_one_may_fall_and_the_other_stand():
    play = drawn()
    for who in BOTH:
        play.do("serve_notice", "2027-03-02", via="personal", to=who)
    for who in BOTH:
        play.do("file_defense", "2027-03-10", to=who)
    play.do("judge", "2027-03-15", outcome="dismissed", to=ANNA)
    play.do("judge", "2027-03-16", outcome="upheld", to=BETO)
    assert [each.respondent for each in play.case.obligations if stands(each)] == [BETO]
    assert states(play)[ANNA] == "archived/defense_upheld"


def test_an_appeal_of_one_is_his_alone():
    play = judged()
    for who in BOTH:
        play.do("serve_decision", "2027-03-17", via="post", receipt="ar", to=who)
    play.do("file_appeal", "2027-03-22", to=ANNA)
    play.until("2027-03-30")
    assert {each.respondent: each.status for each in play.case.obligations} == {ANNA: "imposed", BETO: "final"}
    play.do("judge_appeal", "2027-04-05", outcome="reversed", voters=3)
    assert {each.respondent: each.status for each in play.case.obligations} == {ANNA: "cancelled", BETO: "final"}


EARLY = {"less": "20%", "until": "appeal", "lost_by": ["file_appeal"], "basis": "96"}


def test_the_discount_of_one_is_not_lost_by_the_other():
    play = judged(**{"money.discounts": {"early": EARLY}})
    for who in BOTH:
        play.do("serve_decision", "2027-03-17", via="post", receipt="ar", to=who)
    play.do("issue_payment_slip", "2027-03-18")
    assert [(each.owner, each.total) for each in play.case.head.slip.discounts] == [
        (ANNA, D("160.00")),
        (BETO, D("160.00")),
    ]
    play.do("pay", "2027-03-19", amount="160.00", to=BETO)
    play.do("file_appeal", "2027-03-22", to=ANNA)
    play.until("2027-03-30")
    assert states(play) == {ANNA: "under_appeal_judgment", BETO: "closed/paid"}


def test_each_may_part_his_own():
    play = final(**by_parts())
    play.do("spread", "2027-04-01", parts=4, to=ANNA)
    assert [(each.owner, each.amount) for each in play.case.head.parts] == [(ANNA, D("50.00"))] * 4
    play.do("issue_payment_slip", "2027-04-02")
    play.do("pay", "2027-04-02", amount="50.00", to=BETO)
    assert [each.status for each in play.case.deadlines if each.kind == "instalment"] == ["open"] * 4
    assert "cada autuado" in play.no("spread", "2027-04-02", InvalidData, "de quem é", parts=2).message


@pytest.mark.parametrize("who", BOTH)
def test_a_revocation_absorbs_only_what_the_same_person_has(who):
    changes = {
        "infractions.80-II.penalties": ["F", "S"],
        "penalties.R.imposed_by": ["director"],
        "infractions.80-III.penalties": ["R"],
    }
    play = carts.drawn("80-II", "80-III", changes={**OWN, **changes}, **TWO)
    for each in BOTH:
        play.do("serve_notice", "2027-03-02", via="personal", to=each)
    for each in BOTH:
        play.do("file_defense", "2027-03-10", to=each)
    suspension = {"item": "80-II", "code": "S", "days": 10, "reasons": "constam"}
    revocation = {"item": "80-III", "code": "R", "reasons": "constam"}
    other = next(each for each in BOTH if each != who)
    play.do(
        "judge",
        "2027-03-15",
        outcome="partial",
        to=other,
        penalties=[suspension],
        rulings=[{"item": "80-III", "outcome": "dismissed"}],
    )
    play.do("judge", "2027-03-15", outcome="upheld", to=who, penalties=[suspension, revocation])
    for each in BOTH:
        play.do("serve_decision", "2027-03-17", via="post", receipt="ar", to=each)
    play.until("2027-03-30")
    found = {each.respondent: each.status for each in play.case.obligations if each.kind == "suspension"}
    assert found == {who: "absorbed", other: "final"}


def test_an_appeal_of_one_leaves_the_discount_open_to_the_other():
    play = judged(**{"money.discounts": {"early": EARLY}})
    for who in BOTH:
        play.do("serve_decision", "2027-03-17", via="post", receipt="ar", to=who)
    play.do("file_appeal", "2027-03-18", to=ANNA)
    play.do("issue_payment_slip", "2027-03-19")
    assert [each.owner for each in play.case.head.slip.discounts] == [BETO]
    play.do("pay", "2027-03-22", amount="160.00", to=BETO)
    play.until("2027-03-30")
    assert states(play)[BETO] == "closed/paid"


def test_each_who_owes_has_a_slip_of_his_own():
    play = final()
    event = play.do("issue_payment_slip", "2027-03-31")
    assert [(each.kind, each.track) for each in event.derived.papers] == [
        ("payment_slip", "t1"),
        ("payment_slip", "t2"),
    ]
