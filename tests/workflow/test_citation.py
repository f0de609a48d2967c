"""What a citation covers, and the order in which lists of citations read."""

from __future__ import annotations

import random

import pytest

from workflow.citation import is_municipal, meets, order, roman_value

COVERED = [
    ("33", "33 §1"),
    ("33", "33 caput"),
    ("33", "33"),
    ("23", "23 caput"),
    ("32", "32 III"),
    ("36", "36 XIX"),
    ("25 p.u.", "25 p.u. X"),
    ("5 VI", "5 VI a"),
    ("Anexo I", "Anexo I"),
    ("Lei 9.784 art. 26", "Lei 9.784 art. 26 §4"),
    ("Lei 9.784 art. 26 §1", "Lei 9.784 art. 26 §1 V"),
    ("STJ Súmula 510", "STJ Súmula 510"),
    ("CF art. 5", "CF art. 5 LV"),
    ("33 §1", " 33  §1 "),
]

NOT_COVERED = [
    ("33 §1", "33"),  # what is above does not do
    ("23 caput", "23"),
    ("32 caput", "32 III"),  # a sibling, as the law prints them
    ("33 §1", "33 §10"),  # numbers are whole words
    ("33", "3"),
    ("3", "33"),
    ("36 X", "36 XI"),
    ("CF art. 5 LV", "CF art. 5 LVII"),
    ("26", "Lei 9.784 art. 26"),
    ("Lei 9.784 art. 26", "Lei 9.784 art. 27"),
    ("Anexo I", "Anexo II"),
    ("1", "1-A"),
    ("", "33"),
]

IN_ORDER = [
    "1",
    "1-A",
    "2",
    "5 caput",
    "5 VI",
    "5 VI a",
    "5 VI a 2",
    "5 VI a 10",
    "5 VI j",
    "5 VI aa",
    "5 IX",
    "5 §1",
    "5 §1 I",
    "5 §2",
    "10 caput",
    "10 p.u.",
    "10 p.u. II",
    "16 caput",
    "16 a",
    "33",
    "33 caput",
    "33 §1",
    "33 §2",
    "33 §2-A",
    "33 §10",
    "36 caput",
    "36 I",
    "36 II",
    "36 IV",
    "36 V",
    "36 IX",
    "36 X",
    "36 XIX",
    "36 XXXI",
    "Anexo I",
    "Anexo II",
    "Anexo X",
    "CF art. 5 LV",
    "CF art. 37 caput",
    "Decreto 20.910 art. 1",
    "Decreto 70.235 art. 23",
    "Lei 9.784 art. 26 §1",
    "Lei 9.784 art. 26 §4",
    "Lei 9.784 art. 63 I",
    "Lei 9.784 art. 64 p.u.",
    "Lei 9.784 art. 69",
    "Lei 9.784 art. 69-A",
    "Lei 10.406 art. 132",
    "STJ Súmula 312",
    "STJ Súmula 510",
    "SV 5",
    "SV 21",
]


@pytest.mark.parametrize(("expected", "cited"), COVERED)
def test_an_article_is_met_by_itself_and_by_anything_below_it(expected: str, cited: str) -> None:
    assert meets(expected, cited)


@pytest.mark.parametrize(("expected", "cited"), NOT_COVERED)
def test_an_article_is_not_met_by_what_is_above_or_beside_it(expected: str, cited: str) -> None:
    assert not meets(expected, cited)


def test_citations_sort_as_the_law_prints_them_and_municipal_before_the_rest() -> None:
    shuffled = IN_ORDER[:]
    random.Random(4814).shuffle(shuffled)
    assert sorted(shuffled, key=order) == IN_ORDER


def test_the_municipal_law_is_told_from_the_other_sources() -> None:
    municipal = [citation for citation in IN_ORDER if is_municipal(citation)]
    assert municipal == IN_ORDER[: IN_ORDER.index("CF art. 5 LV")]


def test_text_that_is_no_citation_still_has_a_place() -> None:
    assert min(["§", "33 ?", "33 §1", ""], key=order) == "33 ?"


@pytest.mark.parametrize(
    ("numeral", "value"),
    [("I", 1), ("IV", 4), ("IX", 9), ("XIV", 14), ("XXXI", 31), ("XL", 40), ("XLIX", 49), ("XC", 90), ("LXXVIII", 78)],
)
def test_roman_numerals_are_read(numeral: str, value: int) -> None:
    assert roman_value(numeral) == value


@pytest.mark.parametrize("numeral", ["", "IIII", "VX", "IC", "Il", "VIH", "i", "A"])
def test_a_misprinted_numeral_is_refused(numeral: str) -> None:
    with pytest.raises(ValueError, match="número romano"):
        roman_value(numeral)
