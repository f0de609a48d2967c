"""What a fine costs: fixed, within a range, by percentage, band, quantity or day; circumstances and bounds."""

from __future__ import annotations

from decimal import Decimal

import pytest
from msgspec.structs import replace

from tests.workflow.carts import defended, drawn, judged
from tests.workflow.fictional import fictional
from tests.workflow.play import day
from workflow.errors import InvalidData, ItemNotPriced, PenaltyNotAllowed
from workflow.facts import Prior
from workflow.money import to_reais
from workflow.price import Asked, price
from workflow.procedure import Money
from workflow.rules import rules_of

D = Decimal
CIRCUMSTANCES = {
    "bad_faith": {"label": "Má-fé", "plus": "20%", "basis": "90"},
    "risk": {"label": "Risco a terceiros", "plus": "50%", "basis": "91", "items": ["80-IV"]},
    "first": {"label": "Primariedade", "minus": "10%", "basis": "92"},
    "hidden": {"label": "Fato encoberto", "times": "2", "basis": "93"},
}
BANDS = {
    "of": "vehicles",
    "basis": "94",
    "rows": [
        {"from": 1, "until": 5, "units": "10", "basis": "94 I"},
        {"from": 6, "until": 20, "units": "20", "basis": "94 II"},
        {"from": 21, "units": {"from": "30", "until": "60"}, "basis": "94 III"},
    ],
}
KINDS = {"of": "person", "rows": [{"is": ["natural", "mei"], "reais": "100.00"}, {"is": "legal", "reais": "500.00"}]}


def costs(fine, line=None, *, figures=None, repeat="1", cap=None, **changes):
    """The price of the fine ``F`` for item 80-II, so priced."""
    procedure = fictional({"circumstances": CIRCUMSTANCES, "penalties.F": {"kind": "fine", **fine}, **changes})
    form = rules_of(procedure).form("80-II", "F")
    asked = Asked("80-II", "Multa", form, line or {}, figures or {}, ("71",))
    return price(procedure, asked, D(repeat), None if cap is None else D(cap))


WHY = {"reasons": "como consta"}
RANGE = {"unit": "UF", "units": {"from": "10", "until": "100"}}
DAILY = {"units": "1.5", "per": "day", "count_up_to": 30}
EACH = {"units": "0.5", "per": "quantity", "cap": "40"}
SHARE = {"percent": "2%", "of": "declared_value", "floor": "500.00", "cap": "5000.00"}

PRICES = [
    ({"units": "2"}, {}, {}, ("UF", "2")),
    ({"reais": "240.00"}, {}, {}, ("R$", "240.00")),
    ({"reais": "240.00"}, {"reais": "240"}, {}, ("R$", "240.00")),
    (RANGE, {"units": "10", **WHY}, {}, ("UF", "10")),
    (RANGE, {"units": "100", **WHY}, {}, ("UF", "100")),
    (RANGE, {"units": "33.3", **WHY}, {}, ("UF", "33.3")),
    ({"reais": {"from": "50.00", "until": "90.00"}}, {"reais": "75.50", **WHY}, {}, ("R$", "75.50")),
    (DAILY, {"days": 12}, {}, ("UF", "18.0")),
    (DAILY, {"days": 31}, {}, ("UF", "45.0")),
    (DAILY, {}, {"80-II/days": "4"}, ("UF", "6.0")),
    (DAILY, {"days": 2}, {"80-II/days": "4"}, ("UF", "3.0")),
    (EACH, {"quantity": 3}, {}, ("UF", "1.5")),
    (EACH, {"quantity": "12.5"}, {}, ("UF", "6.25")),
    (EACH, {"quantity": 200}, {}, ("UF", "40")),
    (SHARE, {}, {"declared_value": "100000.00"}, ("R$", "2000.00")),
    (SHARE, {}, {"declared_value": "1000.00"}, ("R$", "500.00")),
    (SHARE, {"declared_value": "1000000.00"}, {"declared_value": "1000.00"}, ("R$", "5000.00")),
    ({"bands": BANDS}, {}, {"vehicles": "1"}, ("UF", "10")),
    ({"bands": BANDS}, {}, {"vehicles": "5"}, ("UF", "10")),
    ({"bands": BANDS}, {}, {"vehicles": "6"}, ("UF", "20")),
    ({"bands": BANDS}, {"units": "31", **WHY}, {"vehicles": "21"}, ("UF", "31")),
    ({"bands": BANDS, "per": "day"}, {"days": 2}, {"vehicles": "20"}, ("UF", "40")),
    ({"bands": KINDS}, {}, {"person": "mei"}, ("R$", "100.00")),
    ({"bands": KINDS}, {}, {"person": "legal"}, ("R$", "500.00")),
]


