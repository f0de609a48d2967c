"""The worked cases: those of ``tests/golden`` and each law's own, with every alternative, through the engine."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.rehearsal import Result, run
from app.rehearsal_reading import reading_of
from procedures.reader import read
from procedures.registry import LAWS, law_ids

GOLDEN = Path(__file__).parent.parent / "golden"
LAWS_WITH_CASES = [name for name in law_ids() if (LAWS / name / "rehearsals.yaml").is_file()]


def entries(file: Path) -> list[dict[str, Any]]:
    return list(read(file).data)


def in_golden(*, registers: bool) -> list[Any]:
    found = [entry for file in sorted(GOLDEN.glob("*.yaml")) for entry in entries(file)]
    return [pytest.param(each, id=str(each["id"])) for each in found if bool(each.get("needs")) == registers]


def own() -> list[Any]:
    found = [entry for name in LAWS_WITH_CASES for entry in entries(LAWS / name / "rehearsals.yaml")]
    return [pytest.param(each, id=str(each["id"])) for each in found]


def told(results: list[Result]) -> str:
    return "\n".join(f"{each.id}: {line}" for each in results for line in each.differences)


@pytest.mark.parametrize("entry", in_golden(registers=False))
def test_a_worked_case_comes_out_as_the_law_says(entry):
    results = list(run(reading_of(entry)))
    assert len(results) == 1 + len(entry.get("alternatives") or ())
    assert [each.passed for each in results] == [True] * len(results), told(results)


@pytest.mark.parametrize("entry", in_golden(registers=True))
def test_a_case_that_needs_a_register_is_told_as_such_and_not_run(entry):
    for result in run(reading_of(entry)):
        assert result.passed is None
        assert result.differences == (f"precisa de {entry['needs']}",)


@pytest.mark.parametrize("entry", own())
def test_a_laws_own_case_comes_out_as_its_file_says(entry):
    results = list(run(reading_of(entry)))
    assert [each.passed for each in results] == [True] * len(results), told(results)


@pytest.mark.parametrize("name", LAWS_WITH_CASES)
def test_a_law_has_cases_of_its_own_each_with_its_reason(name):
    found = entries(LAWS / name / "rehearsals.yaml")
    assert len(found) >= 15
    assert len({each["id"] for each in found}) == len(found)
    for each in found:
        assert each["law"] == name
        assert each["title"]
        assert len(each["why"]) > 30


def test_a_case_that_expects_something_else_is_told_apart():
    """The runner compares: a wrong date, amount, paper, article and refusal each show."""
    case = next(each for each in entries(GOLDEN / "santos_dumont.yaml") if each["id"] == "SD-01")
    wrong = {
        "state": "overdue",
        "due": {"defense": date(2027, 4, 3)},
        "total": "68.73",
        "documents": ["revocation_order"],
        "articles": ["41"],
        "refused": [{"date": date(2027, 3, 3), "step": "serve_notice"}],
        "not_documents": ["decision"],
        "flags": ["nada disso"],
    }
    for key, value in wrong.items():
        (result,) = run(reading_of({**case, "expect": {key: value}}))
        assert result.passed is False, key
        assert key in result.differences[0]
