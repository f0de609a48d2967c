"""What authors of laws often write wrong is refused with the right way to write it."""

from __future__ import annotations

from datetime import date

import pytest

from tests.planting import found, put, resolved
from workflow.errors import LawFaults

LATE = {"fine": "2%", "interest": "1%", "per": "month", "count": "started", "up_to": "20%", "basis": "37"}


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("money.late", {**LATE, "interest": 0.33}, "0.33 é porcentagem; escreva 0.33%"),
        ("money.late", {**LATE, "interest": "0.33"}, "0.33 é porcentagem; escreva 0.33%"),
        ("money.late", {**LATE, "every": "month"}, "tudo o que aqui cabe já está escrito: apague-a"),
        (
            "counting.party.recess",
            [{"from": date(2031, 12, 20), "until": "01-06"}],
            "só mês e dia, como '12-20'; veio 2031-12-20",
        ),
    ],
)
def test_a_value_is_refused_with_how_to_write_it(path, value, said):
    with pytest.raises(LawFaults) as refused:
        resolved(put(path, value))
    text = " ".join(str(each) for each in refused.value.faults)
    assert said in text
    assert "datetime" not in text


@pytest.mark.parametrize(("written", "meant"), [("38", "38 caput"), ("32 caput", "32")])
def test_an_article_is_not_its_caput_and_the_other_form_is_offered(written, meant):
    articles = put(["articles", meant], {"quote": "x"}), put("units.URM.basis", written)
    assert f"'{written}' não está em articles, nem em camada; quis dizer '{meant}'?" in [
        what for _, what in found(*articles)
    ]
