"""Folding: the events are the case, a difference turns one case into another, a draft forgets nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.workflow import carts
from tests.workflow import play as santos
from workflow.case import Case
from workflow.engine import recheck, replay
from workflow.event import Event
from workflow.fold import difference, evolve

STORIES = {
    "appealed": lambda: santos.appealed("36-XIX", "36-V"),
    "overdue": lambda: santos.final("36-V"),
    "archived": lambda: santos.opened().until("2027-04-01"),
    "parted": lambda: carts.served("80-III").until("2027-04-20"),
    "second round": lambda: carts.final("80-I", judgment={"cure_ordered": True}),
    "two": carts.two,
}


@pytest.mark.parametrize("name", STORIES)
def test_the_events_add_up_to_the_case_at_every_point(name):
    play = STORIES[name]()
    case = Case(id=play.case.id)
    for number, event in enumerate(play.events, 1):
        case = evolve(case, event)
        assert replay(play.events[:number], play.case.id) == case
        assert case.version == number
    assert case == play.case


@pytest.mark.parametrize("name", STORIES)
def test_each_event_is_decided_again_as_it_was(name):
    play = STORIES[name]()
    assert recheck(play.events, play.facts(play.case.day)) == []


@pytest.mark.parametrize("name", STORIES)
def test_the_difference_between_two_points_leads_from_one_to_the_other(name):
    play = STORIES[name]()
    points = [replay(play.events[:number], play.case.id) for number in range(1, len(play.events) + 1)]
    for old in points:
        for new in points:
            event = Event(
                version=new.version,
                step="rectify",
                by="",
                occurred_on=new.day,
                recorded_on=new.day,
                procedure=new.procedure,
                derived=difference(old, new),
            )
            again = evolve(replace(old, day=None), event)
            assert again.head == new.head
            for part in ("tracks", "deadlines", "obligations"):
                assert {each.id: each for each in getattr(again, part)} == {
                    each.id: each for each in getattr(new, part)
                }


def test_an_act_of_another_day_is_not_the_latest():
    play = santos.served()
    event = replace(play.events[-1], version=9, occurred_on=play.events[0].occurred_on)
    assert evolve(play.case, event).day == play.case.day


def test_an_event_carries_only_what_it_changed():
    play = santos.served()
    derived = play.do("join_document", "2027-03-04", kind="authority_communication").derived
    assert (derived.tracks, derived.deadlines, derived.obligations, derived.head) == ((), (), (), None)