@pytest.mark.parametrize(("fine", "line", "figures", "cost"), PRICES)
def test_each_form_has_its_price(fine, line, figures, cost):
    found = costs(fine, line, figures=figures)
    assert (found.unit, found.total) == (cost[0], D(cost[1]))


REFUSED = [
    (RANGE, {}, {}, PenaltyNotAllowed, "pede o valor (units), de 10 a 100 UF"),
    (RANGE, {"units": "9.99", **WHY}, {}, PenaltyNotAllowed, "de 10 a 100 UF"),
    (RANGE, {"units": "100.01", **WHY}, {}, PenaltyNotAllowed, "não cabe"),
    (RANGE, {"units": "50"}, {}, PenaltyNotAllowed, "pede motivos"),
    (RANGE, {"units": "NaN", **WHY}, {}, InvalidData, "tem de ser número"),
    ({"units": "2"}, {"units": "3", **WHY}, {}, PenaltyNotAllowed, "a lei fixa"),
    ({"units": "2"}, {"reais": "2", **WHY}, {}, PenaltyNotAllowed, "(reais)"),
    (SHARE, {"reais": "9.00", **WHY}, {"declared_value": "1.00"}, PenaltyNotAllowed, "a lei fixa"),
    (SHARE, {}, {}, ItemNotPriced, "depende de 'declared_value'"),
    (DAILY, {}, {}, ItemNotPriced, "o número de dias (days)"),
    (DAILY, {"days": 0}, {}, InvalidData, "maior que zero"),
    (DAILY, {"days": "1.5"}, {}, InvalidData, "maior que zero"),
    (DAILY, {"days": True}, {}, InvalidData, "maior que zero"),
    (EACH, {"quantity": "muitos"}, {}, InvalidData, "maior que zero"),
    ({"bands": BANDS}, {}, {}, ItemNotPriced, "vehicles"),
    ({"bands": BANDS}, {}, {"vehicles": "0.5"}, ItemNotPriced, "faixa nenhuma"),
    ({"bands": KINDS}, {}, {"person": "public"}, ItemNotPriced, "faixa nenhuma"),
    ({}, {}, {}, ItemNotPriced, "não fixa o valor"),
]


@pytest.mark.parametrize(("fine", "line", "figures", "refusal", "says"), REFUSED)
def test_what_the_line_lacks_or_may_not_have_is_refused(fine, line, figures, refusal, says):
    with pytest.raises(refusal) as raised:
        costs(fine, line, figures=figures)
    assert says in raised.value.message
    assert "71" in raised.value.articles


CIRCUMSTANTIAL = [
    # circumstances, repeat factor, changes, units of a fine of 10
    (["bad_faith"], "1", {}, "12"),
    (["first"], "1", {}, "9"),
    (["bad_faith", "first"], "1", {}, "11"),
    (["hidden"], "1", {}, "20"),
    (["bad_faith", "hidden"], "1", {}, "24"),
    ([], "2", {}, "20"),
    (["bad_faith"], "2", {}, "22"),
    (["bad_faith"], "2", {"money.repeat_over": "total"}, "24"),
    (["hidden"], "1.5", {"money.repeat_over": "total"}, "30"),
    (["hidden", "bad_faith"], "1", {"money.circumstances_within": {"from": "0.95", "until": "2"}}, "20"),
    (["first"], "1", {"money.circumstances_within": {"from": "0.95", "until": "2"}}, "9.5"),
    ([], "1", {"money.circumstances_within": {"from": "1.1", "until": "2"}}, "10"),
]


@pytest.mark.parametrize(("names", "repeat", "changes", "units"), CIRCUMSTANTIAL)
def test_circumstances_and_repeat_come_together_as_the_law_says(names, repeat, changes, units):
    found = costs({"units": "10"}, {"circumstances": names, **WHY}, repeat=repeat, **changes)
    assert found.total == D(units)
    assert found.circumstances == tuple(names)
    assert found.base == 10
    assert set(found.articles) == {each for name in names for each in CIRCUMSTANCES[name]["basis"].split("|")}


