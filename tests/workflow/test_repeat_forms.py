"""Repeat beyond the ladder: groups, any item, caps, what turns into what, windows from any day, sums of points."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from msgspec.structs import replace

from tests.workflow.carts import defended
from tests.workflow.fictional import fictional
from workflow.facts import Prior
from workflow.penalties import offers
from workflow.repeat import Past, effect_on
from workflow.rules import rules_of

D = Decimal
FACT = date(2027, 3, 1)
GROUPS = {"light": ["80-I", "80-II"], "grave": ["80-III", "80-IV"]}


def prior(item="80-II", fact="2026-06-01", final="2026-07-01", **days):
    given = {name: date.fromisoformat(value) if name.endswith("_on") else value for name, value in days.items()}
    return Prior(item, date.fromisoformat(fact), date.fromisoformat(final), **given)


def law(rule, **changes):
    whole = {"counts": "any", "basis": "90", "levels": [{"times": "2", "basis": "91"}], **rule}
    return fictional({"repeat": {"rule": whole}, "groups": GROUPS, **changes})


def effect(rule, *priors, item="80-II", before=(), **changes):
    return effect_on(law(rule, **changes), item, FACT, FACT, Past(priors, before))


@pytest.mark.parametrize(
    ("same", "other", "level"),
    [
        ("item", "80-II", 1),
        ("item", "80-I", 0),
        ("group", "80-I", 1),
        ("group", "80-III", 0),
        ("group", "80-LX", 0),
        ("other", "80-II", 0),
        ("other", "80-I", 1),
        ("other", "80-LX", 0),
        ("any", "80-IV", 1),
        ("any", "art. 9 da lei antiga", 1),
    ],
)
def test_what_is_of_the_same_nature(same, other, level):
    assert effect({"same": same}, prior(other)).level == level


@pytest.mark.parametrize(("item", "level"), [("80-I", 1), ("80-II", 1), ("80-III", 0)])
def test_a_rule_may_be_for_a_group_of_items(item, level):
    assert effect({"items": ["light"], "same": "any"}, prior(), item=item).level == level


TWICE, HALF = {"times": "2", "basis": "92"}, {"plus": "50%", "basis": "92"}
CLIMBING = [
    # beyond, cap, priors, factor
    (None, None, 1, "2"),
    (None, None, 5, "2"),
    (TWICE, None, 1, "2"),
    (TWICE, None, 2, "4"),
    (TWICE, None, 5, "32"),
    (HALF, None, 2, "2.5"),
    (HALF, None, 4, "3.5"),
    (TWICE, {"times": "10"}, 3, "8"),
    (TWICE, {"times": "10"}, 4, "10"),
]


@pytest.mark.parametrize(("beyond", "cap", "number", "factor"), CLIMBING)
def test_past_the_last_level_the_law_may_go_on(beyond, cap, number, factor):
    rule = {**({"beyond": beyond} if beyond else {}), **({"cap": cap} if cap else {})}
    found = effect(rule, *[prior()] * number)
    assert (found.factor, found.level) == (D(factor), number)


@pytest.mark.parametrize(("number", "units"), [(0, "2"), (1, "4"), (2, "8"), (3, "10"), (9, "10")])
def test_doubling_without_end_stops_at_the_cap(number, units):
    rules = rules_of(law({"beyond": TWICE, "cap": {"units": "10", "basis": "93"}}))
    fine = offers(rules, "80-II", 1, FACT, FACT, Past([prior()] * number), ())[0]
    assert fine.units == D(units)
    assert ("93" in fine.articles) == (number > 0)


@pytest.mark.parametrize(("number", "level"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2)])
def test_the_first_ones_may_bring_nothing(number, level):
    assert effect({"after": 2}, *[prior()] * number).level == level


DAYS = {
    "fact": "2025-01-10",
    "decided_on": "2025-02-10",
    "served_on": "2025-03-10",
    "final": "2025-04-10",
    "paid_on": "2025-05-10",
}
FROM = [
    ("prior_fact", "01"),
    ("prior_decided", "02"),
    ("prior_served", "03"),
    ("prior_final", "04"),
    ("prior_paid", "05"),
]


@pytest.mark.parametrize(("start", "month"), FROM)
def test_the_window_runs_from_the_day_the_law_names(start, month):
    rule = law({"window": "12 months", "window_from": start})
    last = date.fromisoformat(f"2026-{month}-10")
    for fact, level in ((last, 1), (last.replace(day=11), 0)):
        assert effect_on(rule, "80-II", fact, fact, Past([prior(**DAYS)])).level == level


def test_only_priors_that_brought_such_a_penalty_count():
    rule = {"same": "any", "with_penalty": "suspension", "after": 2, "levels": [{"adds": ["R"], "basis": "91"}]}
    suspended, fined = prior(kinds=("fine", "suspension")), prior(kinds=("fine",))
    assert effect(rule, suspended, suspended, fined, fined).adds == ()
    assert effect(rule, suspended, suspended, suspended).adds == ("R",)


def codes(rule, *priors, item="80-IV", **changes):
    return [
        (each.code, each.units, each.repeat, each.exceptional)
        for each in offers(rules_of(law(rule, **changes)), item, 1, FACT, FACT, Past(priors), ())
    ]


def test_a_repeat_may_turn_one_penalty_into_another_at_its_own_price():
    grave = {"penalties.G": {"label": "Multa grave", "kind": "fine", "unit": "UF", "units": "50", "basis": "71"}}
    rule = {"levels": [{"turns_into": "G", "instead_of": "F", "basis": "91"}]}
    assert codes(rule) == [("F", D("3.5"), 0, False), ("S", None, 0, False)]
    assert codes(rule, prior("80-IV"), **grave) == [("S", None, 0, False), ("G", D(50), 1, False)]


def test_a_repeat_may_turn_everything_into_another_kind():
    rule = {"levels": [{"times": "2", "basis": "91"}, {"turns_into": ["R"], "basis": "91"}]}
    assert codes(rule, prior("80-IV")) == [("F", D("7.0"), 1, False), ("S", None, 0, False)]
    assert codes(rule, prior("80-IV"), prior("80-IV")) == [("R", None, 0, False)]


def test_what_a_penalty_turned_into_is_imposed_and_the_first_is_not():
    rule = {"counts": "any", "basis": "90", "levels": [{"turns_into": ["R"], "basis": "91"}]}
    play = defended("80-II", changes={"repeat": {"rule": rule}})
    play.base = replace(play.base, priors=(prior(),))
    play.do("judge", "2027-03-15", outcome="upheld")
    assert [(each.code, each.added) for each in play.case.obligations] == [("R", False)]
    assert "91" in play.events[-1].derived.articles


POINTS = {"infractions.80-I.points": 4, "infractions.80-II.points": 7, "infractions.80-III.points": 10}
SUM = {"same": "any", "sum": {"reaches": 20}, "levels": [{"adds": ["S"], "basis": "91"}], "window": "12 months"}
SUMS = [
    ([], [], ()),
    (["80-II"], [], ()),
    (["80-II", "80-II"], [], ("S",)),
    (["80-III"], ["80-I"], ("S",)),
    (["80-II", "80-I", "80-I"], [], ("S",)),
    # 21 were reached before: the next comes at 40
    (["80-II", "80-II", "80-II"], [], ()),
    (["80-III", "80-III", "80-III", "80-I"], [], ("S",)),
    # reached by an earlier item of the same notice: that one brought it
    (["80-II", "80-II"], ["80-II"], ()),
]


@pytest.mark.parametrize(("earlier", "before", "adds"), SUMS)
def test_points_are_added_up_and_each_multiple_brings_the_penalty_once(earlier, before, adds):
    found = effect(SUM, *(prior(item, fact="2026-06-01") for item in earlier), before=before, **POINTS)
    assert (found.adds, found.level) == (adds, 0)


def test_points_of_another_law_are_those_told_and_old_ones_are_left_out():
    assert effect(SUM, prior("lei de trânsito", points=13), **POINTS).adds == ("S",)
    assert effect(SUM, prior("lei de trânsito", points=12), **POINTS).adds == ()
    long_ago = prior("80-III", fact="2025-06-01", final="2025-07-01")
    assert effect(SUM, long_ago, prior("80-III"), **POINTS).adds == ()


def test_an_item_that_fell_adds_no_points():
    rule = {"repeat": {"rule": {"counts": "any", "basis": "90", **SUM, "sum": {"reaches": 11}}}, **POINTS}
    both = defended("80-I", "80-II", changes=rule)
    assert both.case.head.proposed_codes == ("S",)
    suspended = {"item": "80-II", "code": "S", "days": 5, "reasons": "onze pontos"}
    both.do("judge", "2027-03-15", outcome="upheld", penalties=[suspended, {"item": "80-II", "code": "F"}])
    assert [each.code for each in both.case.obligations if each.added] == ["S"]
    one = defended("80-I", "80-II", changes=rule)
    rulings = [{"item": "80-I", "outcome": "dismissed"}, {"item": "80-II", "outcome": "upheld"}]
    one.do("judge", "2027-03-15", outcome="partial", rulings=rulings)
    assert [each.code for each in one.case.obligations] == ["F"]
