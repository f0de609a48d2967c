"""The choice of a penalty: one line, one or more, and the facts an item depends on."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from app.outcome import Outcome
from app.rehearsal import run
from app.rehearsal_reading import reading_of


def judged(penalties: list[dict[str, Any]], *, cumulation: str) -> Outcome:
    entry = {
        "id": "choice",
        "law": "sp_americana_lei_4019_2004",
        "closed_days": [date(2026, 12, 25)],
        "answers": {"cumulation": cumulation},
        "acts": [
            {"date": date(2026, 3, 2), "step": "draw_up", "items": ["31-IV"], "fact_on": date(2026, 3, 2)},
            {"date": date(2026, 3, 3), "step": "serve_notice", "via": "personal", "receipt": "signed"},
            {"date": date(2026, 4, 6), "step": "judge", "outcome": "upheld", "penalties": penalties},
        ],
        "as_of": date(2026, 4, 6),
    }
    (result,) = run(reading_of(entry))
    assert result.outcome is not None, result.differences
    return result.outcome


FINE = {"item": "31-IV", "kind": "fine", "reasons": "gravidade"}
SUSPENSION = {"item": "31-IV", "kind": "suspension", "days": 15, "reasons": "gravidade"}


@pytest.mark.parametrize(
    ("cumulation", "penalties", "accepted"),
    [
        ("one", [], False),
        ("one", [FINE], True),
        ("one", [FINE, SUSPENSION], False),
        ("several", [], False),
        ("several", [FINE], True),
        ("several", [FINE, SUSPENSION], True),
        ("several", [FINE, FINE], False),
    ],
)
def test_a_decision_lists_as_many_penalties_as_the_law_lets(
    cumulation: str, penalties: list[dict[str, Any]], accepted: bool
) -> None:
    outcome = judged(penalties, cumulation=cumulation)
    assert [each["code"] for each in outcome.refused] == ([] if accepted else ["PenaltyNotAllowed"])
    assert len(outcome.fines) + len(outcome.suspension_days) // 2 == (len(penalties) if accepted else 0)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({}, "depende de “Origem”"),
        ({"origin": "municipal_guard"}, "“Origem” não é a que este item pede"),
        ({"origin": "coordinator_report", "witnesses": 2}, ""),
    ],
)
def test_an_item_may_need_one_origin_alone(data: dict[str, Any], said: str) -> None:
    drawn = {"date": date(2026, 3, 2), "step": "draw_up", "items": ["17-§2"], "fact_on": date(2026, 3, 2), **data}
    entry = {
        "id": "origin",
        "law": "sp_americana_lei_4019_2004",
        "closed_days": [date(2026, 12, 25)],
        "acts": [drawn],
        "as_of": date(2026, 3, 2),
    }
    (result,) = run(reading_of(entry))
    assert result.outcome is not None, result.differences
    assert [said in each["message"] for each in result.outcome.refused] == ([True] if said else [])