def test_shares_that_take_everything_leave_nothing_and_never_less():
    everything = {"all": {"minus": "100%", "basis": "9"}, "first": {"minus": "10%", "basis": "9"}}
    found = costs({"units": "10"}, {"circumstances": ["all", "first"], **WHY}, circumstances=everything)
    assert found.total == 0


@pytest.mark.parametrize(
    ("fine", "total"), [({"units": "10", "cap": "15"}, "15"), ({"units": "10", "floor": "50"}, "50")]
)
def test_bounds_hold_over_all_that_changed_the_value(fine, total):
    assert costs(fine, {"circumstances": ["hidden"], **WHY}, repeat="2").total == D(total)


def test_the_bound_of_a_repeat_comes_before_those_of_the_fine():
    assert costs({"units": "10"}, repeat="9", cap="30").total == 30
    assert costs({"units": "10", "floor": "40"}, repeat="9", cap="30").total == 40


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"circumstances": ["rain"], **WHY}, "não conhece a circunstância 'rain'"),
        ({"circumstances": ["risk"], **WHY}, "não se aplica a este item"),
        ({"circumstances": ["first"]}, "pede motivos"),
        ({"circumstances": ["first", "first"], **WHY}, "duas vezes"),
    ],
)
def test_a_circumstance_is_the_laws_for_the_item_and_has_reasons(line, says):
    with pytest.raises(PenaltyNotAllowed, match=says):
        costs({"units": "10"}, line)


def test_the_items_own_price_goes_before_the_codes():
    law = fictional(
        {
            "penalties.F": {"kind": "fine", "units": "2", "per": "day", "cap": "50"},
            "infractions.80-II": {"penalties": ["F"], "reais": "30.00"},
            "infractions.80-IV": {"penalties": ["F", "S"]},
        }
    )
    own, usual = rules_of(law).form("80-II", "F"), rules_of(law).form("80-IV", "F")
    assert (own.unit, own.amount, own.per, own.cap) == ("R$", D("30.00"), "day", D(50))
    assert (usual.unit, usual.amount, usual.per) == ("UF", D(2), "day")


DATA = {"steps.draw_up.data": {"declared_value": {"type": "amount"}, "vehicles": {"type": "number"}}}


def one_line(**line):
    return {"judgment": {"penalties": [{"item": "80-II", "code": "F", **line}]}}


def test_a_range_is_fixed_by_the_decision_and_charged_so():
    play = judged(changes={"penalties.F.units": {"from": "10", "until": "100"}}, **one_line(units="40", **WHY))
    fine = play.penalty("80-II", "F")
    assert (fine.units, fine.base, fine.count) == (40, 40, None)
    assert play.case.head.proposed == ()
    play.do("issue_payment_slip", "2027-03-16")
    assert play.penalty("80-II", "F").amount == D("4000.00")


def test_a_decision_without_the_amount_is_refused_with_the_penaltys_article():
    play = defended(changes={"penalties.F.units": {"from": "10", "until": "100"}})
    refusal = play.no("judge", "2027-03-15", PenaltyNotAllowed, "de 10 a 100 UF", outcome="upheld")
    assert "71" in refusal.articles


def test_quantities_come_from_the_notice_and_are_announced():
    play = drawn("80-II", changes={"penalties.F.per": "quantity"}, lines=[{"item": "80-II", "quantity": 7}])
    assert [(each.units, each.base) for each in play.case.head.proposed] == [(14, 14)]
    play.do("serve_notice", "2027-03-02", via="personal", receipt="ar")
    play.do("file_defense", "2027-03-10")
    play.do("judge", "2027-03-15", outcome="upheld")
    fine = play.penalty("80-II", "F")
    assert (fine.units, fine.base, fine.count) == (14, 14, 7)


def test_a_percentage_of_what_was_declared_is_in_reais_and_truncated():
    fine = {"kind": "fine", "percent": "1.5%", "of": "declared_value", "basis": "71"}
    play = judged(changes={"penalties.F": fine, **DATA}, declared_value="333.33")
    assert play.penalty("80-II", "F").unit == "R$"
    play.do("issue_payment_slip", "2027-03-16")
    assert play.penalty("80-II", "F").amount == D("4.99")


