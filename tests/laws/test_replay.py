"""Whatever a worked case went through, its events add up to it, and each is decided again alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.laws.played import cases, play
from workflow.case import Case
from workflow.clock import due
from workflow.engine import evolve, recheck, replay, why_not
from workflow.rules import rules_of
from workflow.standing import ORDER, state_of

STATES = {*ORDER, "closed", "archived"}
ALL = [pytest.param(entry, answers, id=name) for name, entry, answers in cases()]


@pytest.mark.parametrize(("entry", "answers"), ALL)
def test_the_events_add_up_to_the_case(entry, answers):
    told = play(entry, answers)
    assert replay(told.events, told.case.id) == told.case
    assert [event.version for event in told.events] == list(range(1, len(told.events) + 1))


@pytest.mark.parametrize(("entry", "answers"), ALL)
def test_every_event_is_decided_again_from_its_facts_as_it_was(entry, answers):
    told = play(entry, answers)
    facts = replace(told.base, known=lambda event: told.snapshots[event.version])
    assert recheck(told.events, facts) == []


@pytest.mark.parametrize(("entry", "answers"), ALL)
def test_no_morning_leaves_the_clock_in_debt(entry, answers):
    told = play(entry, answers)
    owed = [each for each in due(rules_of(told.procedure), told.case, entry["as_of"]) if told.events]
    # What an act of the last day made due is done the next morning; nothing else may be left over.
    assert all(told.events[-1].recorded_on == entry["as_of"] for _ in owed)


@pytest.mark.parametrize(("entry", "answers"), ALL)
def test_on_the_way_the_case_always_has_a_state_and_every_step_an_answer(entry, answers):
    told = play(entry, answers)
    case = Case(id=told.case.id)
    for event in told.events:
        case = evolve(case, event)
        state, reason = state_of(case)
        assert state in STATES
        assert bool(reason) == (state in {"closed", "archived"})
    facts = replace(
        told.base,
        today=entry["as_of"],
        history=tuple(told.events),
        known=lambda event: told.snapshots[event.version],
    )
    answers_given = why_not(told.procedure, told.case, "transport_department", facts)
    assert {each.step for each in answers_given} == {
        name for name, step in told.procedure.steps.items() if "clock" not in step.by
    }
    assert all(each.refusal is None or each.refusal.articles for each in answers_given)
