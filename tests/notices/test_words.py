"""Dates, money and names as Portuguese writes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from notices import words
from notices.dossier import Body


def test_the_first_of_a_month_is_an_ordinal() -> None:
    assert words.long_date(date(2027, 5, 1)) == "1º de maio de 2027"
    assert words.long_date(date(2027, 5, 11)) == "11 de maio de 2027"


def test_a_due_date_carries_its_weekday() -> None:
    assert words.weekday_date(date(2027, 4, 2)) == "sexta-feira, 2 de abril de 2027"
    assert words.weekday_date(date(2027, 5, 1)) == "sábado, 1º de maio de 2027"
    assert words.short_date(date(2027, 4, 2)) == "02/04/2027"


def test_a_moment_tells_the_hour_as_people_do() -> None:
    assert words.moment(datetime(2027, 4, 12, 9, 5, tzinfo=UTC)) == "12/04/2027, às 9h05"
    assert words.moment(datetime(2027, 4, 12, 14, 0, tzinfo=UTC)) == "12/04/2027, às 14h"


@pytest.mark.parametrize(
    ("amount", "figures", "said"),
    [
        ("0.01", "R$\u00a00,01", "um centavo"),
        ("0.45", "R$\u00a00,45", "quarenta e cinco centavos"),
        ("1.00", "R$\u00a01,00", "um real"),
        ("68.72", "R$\u00a068,72", "sessenta e oito reais e setenta e dois centavos"),
        ("1234.56", "R$\u00a01.234,56", "mil duzentos e trinta e quatro reais e cinquenta e seis centavos"),
        ("1000000.00", "R$\u00a01.000.000,00", "um milhão de reais"),
        ("0.00", "R$\u00a00,00", "zero reais"),
    ],
)
def test_money_in_figures_and_in_words(amount: str, figures: str, said: str) -> None:
    assert words.money(Decimal(amount)) == figures
    assert words.money_in_words(Decimal(amount)) == said


def test_money_in_words_never_says_zero_reais_before_cents_nor_a_comma() -> None:
    for cents in range(1, 200_000, 97):
        said = words.money_in_words(Decimal(cents) / 100)
        assert "," not in said
        assert not said.startswith("zero")


def test_numbers_in_words_agree_in_gender() -> None:
    assert words.in_words(2, "f") == "duas"
    assert words.in_words(221, "f") == "duzentas e vinte e uma"
    assert words.in_words(31) == "trinta e um"
    assert words.counted(1, "hora", "horas", "f") == "1 (uma) hora"
    assert words.days(30) == "30 (trinta) dias"


def test_units_have_a_decimal_comma() -> None:
    assert words.number(Decimal("0.75")) == "0,75"
    assert words.number(1250) == "1.250"


def test_lists_end_in_and() -> None:
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b"]) == "a e b"
    assert words.listed(["a", "b", "c"]) == "a, b e c"
    assert words.listed([]) == ""


@dataclass(frozen=True)
class Case:
    body: Body
    forms: tuple[str, ...]


@pytest.mark.parametrize(
    "case",
    [
        Case(
            Body(name="Junta Revisora"),
            ("a Junta Revisora", "da Junta Revisora", "à Junta Revisora", "pela Junta Revisora", "na Junta Revisora"),
        ),
        Case(
            Body(name="Prefeito", gender="m"),
            ("o Prefeito", "do Prefeito", "ao Prefeito", "pelo Prefeito", "no Prefeito"),
        ),
    ],
)
def test_articles_follow_the_gender_of_the_name(case: Case) -> None:
    made = tuple(write(case.body) for write in (words.the, words.of, words.to, words.by, words.within))
    assert made == case.forms


def test_only_the_first_letter_is_raised() -> None:
    assert words.capital("art. 36, XIX") == "Art. 36, XIX"
    assert words.capital("") == ""


def test_the_same_outcome_is_told_otherwise_on_appeal() -> None:
    assert words.outcome("partial") == "auto de infração mantido em parte"
    assert words.outcome("partial", on_appeal=True) == "recurso provido em parte"


def test_what_someone_typed_becomes_a_sentence() -> None:
    assert words.sentence("recibo assinado em 11 de março") == "Recibo assinado em 11 de março."
    assert words.sentence(" Já fechada! ") == "Já fechada!"
    assert words.sentence("") == ""
