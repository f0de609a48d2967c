"""What each type of field takes; whatever it does not take gets a sentence, never an exception."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow.field_values import problem_of
from workflow.fields import BY_VERB, problems
from workflow.procedure import DataField, Step

GOOD = [
    ("text", "x"), ("date", "2027-03-01"), ("time", "17:30"), ("number", 0), ("amount", "68.72"),
    ("amount", "100"), ("flag", False), ("list", ["36-II", "26"]), ("list", []), ("length", "30 days"),
    ("length", "100 years"), ("act", {"step": "judge", "date": "2027-04-12"}), ("voters", 3), ("voters", ["A", "B"]),
    ("record", {"upheld": 2, "dismissed": 1}), ("record", {"name": "Fulana", "address": {"street": "Rua A"}}),
    ("record", {"owner": {"name": "Fulana", "address": ["Rua A", "Centro"]}, "tenant": {"name": "Beltrano"}}),
    ("lines", [{"item": "36-II", "outcome": "upheld", "votes": {"upheld": 2}}]), ("lines", []),
]  # fmt: skip
BAD = [
    ("text", True, "era para ser texto, veio sim"),
    ("text", ["a"], "era para ser texto"),
    ("text", 26, "era para ser texto, veio 26"),
    ("list", [26], "era para ser lista de textos"),
    ("date", "2027-02-30", "a data '2027-02-30' não existe"),
    ("date", "20270301", "era para ser data AAAA-MM-DD"),
    ("date", date(2027, 3, 1), "era para ser data AAAA-MM-DD"),
    ("time", "24:00", "a hora '24:00' não existe"),
    ("time", "1e400", "era para ser hora HH:MM"),
    ("number", -1, "era para ser número inteiro"),
    ("number", True, "era para ser número inteiro"),
    ("amount", "0", "era para ser valor em reais"),
    ("amount", "1e400", "era para ser valor em reais"),
    ("amount", "NaN", "era para ser valor em reais"),
    ("amount", "68.725", "era para ser valor em reais"),
    ("amount", 68, "era para ser valor em reais"),
    ("flag", "sim", "era para ser sim ou não"),
    ("list", 5, "era para ser lista de textos"),
    ("list", "36-II", "era para ser lista de textos"),
    ("list", [{}], "era para ser lista de textos"),
    ("voters", -1, "era para ser o número de votantes"),
    ("voters", [["A"]], "era para ser o número de votantes"),
    ("record", [], "era para ser um conjunto de nomes e valores"),
    ("record", {"a": {"b": {"c": 1}}}, "era para ser um conjunto de nomes e valores"),
    ("lines", {"item": "36-II"}, "era para ser lista de linhas"),
    ("lines", [{"item": {"a": 1}}], "era para ser lista de linhas"),
    ("length", "101 years", "passa de cem anos"),
    ("flag", "x" * 999, f"veio '{'x' * 59}…"),
    ("length", "logo", "escreva por exemplo '30 days'"),
    ("act", {"step": "judge"}, "era para ser o ato"),
    ("act", {"step": "judge", "date": "2027-02-30"}, "a data '2027-02-30' não existe"),
]


@pytest.mark.parametrize(("kind", "value"), GOOD)
def test_a_field_takes_what_is_of_its_type(kind, value):
    assert problem_of(DataField(type=kind), value) == ""


@pytest.mark.parametrize(("kind", "value", "said"), BAD)
def test_a_field_says_what_it_wanted(kind, value, said):
    assert said in problem_of(DataField(type=kind), value)


def test_a_choice_names_what_there_is():
    field = DataField(type="choice", values=("death", "pardon"))
    assert problem_of(field, "death") == ""
    assert problem_of(field, "divorce") == "'divorce' não serve; escolha entre death, pardon"


def test_every_problem_of_an_act_is_told_not_just_the_first():
    step = Step(does="pay", by=("party",))
    assert [key for key, _ in problems("pay", step, {"amout": "1", "bank_id": []})] == ["amout", "bank_id", "amount"]


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.sampled_from([field for fields in BY_VERB.values() for field in fields.values()]), ANY)
def test_no_value_whatever_is_answered_with_an_exception(field, value):
    assert isinstance(problem_of(field, value), str)
