"""Whatever a worked case went through, its events add up to it, and each is decided again alike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from tests.laws.played import cases, played
from workflow.case import Case
from workflow.clock import due
from workflow.engine import evolve, recheck, replay, why_not
from workflow.rules import rules_of
from workflow.standing import ORDER, state_of

STATES = {*ORDER, "closed", "archived"}
ALL = [pytest.param(told, answers, id=name) for name, told, answers in cases()]


@pytest.mark.parametrize(("told", "answers"), ALL)
def test_the_events_add_up_to_the_case(told, answers):
    stage = played(told, answers)
    assert replay(stage.events, stage.case.id) == stage.case
    assert [event.version for event in stage.events] == list(range(1, len(stage.events) + 1))


@pytest.mark.parametrize(("told", "answers"), ALL)
def test_every_event_is_decided_again_from_its_facts_as_it_was(told, answers):
    stage = played(told, answers)
    assert recheck(stage.events, replace(stage.facts, known=stage._known)) == []


def test_an_event_that_was_touched_is_found_out():
    name = "SD-01"
    stage = next(played(told, answers) for each, told, answers in cases() if each == name)
    (first, second, *rest) = stage.events
    moved = tuple(replace(each, due=each.due + timedelta(days=1)) for each in second.derived.deadlines)
    touched = replace(second, derived=replace(second.derived, deadlines=moved))
    differing = recheck([first, touched, *rest], replace(stage.facts, known=stage._known))
    assert touched in [event for event, _ in differing]


@pytest.mark.parametrize(("told", "answers"), ALL)
def test_no_morning_leaves_the_clock_in_debt(told, answers):
    stage = played(told, answers)
    if due(rules_of(stage.procedure), stage.case, told.as_of):
        # Only what an act of the last day made due is left, for the next morning.
        assert stage.events[-1].recorded_on == told.as_of


@pytest.mark.parametrize(("told", "answers"), ALL)
def test_on_the_way_the_case_always_has_a_state_and_every_step_an_answer(told, answers):
    stage = played(told, answers)
    case = Case(id=stage.case.id)
    for event in stage.events:
        case = evolve(case, event)
        state, reason = state_of(case)
        assert state in STATES | set(stage.procedure.states)
        assert bool(reason) == (state in {"closed", "archived"})
    facts = replace(stage.facts, today=told.as_of, history=tuple(stage.events), known=stage._known)
    given = why_not(stage.procedure, stage.case, next(iter(stage.procedure.bodies)), facts)
    assert {each.step for each in given} == {
        name for name, step in stage.procedure.steps.items() if "clock" not in step.by
    }
    assert all(each.refusal is None or (each.refusal.articles and each.refusal.message) for each in given)
