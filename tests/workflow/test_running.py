"""A daily fine that runs by itself from an act until another: counted when asked for, never settled while it runs."""

from __future__ import annotations

from decimal import Decimal

import pytest

from app.outcome import outcome_of
from tests.planting import found, put
from tests.workflow import carts
from tests.workflow.play import day
from workflow.errors import PenaltyNotAllowed

D = Decimal
RUNS = {"since": ["final"], "until": ["stopped"], "basis": "71"}
DAILY = {
    "label": "Multa diária",
    "kind": "fine",
    "unit": "UF",
    "units": "0.1",
    "per": "day",
    "runs": RUNS,
    "basis": "71",
}
STOPPED = {"label": "Provar que parou", "does": "note", "by": ["party"], "also_in": "any", "basis": "72"}
D80 = {"penalties": [{"item": "80-II", "code": "D"}]}


def running(judgment=None, **daily):
    """Final on 30 March: R$ 10 a day from the 31st on."""
    changes = {"penalties.D": {**DAILY, **daily}, "infractions.80-II.penalties": ["D"], "steps.stopped": dict(STOPPED)}
    return carts.final(changes=changes, judgment=judgment or D80)


def owed(play, on):
    """The fine as an expectation reads it on a day."""
    line = outcome_of(play.procedure, play.case, play.events, [], play.facts(day(on))).fines[0]
    return line["units"], line["amount"]


def test_each_day_after_it_begins_costs_so_much():
    play = running()
    assert owed(play, "2027-03-30") == (D("0.0"), D("0.00"))
    assert owed(play, "2027-03-31") == (D("0.1"), D("10.00"))
    assert owed(play, "2027-04-09") == (D("1.0"), D("100.00"))


def test_the_day_on_which_it_ends_does_not_count():
    play = running()
    play.do("stopped", "2027-04-09")
    assert owed(play, "2027-04-30") == (D("0.9"), D("90.00"))


def test_while_it_runs_no_payment_settles_it():
    play = running()
    play.do("issue_payment_slip", "2027-04-09")
    assert play.case.head.slip.lines == {"80-II/D/1": D("100.00")}
    play.do("pay", "2027-04-09", amount="100.00")
    assert (play.state, play.case.head.discharged) == ("awaiting_payment", False)


def test_once_over_another_slip_asks_the_rest_and_settles():
    play = running()
    play.do("issue_payment_slip", "2027-04-09")
    play.do("pay", "2027-04-09", amount="100.00")
    play.do("stopped", "2027-04-14")
    assert play.state == "awaiting_payment"
    play.do("issue_payment_slip", "2027-04-15")
    assert play.case.head.slip.lines == {"80-II/D/1": D("140.00")}
    play.do("pay", "2027-04-15", amount="40.00")
    assert (play.state, play.papers.count("discharge")) == ("closed/paid", 1)


BOUNDED = [
    # bounds, units after 30 days
    ({"count_up_to": 20}, D("2.0")),
    ({"cap": "1.5"}, D("1.5")),
    ({"floor": "5"}, D(5)),
]


@pytest.mark.parametrize(("bounds", "units"), BOUNDED)
def test_it_comes_to_no_more_and_no_less_than_the_law_says(bounds, units):
    assert owed(running(**bounds), "2027-04-29")[0] == units


def test_full_it_can_be_paid_though_nothing_has_ended_it():
    play = running(count_up_to=20)
    play.do("issue_payment_slip", "2027-04-29")
    play.do("pay", "2027-04-29", amount="200.00")
    assert play.state == "closed/paid"


def test_what_ended_before_it_began_costs_nothing():
    changes = {"penalties.D": DAILY, "infractions.80-II.penalties": ["D"], "steps.stopped": dict(STOPPED)}
    play = carts.told(changes=changes, judgment=D80)
    play.do("stopped", "2027-03-20")
    assert play.penalty("80-II", "D").status == "cancelled"


def test_circumstances_and_repeat_are_of_each_day():
    worse = {"circumstances.fraud": {"label": "Fraude", "plus": "50%", "basis": "91"}}
    changes = {"penalties.D": DAILY, "infractions.80-II.penalties": ["D"], "steps.stopped": dict(STOPPED), **worse}
    line = {"item": "80-II", "code": "D", "circumstances": ["fraud"], "reasons": "constam"}
    play = carts.final(changes=changes, judgment={"penalties": [line]})
    assert owed(play, "2027-04-09")[0] == D("1.50")


def test_it_is_not_announced_nor_accepted():
    accept = {"does": "accept", "by": ["party"], "from": ["awaiting_defense"], "to": "enforcement", "basis": "98"}
    changes = {
        "penalties.D": DAILY, "infractions.80-II.penalties": ["D"], "steps.stopped": dict(STOPPED),
        "steps.accept_notice": accept,
    }  # fmt: skip
    play = carts.served(changes=changes, lines=[{"item": "80-II", "days": 3}])
    assert play.case.head.proposed == ()
    play.no("accept_notice", "2027-03-03", PenaltyNotAllowed, "corre por dia")


FAULTS = [
    ({"per": None}, "penalties.B-1.runs", "multa por dia"),
    ({"runs": {"since": ["finel"], "until": ["prove_cure"], "basis": "34 II"}}, "penalties.B-1.runs.since", "'final'"),
    ({"runs": {"since": ["judge:uphelt"], "until": ["pay"], "basis": "34 II"}}, "penalties.B-1.runs.since", "'upheld'"),
    ({"runs": {"since": ["final"], "until": ["pey"], "basis": "34 II"}}, "penalties.B-1.runs.until", "'pay'"),
    ({"runs": {"since": ["final"], "until": [], "basis": "34 II"}}, "penalties.B-1.runs", "até qual"),
    ({"runs": {"since": ["final"], "until": ["pay"]}}, "penalties.B-1.runs", "falta basis"),
]


@pytest.mark.parametrize(("rule", "where", "says"), FAULTS)
def test_a_fine_that_cannot_run_is_a_fault_of_the_file(rule, where, says):
    whole = {"per": "day", "runs": {"since": ["final"], "until": ["pay"], "basis": "34 II"}, **rule}
    faults = found(*(put(["penalties", "B-1", key], value) for key, value in whole.items()))
    assert any(place == where and says in what for place, what in faults), faults
