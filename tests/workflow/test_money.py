"""Units in reais: each line by itself, at the value of the right day, brought to centavos once."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.workflow import play as santos
from tests.workflow.fictional import fictional
from tests.workflow.play import Play
from workflow.errors import UnitMissing
from workflow.facts import UnitValue
from workflow.money import fine_lines, to_reais, value_on
from workflow.procedure import Money

TRUNCATE, HALF_UP = Money(round="truncate"), Money(round="half_up")
D = Decimal


@pytest.mark.parametrize(
    ("units", "value", "truncated", "rounded"),
    [
        ("0.5", "137.45", "68.72", "68.73"),
        ("1", "137.45", "137.45", "137.45"),
        ("2.5", "137.45", "343.62", "343.63"),
        ("5", "137.45", "687.25", "687.25"),
        ("0.75", "137.45", "103.08", "103.09"),
        ("1.5", "137.45", "206.17", "206.18"),
        ("3.75", "137.45", "515.43", "515.44"),
        ("6.25", "137.45", "859.06", "859.06"),
        ("12.5", "137.45", "1718.12", "1718.13"),
        ("0.5", "0.01", "0.00", "0.01"),
        ("1", "0.009", "0.00", "0.01"),
        ("1", "1.005", "1.00", "1.01"),
        ("3", "33.333", "99.99", "100.00"),
        ("1000000", "999.99", "999990000.00", "999990000.00"),
    ],
)
def test_units_become_reais(units, value, truncated, rounded):
    assert to_reais(D(units), D(value), TRUNCATE) == D(truncated)
    assert to_reais(D(units), D(value), HALF_UP) == D(rounded)


VALUES = {
    "URM": (
        UnitValue(date(2026, 1, 1), D("130.00")),
        UnitValue(date(2027, 1, 1), D("137.45")),
        UnitValue(date(2027, 7, 1), D("140.00")),
    )
}


@pytest.mark.parametrize(
    ("day", "value"),
    [
        (date(2026, 1, 1), "130.00"),
        (date(2026, 12, 31), "130.00"),
        (date(2027, 1, 1), "137.45"),
        (date(2027, 6, 30), "137.45"),
        (date(2027, 7, 1), "140.00"),
        (date(2027, 12, 31), "140.00"),
    ],
)
def test_a_value_is_good_until_the_next_or_the_end_of_its_year(day, value):
    assert value_on(VALUES, "URM", day).value == D(value)


@pytest.mark.parametrize(("lasts", "refused"), [("year", True), ("until_next", False)])
def test_a_line_of_another_acts_table_may_hold_until_the_next(lasts, refused):
    law = fictional({"units.table": {"lasts": lasts, "basis": "84"}})
    values = {"table": (UnitValue(date(2025, 5, 2), D("88.10")), UnitValue(date(2027, 3, 1), D("90.00")))}
    assert value_on(values, "table", date(2027, 3, 1), law).value == D("90.00")
    assert value_on(values, "table", date(2025, 12, 31), law).value == D("88.10")
    if refused:
        with pytest.raises(UnitMissing):
            value_on(values, "table", date(2027, 2, 28), law)
    else:
        assert value_on(values, "table", date(2027, 2, 28), law).value == D("88.10")


@pytest.mark.parametrize(
    ("unit", "day"), [("URM", date(2025, 12, 31)), ("URM", date(2028, 1, 1)), ("UFM", date(2027, 1, 1))]
)
def test_a_year_without_a_published_value_is_refused(unit, day):
    with pytest.raises(UnitMissing, match=f"{day:%d/%m/%Y}"):
        value_on(VALUES, unit, day)


def test_without_a_value_there_is_no_slip_and_the_case_stays():
    play = santos.judged(units={"URM": (UnitValue(date(2026, 1, 1), D("130.00")),)})
    refusal = play.no("issue_payment_slip", "2027-04-13", UnitMissing, "URM")
    assert "39 caput" in refusal.articles


@pytest.mark.parametrize(
    ("answer", "amount"),
    [("slip_issue", "130"), ("fact", "100"), ("notice", "110"), ("decision", "120"), ("payment", "140")],
)
def test_the_day_of_conversion_is_the_towns_to_choose(answer, amount):
    values = [
        ("2027-01-01", "100"),
        ("2027-03-02", "110"),
        ("2027-04-05", "120"),
        ("2027-04-15", "130"),
        ("2027-04-25", "140"),
    ]
    urm = tuple(UnitValue(date.fromisoformat(on), D(value)) for on, value in values)
    play = santos.told(procedure=santos.santos_dumont(conversion_date=answer), units={"URM": urm})
    play.do("issue_payment_slip", "2027-04-20")
    play.do("pay", "2027-04-28", amount="1.00")
    assert play.penalty("36-XIV", "B-2").amount == D(amount)


def test_a_preview_has_one_line_per_fine_with_its_memo():
    play = santos.judged("36-V", "36-XV")
    lines = fine_lines(play.case, Money(), {"URM": VALUES["URM"]}, date(2027, 4, 13))
    assert [(line.item, line.units, line.value.value, line.amount) for line in lines] == [
        ("36-V", D("0.5"), D("137.45"), D("68.72")),
        ("36-XV", D("2.5"), D("137.45"), D("343.62")),
    ]


def paid(*amounts: str) -> Play:
    play = santos.told()
    play.do("issue_payment_slip", "2027-04-20")
    for number, amount in enumerate(amounts):
        play.do("pay", f"2027-04-{21 + number}", amount=amount)
    return play.until("2027-05-05")


@pytest.mark.parametrize(
    ("amounts", "state", "refund", "discharges"),
    [
        ((), "overdue", "0", 0),
        (("137.44",), "overdue", "0", 0),
        (("137.45",), "closed/paid", "0", 1),
        (("100.00", "37.45"), "closed/paid", "0", 1),
        (("137.46",), "closed/paid", "0.01", 1),
        (("200.00", "200.00"), "closed/paid", "262.55", 1),
    ],
)
def test_payments_add_up_to_the_slip_and_the_excess_goes_back(amounts, state, refund, discharges):
    play = paid(*amounts)
    assert play.state == state
    assert play.case.head.refund == D(refund)
    assert play.papers.count("discharge") == discharges
    assert play.papers.count("refund_order") == (D(refund) > 0)


def test_nothing_goes_back_while_a_penalty_may_still_change():
    play = santos.appealed()
    play.do("issue_payment_slip", "2027-04-27")
    play.do("pay", "2027-04-28", amount="200.00")
    assert play.case.head.refund == 0
    play.do("judge_appeal", "2027-05-10", voters=3, outcome="reversed")
    assert play.case.head.refund == D("200.00")


def test_a_new_slip_takes_the_value_of_its_own_day():
    urm = {"URM": (UnitValue(date(2027, 1, 1), D("100.00")), UnitValue(date(2028, 1, 1), D("120.00")))}
    play = santos.told(units=urm)
    play.do("issue_payment_slip", "2027-04-20")
    play.until("2027-05-05")
    play.do("issue_payment_slip", "2028-01-10")
    assert play.penalty("36-XIV", "B-2").amount == D("120.00")
    play.do("pay", "2028-01-11", amount="120.00")
    assert play.case.head.slip.lines == {"36-XIV/B-2/1": D("120.00")}
