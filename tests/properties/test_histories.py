"""Invented histories on the law of Santos Dumont: whatever is asked, in whatever order, what must hold holds."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.properties.acts import (
    ENDING,
    ITEMS,
    STAGES,
    answers,
    data_for,
    likely_steps,
    next_steps,
    priors,
    steps_of_people,
)
from tests.workflow.play import Play, santos_dumont
from workflow.clock import due
from workflow.engine import recheck, replay
from workflow.errors import Refusal
from workflow.event import CLOCK, Event
from workflow.facts import Prior
from workflow.facts_in_force import facts_in_force
from workflow.graph import places
from workflow.rules import rules_of
from workflow.standing import ORDER, state_of

STATES = {*ORDER, "closed", "archived"}
APPROVED = st.sampled_from(["procurador-1", "procurador-1", "procurador-1", "servidor-1", ""])
FINAL = {"final", "serving", "settled"}


class History(RuleBasedStateMachine):
    """One case, its clerks, its party and the clock, over some months of 2027."""

    def __init__(self) -> None:
        super().__init__()
        self.play: Any = None
        self.today = date(2027, 1, 4)

    @initialize(
        items=st.lists(st.sampled_from(ITEMS), min_size=1, max_size=3, unique=True),
        chosen=answers,
        start=st.integers(0, 120),
        before=priors,
        stage=st.integers(0, len(STAGES)),
    )
    def open(
        self, items: list[str], chosen: dict[str, str], start: int, before: list[tuple[str, int, bool]], stage: int
    ) -> None:
        self.today += timedelta(days=start)
        known = [
            Prior(item, self.today - timedelta(days=ago + 30), self.today - timedelta(days=ago) if closed else None)
            for item, ago, closed in before
        ]
        self.play = Play(santos_dumont(**chosen), priors=known)
        self.play.do("draw_up", str(self.today), items=items, fact_on=str(self.today))
        for step, days, data in STAGES[:stage]:
            self.today += timedelta(days=days)
            lines = [{"item": "36-XXVIII", "code": "D", "days": 60, "reasons": "gravidade"}]
            more = {"penalties": lines} if step == "judge" and "36-XXVIII" in items else {}
            try:
                self.play.do(step, str(self.today), **data, **more)
            except Refusal:
                return

    @rule(days=st.sampled_from([1, 1, 2, 3, 5, 10, 20, 40]))
    def time_passes(self, days: int) -> None:
        before = len(self.play.events)
        self.today += timedelta(days=days)
        self.play.until(str(self.today))
        for event in self.play.events[before:]:
            self._check_clock(event)

    @rule(data=st.data())
    def the_case_goes_on(self, data: Any) -> None:
        self._try(data, data.draw(st.sampled_from(next_steps(self.play.case))), self.today)

    @rule(data=st.data(), days=st.integers(1, 12))
    def the_case_goes_on_after_some_days(self, data: Any, days: int) -> None:
        self.time_passes(days)
        self._try(data, data.draw(st.sampled_from(next_steps(self.play.case))), self.today)

    @rule(data=st.data())
    def somebody_does_what_may_come_next(self, data: Any) -> None:
        step = data.draw(st.sampled_from(likely_steps(self.play.procedure, self.play.case)))
        if step in ENDING and data.draw(st.integers(0, 3)):
            return
        self._try(data, step, self.today)

    @rule(data=st.data())
    def somebody_does_anything(self, data: Any) -> None:
        step = data.draw(st.sampled_from(steps_of_people(self.play.procedure)))
        self._try(data, step, self.today)

    @rule(data=st.data(), ago=st.integers(1, 25))
    def something_is_known_late(self, data: Any, ago: int) -> None:
        steps = [
            "serve_notice",
            "file_defense",
            "serve_decision",
            "file_appeal",
            "pay",
            "serve_final_decision",
            "publish",
        ]
        self._try(data, data.draw(st.sampled_from(steps)), self.today - timedelta(days=ago))

    @precondition(lambda self: len(self.play.events) > 1)
    @rule(data=st.data(), step=st.sampled_from(["rectify", "rectify", "suspend_terms", "reopen"]))
    def somebody_corrects(self, data: Any, step: str) -> None:
        self._try(data, step, self.today)

    @precondition(lambda self: len(self.play.events) > 1)
    @rule(data=st.data())
    def somebody_puts_right_what_is_right(self, data: Any) -> None:
        play = self.play.until(str(self.today))
        facts = play.facts(self.today)
        known = {(each.step, each.on) for each in play.case.head.review}
        acts = [each.command for each in facts_in_force(facts)[0]]
        acts = [each for each in acts if (each.step, each.on) not in known]
        if not acts:
            return
        act = data.draw(st.sampled_from(acts))
        day = str(act.on)
        field, value = data.draw(st.sampled_from(sorted({**act.data, "date": day}.items(), key=lambda each: each[0])))
        last = [each for each in acts if (each.step, each.on) == (act.step, act.on)][-1]
        value = day if field == "date" else last.data.get(field)
        given = {"of": {"step": act.step, "date": day}, "field": field, "value": value, "approved_by": "procurador-1"}
        try:
            derived = play.decide("rectify", str(self.today), **given)[0].derived
        except Refusal as refusal:
            raise AssertionError((act, field, refusal)) from refusal
        assert (derived.tracks, derived.deadlines, derived.obligations, derived.head, derived.withdrawn) == (
            (), (), (), None, (),
        ), (act.step, field)  # fmt: skip

    def _try(self, data: Any, step: str, on: date) -> None:
        play = self.play
        play.until(str(self.today))
        given = data_for(data.draw, step, play.case, play.events, self.today)
        given["approved_by"] = data.draw(APPROVED)
        case, events = play.case, list(play.events)
        try:
            play.do(step, str(on), str(self.today), **given)
        except Refusal as said:
            refusal = said
        else:
            refusal = None
        if refusal is not None:
            assert play.case is case
            assert play.events == events
            assert refusal.articles
            assert refusal.message
            return
        made = play.events[-1]
        assert made.version == len(events) + 1
        assert made.derived.articles
        facts = play.facts(self.today)
        assert recheck([*events, made], facts) == []

    def _check_clock(self, event: Event) -> None:
        """The clock acts on the morning it says, never before its deadline allows."""
        assert event.by == CLOCK
        assert event.ran_on == event.recorded_on
        assert event.occurred_on < event.ran_on or event.step == "service_takes_effect"
        if event.deadline:
            deadline = next(each for each in event.derived.deadlines if each.id == event.deadline)
            assert deadline.act_on <= event.ran_on
            assert deadline.due == event.occurred_on
            assert deadline.status == "lapsed"

    @invariant()
    def the_events_add_up(self) -> None:
        if self.play is not None:
            assert replay(self.play.events, self.play.case.id) == self.play.case

    @invariant()
    def every_deadline_is_well_made(self) -> None:
        for each in self.play.case.deadlines if self.play else ():
            assert each.anchor <= each.first
            assert each.first <= each.literal or each.anchor == each.literal
            assert each.literal <= each.due < each.act_on
            assert each.kind in self.play.procedure.time_limits

    @invariant()
    def the_case_has_a_state(self) -> None:
        if self.play is None:
            return
        state, reason = state_of(self.play.case)
        assert state in STATES
        assert state != "not_opened"
        assert bool(reason) == (state in {"closed", "archived"})
        known = set(places(self.play.procedure))
        assert all(track.place in known for track in self.play.case.tracks)

    @invariant()
    def nothing_is_final_that_nobody_was_told_of(self) -> None:
        if self.play is None or not any(each.status in FINAL for each in self.play.case.obligations):
            return
        done = {event.step for event in self.play.events}
        assert "serve_decision" in done
        assert "judge" in done
        assert done & {"make_final", "waive_appeal", "withdraw_appeal", "serve_final_decision", "publish"}

    @invariant()
    def money_is_sound(self) -> None:
        if self.play is None:
            return
        head = self.play.case.head
        assert Decimal(0) <= head.refund <= head.paid
        for each in self.play.case.obligations:
            assert each.kind == "fine" or each.amount is None
            assert each.final_on is None or each.imposed_on <= each.final_on
            assert each.settled_on is None or each.final_on is not None

    @invariant()
    def no_running_limit_hangs_on_a_track_that_ended(self) -> None:
        if self.play is None:
            return
        ended = {track.id for track in self.play.case.tracks if track.place.startswith("archived")}
        assert not [each for each in self.play.case.deadlines if each.status == "open" and each.track in ended]

    @invariant()
    def the_clock_owes_nothing_from_before_the_last_act(self) -> None:
        if self.play is None:
            return
        last = self.play.events[-1]
        owed = due(rules_of(self.play.procedure), self.play.case, self.today)
        assert not owed or last.recorded_on == self.today


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        History,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        ),
    )


def test_a_thousand_invented_histories_break_nothing():
    run(1000, 14)


@pytest.mark.heavy
def test_thousands_of_long_invented_histories_break_nothing():
    run(3000, 50)
