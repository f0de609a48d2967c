"""Terms set by one act and opened by another, counted from a datum, ended with another, capped, and told as counted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planting import Change, put
from tests.workflow.play import CALENDAR, Play
from tests.workflow.vila import opened
from workflow.errors import InvalidData, NotExtendable, TermNotAllowed
from workflow.explanation import explained

RANGE = {"from": "5 days", "until": "20 days", "set_by": "answer_in"}
FIELD = {"label": "Prazo para responder", "type": "length"}
DISCOUNT = {"label": "Desconto", "length": "none", "binds": "party", "opened_by": ["serve_decision"],
            "ends_with": "appeal", "on_expiry": "none", "basis": "6"}  # fmt: skip


def judged(*changes: Change, **data: Any) -> Play:
    """Decided on Monday, 12 April 2027."""
    play = opened(*changes)
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="10:00")
    play.do("judge", "2027-04-12", outcome="upheld", **data)
    return play


def told(*changes: Change, **data: Any) -> Play:
    """… and served on the 19th."""
    play = judged(*changes, **data)
    play.do("serve_decision", "2027-04-19", via="personal", said_term=True)
    return play


def why(play: Play, kind: str) -> list[str]:
    deadline = play.last(kind)
    account = explained(play.procedure, play.case, deadline, CALENDAR)
    assert account.lines[-1].day == deadline.due
    return [line.what for line in account.lines]


def answering(**changes: Any) -> tuple[Change, ...]:
    """A term to appeal that the decision sets, counted from its service."""
    return (
        put("time_limits.appeal.length", {**RANGE, **changes}),
        put("steps.judge.data", {"answer_in": FIELD}),
    )


def test_a_term_set_in_the_decision_counts_from_its_service() -> None:
    play = told(*answering(), answer_in="7 days")
    assert (play.last("appeal").length, play.due("appeal")) == ("7 days", "2027-04-26")
    assert any("7 dias" in line for line in why(play, "appeal"))


def test_a_term_out_of_bounds_is_refused_by_the_act_that_sets_it() -> None:
    for length in ("4 days", "21 days", "7 business days"):
        with pytest.raises(TermNotAllowed, match="de 5 dias a 20 dias") as refused:
            judged(*answering(), answer_in=length)
        assert "6" in refused.value.articles


def test_a_term_that_nobody_set_has_its_default_or_opens_nothing() -> None:
    assert told(*answering(default="10 days")).due("appeal") == "2027-04-29"
    with pytest.raises(InvalidData, match="falta fixar"):
        told(*answering())


@pytest.mark.parametrize(("set_to", "more"), [("7 days", True), ("7 days", False)])
def test_double_is_of_the_term_as_set(set_to: str, more: bool) -> None:
    play = told(*answering(), put("time_limits.appeal.extendable", "double"), answer_in=set_to)
    length = "8 days" if more else "7 days"
    if more:
        play.no("extend_term", "2027-04-20", NotExtendable, "7 dias ao todo", term="appeal", length=length)
    else:
        play.do("extend_term", "2027-04-20", term="appeal", length=length, approved_by="chefe")
        assert play.due("appeal") == "2027-05-03"


def test_a_term_may_count_from_the_day_of_the_fact() -> None:
    limit = {"label": "Autuar", "length": "30 days", "binds": "authority", "opened_by": ["draw_up"],
             "counts_from": "fact_on", "ends": "literal", "on_expiry": "none", "basis": "1"}  # fmt: skip
    play = opened(put("time_limits.since_fact", limit), fact_on="2027-02-10")
    assert (str(play.last("since_fact").anchor), play.due("since_fact")) == ("2027-02-10", "2027-03-12")


def test_the_end_of_another_term_is_shared_and_follows_it_when_extended() -> None:
    play = told(put("time_limits.discount", DISCOUNT), put("time_limits.appeal.extendable", True))
    assert (play.due("appeal"), play.due("discount")) == ("2027-05-11", "2027-05-11")
    assert "Recurso" in why(play, "discount")[-1]
    play.do("extend_term", "2027-04-20", term="appeal", length="5 days", approved_by="chefe")
    assert (play.due("appeal"), play.due("discount")) == ("2027-05-17", "2027-05-17")


@pytest.mark.parametrize(
    ("length", "whichever", "due"),
    [("10 days", "earlier", "2027-04-29"), ("10 days", "later", "2027-05-11"), ("40 days", "earlier", "2027-05-11"),
     ("40 days", "later", "2027-05-31")],
)  # fmt: skip
def test_of_two_ends_the_earlier_or_the_later(length: str, whichever: str, due: str) -> None:
    play = told(put("time_limits.discount", {**DISCOUNT, "length": length, "whichever": whichever}))
    assert play.due("discount") == due
    why(play, "discount")


def test_nothing_takes_a_term_beyond_its_ceiling() -> None:
    change = put("time_limits.cure.ceiling", "20 days")
    play = opened(change)
    assert play.due("cure") == "2027-03-11"
    play.do("extend_term", "2027-03-02", term="cure", length="10 days", approved_by="chefe")
    assert play.due("cure") == "2027-03-22"
    play.no("extend_term", "2027-03-03", NotExtendable, "20 dias", term="cure", length="3 days", approved_by="chefe")


def test_a_suspension_does_not_take_a_term_beyond_its_ceiling() -> None:
    play = opened(put("time_limits.cure.ceiling", "20 days"))
    play.do("suspend_terms", "2027-03-02", approved_by="chefe", **{"from": "2027-03-03", "until": "2027-03-31"})
    assert play.due("cure") == "2027-03-22"
    assert "Não passa de 20 dias" in why(play, "cure")[-1]


def test_a_term_counted_back_is_told_backwards() -> None:
    play = opened()
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="10:00")
    play.do("set_hearing", "2027-03-17", sitting_on="2027-04-26")
    assert "para trás" in why(play, "witnesses")[0]
    assert play.due("witnesses") == "2027-04-16"
