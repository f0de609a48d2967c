"""Invented laws run as they say: what no law of the product has yet is proved here, on the same road as any law."""

from __future__ import annotations

import pytest

from app.rehearsal import Result, run_files
from procedures.checking import check_law
from procedures.loader import load_law
from tests.laws.played import FICTIONAL

FOLDERS = sorted(each.parent for each in FICTIONAL.glob("*/procedure.yaml"))
RESULTS = list(run_files([folder / "rehearsals.yaml" for folder in FOLDERS], FICTIONAL))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_law_holds(folder):
    assert [str(each) for each in check_law(load_law(folder)).faults] == []


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.id)
def test_it_comes_out_as_the_law_says(result: Result) -> None:
    assert result.differences == ()
    assert result.passed
