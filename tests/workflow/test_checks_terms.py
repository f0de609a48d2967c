"""Each fault in how a term is counted is named, by its path, in a whole law."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planting import found, put
from workflow.errors import LawFaults

RANGE = {"from": "5 days", "until": "30 days", "set_by": "term", "default": "10 days"}
TERM = {"label": "Prazo fixado", "type": "length"}
DEFENSE = "time_limits.defense"


@pytest.mark.parametrize(
    ("changes", "where", "says"),
    [
        ({f"{DEFENSE}.length": RANGE}, f"{DEFENSE}.length.set_by", "nenhum ato tem em data o campo 'term'"),
        (
            {f"{DEFENSE}.length": RANGE, "steps.draw_up.data": {"term": {**TERM, "type": "text"}}},
            f"{DEFENSE}.length.set_by",
            "type: length",
        ),
        (
            {f"{DEFENSE}.length": {**RANGE, "default": "40 days"}, "steps.draw_up.data": {"term": TERM}},
            f"{DEFENSE}.length",
            "from ≤ default ≤ until",
        ),
        (
            {f"{DEFENSE}.length": {**RANGE, "until": "30 business days"}, "steps.draw_up.data": {"term": TERM}},
            f"{DEFENSE}.length",
            "mesma unidade",
        ),
        ({f"{DEFENSE}.counts_from": "sitting_on"}, f"{DEFENSE}.counts_from", "nenhum ato tem a data 'sitting_on'"),
        ({f"{DEFENSE}.before": "fact_on", f"{DEFENSE}.length": "24 hours"}, f"{DEFENSE}.before", "para trás"),
        ({f"{DEFENSE}.before": "fact_on", f"{DEFENSE}.counts_from": "fact_on"}, f"{DEFENSE}.before", "não os dois"),
        ({f"{DEFENSE}.starts_at": "later"}, f"{DEFENSE}.starts_at", "opened_by tem um só"),
        ({f"{DEFENSE}.whichever": "later"}, f"{DEFENSE}.whichever", "falta ends_with"),
        ({f"{DEFENSE}.ends_with": "apeal"}, f"{DEFENSE}.ends_with", "quis dizer 'appeal'?"),
        ({f"{DEFENSE}.ends_with": "appeal"}, f"{DEFENSE}.ends_with", "tem de vir antes deste"),
        ({f"{DEFENSE}.restarted_by": ["serve_notise"]}, f"{DEFENSE}.restarted_by", "quis dizer 'serve_notice'?"),
        ({f"{DEFENSE}.restarted_by": ["judge:upholds"]}, f"{DEFENSE}.restarted_by", "quis dizer 'upheld'?"),
        ({"time_limits.suspension.ceiling": "90 days"}, "time_limits.suspension.ceiling", "duração própria"),
        (
            {"counting.party.recess": [{"from": "01-01", "until": "07-31"}]},
            "counting.party.recess",
            "um recesso tem no máximo 180",
        ),
    ],
)
def test_the_fault_is_named(changes: dict[str, Any], where: str, says: str) -> None:
    faults = found(*(put(path, value) for path, value in changes.items()))
    assert [each for each in faults if each[0] == where and says in each[1]], faults
    assert all(each[0].startswith(where.rpartition(".")[0]) for each in faults)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("counting.party.recess", [{"from": "12-32", "until": "01-20"}], "não existe"),
        ("counting.party.recess", [{"from": "dezembro", "until": "01-20"}], "12-20"),
        (f"{DEFENSE}.length", {**RANGE, "from": "5 dias"}, "30 days"),
    ],
)
def test_what_is_not_of_its_shape_is_refused(path: str, value: Any, says: str) -> None:
    with pytest.raises(LawFaults, match=says):
        found(put(path, value))


def test_a_term_set_within_bounds_is_no_fault() -> None:
    data = put("steps.draw_up.data", {"term": TERM})
    assert found(put(f"{DEFENSE}.length", RANGE), data) == []
