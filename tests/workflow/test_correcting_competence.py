"""A correction is an act like any other: only whom the law names may make it."""

from __future__ import annotations

import pytest

from tests.workflow.two_heads import LAW, Played
from workflow.errors import NotCompetent

CORRECTION = {
    "rectify": {"of": {"step": "serve_decision", "date": "2027-03-03"}, "field": "date", "value": "2027-03-04"},
    "suspend_terms": {"from": "2027-03-05", "until": "2027-03-06"},
    "reopen": {"of": {"step": "judge", "date": "2027-03-02"}},
}


@pytest.mark.parametrize("step", CORRECTION)
def test_a_correction_by_whom_the_law_does_not_name_is_refused(step: str) -> None:
    assert LAW["steps"][step]["by"] == "head"
    case = Played("5-I")
    case.judge(2, "head")
    case.serve(3)
    with pytest.raises(NotCompetent):
        case.act(step, 5, by="party", **CORRECTION[step])


@pytest.mark.parametrize("step", ["rectify", "suspend_terms"])
def test_by_whom_it_names_it_is_done(step: str) -> None:
    case = Played("5-I")
    case.judge(2, "head")
    case.serve(3)
    case.act(step, 5, by="head", **CORRECTION[step])
    assert case.events[-1].step == step
