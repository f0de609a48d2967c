"""The worked cases: those of ``tests/golden``, with every alternative, through the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.rehearsal import Result, run
from procedures.reader import read
from procedures.registry import law
from workflow.errors import LawFaults

GOLDEN = Path(__file__).parent.parent / "golden"
# Laws whose text is on file and whose procedure is still to be written. The day one holds, a test below says so.
TO_BE_WRITTEN = frozenset({"mt_barra_do_garcas_lei_4937_2025", "mg_lavras_lei_4545_2020", "sp_americana_lei_4019_2004"})


def entries(file: Path) -> list[dict[str, Any]]:
    return list(read(file).data)


def in_golden(*, registers: bool) -> list[Any]:
    found = [entry for file in sorted(GOLDEN.glob("*.yaml")) for entry in entries(file)]
    return [pytest.param(each, id=str(each["id"])) for each in found if bool(each.get("needs")) == registers]


def told(results: list[Result]) -> str:
    return "\n".join(f"{each.id}: {line}" for each in results for line in each.differences)


@pytest.mark.parametrize("entry", in_golden(registers=False))
def test_a_worked_case_comes_out_as_the_law_says(entry):
    if entry["law"] in TO_BE_WRITTEN:
        # Never a silent skip: the law must really have no procedure yet, and the case must be a whole one.
        with pytest.raises(LawFaults, match="falta o campo 'steps'"):
            law(entry["law"]).resolve()
        assert entry["acts"]
        assert entry["expect"]
        return
    results = list(run(entry))
    assert len(results) == 1 + len(entry.get("alternatives") or ())
    assert [each.passed for each in results] == [True] * len(results), told(results)


@pytest.mark.parametrize("entry", in_golden(registers=True))
def test_a_case_that_needs_a_register_is_told_as_such_and_not_run(entry):
    for result in run(entry):
        assert result.passed is None
        assert result.differences == (f"precisa de {entry['needs']}",)


@pytest.mark.parametrize("name", sorted(TO_BE_WRITTEN))
def test_a_law_still_to_be_written_has_no_procedure_that_holds(name):
    with pytest.raises(LawFaults):
        law(name).resolve()


def test_a_case_that_expects_something_else_is_told_apart():
    """The runner compares: a wrong date, amount, paper, article and refusal each show."""
    case = next(each for each in entries(GOLDEN / "santos_dumont.yaml") if each["id"] == "SD-01")
    wrong = {
        "state": "overdue",
        "due": {"defense": "2027-04-03"},
        "total": "68.73",
        "documents": ["revocation_order"],
        "articles": ["41"],
        "refused": [{"date": "2027-03-03", "step": "serve_notice"}],
        "not_documents": ["decision"],
        "flags": ["nada disso"],
    }
    for key, value in wrong.items():
        (result,) = run({**case, "expect": {key: value}})
        assert result.passed is False, key
        assert key in result.differences[0]
