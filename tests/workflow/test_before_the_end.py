"""What has effect before the case ends: penalties at once, orders beside an act, silence that decides, attempts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.planting import GONE, Change, put
from tests.workflow.play import Play
from tests.workflow.vila import opened
from workflow.errors import InvalidData, NothingToServe, TooEarly

RANGE = put("penalties.interdiction.days", {"from": 5, "until": 30})


def line(days: int) -> dict[str, Any]:
    return {"item": "2-I", "code": "interdiction", "days": days, "reasons": "gravidade"}


def told(*changes: Change, **decision: Any) -> Play:
    """Decided on 12 April 2027, a Monday, and served on the 19th."""
    play = opened(*changes)
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="10:00")
    play.do("judge", "2027-04-12", outcome="upheld", **decision)
    play.do("serve_decision", "2027-04-19", via="personal", said_term=True)
    return play


def test_a_penalty_at_once_runs_while_the_appeal_is_judged_and_is_final_with_the_rest() -> None:
    play = told()
    play.do("begin_interdiction", "2027-04-20")
    play.do("file_appeal", "2027-04-21")
    interdiction = play.penalty("2-I", "interdiction")
    assert (interdiction.status, str(interdiction.effective_on), interdiction.final_on) == (
        "serving",
        "2027-04-19",
        None,
    )
    assert play.state == "under_appeal_judgment"
    play.until("2027-04-30")
    assert play.penalty("2-I", "interdiction").status == "settled"
    play.do("judge_appeal", "2027-05-03", outcome="affirmed", voters=3)
    play.do("serve_appeal_decision", "2027-05-04", via="personal", said_term=True)
    play.until("2027-05-17")
    interdiction, fine = play.penalty("2-I", "interdiction"), play.penalty("2-I", "fine")
    assert str(interdiction.final_on) == str(fine.final_on) == "2027-05-15"
    assert (interdiction.status, fine.status) == ("settled", "final")


def test_one_that_waits_for_finality_does_not_begin_before() -> None:
    play = told(put("penalties.interdiction.effective", "when_final"))
    play.no("begin_interdiction", "2027-04-20", NothingToServe)


def test_reversed_while_it_runs_a_penalty_ends_with_its_term() -> None:
    play = told()
    play.do("begin_interdiction", "2027-04-20")
    play.do("file_appeal", "2027-04-21")
    play.do("judge_appeal", "2027-04-26", outcome="reversed", voters=3)
    assert (play.penalty("2-I", "interdiction").status, play.last("suspension").status) == ("cancelled", "void")


def test_changed_while_it_runs_its_days_are_counted_again_from_its_first() -> None:
    play = told(RANGE, penalties=[line(20)])
    play.do("begin_interdiction", "2027-04-20")
    assert play.due("suspension") == "2027-05-09"
    play.do("file_appeal", "2027-04-21")
    play.do("judge_appeal", "2027-04-26", outcome="partial", voters=3, penalties=[line(12)])
    assert (play.due("suspension"), play.last("suspension").status) == ("2027-05-01", "open")


def test_what_has_effect_at_once_may_open_a_term() -> None:
    play = told(
        put("time_limits.report", {"label": "Prestar contas", "length": "5 days", "binds": "party", "of": "suspension",
                                   "opened_by": ["effective"], "on_expiry": "none", "basis": "2 I"}),
    )  # fmt: skip
    assert play.due("report") == "2027-04-26"


def test_decided_again_after_being_sent_back_the_same_penalty_is_imposed_anew() -> None:
    play = told()
    play.do("file_appeal", "2027-04-21")
    play.do("judge_appeal", "2027-04-26", outcome="remanded", voters=3)
    assert (play.state, play.penalty("2-I", "fine").status) == ("under_first_judgment", "cancelled")
    play.do("judge", "2027-04-27", outcome="upheld")
    fine = play.penalty("2-I", "fine")
    assert (fine.status, str(fine.imposed_on), fine.ended_as) == ("imposed", "2027-04-27", "")
    play.do("serve_decision", "2027-04-28", via="personal", said_term=True)
    play.do("file_appeal", "2027-04-29")


def test_an_act_may_order_a_measure_besides_its_own_effect() -> None:
    lines = put("steps.draw_up.data.things", {"label": "O que se apreende", "type": "lines"})
    claim = put("time_limits.claim.opened_by", ["draw_up", "order_measure:told"])
    play = opened(put("steps.draw_up.orders_measure", "seizure"), lines, claim, things=[{"what": "carrinho"}])
    assert [each.what for each in play.case.head.held] == ["carrinho"]
    assert (play.due("claim"), play.last("claim").about) == ("2027-03-31", "1")


def test_silence_that_makes_the_notice_the_decision_imposes_all_that_the_item_brings() -> None:
    play = opened(
        put("confession", {"covers": ["fine", "suspension"], "basis": "4"}),
        put("steps.certify_no_defense.turns_on", "confession"),
        put("steps.certify_no_defense.to", {"confessed": "awaiting_decision_notice", "silent": "under_first_judgment"}),
    )
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.until("2027-03-18")
    assert play.state == "awaiting_decision_notice"
    assert [(each.code, each.days) for each in play.case.obligations] == [("interdiction", 10), ("fine", None)]


def test_attempts_are_counted_each_and_a_means_fails_only_with_the_last() -> None:
    play = opened()
    fail = {"via": "personal", "reason": "ausente"}
    play.no("record_failed_service", "2027-03-15", InvalidData, "hora", at_time="25:00", **fail)
    play.do("record_failed_service", "2027-03-15", at_time="10:00", **fail)
    assert play.case.tracks[0].failed == ()
    play.no("record_failed_service", "2027-03-16", TooEarly, "24 horas", at_time="09:00", **fail)
    play.no("record_failed_service", "2027-03-16", InvalidData, "hora da tentativa", **fail)
    play.do("record_failed_service", "2027-03-16", at_time="11:00", **fail)
    assert play.case.tracks[0].failed == ("personal",)


@pytest.mark.parametrize(("apart", "second", "ok"), [("2 days", "2027-03-16", False), ("2 days", "2027-03-17", True)])
def test_days_between_attempts_need_no_hour(apart: str, second: str, ok: bool) -> None:
    play = opened(put("services.personal.apart", apart))
    play.do("record_failed_service", "2027-03-15", via="personal", reason="ausente")
    if ok:
        play.do("record_failed_service", second, via="personal", reason="ausente")
    else:
        play.no("record_failed_service", second, TooEarly, "2 dias", via="personal", reason="ausente")


def test_a_term_set_wrongly_is_put_right_and_counted_again() -> None:
    play = opened(term="20 days")
    play.do("prove_cure", "2027-03-19")
    assert play.state == "archived/cured"
    of = {"step": "draw_up", "date": "2027-03-01"}
    play.do("rectify", "2027-03-22", of=of, field="term", value="10 days", approved_by="chefe")
    assert play.due("cure") == "2027-03-11"
    assert any("a rever" in warning for warning in play.warnings)


def test_a_law_that_tries_personal_service_once_needs_no_count() -> None:
    play = opened(put("services.personal.attempts", GONE), put("services.personal.apart", GONE))
    play.do("record_failed_service", "2027-03-15", via="personal", reason="ausente")
    play.do("serve_notice", "2027-03-16", via="post", said_term=True, at_time="10:00")
