"""Instalments: how many, how much, when each is due, what a missed one brings, and the discount that comes or goes."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.planting import put
from tests.workflow import carts
from tests.workflow.parts import RULE, SPREAD, by_parts, parted
from tests.workflow.vila import faults
from workflow.errors import NothingToPay, PartsNotAllowed, UsedUp

D = Decimal


def amounts(play):
    return [str(each.amount) for each in play.case.head.parts]


def dues(play):
    return [str(each.due) for each in play.case.deadlines if each.kind == "instalment"]


def statuses(play):
    return [each.status for each in play.case.deadlines if each.kind == "instalment"]


def test_the_parts_are_equal_and_the_first_takes_the_centavos():
    assert amounts(parted(3)) == ["66.68", "66.66", "66.66"]
    assert amounts(parted(4)) == ["50.00", "50.00", "50.00", "50.00"]


def test_the_first_part_is_due_by_its_term_and_each_other_one_so_long_after():
    # The 11th of April and of July are Sundays, so on the 12th; the count goes on from the 11th all the same.
    assert dues(parted(4)) == ["2027-04-12", "2027-05-11", "2027-06-11", "2027-07-12"]


def test_the_term_to_pay_does_not_run_beside_the_parts():
    play = parted()
    assert play.last("payment").status == "suspended"
    play.do("pay", "2027-04-12", amount="66.68")
    assert play.until("2027-05-10").state == "awaiting_payment"


PAYMENTS = [
    # paid in all by 12 April, how the parts then stand
    ("66.67", ["open", "open", "open"]),
    ("66.68", ["met", "open", "open"]),
    ("133.34", ["met", "met", "open"]),
    ("200.00", ["met", "met", "met"]),
]


@pytest.mark.parametrize(("amount", "found"), PAYMENTS)
def test_a_payment_counts_toward_the_earliest_part_not_yet_paid(amount, found):
    play = parted()
    play.do("pay", "2027-04-12", amount=amount)
    assert statuses(play) == found


def test_all_parts_paid_settle_the_fine():
    play = parted()
    for day, amount in (("2027-04-12", "66.68"), ("2027-05-11", "66.66"), ("2027-06-11", "66.66")):
        play.do("pay", day, amount=amount)
    assert (play.state, play.papers.count("discharge")) == ("closed/paid", 1)


def test_a_part_missed_makes_the_rest_due_and_no_other_part_is_asked():
    play = parted()
    play.do("pay", "2027-04-12", amount="66.68")
    play.until("2027-05-12")
    assert (play.state, statuses(play)) == ("overdue", ["met", "lapsed", "void"])
    assert {"52", "111", "113"} <= set(play.events[-1].derived.articles)


def test_two_parts_may_have_to_be_missed():
    play = parted(**{"money.instalments": {**RULE, "missed": 2}})
    assert play.until("2027-05-11").state == "awaiting_payment"
    assert play.until("2027-05-12").state == "overdue"


def test_a_part_paid_late_but_before_the_second_is_missed_does_not_count():
    play = parted(**{"money.instalments": {**RULE, "missed": 2}})
    play.do("pay", "2027-04-20", amount="66.68")
    assert statuses(play)[0] == "overtaken"
    assert play.until("2027-05-12").state == "awaiting_payment"


ALLOWED = {"parts": {"less": "10%", "until": "instalment", "lost_by": ["mark_overdue"], "basis": "112"}}


def test_a_discount_may_hold_for_who_pays_by_parts_and_is_lost_with_the_part_missed():
    play = parted(**{"money.discounts": ALLOWED})
    assert amounts(play) == ["60.00", "60.00", "60.00"]
    for day in ("2027-04-12", "2027-05-11", "2027-06-11"):
        play.do("pay", day, amount="60.00")
    assert play.state == "closed/paid"
    late = parted(**{"money.discounts": ALLOWED})
    late.do("pay", "2027-04-12", amount="60.00")
    late.until("2027-05-12")
    late.do("pay", "2027-05-13", amount="120.00")
    assert late.state == "overdue"
    late.do("pay", "2027-05-14", amount="20.00")
    assert late.state == "closed/paid"


def test_late_charges_run_from_the_part_that_was_missed():
    late = {"fine": "2%", "interest": "1%", "per": "month", "basis": "114"}
    play = parted(**{"money.late": late})
    play.until("2027-04-13")
    play.do("pay", "2027-04-20", amount="205.99")
    assert play.state == "overdue"
    play.do("pay", "2027-04-20", amount="0.01")
    assert play.state == "closed/paid"


REFUSED = [
    (5, PartsNotAllowed, "de 2 a 4"),
    (1, PartsNotAllowed, "de 2 a 4"),
]


@pytest.mark.parametrize(("parts", "kind", "says"), REFUSED)
def test_more_parts_than_the_law_gives_are_refused(parts, kind, says):
    play = carts.final(changes=by_parts())
    assert "111" in play.no("spread", "2027-04-01", kind, says, parts=parts).articles


def test_a_part_under_the_least_is_refused_and_it_is_said_how_many_fit():
    play = carts.final(changes=by_parts(**{"money.instalments": {**RULE, "least": "60.00"}}))
    play.no("spread", "2027-04-01", PartsNotAllowed, "o mínimo é R$ 60,00: cabem no máximo 3", parts=4)
    play.do("spread", "2027-04-01", parts=3)


def test_who_has_paid_something_parts_the_rest():
    play = carts.final(changes=by_parts())
    play.do("issue_payment_slip", "2027-03-31")
    play.do("pay", "2027-03-31", amount="50.00")
    play.do("spread", "2027-04-01", parts=3)
    assert amounts(play) == ["50.00", "50.00", "50.00"]
    play.do("pay", "2027-04-02", amount="150.00")
    assert play.state == "closed/paid"


def test_a_fine_is_parted_once_while_final_and_not_yet_collected():
    parted().no("spread", "2027-04-02", UsedUp, "já foi parcelada", parts=2)
    overdue = carts.final(changes=by_parts()).until("2027-05-05")
    overdue.no("spread", "2027-05-05", NothingToPay, "já venceu", parts=2)
    early = by_parts(**{"steps.spread": {**SPREAD, "from": ["awaiting_appeal", "enforcement"]}})
    carts.told(changes=early).no("spread", "2027-03-18", NothingToPay, "ainda cabe recurso", parts=2)


STEP = {"label": "Parcelar", "does": "spread", "by": ["party"], "from": ["enforcement"], "basis": "8"}
LIMIT = {
    "length": "30 days", "binds": "party", "of": "fine", "opened_by": ["spread"], "met_by": ["pay"],
    "on_expiry": "mark_overdue", "basis": "8",
}  # fmt: skip
PLAN = {"term": "instalment", "at_most": 6, "every": "1 month", "basis": "8"}
WHOLE = [
    put("steps.spread", STEP), put("time_limits.instalment", LIMIT), put("money", {"instalments": PLAN}),
    put("time_limits.payment.suspended_by", ["spread"]),
]  # fmt: skip
FAULTS = [
    (("money.instalments.term", "instalments"), "money.instalments.term", "quis dizer 'instalment'"),
    (("money.instalments.every", "5 business days"), "money.instalments.every", "contam-se dias ou meses"),
    (("money.instalments.basis", []), "money.instalments", "falta basis"),
    (("time_limits.instalment.met_by", []), "time_limits.instalment", "cumpre-se pagando"),
    (("time_limits.instalment.binds", "authority"), "time_limits.instalment", "é da parte"),
    (("time_limits.instalment.opened_by", ["final"]), "time_limits.instalment.opened_by", "falta spread"),
    (("time_limits.payment.suspended_by", []), "time_limits.payment.suspended_by", "ponha spread"),
    (("steps.spread.from", ["awaiting_appeal", "enforcement"]), "steps.spread.from", "só se parcela multa definitiva"),
    (("money", {}), "steps.spread.does", "diga em money.instalments"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "where", "says"), FAULTS)
def test_parts_that_would_not_work_are_faults_of_the_file(change, where, says):
    assert any(place == where and says in what for place, what in faults(*WHOLE, put(*change)))


def test_whole_they_are_none():
    assert faults(*WHOLE) == []


def test_a_discount_of_another_term_is_for_who_pays_at_once_and_not_by_parts():
    other = {
        "time_limits.quick": {
            "length": "5 days", "binds": "party", "of": "fine", "opened_by": ["spread"], "met_by": ["pay"],
            "on_expiry": "none", "basis": "115",
        },
        "money.discounts": {"quick": {"less": "50%", "until": "quick", "basis": "112"}},
    }  # fmt: skip
    assert amounts(parted(4, **other)) == ["50.00", "50.00", "50.00", "50.00"]


def test_recess_moves_the_part_that_falls_in_it_and_no_other():
    recess = {"counting.party.recess": [{"from": "04-25", "until": "05-13"}]}
    assert dues(parted(4, **recess)) == ["2027-04-12", "2027-05-14", "2027-06-11", "2027-07-12"]


def test_recounting_leaves_the_parts_after_recess_where_they_were():
    again = {
        "counting.party.recess": [{"from": "04-25", "until": "05-13"}],
        "steps.recount": {"does": "recount", "by": ["agency"], "also_in": "any", "basis": "60"},
    }
    play = parted(4, **again)
    before = dues(play)
    play.do("recount", "2027-04-02", town_act="Decreto 1 de exemplo")
    assert dues(play) == before
