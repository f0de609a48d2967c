"""Each verb has its one effect: what it changes in the case, and what it leaves alone."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.workflow import carts, vila
from tests.workflow import play as santos
from tests.workflow.carts import ANNA, BETO
from workflow.effects import EFFECTS
from workflow.errors import Conditioned, InvalidData, TooLate


def test_open_begins_the_case_and_announces_what_the_notice_proposes():
    play = santos.opened("36-XIX", "36-V")
    head = play.case.head
    assert (head.items, str(head.fact_on), str(head.opened_on)) == (("36-XIX", "36-V"), "2027-03-01", "2027-03-01")
    assert [(fine.item, fine.units) for fine in head.proposed] == [("36-XIX", Decimal("1.0")), ("36-V", Decimal("0.5"))]
    assert play.state == "awaiting_notification"
    assert play.case.obligations == ()


def test_open_proposes_the_measures_of_its_items_and_orders_none():
    play = carts.drawn("80-VIII", duty="9-I")
    assert play.case.head.measures == ("vehicle_retention",)
    assert play.case.head.ordered == ()


def test_open_brings_the_papers_and_article_of_its_origin():
    play = carts.drawn(origin="coordinator_report", witnesses=2)
    assert "coordinator_report" in play.papers
    assert "83" in play.events[0].derived.articles


def test_dispatch_is_remembered_and_moves_nothing():
    play = santos.opened()
    play.do("dispatch_notice", "2027-03-02", via="post")
    assert str(play.case.tracks[0].dispatched) == "2027-03-02"
    assert play.state == "awaiting_notification"


def test_fail_service_counts_each_means_once():
    play = santos.opened()
    for on in ("2027-03-02", "2027-03-03"):
        play.do("record_failed_service", on, via="post", reason="ausente")
    assert play.case.tracks[0].failed == ("post",)


def test_serve_starts_the_terms_from_the_day_of_effect():
    play = santos.opened()
    event = play.do("serve_notice", "2027-03-08", via="post", receipt="ar", received_on="2027-03-05")
    assert play.due("defense") == "2027-04-05"
    assert str(play.last("defense").anchor) == "2027-03-05"
    assert "Lei 9.784 art. 26 §3" in event.derived.articles


def test_serve_by_a_proof_that_counts_later_waits_for_its_day():
    play = santos.opened()
    play.do("dispatch_notice", "2027-03-02", via="post")
    play.do("serve_notice", "2027-03-08", via="post", receipt="ar_undated")
    pending = play.case.tracks[0].pending
    assert (pending.step, str(pending.effective_on)) == ("serve_notice", "2027-03-17")
    assert play.last("notice").status == "met"
    assert play.state == "awaiting_notification"


def test_take_effect_does_what_the_service_would_have_done():
    play = santos.opened()
    play.do("dispatch_notice", "2027-03-02", via="post")
    play.do("serve_notice", "2027-03-08", via="post", receipt="ar_undated")
    play.until("2027-03-17")
    event = play.events[-1]
    assert (event.step, event.by, str(event.occurred_on)) == ("service_takes_effect", "clock", "2027-03-17")
    assert play.state == "awaiting_defense"
    assert play.due("defense") == "2027-04-16"


def test_a_second_service_before_that_day_is_the_one_that_counts():
    play = santos.opened()
    play.do("dispatch_notice", "2027-03-02", via="post")
    play.do("serve_notice", "2027-03-08", via="post", receipt="ar_undated")
    play.do("serve_notice", "2027-03-10", via="personal", receipt="signed")
    assert play.case.tracks[0].pending is None
    assert play.due("defense") == "2027-04-09"
    assert "service_takes_effect" not in play.until("2027-04-01").steps


def test_serve_after_the_authority_let_its_term_lapse_is_too_late():
    play = santos.opened(procedure=santos.santos_dumont(archive_tolerance="3 business days"))
    refusal = play.no("serve_notice", "2027-03-12", TooLate, "11 de março", via="personal")
    assert "33 §1" in refusal.articles


def test_lapse_records_silence_and_no_more():
    play = santos.served().until("2027-04-03")
    assert play.steps[-1] == "certify_no_defense"
    assert "no_defense" in play.case.head.marks
    assert play.case.obligations == ()
    assert play.papers[-1] == "lapse_certificate"


def test_file_says_whether_it_was_in_time_and_what_is_late_moves_nothing():
    play = santos.served()
    play.do("file_defense", "2027-04-02")
    assert play.case.head.timely == {"defense": True}
    late = santos.served()
    late.do("file_defense", "2027-04-05")
    assert late.case.head.timely == {"defense": False}
    assert late.events[-1].told
    assert "untimeliness_order" in late.papers


def test_decide_imposes_one_line_per_item_and_penalty():
    play = santos.judged("36-XIX", "36-V")
    assert [(each.id, each.status) for each in play.case.obligations] == [
        ("36-XIX/B-2/1", "imposed"),
        ("36-XIX/C-1/1", "imposed"),
        ("36-V/A/1", "imposed"),
        ("36-V/B-1/1", "imposed"),
    ]
    assert play.case.head.decided_by == "special_committee"


def test_decide_on_what_falls_imposes_nothing():
    play = santos.defended("36-XIX", "36-V")
    play.do("judge", "2027-04-12", voters=3, rulings=[
        {"item": "36-XIX", "outcome": "dismissed"}, {"item": "36-V", "outcome": "upheld"},
    ])  # fmt: skip
    assert {each.item for each in play.case.obligations} == {"36-V"}
    assert play.events[-1].outcome == "partial"


def test_review_confirms_changes_or_cancels():
    line = {"item": "36-XXVIII", "code": "D", "days": 60, "reasons": "gravidade"}
    base = santos.appealed("36-XXVIII", judgment={"penalties": [line]})
    base.do("judge_appeal", "2027-05-10", voters=3, outcome="partial", penalties=[{**line, "days": 31}])
    assert base.penalty("36-XXVIII", "D").days == 31
    assert base.penalty("36-XXVIII", "B-4").status == "imposed"
    won = santos.appealed("36-XIX")
    won.do("judge_appeal", "2027-05-10", voters=3, outcome="reversed")
    assert {each.status for each in won.case.obligations} == {"cancelled"}
    assert {each.ended_as for each in won.case.obligations} == {"appeal_upheld"}


def test_finalize_makes_final_on_its_own_day():
    play = santos.told("36-V")
    play.do("waive_appeal", "2027-04-21", receipt="signed")
    warning, fine = play.penalty("36-V", "A"), play.penalty("36-V", "B-1")
    assert (warning.status, fine.status) == ("settled", "final")
    assert str(fine.final_on) == "2027-04-21"
    assert "written_warning" in play.papers


def test_finalize_by_the_clock_makes_final_on_the_day_after_the_lapse():
    play = santos.final("36-V")
    event = next(event for event in play.events if event.step == "make_final")
    assert (str(event.occurred_on), str(event.ran_on)) == ("2027-05-04", "2027-05-05")
    assert str(play.penalty("36-V", "B-1").final_on) == "2027-05-05"


@pytest.mark.parametrize("items", [("36-XXXI", "36-XIX"), ("36-XIX", "36-XXXI")])
def test_a_revocation_leaves_a_suspension_without_object_whatever_the_order_of_the_items(items):
    play = santos.final(*items)
    assert play.penalty("36-XIX", "C-1").status == "absorbed"
    assert "suspension_order" not in play.papers
    assert "revocation_order" in play.papers


def test_cancel_archives_with_its_reason_and_ends_every_running_term():
    play = santos.told("36-XIX")
    play.do("annul", "2027-04-21", reason="void")
    assert play.state == "archived/void"
    assert {each.status for each in play.case.obligations} == {"cancelled"}
    assert not [each for each in play.case.deadlines if each.status == "open"]
    assert play.papers[-1] == "archiving_record"


def test_publish_writes_the_gazette():
    play = santos.appealed()
    play.do("judge_appeal", "2027-05-10", voters=3, outcome="affirmed")
    event = play.do("publish", "2027-05-11", what="final_decision")
    assert event.derived.gazette == ("final_decision",)


def test_fix_amounts_puts_every_fine_in_reais_line_by_line():
    play = santos.judged("36-V", "36-VI")
    play.do("issue_payment_slip", "2027-04-13")
    assert {each.item: each.amount for each in play.case.obligations if each.kind == "fine"} == {
        "36-V": Decimal("68.72"),
        "36-VI": Decimal("68.72"),
    }
    assert sum(play.case.head.slip.lines.values()) == Decimal("137.44")


def test_pay_adds_up_and_settles_only_what_is_final_and_covered():
    play = santos.told("36-V", "36-VI")
    play.do("issue_payment_slip", "2027-04-20")
    play.do("pay", "2027-04-21", amount="137.43")
    assert "discharge" not in play.papers
    play.do("pay", "2027-04-22", amount="0.01")
    assert "discharge" in play.papers
    assert {each.status for each in play.case.obligations if each.kind == "fine"} == {"imposed"}
    assert play.last("payment").status == "met"
    play.until("2027-05-05")
    assert play.state == "closed/paid"


def test_refer_calls_a_final_fine_overdue_and_sends_it_to_the_debt_office():
    play = santos.final()
    fine = play.penalty("36-XIV", "B-2")
    assert str(fine.overdue_on) == "2027-05-05"
    assert play.papers[-1] == "active_debt_referral"
    assert "36-X" in " ".join(play.warnings)


def test_note_changes_nothing_but_its_papers():
    play = santos.final()
    before = (play.case.tracks, play.case.deadlines, play.case.obligations, play.case.head)
    play.do("enter_active_debt", "2027-05-06")
    assert (play.case.tracks, play.case.deadlines, play.case.obligations, play.case.head) == before
    assert play.papers[-1] == "active_debt_entry"


def test_begin_and_end_serve_a_penalty_from_its_first_day_to_the_day_after_its_last():
    play = santos.final("36-XIX")
    play.do("collect_documents", "2027-05-10")
    assert (play.due("suspension"), play.penalty("36-XIX", "C-1").status) == ("2027-05-14", "serving")
    play.do("return_documents", "2027-05-15")
    assert (play.penalty("36-XIX", "C-1").status, str(play.penalty("36-XIX", "C-1").settled_on)) == (
        "settled",
        "2027-05-15",
    )


def test_end_by_the_clock_where_the_law_collects_nothing():
    line = {"item": "80-IV", "code": "S", "days": 5, "reasons": "risco"}
    play = carts.final("80-IV", judgment={"penalties": [line, {"item": "80-IV", "code": "F"}]})
    play.do("start_suspension", "2027-03-31")
    assert play.due("suspension") == "2027-04-04"
    play.until("2027-04-05")
    assert play.steps[-1] == "end_suspension"
    assert play.penalty("80-IV", "S").status == "settled"


def test_a_measure_is_ordered_and_lifted_and_is_never_a_penalty():
    play = carts.served()
    play.do("order_measure", "2027-03-03", kind="vehicle_retention")
    assert play.case.head.ordered == ("vehicle_retention",)
    assert play.case.obligations == ()
    assert "57" in play.events[-1].derived.articles
    assert "57" in play.no("order_measure", "2027-03-04", InvalidData, "não tem a medida", kind="prison").articles


def seized():
    """Two things taken on 1 March 2027, to be claimed by the 31st; a third on the 4th, by 5 April."""
    play = vila.opened()
    play.do(
        "order_measure",
        "2027-03-01",
        kind="seizure",
        things=[{"what": "camisas", "quantity": 12, "seal": "01"}, {"what": "balança"}],
    )
    play.do("order_measure", "2027-03-04", kind="seizure")
    return play


def held(play):
    return {each.id: (each.what, each.status) for each in play.case.head.held}


def test_each_thing_taken_has_its_number_and_each_order_its_own_term_to_claim():
    play = seized()
    assert held(play) == {
        "1.1": ("12 × camisas, lacre 01", "held"),
        "1.2": ("balança", "held"),
        "2.1": ("Mercadoria apreendida", "held"),
    }
    claims = [(each.about, str(each.due)) for each in play.case.deadlines if each.kind == "claim"]
    assert claims == [("1", "2027-03-31"), ("2", "2027-04-05")]


def test_a_term_to_claim_is_met_once_all_of_its_order_is_released():
    play = seized()
    shown = ["ownership", "license"]
    assert (
        "7 §1"
        in play.no("lift_measure", "2027-03-05", Conditioned, "licença", kind="seizure", shown=["ownership"]).articles
    )
    play.no("lift_measure", "2027-03-05", InvalidData, "não é condição", kind="seizure", shown=["receipt"])
    play.no(
        "lift_measure", "2027-03-05", InvalidData, "não está em depósito", kind="seizure", shown=shown, held=["3.1"]
    )
    play.do("lift_measure", "2027-03-05", kind="seizure", shown=shown, held=["1.1"])
    assert [each.status for each in play.case.deadlines if each.kind == "claim"] == ["open", "open"]
    play.do("lift_measure", "2027-03-05", kind="seizure", shown=shown, held=["1.2"])
    assert [each.status for each in play.case.deadlines if each.kind == "claim"] == ["met", "open"]
    assert play.case.head.ordered == ("seizure",)
    play.do("lift_measure", "2027-03-05", kind="seizure", shown=shown)
    assert play.case.head.ordered == ()


def test_what_nobody_claims_is_disposed_of_order_by_order_though_the_case_has_ended():
    play = seized()
    play.do("prove_cure", "2027-03-11")
    play.until("2027-04-01")
    assert {number: status for number, (_, status) in held(play).items()} == {
        "1.1": "disposed", "1.2": "disposed", "2.1": "held",
    }  # fmt: skip
    play.until("2027-04-06")
    assert play.steps[-2:] == ["dispose", "dispose"]
    assert play.case.head.ordered == ()
    assert play.state == "archived/cured"


def test_join_puts_a_paper_in_the_file():
    play = santos.served()
    play.do("join_document", "2027-03-04", kind="authority_communication")
    assert play.papers[-1] == "authority_communication"


def test_extend_term_moves_the_end_and_only_the_end():
    play = santos.defended()
    before = play.last("decision")
    play.do("extend_term", "2027-04-15", term="decision", length="30 days", approved_by="procurador-1")
    after = play.last("decision")
    assert (after.id, after.anchor, after.first) == (before.id, before.anchor, before.first)
    assert (str(after.literal), str(after.due)) == ("2027-05-21", "2027-05-21")


def test_replace_serves_anew_on_the_right_person_without_a_new_term_for_the_authority():
    play = santos.served()
    play.do("replace_respondent", "2027-03-08", approved_by="procurador-1")
    assert play.state == "awaiting_notification"
    assert (play.last("notice").status, play.due("notice")) == ("open", "2027-03-11")
    assert play.last("defense").status == "void"
    play.do("serve_notice", "2027-03-10", via="personal")
    assert play.due("defense") == "2027-04-09"


@pytest.mark.parametrize("reason", ["death", "dissolution", "pardon"])
def test_extinguish_ends_what_is_not_final_and_leaves_what_is(reason):
    play = santos.told("36-XIX")
    play.do("extinguish", "2027-04-21", reason=reason)
    assert play.state == "archived/extinguished"
    after = santos.final("36-XIV")
    after.do("extinguish", "2027-05-10", reason=reason)
    assert after.state == "overdue"
    assert after.penalty("36-XIV", "B-2").status == "final"


def test_cure_and_uncured_turn_an_order_into_a_proof_or_a_round():
    order = {"judgment": {"cure_ordered": True}}
    proved = carts.told("80-I", **order)
    proved.do("prove_cure", "2027-03-22")
    assert proved.case.tracks[0].cure == "proved"
    missing = carts.final("80-I", **order)
    missing.do("certify_noncure", "2027-03-31")
    assert missing.case.tracks[0].round == 2


def test_only_the_one_named_is_touched_where_the_act_is_one_persons():
    play = carts.two()
    play.do("serve_notice", "2027-03-02", via="personal", to=BETO)
    assert {track.respondent: track.place for track in play.case.tracks} == {
        ANNA: "awaiting_notification",
        BETO: "awaiting_defense",
    }


def test_every_verb_is_shown_here():
    """Verbs are a closed list; each other file of these tests shows its own.

    Corrections are in test_corrections.py, accepting in test_discounts.py, parts in test_instalments.py, agreements
    and withheld effects in test_agreements.py, terms counted again in test_recounting.py, erasing in test_erasing.py.
    """
    assert set(EFFECTS) == {
        "open", "dispatch", "fail_service", "serve", "lapse", "file", "decide", "review", "finalize", "cancel",
        "publish", "fix_amounts", "pay", "refer", "note", "begin", "end", "order_measure", "lift_measure", "dispose",
        "join", "cure", "uncured", "extend_term", "replace", "extinguish", "accept", "spread",
        "agree", "breach", "withhold", "recount", "erase",
    }  # fmt: skip
