"""What each kind of field takes and refuses; every refusal names the field and what was expected."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.workflow import play as santos
from workflow.errors import InvalidData
from workflow.field_values import _CHECKS, problem_of
from workflow.fields import BY_VERB, COMMON, PRIVATE, fields_of
from workflow.procedure import DataField, FieldType, Verb

GOOD = {
    "text": ["", "texto", "36"],
    "choice": ["a"],
    "date": ["2027-03-01", "2028-02-29"],
    "time": ["00:00", "23:59"],
    "number": [0, 3],
    "amount": ["68.72", "0.01", "1", "999999999999.99"],
    "flag": [True, False],
    "list": [[], ["36-II"], ("36-II", "5")],
    "voters": [0, 3, ["Ana"]],
    "lines": [[], [{"item": "36-II", "votes": {"upheld": 2}}]],
    "record": [{}, {"name": "Ana", "phones": ["1"], "address": {"street": "A"}}],
    "length": ["30 days", "1 month", "24 hours", "15 business days"],
    "act": [{"step": "judge", "date": "2027-04-12"}],
}
BAD = {
    "text": [None, True, 36, 1.5, ["a"], {"a": 1}],
    "choice": [["a"]],
    "date": [
        "2027-02-29",
        "2027-04-31",
        "0000-00-00",
        "2027-3-1",
        "2027-W09-1",
        "20270301",
        "２０２７-０３-０１",
        20270301,
        None,
    ],
    "time": ["24:00", "12:60", "8:00", "T0800", "08:00:00", 8],
    "number": [-1, True, "3", 1.0],
    "amount": [
        "0",
        "0.00",
        "-1",
        "1e3",
        "1_000",
        "+5",
        " 5 ",
        "10,00",
        "0.005",
        "٣",
        "NaN",
        "Infinity",
        "1e400",
        5,
        5.5,
        True,
    ],
    "flag": [0, "true", None],
    "list": ["36-II", 5, ["36-II", 5], [["36-II"]], [None], {"a": 1}],
    "voters": [-1, True, "Ana", [["Ana"]], 1.0],
    "lines": [{"item": "36-II"}, ["36-II"], [{"item": ["36-II"]}], "x"],
    "record": [["a"], "a", {"a": {"b": {"c": 1}}}, {"a": 1.5}],
    "length": ["30 dias", "", "-3 days", "30", "101 years", 30],
    "act": [
        {"step": "judge"},
        {"step": "judge", "date": "2027-02-30"},
        {"step": ["judge"], "date": "2027-02-01"},
        "judge",
    ],
}


def test_every_kind_of_field_has_its_check_and_its_table():
    assert set(_CHECKS) == set(get_args(FieldType)) == set(GOOD) == set(BAD)


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, values in GOOD.items() for value in values])
def test_a_good_value_passes(kind, value):
    assert problem_of(DataField(type=kind), value) == ""


@pytest.mark.parametrize(("kind", "value"), [(kind, value) for kind, values in BAD.items() for value in values])
def test_a_bad_value_is_told_what_was_expected(kind, value):
    said = problem_of(DataField(type=kind), value)
    assert any(word in said for word in ("era para ser", "não existe", "não se entende", "passa de cem anos"))


def test_a_value_outside_the_list_is_told_the_list():
    assert "a, b" in problem_of(DataField(type="choice", values=("a", "b")), "c")


def test_a_misspelt_field_is_told_the_nearest_name():
    refusal = santos.opened().no(
        "serve_notice", "2027-03-03", InvalidData, "quis dizer 'receipt'", via="post", reciept="ar"
    )
    assert "33 §2" in refusal.articles


def test_a_field_unlike_any_is_told_what_there_is():
    santos.opened().no("serve_notice", "2027-03-03", InvalidData, "os campos são", via="post", zzz="1")


def test_a_missing_field_is_named():
    santos.opened().no("serve_notice", "2027-03-03", InvalidData, "falta Meio (via)", receipt="ar")


@pytest.mark.parametrize("field", ["state", "place", "role", "seq", "outcome"])
def test_what_is_not_asked_for_is_not_taken(field):
    """A state, a role or a position smuggled into the data is refused like any unknown field."""
    santos.opened().no("dispatch_notice", "2027-03-03", InvalidData, field, via="post", **{field: "archived"})


def test_every_verb_has_its_fields():
    assert set(BY_VERB) == set(get_args(Verb))


def test_a_laws_own_field_stands_beside_those_of_the_verb():
    steps = santos.santos_dumont().steps
    assert {"votes", "rulings", "penalties", "reasons"} <= set(fields_of(steps["judge"]))
    assert "via" in fields_of(steps["serve_notice"])


def test_personal_data_are_named_once():
    every = {name for fields in (COMMON, *BY_VERB.values()) for name in fields}
    assert (
        {"respondent", "recipient", "narrative", "vehicle", "place", "attorney", "reasons", "claims"}
        <= PRIVATE
        <= every
    )
