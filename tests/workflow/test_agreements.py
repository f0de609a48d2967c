"""Agreements that hold a case and, broken, give it back; effects that an authority withholds case by case."""

from __future__ import annotations

import pytest

from tests.planting import put
from tests.workflow.agreeing import BREAK, KEEP, PROMISE, WHOLE, in_judgment
from tests.workflow.vila import faults, opened
from workflow.errors import NothingToBreach, NothingToServe, StepNotAllowed, UsedUp
from workflow.explanation import explained


def test_while_it_holds_no_term_runs_and_nobody_judges():
    play = in_judgment()
    play.do("promise", "2027-04-01")
    assert (play.state, play.last("judgment").status, play.due("promise")) == (
        "under_agreement", "suspended", "2027-05-03",
    )  # fmt: skip
    refused = play.no("judge", "2027-04-02", StepNotAllowed, "está suspenso por “Firmar compromisso”", outcome="upheld")
    assert "5" in refused.articles
    assert play.until("2027-05-01").state == "under_agreement"


def test_what_only_tells_goes_on_meanwhile():
    play = in_judgment()
    play.do("promise", "2027-04-01")
    play.do("order_measure", "2027-04-02", kind="seizure")
    assert play.case.head.ordered == ("seizure",)


def test_kept_it_ends_the_case_for_a_reason_of_its_own():
    play = in_judgment()
    play.do("promise", "2027-04-01")
    play.do("keep_promise", "2027-04-20")
    assert play.until("2027-12-31").state == "archived/kept"


def test_not_kept_in_its_term_the_case_is_where_it_was_with_the_days_it_still_had():
    play = in_judgment()
    assert play.due("judgment") == "2027-05-17"
    play.do("promise", "2027-04-01")
    play.until("2027-05-04")
    # 60 days from 16 March, without 2 April to 3 May: 32 days later than 15 May.
    assert (play.case.tracks[0].place, play.last("judgment").status) == ("under_first_judgment", "open")
    assert (str(play.last("judgment").literal), play.due("judgment")) == ("2027-06-16", "2027-06-16")
    play.do("judge", "2027-06-16", outcome="upheld")


def test_it_may_be_broken_before_its_term_which_then_runs_no_more():
    play = in_judgment()
    play.do("promise", "2027-04-01")
    play.do("break_promise", "2027-04-11", by="head")
    assert (play.due("judgment"), play.last("promise").status) == ("2027-05-25", "void")
    assert play.until("2027-05-24").case.tracks[0].place == "under_first_judgment"


def test_the_days_that_did_not_count_are_explained():
    play = in_judgment()
    play.do("promise", "2027-04-01")
    play.do("break_promise", "2027-04-11", by="head")
    deadline = play.last("judgment")
    told = explained(play.procedure, play.case, deadline, play.base.calendar)
    assert told.lines[-1].day == deadline.due
    assert any("prazo suspenso" in line.what for line in told.lines)


def test_there_is_one_at_a_time_and_what_was_not_agreed_cannot_be_broken():
    play = in_judgment()
    play.no("break_promise", "2027-03-20", NothingToBreach, "Não há acordo", by="head")
    play.do("promise", "2027-04-01")
    play.no("promise", "2027-04-02", UsedUp, "Já há acordo")


FAULTS = [
    (put("steps.promise", {**PROMISE, "to": "enforcement"}), "steps.promise.to", "fica onde está"),
    (put("steps.break_promise", {**BREAK, "from": ["enforcement"]}), "steps.promise.from", "does: breach"),
    (put("steps.keep_promise", {**KEEP, "does": "note", "to": "stay"}), "steps.promise.from", "does: cancel"),
]


@pytest.mark.parametrize(("change", "where", "says"), FAULTS)
def test_an_agreement_without_an_end_is_a_fault_of_the_file(change, where, says):
    assert any(place == where and says in what for place, what in faults(*WHOLE, change))


def test_the_state_in_which_it_waits_has_a_name():
    assert any(what.startswith("dê nome ao estado under_agreement") for _, what in faults(*WHOLE[:4], WHOLE[5]))


def test_whole_it_is_none():
    assert faults(*WHOLE) == []


WITHHOLD = put(
    "steps.grant_effect",
    {"label": "Dar efeito suspensivo", "does": "withhold", "by": ["board"], "penalties": ["suspension"],
     "from": ["awaiting_appeal", "under_appeal_judgment"], "basis": "6"},
)  # fmt: skip


def appealed(*changes):
    """The ten days of closing run from 20 April, though an appeal comes on the 21st."""
    play = opened(WITHHOLD, *changes)
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="09:00")
    play.do("judge", "2027-04-12", outcome="upheld")
    play.do("serve_decision", "2027-04-19", via="personal", said_term=True)
    play.do("begin_interdiction", "2027-04-20")
    play.do("file_appeal", "2027-04-21")
    return play


def closing(play):
    return next(each for each in play.case.obligations if each.kind == "suspension")


def test_what_has_effect_at_once_waits_once_an_authority_says_so_and_the_days_served_are_kept():
    play = appealed()
    play.do("grant_effect", "2027-04-23")
    assert (closing(play).status, closing(play).served, play.last("suspension").status) == ("imposed", 3, "void")
    assert "6 §4" in play.events[-1].derived.articles
    play.no("begin_interdiction", "2027-04-24", NothingToServe)
    play.do("judge_appeal", "2027-05-10", outcome="affirmed", voters=3)
    play.do("serve_appeal_decision", "2027-05-12", via="personal", said_term=True)
    assert play.until("2027-05-25").case.tracks[0].place == "enforcement"
    play.do("begin_interdiction", "2027-05-26")
    # Seven of the ten days are left: 26 May to 1 June.
    assert play.due("suspension") == "2027-06-01"


def test_reversed_what_was_withheld_never_runs_again():
    play = appealed()
    play.do("grant_effect", "2027-04-23")
    play.do("judge_appeal", "2027-05-10", outcome="reversed", voters=3)
    assert (play.state, closing(play).status) == ("archived/appeal_upheld", "cancelled")


def test_there_is_nothing_to_withhold_twice():
    play = appealed()
    play.do("grant_effect", "2027-04-23")
    play.no("grant_effect", "2027-04-24", NothingToServe, "não há o que suspender")


def test_only_what_has_effect_at_once_can_be_withheld():
    found = faults(WITHHOLD, put("penalties.interdiction.effective", "when_final"))
    assert any(where == "steps.grant_effect.penalties" and "effective: at_once" in what for where, what in found)


def test_what_was_withheld_before_the_decision_was_served_has_no_effect_when_it_is():
    early = put("steps.grant_effect.from", ["awaiting_decision_notice"])
    play = opened(WITHHOLD, early)
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="09:00")
    play.do("judge", "2027-04-12", outcome="upheld")
    play.do("grant_effect", "2027-04-13")
    play.do("serve_decision", "2027-04-19", via="personal", said_term=True)
    assert closing(play).effective_on is None
    play.no("begin_interdiction", "2027-04-20", NothingToServe)
