"""Repeat: which earlier infractions count, and what each level does to the fine."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from tests.workflow.carts import COUNCIL, UF
from tests.workflow.fictional import fictional
from tests.workflow.play import Play, santos_dumont
from workflow.facts import Prior
from workflow.length import Length
from workflow.repeat import Past, effect_on, window_end

FACT, DECIDED = date(2028, 2, 14), date(2028, 4, 3)


def prior(item="36-XIX", fact="2027-01-20", final="2027-03-10", outcome="upheld", cured=False):
    return Prior(item, date.fromisoformat(fact), date.fromisoformat(final) if final else None, outcome, cured)


def level(priors, **answers):
    effect = effect_on(santos_dumont(**answers), "36-XIX", FACT, DECIDED, Past(priors))
    return effect.level, str(effect.factor.normalize()), effect.adds


LADDER = [(0, "1", ()), (1, "1.5", ()), (2, "2", ()), (3, "2.5", ("E",)), (4, "2.5", ("E",)), (7, "2.5", ("E",))]


@pytest.mark.parametrize(("number", "factor", "adds"), LADDER)
def test_each_level_adds_to_the_basic_value(number, factor, adds):
    assert level([prior()] * number) == (number, factor, adds)


def test_the_fourth_may_be_the_basic_value_again():
    assert level([prior()] * 4, fourth_repeat="basic_value") == (4, "1", ())


COUNTS = [
    # prior, final_before_fact, final_before_decision, any
    (prior(), True, True, True),
    (prior(final="2028-02-13"), True, True, True),
    (prior(final="2028-02-14"), False, True, True),
    (prior(final="2028-04-02"), False, True, True),
    (prior(final="2028-04-03"), False, False, True),
    (prior(final=""), False, False, True),
    (prior(fact="2028-02-13", final=""), False, False, True),
    (prior(fact="2028-02-14", final=""), False, False, False),
    (prior(fact="2028-02-14", final="2028-04-02"), False, False, False),
    (prior(fact="2028-02-15", final=""), False, False, False),
    (prior(fact="2028-02-15", final="2028-04-02"), False, False, False),
    (prior(outcome="dismissed"), False, False, False),
    (prior(outcome="reversed"), False, False, False),
    (prior(outcome="affirmed"), True, True, True),
    (prior(outcome="partial"), True, True, True),
    (prior(item="36-XIV"), False, False, False),
    (prior(fact="2026-10-28", final="2026-12-01"), False, False, False),
    (prior(fact="2026-10-29", final="2026-12-01"), True, True, True),
]


@pytest.mark.parametrize(("one", "before_fact", "before_decision", "any_"), COUNTS)
def test_when_a_prior_counts(one, before_fact, before_decision, any_):
    assert level([one])[0] == int(before_fact)
    assert level([one], prior_counts="final_before_decision")[0] == int(before_decision)
    assert level([one], prior_counts="any")[0] == int(any_)


@pytest.mark.parametrize(
    ("item", "same_item", "same_code"),
    [("36-XIX", 1, 1), ("36-XIV", 0, 1), ("36-XXVI", 0, 1), ("36-II", 0, 0), ("36-XXI", 0, 0), ("36-LX", 0, 0)],
)
def test_the_same_nature_is_the_item_or_the_code_of_the_fine(item, same_item, same_code):
    assert level([prior(item=item)])[0] == same_item
    assert level([prior(item=item)], same_nature="code")[0] == same_code


@pytest.mark.parametrize(("fact", "counts"), [(date(2032, 3, 10), 1), (date(2032, 3, 11), 0), (date(2027, 3, 11), 1)])
def test_the_window_runs_from_date_to_date_its_last_day_included(fact, counts):
    assert effect_on(santos_dumont(), "36-XIX", fact, fact, Past([prior()])).level == counts


def test_a_prior_left_out_by_the_window_alone_is_told():
    effect = effect_on(
        santos_dumont(), "36-XIX", date(2032, 3, 11), date(2032, 5, 1), Past([prior(), prior(item="36-II")])
    )
    assert effect.left_out == (prior(),)
    assert "38 caput" in effect.articles
    assert (
        effect_on(santos_dumont(repeat_window="none"), "36-XIX", date(2032, 3, 11), DECIDED, Past([prior()])).level == 1
    )


def test_a_prior_that_only_its_being_older_than_the_law_leaves_out_is_told_apart():
    old = prior(fact="2026-10-28", final="2026-12-01")
    effect = effect_on(
        santos_dumont(), "36-XIX", FACT, DECIDED, Past([old, prior(), prior(item="36-II", fact="2026-10-28")])
    )
    assert (effect.level, effect.older, effect.left_out) == (1, (old,), ())


def test_notice_and_decision_name_the_prior_that_is_older_than_the_law():
    old = Prior("80-II", date(2024, 12, 31), date(2025, 2, 1))
    rule = {"same": "item", "counts": "final_before_fact", "levels": [{"times": "2"}], "window": "none", "basis": "90"}
    play = Play(fictional({"repeat": {"rule": rule}}), units=UF, members=COUNCIL, priors=[old])
    play.do("draw_up", "2027-03-01", items=["80-II"], fact_on="2027-03-01")
    play.do("serve_notice", "2027-03-02", via="personal")
    play.do("file_defense", "2027-03-10")
    play.do("judge", "2027-03-15", outcome="upheld")
    said = (
        "80-II: infração anterior de 31/12/2024 (80-II) não contou como reincidência: é anterior a "
        "Lei 1/2025 de Vila Exemplo, publicada em 01/01/2025."
    )
    assert [event.step for event in play.events if said in event.derived.warnings] == ["draw_up", "judge"]


@pytest.mark.parametrize(
    ("start", "window", "end"),
    [
        ("2027-03-10", "5 years", "2032-03-10"),
        ("2028-02-29", "1 year", "2029-02-28"),
        ("2027-01-31", "1 month", "2027-02-28"),
        ("2027-01-31", "12 months", "2028-01-31"),
        ("2027-03-10", "30 days", "2027-04-09"),
    ],
)
def test_the_end_of_a_window(start, window, end):
    assert str(window_end(date.fromisoformat(start), Length.parse(window))) == end


RULES = {
    "double": {"items": ["80-II"], "same": "item", "counts": "any", "window": "12 months", "window_from": "prior_fact",
               "levels": [{"times": "2"}], "basis": "90"},
    "revoke": {"items": ["80-II"], "same": "item", "counts": "final_before_fact", "window": "none",
               "levels": [{}, {"adds": ["R"]}], "basis": "91"},
    "sleeping": {"items": "all", "levels": [{"plus": "900%"}], "active": False, "basis": "92"},
    "mended": {"items": ["80-I"], "levels": [{"adds": ["R"]}], "only_cured": True, "basis": "93"},
}  # fmt: skip


def cart(item, *priors, fact=date(2027, 9, 1)):
    return effect_on(fictional({"repeat": RULES}), item, fact, fact, Past(priors))


def test_rules_are_independent_of_one_another():
    old = prior("80-II", "2026-01-10", "2026-03-10")
    recent = prior("80-II", "2027-01-10", "2027-03-10")
    assert cart("80-II", recent)[:5] == (1, Decimal(2), (), ("90", "91"), ())
    assert cart("80-II", old, recent)[:5] == (1, Decimal(2), ("R",), ("90", "91"), (old,))


def test_a_rule_examines_only_its_items_and_is_cited_whether_or_not_priors_count():
    assert cart("80-II").articles == ("90", "91")
    assert cart("80-III").articles == ()


def test_a_rule_that_sleeps_does_nothing():
    assert "92" not in cart("80-I", prior("80-I", "2027-01-10", "2027-03-10")).articles


def test_a_rule_may_count_only_what_was_cured():
    assert cart("80-I", prior("80-I", "2027-01-10", "2027-03-10")).adds == ()
    assert cart("80-I", prior("80-I", "2027-01-10", "2027-03-10", cured=True)).adds == ("R",)
