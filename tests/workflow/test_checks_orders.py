"""Each fault in orders, custody, silence, amounts, waiting and penalties at once is named, by its path."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planting import GONE, put
from tests.workflow.vila import faults, vila
from workflow.due_process import due_process


def test_the_law_has_no_fault_of_its_own() -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("changes", "where", "says"),
    [
        ({"time_limits.cure": GONE}, "steps.draw_up.orders_cure", "falta o prazo para sanar"),
        ({"steps.order_measure.orders_measure": "seizur"}, "steps.order_measure.orders_measure", "'seizure'?"),
        ({"time_limits.claim.measure": "seizur"}, "time_limits.claim.measure", "quis dizer 'seizure'?"),
        ({"measures.seizure.holds": GONE}, "time_limits.claim.measure", "diga o quê em holds"),
        ({"time_limits.claim.opened_by": ["judge"]}, "time_limits.claim.opened_by", "order_measure"),
        ({"time_limits.claim.on_expiry": "make_final"}, "time_limits.claim.on_expiry", "does: dispose"),
        ({"steps.grant_by_silence.outcome": GONE}, "steps.grant_by_silence.outcome", "o relógio não julga"),
        ({"steps.grant_by_silence.outcome": "reverse"}, "steps.grant_by_silence.outcome", "quis dizer 'reversed'?"),
        ({"steps.judge.outcome": "upheld"}, "steps.judge.outcome", "só no que o relógio decide"),
        ({"steps.send_up.threshold": GONE}, "steps.send_up.threshold", "andam juntos"),
        ({"steps.judge.threshold": "5"}, "steps.judge.threshold", "andam juntos"),
        ({"time_limits.appeal.waits_for": ["appeal"]}, "time_limits.appeal.waits_for", "prazo desconhecido"),
        ({"services.post.after": ["personel"]}, "services.post.after", "quis dizer 'personal'?"),
        ({"services.personal.attempts": 1}, "services.personal.apart", "attempts"),
        ({"services.post.needs": {"said_terms": True}}, "services.post.needs", "quis dizer 'said_term'?"),
        (
            {"steps.judge.requires": ["reasons", "penalties_allowed", {"opinions_in": {"of": ["legal_opinon"]}}]},
            "steps.judge.requires",
            "quis dizer 'legal_opinion'?",
        ),
        (
            {"steps.judge.requires": ["reasons", "penalties_allowed", {"opinion_followed": {"step": "ask_opinion"}}]},
            "steps.judge.requires",
            "turns_on: outcome",
        ),
        ({"steps.begin_interdiction.from": ["enforcement"]}, "steps", "só começa em enforcement"),
        ({"steps.end_suspension.also_in": ["enforcement"]}, "steps.end_suspension.also_in", "escreva any"),
        ({"time_limits.payment.opened_by": ["effective"]}, "time_limits.payment.opened_by", "só pode ser final"),
    ],
)
def test_the_fault_is_named(changes: dict[str, Any], where: str, says: str) -> None:
    found = faults(*(put(path, value) for path, value in changes.items()))
    assert [each for each in found if each[0] == where and says in each[1]], found


def test_a_cure_that_ends_the_case_is_no_road_to_a_penalty() -> None:
    assert due_process(vila()).faults == ()


def test_a_decision_of_the_clock_is_one_without_reasons_and_the_file_has_to_say_so() -> None:
    silent = {
        "does": "decide", "by": ["clock"], "from": ["under_first_judgment"], "turns_on": "outcome",
        "outcome": "upheld", "to": {"upheld": "awaiting_decision_notice"}, "basis": "5",
    }  # fmt: skip
    found = due_process(vila(put("steps.pass_to_mayor", silent))).faults
    assert "decisão com motivos" in str(found[0])


def test_the_term_that_runs_with_a_penalty_is_named_after_its_kind() -> None:
    limit = {
        "length": "penalty", "binds": "penalty", "of": "suspension", "opened_by": ["begin_interdiction"],
        "on_expiry": "end_suspension", "basis": "2 I",
    }  # fmt: skip
    found = faults(put("time_limits.suspension", GONE), put("time_limits.interdiction", limit))
    assert ("time_limits.interdiction", "o prazo que corre com a pena chama-se como a espécie: suspension") in found
