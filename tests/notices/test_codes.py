"""Codes that people copy: a wrong sign is noticed, a right one is forgiven its dress."""

from __future__ import annotations

import random

import pytest

from notices.codes import (
    ALPHABET,
    labelled,
    masked,
    other_plate,
    plate,
    qr_svg,
    read_code,
    tax_id,
    verification_code,
    with_points,
)

SECRET = bytes.fromhex("00ff10e08f7061a2b3c4d5e6f7081929")


def test_a_code_is_seven_groups_of_four() -> None:
    groups = verification_code(SECRET).split("-")
    assert [len(group) for group in groups] == [4] * 7


def test_a_code_is_read_back_in_any_dress() -> None:
    code = verification_code(SECRET)
    assert read_code(code) == code
    assert read_code(code.lower().replace("-", " ")) == code
    assert read_code(code.replace("0", "O").replace("1", "l")) == code


def test_every_single_wrong_sign_is_noticed() -> None:
    code = verification_code(SECRET).replace("-", "")
    for at, right in enumerate(code):
        for wrong in ALPHABET.replace(right, ""):
            assert read_code(code[:at] + wrong + code[at + 1 :]) is None


def test_every_swap_of_two_signs_is_noticed() -> None:
    chance = random.Random(7)
    for _ in range(20):
        code = verification_code(chance.randbytes(16)).replace("-", "")
        for one in range(28):
            for two in range(one + 1, 28):
                if code[one] != code[two]:
                    swapped = list(code)
                    swapped[one], swapped[two] = swapped[two], swapped[one]
                    assert read_code("".join(swapped)) is None


@pytest.mark.parametrize("typed", ["", "abc", "U" * 28, "0" * 27, "Z" * 28, "0004-1061 ç"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    assert read_code(typed) is None


def test_a_code_takes_exactly_128_bits() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        verification_code(b"curto")


def test_the_qr_is_svg_and_only_lines() -> None:
    drawn = qr_svg("https://exemplo.gov.br/v/1")
    assert drawn.startswith("<svg")
    assert "<script" not in drawn
    assert "href" not in drawn


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("52998224725", "529.982.247-25"),
        ("529.982.247-25", "529.982.247-25"),
        ("12.abc.345/01de-35", "12.ABC.345/01DE-35"),
        ("Q2GROWP7000185", "Q2.GRO.WP7/0001-85"),
        ("D7YDDI5H0001-62", "D7.YDD.I5H/0001-62"),
        ("03439239000150", "03.439.239/0001-50"),
        ("52998224726", None),
        ("111.111.111-11", None),
        ("12.ABC.345/01DE-36", None),
        ("00000000000000", None),
        ("529982247-25\u202e", None),
        ("", None),
    ],
)
def test_tax_ids_are_checked_and_pointed(typed: str, kept: str | None) -> None:
    assert tax_id(typed) == kept


def test_a_cpf_is_masked_and_a_cnpj_is_not() -> None:
    assert masked("529.982.247-25") == "***.982.247-**"
    assert masked("12.ABC.345/01DE-35") == "12.ABC.345/01DE-35"
    assert labelled("529.982.247-25") == "CPF nº 529.982.247-25"
    assert labelled("12.ABC.345/01DE-35") == "CNPJ nº 12.ABC.345/01DE-35"


@pytest.mark.parametrize(
    ("typed", "shown", "other"),
    [
        ("abc1234", "ABC-1234", "ABC1C34"),
        ("ABC-1D23", "ABC1D23", "ABC-1323"),
        ("ABC1Z23", "ABC1Z23", None),
        ("AB12345", None, None),
    ],
)
def test_plates_of_both_kinds(typed: str, shown: str | None, other: str | None) -> None:
    assert plate(typed) == shown
    assert other_plate(typed) == other


@pytest.mark.parametrize(
    ("number", "printed"),
    [
        ("52998224725", "529.982.247-25"),
        ("529.982.247-25", "529.982.247-25"),
        ("12ABC34501DE35", "12.ABC.345/01DE-35"),
        ("12.ABC.345/01DE-35", "12.ABC.345/01DE-35"),
        ("apagado por lei", "apagado por lei"),
        ("", ""),
    ],
)
def test_a_number_is_printed_with_its_points_however_it_came(number: str, printed: str) -> None:
    assert with_points(number) == printed
