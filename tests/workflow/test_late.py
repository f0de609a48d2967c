"""What being late costs: from the day after the term, once and by month or day, on each line, until paid."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from app.outcome import outcome_of
from tests.workflow.carts import final, told
from workflow.late import charges
from workflow.rules import rules_of

D = Decimal
MONTHLY = {"fine": "2%", "interest": "1%", "basis": "96"}


def late(rule=MONTHLY, **changes):
    """Final on 30 March, to be paid until Friday, 30 April; 200 reais."""
    play = final(changes={"money.late": rule, **changes})
    play.do("issue_payment_slip", "2027-03-30")
    return play


OWED = [
    (MONTHLY, "2027-04-30", "0"),
    (MONTHLY, "2027-05-01", "6.00"),
    (MONTHLY, "2027-05-30", "6.00"),
    (MONTHLY, "2027-05-31", "8.00"),
    (MONTHLY, "2027-06-30", "8.00"),
    (MONTHLY, "2027-07-01", "10.00"),
    ({**MONTHLY, "count": "whole"}, "2027-05-29", "4.00"),
    ({**MONTHLY, "count": "whole"}, "2027-05-30", "6.00"),
    ({"interest": "0.33%", "per": "day", "basis": "96"}, "2027-05-01", "0.66"),
    ({"interest": "0.33%", "per": "day", "basis": "96"}, "2027-05-31", "20.46"),
    ({"interest": "0.33%", "per": "day", "up_to": "10%", "basis": "96"}, "2027-06-30", "20.00"),
    ({"fine": "10%", "basis": "96"}, "2027-12-30", "20.00"),
]


@pytest.mark.parametrize(("rule", "day", "owed"), OWED)
def test_what_is_owed_besides_grows_by_the_rule(rule, day, owed):
    case = late(rule).until("2027-05-01").case
    rules = rules_of(final(changes={"money.late": rule}).procedure)
    fine = case.obligations[0]
    assert charges(rules, case.tracks, case.deadlines, fine, D("200.00"), date.fromisoformat(day)) == D(owed)


@pytest.mark.parametrize(
    ("day", "amount", "state", "refund"),
    [
        ("2027-04-30", "200.00", "closed/paid", "0.00"),
        ("2027-05-03", "200.00", "overdue", "0"),
        ("2027-05-03", "205.99", "overdue", "0"),
        ("2027-05-03", "206.00", "closed/paid", "0.00"),
        ("2027-06-30", "210.00", "closed/paid", "2.00"),
    ],
)
def test_a_late_payment_settles_when_it_reaches_line_and_charges(day, amount, state, refund):
    play = late()
    play.do("pay", day, amount=amount)
    play.until("2027-12-01")
    assert (play.state, play.case.head.refund) == (state, D(refund))


def test_what_was_paid_besides_is_told_and_no_longer_grows():
    play = late()
    play.do("pay", "2027-05-03", amount="206.00")
    assert "96" in play.events[-1].derived.articles
    line = outcome_of(play.procedure, play.case, play.events, [], play.facts(date(2028, 1, 3))).fines[0]
    assert (line["amount"], line["charges"]) == (D("200.00"), D("6.00"))


def test_a_slip_made_late_has_the_charges_of_its_day():
    play = late()
    play.until("2027-05-03")
    play.do("issue_payment_slip", "2027-05-03")
    assert play.case.head.slip.charges == {"80-II/F/1": D("6.00")}
    assert "96" in play.events[-1].derived.articles


def test_nothing_is_owed_besides_before_the_decision_is_final():
    play = told(changes={"money.late": MONTHLY, "time_limits.payment.opened_by": ["serve_decision"],
                         "time_limits.payment.length": "5 days"})  # fmt: skip
    play.do("issue_payment_slip", "2027-03-18")
    play.do("pay", "2027-03-29", amount="200.00")
    assert play.until("2027-03-30").state == "closed/paid"


def test_the_law_without_a_rule_for_it_charges_nothing():
    play = final()
    play.do("issue_payment_slip", "2027-03-30")
    play.do("pay", "2027-12-01", amount="200.00")
    assert (play.state, play.case.head.slip.charges) == ("closed/paid", {})


def test_nobody_is_late_for_a_discount_whichever_term_the_file_has_last():
    """The term to pay and the ten days of the discount begin together; only the first makes the fine fall due."""
    early = {"length": "10 days", "binds": "party", "of": "fine", "opened_by": ["final"], "met_by": ["pay"]}
    play = late(**{
        "time_limits.early": {**early, "on_expiry": "none", "basis": "96"},
        "money.discounts": {"early": {"less": "10%", "until": "early", "basis": "96"}},
    })  # fmt: skip
    assert (play.due("early"), play.due("payment")) == ("2027-04-09", "2027-04-30")
    play.do("pay", "2027-04-30", amount="200.00")
    assert play.state == "closed/paid"
