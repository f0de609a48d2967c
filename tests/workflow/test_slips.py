"""A slip asks only for what is left: none leaves over what is paid, and what a later decision changes, it follows."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from msgspec.structs import replace

from tests.workflow import carts
from tests.workflow.carts import ANNA, BETO
from tests.workflow.parts import by_parts, parted
from tests.workflow.play import Play
from tests.workflow.test_discounts import LATER, by
from tests.workflow.test_each_owes import final as final_of_each
from tests.workflow.test_each_owes import judged as judged_apart
from workflow.errors import NothingToPay, UnitMissing
from workflow.facts import UnitValue

D = Decimal
PENALTY = {"penalties.F.issues": ["payment_slip"]}
STATE = {"states.enforcement": {"issues": ["payment_slip"], "basis": "52"}}
SEND = {
    "label": "Lembrar",
    "does": "note",
    "by": ["agency"],
    "also_in": "any",
    "issues": ["payment_slip"],
    "basis": "52",
}


def told(paid: str, **given) -> Play:
    """Told of a fine of R$ 200, with a slip in hand and so much of it paid."""
    play = carts.told(**given)
    play.do("issue_payment_slip", "2027-03-18")
    if paid:
        play.do("pay", "2027-03-19", amount=paid)
    return play


@pytest.mark.parametrize("issuer", [PENALTY, STATE])
@pytest.mark.parametrize(("paid", "slips"), [("", 2), ("199.99", 2), ("200.00", 1), ("250.00", 1)])
def test_what_becomes_final_is_asked_for_only_if_something_is_left_to_pay(issuer, paid, slips):
    play = told(paid, changes=issuer).until("2027-03-30")
    assert play.penalty("80-II", "F").final_on == date(2027, 3, 30)
    assert play.papers.count("payment_slip") == slips


@pytest.mark.parametrize(("paid", "slips"), [("199.99", 2), ("200.00", 1)])
def test_an_act_that_sends_the_slip_sends_none_after_payment(paid, slips):
    play = told(paid, changes={"steps.remind": SEND})
    play.do("remind", "2027-03-22")
    assert play.papers.count("payment_slip") == slips


def test_where_no_fine_stands_no_slip_leaves():
    play = carts.told("80-I", changes={"steps.remind": SEND})
    play.do("remind", "2027-03-22")
    assert "payment_slip" not in play.papers


def test_a_slip_over_what_is_paid_is_refused():
    play = told("200.00")
    assert "50" in play.no("issue_payment_slip", "2027-03-22", NothingToPay, "já está paga").articles
    play.until("2027-03-30")
    assert play.state == "closed/paid"
    play.no("issue_payment_slip", "2027-03-31", NothingToPay, "já está paga")


def test_a_slip_over_what_a_discount_made_enough_is_refused():
    play = told("160.00", changes=by("later"))
    play.no("issue_payment_slip", "2027-03-22", NothingToPay, "já está paga")


def test_of_two_who_owe_apart_only_the_one_who_has_not_paid_gets_another_slip():
    play = final_of_each()
    play.do("issue_payment_slip", "2027-03-31")
    play.do("pay", "2027-04-01", amount="200.00", to=ANNA)
    again = play.do("issue_payment_slip", "2027-04-02")
    owner = {each.id: each.respondent for each in play.case.tracks}
    assert [(each.kind, owner[each.track]) for each in again.derived.papers] == [("payment_slip", BETO)]


def test_a_discount_already_used_by_one_is_shown_no_more():
    play = judged_apart(**{"money.discounts": {"later": LATER}})
    for who in (ANNA, BETO):
        play.do("serve_decision", "2027-03-17", via="post", receipt="ar", to=who)
    play.do("issue_payment_slip", "2027-03-18")
    play.do("pay", "2027-03-19", amount="160.00", to=ANNA)
    play.do("issue_payment_slip", "2027-03-22")
    assert [(each.owner, each.total) for each in play.case.head.slip.discounts] == [(BETO, D("160.00"))]


def test_between_the_parts_there_is_a_slip_and_after_the_last_none():
    play = parted(2)
    play.do("pay", "2027-04-02", amount="100.00")
    play.do("issue_payment_slip", "2027-04-05")
    play.do("pay", "2027-04-06", amount="100.00")
    play.no("issue_payment_slip", "2027-04-07", NothingToPay, "já está paga")


def test_parting_what_is_final_asks_for_the_parts():
    play = carts.final(changes=by_parts(**{"steps.spread": {**by_parts()["steps.spread"], "issues": ["payment_slip"]}}))
    assert [each.kind for each in play.do("spread", "2027-04-01", parts=2).derived.papers] == ["payment_slip"]


def test_a_slip_made_before_the_payment_was_known_stays_and_harms_nobody():
    play = told("")
    play.do("issue_payment_slip", "2027-03-24")
    play.do("pay", "2027-03-22", "2027-03-25", amount="200.00")
    assert play.until("2027-03-30").state == "closed/paid"
    assert play.papers.count("payment_slip") == 2


RANGE = {
    "penalties.F.units": {"from": "1", "until": "100"},
    "penalties.G": {"label": "Multa maior", "kind": "fine", "unit": "UF", "units": "5", "basis": "71"},
    "infractions.80-II": {"penalties": ["F", "G"]},
}


def line(code: str, units: str = "") -> dict[str, str]:
    return {"item": "80-II", "code": code, "reasons": "proporção", **({"units": units} if units else {})}


def appealed(paid: str = "200.00", **changes) -> Play:
    """Fined R$ 200 by a decision, of which so much was paid while the appeal waits."""
    judgment = {"penalties": [line("F", "2")]}
    play = told(paid, changes={**RANGE, **changes}, judgment=judgment)
    play.do("file_appeal", "2027-03-22")
    return play


def decided(play: Play, new: dict[str, str]) -> Play:
    play.do("judge_appeal", "2027-04-05", outcome="aggravated", voters=3, penalties=[new], warned_on="2027-03-25")
    return play


def test_what_an_appeal_took_off_a_fine_already_paid_goes_back():
    play = decided(appealed(), line("F", "1"))
    assert (play.state, play.case.head.refund) == ("closed/paid", D("100.00"))
    assert "refund_order" in play.papers


def test_what_an_appeal_put_on_a_fine_already_paid_is_still_owed():
    play = decided(appealed(), line("F", "3"))
    assert (play.state, play.case.head.discharged) == ("awaiting_payment", False)
    play.do("issue_payment_slip", "2027-04-06")
    play.do("pay", "2027-04-07", amount="100.00")
    assert (play.state, play.case.head.refund, play.papers.count("discharge")) == ("closed/paid", D(0), 2)


def test_a_fine_in_the_place_of_one_already_paid_takes_what_was_paid():
    play = decided(appealed(), line("G"))
    assert (play.state, play.case.head.refund) == ("awaiting_payment", D(0))
    assert "refund_order" not in play.papers
    play.do("issue_payment_slip", "2027-04-06")
    play.do("pay", "2027-04-07", amount="300.00")
    assert (play.state, play.case.head.refund) == ("closed/paid", D(0))


def test_a_lesser_fine_in_the_place_of_one_already_paid_gives_the_rest_back():
    play = decided(appealed("200.00", **{"penalties.G": {**RANGE["penalties.G"], "units": "1.5"}}), line("G"))
    assert (play.state, play.case.head.refund) == ("closed/paid", D("50.00"))


def test_a_discount_already_earned_is_taken_off_what_the_appeal_left():
    play = decided(appealed("160.00", **by("later", lost_by=[])), line("F", "1"))
    assert (play.state, play.case.head.refund) == ("closed/paid", D("80.00"))


@pytest.mark.parametrize(("paid", "discharges"), [("100.00", 0), ("200.00", 1)])
def test_a_fine_whose_unit_has_no_value_waits_for_its_slip_and_nothing_goes_back(paid, discharges):
    other = {
        "penalties.G": {**RANGE["penalties.G"], "unit": "UX"},
        "units": {"UF": {"basis": "84"}, "UX": {"basis": "84"}},
    }
    play = decided(appealed(paid, **other), line("G"))
    assert (play.state, play.case.head.refund) == ("awaiting_payment", D(0))
    assert ("80-II/G/1" in play.case.head.slip.lines, play.papers.count("discharge")) == (False, discharges)
    play.no("issue_payment_slip", "2027-04-06", UnitMissing, "UX")


def test_what_was_paid_in_full_is_not_asked_again_when_the_unit_goes_up():
    dear = (UnitValue(date(2027, 1, 1), D("100.00")), UnitValue(date(2027, 3, 25), D("150.00")))
    play = carts.told(changes={"money.convert_on": "payment"})
    play.base = replace(play.base, units={"UF": dear})
    play.do("issue_payment_slip", "2027-03-18")
    play.do("pay", "2027-03-19", amount="200.00")
    play.do("pay", "2027-03-26", amount="1.00")
    assert play.case.head.slip.lines == {"80-II/F/1": D("200.00")}
    assert (play.until("2027-03-30").state, play.case.head.refund) == ("closed/paid", D("1.00"))