def test_a_fine_in_reais_needs_no_value_of_any_unit():
    play = judged(changes={"penalties.F": {"kind": "fine", "reais": "240.00", "basis": "71"}, "units": {}})
    play.base = replace(play.base, units={})
    play.do("issue_payment_slip", "2027-03-16")
    assert play.case.head.slip.lines == {"80-II/F/1": D("240.00")}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ([{"item": "80-IV", "quantity": 1}], "não está neste auto"),
        ([{"item": "80-II", "weight": 1}], "'weight' não altera pena nem prazo"),
    ],
)
def test_a_line_of_the_notice_is_of_its_items_and_of_what_prices_need(lines, says):
    with pytest.raises(InvalidData, match=says):
        drawn("80-II", lines=lines)


def test_circumstances_are_for_fines_alone():
    play = defended("80-IV", changes={"circumstances": CIRCUMSTANCES})
    lines = [{"item": "80-IV", "code": "S", "days": 5, "circumstances": ["bad_faith"], **WHY}]
    play.no("judge", "2027-03-15", PenaltyNotAllowed, "só altera multa", outcome="upheld", penalties=lines)


def test_circumstances_stay_on_the_obligation_with_their_articles():
    changes = {"circumstances": CIRCUMSTANCES}
    play = judged(changes=changes, **one_line(circumstances=["bad_faith", "hidden"], **WHY))
    fine = play.penalty("80-II", "F")
    assert (fine.units, fine.base, fine.circumstances) == (D("4.8"), 2, ("bad_faith", "hidden"))
    assert {"90", "93"} <= set(play.events[-1].derived.articles)


def test_a_review_may_change_the_circumstances():
    play = judged(changes={"circumstances": CIRCUMSTANCES, "choice": {"how": "all", "basis": "75"}},
                  **one_line(circumstances=["hidden"], **WHY))  # fmt: skip
    play.do("serve_decision", "2027-03-17", via="post", receipt="ar")
    play.do("file_appeal", "2027-03-22")
    lighter = [{"item": "80-II", "code": "F", "circumstances": ["first"], **WHY}]
    play.do("judge_appeal", "2027-04-05", outcome="partial", voters=3, penalties=lighter)
    fine = play.penalty("80-II", "F")
    assert (fine.units, fine.circumstances) == (D("1.8"), ("first",))


def test_priors_and_circumstances_in_one_case():
    rule = {"same": "item", "counts": "any", "levels": [{"plus": "50%", "basis": "95"}], "basis": "95"}
    play = judged(
        changes={"circumstances": CIRCUMSTANCES, "repeat": {"r": rule}}, **one_line(circumstances=["bad_faith"], **WHY)
    )
    assert play.penalty("80-II", "F").units == D("2.4")
    play = drawn(changes={"circumstances": CIRCUMSTANCES, "repeat": {"r": rule}})
    play.base = replace(play.base, priors=(Prior("80-II", day("2026-01-05"), day("2026-02-05")),))
    play.do("serve_notice", "2027-03-02", via="personal", receipt="ar")
    play.do("file_defense", "2027-03-10")
    play.do("judge", "2027-03-15", outcome="upheld", **one_line(circumstances=["bad_faith"], **WHY)["judgment"])
    assert play.penalty("80-II", "F").units == D("3.4")


THIRDS = {
    "third": {"minus": "1/3", "basis": "90"},
    "sixth": {"plus": "1/6", "basis": "91"},
    "other": {"plus": "1/6", "basis": "92"},
}


@pytest.mark.parametrize(
    ("units", "circumstances", "total"),
    [
        ("30", ["third"], "20"),
        ("60", ["sixth", "other"], "80"),
        ("60", ["third", "sixth"], "50"),
        ("2", ["sixth"], "2.3333333333333333"),
    ],
)
def test_a_third_is_a_third_and_not_what_its_decimals_come_to(units, circumstances, total):
    found = costs({"units": units}, {"circumstances": circumstances, **WHY}, circumstances=THIRDS)
    assert str(found.total) == total


def test_three_thirds_of_a_unit_are_worth_the_whole_unit():
    found = costs({"units": "2"}, {"circumstances": ["sixth"], **WHY}, circumstances=THIRDS)
    assert to_reais(found.total, D("3.00"), Money(basis=())) == D("7.00")
