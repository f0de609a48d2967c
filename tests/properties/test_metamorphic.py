"""What must come out the same however it was told: late or in time, in this order or that, twice or once."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.workflow.play import Play, santos_dumont
from workflow.calendar import Calendar
from workflow.case import Case
from workflow.facts import Prior
from workflow.repeat import Past, effect_on

STORY: list[tuple[str, str, dict[str, Any]]] = [
    ("draw_up", "2027-03-01", {"items": ["36-XIX", "36-V"], "fact_on": "2027-03-01"}),
    ("dispatch_notice", "2027-03-02", {"via": "post"}),
    ("record_failed_service", "2027-03-04", {"via": "post", "reason": "mudou-se"}),
    ("serve_notice", "2027-03-08", {"via": "personal", "receipt": "signed"}),
    ("file_defense", "2027-03-29", {}),
    ("judge", "2027-04-12", {"voters": 3, "outcome": "upheld"}),
    ("serve_decision", "2027-04-19", {"via": "post", "receipt": "ar"}),
    ("issue_payment_slip", "2027-04-20", {}),
    ("file_appeal", "2027-05-03", {}),
    ("judge_appeal", "2027-05-24", {"voters": 3, "outcome": "affirmed"}),
    ("serve_final_decision", "2027-06-01", {"via": "post", "receipt": "ar"}),
    ("publish", "2027-06-02", {"what": "final_decision"}),
    ("pay", "2027-06-10", {"amount": "206.17"}),
    ("collect_documents", "2027-06-14", {}),
]
HARMLESS = {"join_document"}


def what_matters(case: Case) -> tuple[Any, ...]:
    """A case without how it came to be known: tracks, deadlines, obligations, and what is true of it."""
    return case.tracks, case.deadlines, case.obligations, replace(case.head, review=())


def in_time(acts: int) -> Play:
    play = Play(santos_dumont())
    for step, on, data in STORY[:acts]:
        play.do(step, on, **data)
    return play


@settings(max_examples=120)
@given(acts=st.integers(2, len(STORY)), data=st.data())
def test_a_fact_known_late_changes_nothing_if_the_clock_did_not_act_meanwhile(acts, data):
    """A harmless act in between makes the next one late: it is recorded after something that came after it."""
    play = Play(santos_dumont())
    for number, (step, on, given_data) in enumerate(STORY[:acts]):
        late = number > 0 and data.draw(st.booleans(), label=f"{step} late")
        if not late:
            play.do(step, on, **given_data)
            continue
        following = STORY[number + 1][1] if number + 1 < len(STORY) else "2027-06-16"
        gap = (date.fromisoformat(following) - date.fromisoformat(on)).days
        # The clock must have nothing to do between the act and the day it became known.
        known = date.fromisoformat(on) + timedelta(days=min(gap, 1))
        if known.isoformat() == on:
            play.do(step, on, **given_data)
            continue
        play.until(known.isoformat())
        play.do("join_document", known.isoformat(), kind="authority_communication")
        event = play.do(step, on, known.isoformat(), approved_by="procurador-1", **given_data)
        assert event.recorded_on > event.occurred_on
        assert event.derived.withdrawn == ()
    assert what_matters(play.case) == what_matters(in_time(acts).case)
    assert play.case.head.review == ()


ranges = st.tuples(st.integers(0, 60), st.integers(0, 12)).map(
    lambda pair: (date(2027, 3, 1) + timedelta(days=pair[0]), date(2027, 3, 1) + timedelta(days=sum(pair)))
)


def suspended(acts: int, order: list[tuple[date, date]], on: str) -> Play:
    play = in_time(acts)
    for since, until in order:
        play.do(
            "suspend_terms", on, **{"from": str(since), "until": str(until)}, approved_by="procurador-1"
        )  # fmt: skip
    return play


@settings(max_examples=60)
@given(found=st.lists(ranges, min_size=2, max_size=4), data=st.data())
def test_suspensions_give_the_same_dates_in_any_order(found, data):
    again = data.draw(st.permutations(found))
    one, other = suspended(7, found, "2027-04-20"), suspended(7, again, "2027-04-20")
    assert one.case.deadlines == other.case.deadlines
    assert one.case.tracks == other.case.tracks
    assert set(one.case.head.review) == set(other.case.head.review)


@settings(max_examples=40)
@given(found=ranges)
def test_a_suspension_told_twice_counts_once(found):
    assert suspended(7, [found], "2027-04-20").case.deadlines == suspended(7, [found] * 2, "2027-04-20").case.deadlines


@settings(max_examples=60)
@given(
    found=st.lists(ranges, min_size=1, max_size=2), on=st.integers(-2, 2), decided=st.integers(-3, 3), data=st.data()
)
def test_corrections_give_the_same_dates_in_any_order(found, on, decided, data):
    """Two receipts put right and terms suspended, all on one day, in whatever order the papers reach the desk."""
    corrections: list[tuple[str, dict[str, Any]]] = [
        ("suspend_terms", {"from": str(since), "until": str(until)}) for since, until in found
    ]
    for step, day, moved in (("serve_notice", "2027-03-08", on), ("serve_decision", "2027-04-19", decided)):
        value = date.fromisoformat(day) + timedelta(days=moved)
        corrections.append(
            ("rectify", {"of": {"step": step, "date": day}, "field": "date", "value": str(value)})
        )  # fmt: skip
    results = []
    for order in (corrections, data.draw(st.permutations(corrections))):
        play = in_time(7)
        for step, given_data in order:
            play.do(step, "2027-04-23", approved_by="procurador-1", **given_data)
        results.append(play)
    one, other = results
    assert one.case.deadlines == other.case.deadlines
    assert one.case.tracks == other.case.tracks
    assert one.case.obligations == other.case.obligations


@pytest.mark.parametrize("weeks", [1, 2, 5])
def test_moving_everything_by_weeks_moves_every_date_by_as_much(weeks):
    """On a calendar without holidays the whole story, told so many weeks later, ends so many weeks later."""
    calendar = Calendar.of([date(2027, 12, 25)])
    moved = timedelta(weeks=weeks)
    plays = []
    for shift in (timedelta(0), moved):
        play = Play(santos_dumont(), calendar=calendar)
        for step, on, data in STORY:
            then = str(date.fromisoformat(on) + shift)
            fact = {"fact_on": str(date.fromisoformat(data["fact_on"]) + shift)} if "fact_on" in data else {}
            play.do(step, then, **{**data, **fact})
        plays.append(play)
    first, later = plays
    assert [each.due + moved for each in first.case.deadlines] == [each.due for each in later.case.deadlines]
    assert [each.literal + moved for each in first.case.deadlines] == [each.literal for each in later.case.deadlines]
    assert first.state == later.state
    assert first.steps == later.steps


PEOPLE = ("permit_holder", "driver", "attendant")
NEW = date(2031, 3, 1)
_priors = st.lists(
    st.builds(
        lambda item, ago, whose: Prior(item, NEW - timedelta(ago + 40), NEW - timedelta(ago), whose=whose),
        st.sampled_from(["36-XIX", "36-II"]), st.integers(1, 2000), st.sampled_from(PEOPLE),
    ),
    max_size=8,
)  # fmt: skip


def level(priors, owing=(), **answers):
    return effect_on(santos_dumont(**answers), "36-XIX", NEW, NEW, Past(priors, owing=owing)).level


@settings(max_examples=150)
@given(priors=_priors, owing=st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=3, unique=True))
def test_of_several_each_is_counted_as_if_he_answered_alone(priors, owing):
    alone = {who: level([each._replace(whose="") for each in priors if each.whose == who]) for who in owing}
    for who in owing:
        assert level(priors, (who,)) == alone[who]
    assert level(priors, owing) == level(priors, owing[::-1]) == min(alone.values())
    assert level(priors, owing, shared_repeat="any") == max(alone.values())
    assert level(priors, owing, shared_repeat="holder") == alone.get("permit_holder", min(alone.values()))
