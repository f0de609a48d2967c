"""Lavras runs as its law and the interim profile say, in every rehearsal of its own."""

from __future__ import annotations

import pytest

from app.rehearsal import Result, run_files
from procedures.registry import law
from workflow.citation import is_municipal

LAVRAS = law("mg_lavras_lei_4545_2020")
RESULTS = list(run_files([LAVRAS.rehearsals]))


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.id)
def test_it_comes_out_as_the_law_says(result: Result) -> None:
    assert result.differences == ()
    assert result.passed


def test_the_law_has_cases_of_its_own_with_refusals() -> None:
    own = [each for each in RESULTS if "/" not in each.id]
    refusing = [each for each in own if each.outcome and each.outcome.refused]
    assert len(own) >= 40
    assert len(refusing) >= 15


def test_whatever_it_takes_from_the_federal_layer_cites_its_article() -> None:
    data = LAVRAS.data
    for section, names in data["take"]["lei_9784_1999"].items():
        for name in names:
            entry = data[section] if section == "recusal" else data[section][name]
            basis = entry.get("basis", ["STJ Súmula 633"] if section == "receipts" else [])
            cited = list(basis.values()) if isinstance(basis, dict) else [basis]
            flat = [c for each in cited for c in ([each] if isinstance(each, str) else each)]
            assert any(not is_municipal(c) for c in flat), f"{section}.{name}"


def test_nothing_opens_before_the_town_has_chosen_who_makes_the_procedure() -> None:
    assert list(LAVRAS.resolve().unanswered) == ["profile"]
    assert LAVRAS.resolve({"profile": "interim"}).unanswered == {}
