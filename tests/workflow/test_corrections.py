"""Late facts, corrections, suspensions, reopenings: change the facts, recompute, compare."""

from __future__ import annotations

import pytest

from tests.workflow import play as santos
from tests.workflow.play import Play, santos_dumont
from workflow.engine import needs_history, recheck
from workflow.errors import FutureDate, InvalidData, NoSuchAct, SecondPersonMissing, StepNotAllowed

APPROVED = {"approved_by": "procurador-1"}


def put_right(play, step, on, field, value, *, today, **given):
    of = {"step": step, "date": on}
    return play.do("rectify", today, of=of, field=field, value=value, **{**APPROVED, **given})


def as_recorded(play):
    assert recheck(play.events, play.facts(play.case.day)) == []


# The facts are the acts of people in the order of their days.


def test_a_late_fact_takes_its_place_among_the_others():
    play = santos.opened()
    play.do("join_document", "2027-03-05", kind="authority_communication")
    event = play.do("serve_notice", "2027-03-03", "2027-03-08", via="personal")
    assert (str(event.occurred_on), str(event.recorded_on)) == ("2027-03-03", "2027-03-08")
    assert play.due("defense") == "2027-04-02"
    as_recorded(play)


def test_of_two_acts_on_one_day_the_one_recorded_first_comes_first():
    play = santos.defended()
    play.do("join_document", "2027-04-13", kind="authority_communication")
    play.do("judge", "2027-04-12", "2027-04-14", voters=3, outcome="upheld")
    play.do("issue_payment_slip", "2027-04-12", "2027-04-15")
    assert play.penalty("36-XIV", "B-2").amount is not None


def test_what_needs_the_history_is_what_happened_before_the_latest_act():
    play = santos.served()
    late = play.command("file_defense", "2027-03-02", {})
    assert needs_history(play.procedure, play.case, late)
    assert not needs_history(play.procedure, play.case, play.command("file_defense", "2027-03-03", {}))
    assert needs_history(play.procedure, play.case, play.command("rectify", "2027-03-20", {}))


# In the recomputation the clock does again what it had done, and nothing it had not done.


def test_the_clock_does_again_what_it_had_done_each_on_its_new_day():
    play = santos.served().until("2027-04-03")
    event = put_right(play, "serve_notice", "2027-03-03", "date", "2027-03-01", today="2027-04-05")
    # The certificate was due again, on another date: it falls and a new one is issued.
    assert event.derived.withdrawn == ("certify_no_defense:t1:2027-04-02",)
    assert [paper.kind for paper in event.derived.papers].count("lapse_certificate") == 1
    assert "withdrawal_record" in [paper.kind for paper in event.derived.papers]
    assert str(play.last("defense").due) == "2027-03-31"
    assert play.state == "under_first_judgment"
    as_recorded(play)


def test_what_the_clock_had_not_done_it_does_not_do_in_the_past():
    play = santos.opened()
    play.do("serve_notice", "2027-03-08", via="post", receipt="ar")
    event = put_right(play, "serve_notice", "2027-03-08", "date", "2027-03-02", today="2027-04-06")
    # The term ended on the 1st; nobody had certified anything yet.
    assert play.due("defense") == "2027-04-01"
    assert play.state == "awaiting_defense"
    assert event.derived.withdrawn == ()
    play.until("2027-04-07")
    certificate = play.events[-1]
    assert (certificate.step, str(certificate.occurred_on), str(certificate.ran_on)) == (
        "certify_no_defense",
        "2027-04-01",
        "2027-04-07",
    )
    as_recorded(play)


def test_what_a_correction_let_fall_is_not_done_again_in_the_past_by_the_next_one():
    play = santos.opened().until("2027-03-12")
    play.do("serve_notice", "2027-03-10", "2027-03-15", via="personal", reasons="chegou", **APPROVED)
    assert play.state == "awaiting_defense"
    event = put_right(play, "serve_notice", "2027-03-10", "date", "2027-03-14", today="2027-03-16")
    assert (event.derived.withdrawn, event.derived.redone) == ((), ())
    assert play.state == "awaiting_notification"
    play.until("2027-03-17")
    assert play.state == "archived/late_notification"
    as_recorded(play)


def test_what_is_done_again_on_another_date_counts_as_done_for_the_next_one():
    play = santos.served().until("2027-04-03")
    event = put_right(play, "serve_notice", "2027-03-03", "date", "2027-03-01", today="2027-04-05")
    assert event.derived.redone == ("certify_no_defense:t1:2027-03-31",)
    again = put_right(play, "serve_notice", "2027-03-01", "date", "2027-03-03", today="2027-04-06")
    assert again.derived.withdrawn == ("certify_no_defense:t1:2027-03-31",)
    assert again.derived.redone == ("certify_no_defense:t1:2027-04-02",)
    assert play.state == "under_first_judgment"
    as_recorded(play)


def test_a_change_without_legal_effect_flags_nothing():
    play = santos.judged()
    event = put_right(play, "serve_notice", "2027-03-03", "date", "2027-03-04", today="2027-04-14")
    assert play.case.head.review == ()
    assert event.derived.withdrawn == ()
    assert not [warning for warning in event.derived.warnings if "a rever" in warning]


# Clock acts of the old case that the new one lacks fall, visibly, with a second person.


def test_a_receipt_of_the_tenth_day_withdraws_the_archive():
    play = santos.opened().until("2027-03-12")
    assert play.state == "archived/late_notification"
    play.no(
        "serve_notice", "2027-03-11", SecondPersonMissing, "segunda pessoa", recorded_on="2027-03-15", via="personal"
    )
    event = play.do("serve_notice", "2027-03-11", "2027-03-15", via="personal", **APPROVED)
    assert event.derived.withdrawn == ("archive_for_lapse:t1:2027-03-11",)
    assert ("withdrawal_record", "t1", "archive_for_lapse") in event.derived.papers
    assert play.state == "awaiting_defense"
    # The archiving record stays in the bundle.
    assert "archiving_record" in play.papers
    as_recorded(play)


def test_a_receipt_of_the_eleventh_day_is_refused_like_any_late_one():
    play = santos.opened().until("2027-03-12")
    refusal = play.no(
        "serve_notice", "2027-03-12", StepNotAllowed, "Arquivado", recorded_on="2027-03-15", via="personal", **APPROVED
    )
    assert "33 §1" in refusal.articles


def test_a_late_fact_that_lets_nothing_fall_needs_no_second_person():
    play = santos.opened()
    play.do("join_document", "2027-03-05", kind="authority_communication")
    play.do("serve_notice", "2027-03-03", "2027-03-08", via="personal", reasons="")
    assert play.state == "awaiting_defense"


def test_an_appeal_of_the_last_day_makes_finality_and_debt_fall():
    play = santos.final()
    assert play.state == "overdue"
    event = play.do("file_appeal", "2027-05-04", "2027-05-10", **APPROVED)
    assert {each.split(":")[0] for each in event.derived.withdrawn} == {"make_final", "mark_overdue"}
    assert play.state == "under_appeal_judgment"
    assert play.penalty("36-XIV", "B-2").status == "imposed"
    as_recorded(play)


def test_a_payment_in_time_known_late_takes_the_debt_back():
    play = santos.told()
    play.do("issue_payment_slip", "2027-04-20")
    play.until("2027-05-05")
    event = play.do("pay", "2027-05-04", "2027-05-12", amount="137.45", **APPROVED)
    assert {each.split(":")[0] for each in event.derived.withdrawn} == {"mark_overdue"}
    assert play.state == "closed/paid"
    as_recorded(play)


def test_a_late_paper_known_late_is_received_as_late():
    play = santos.served().until("2027-04-05")
    event = play.do("file_defense", "2027-04-03", "2027-04-06")
    assert event.outcome == "late"
    assert play.case.head.timely == {"defense": False}
    assert play.state == "under_first_judgment"


# Acts of people stand; one that would now go otherwise is flagged.


def test_an_act_of_people_keeps_its_place_and_is_flagged():
    play = santos.judged()
    event = put_right(play, "serve_notice", "2027-03-03", "date", "2027-03-12", today="2027-04-14")
    # Served on the eleventh day, and yet judged: the machine undoes neither service, defense nor decision.
    assert play.state == "awaiting_decision_notice"
    assert [(review.step, str(review.on)) for review in play.case.head.review] == [
        ("serve_notice", "2027-03-12"),
        ("file_defense", "2027-03-22"),
    ]
    assert all("a rever" in warning for warning in event.derived.warnings)
    as_recorded(play)


def test_what_is_no_longer_out_of_order_is_still_shown_for_review():
    """A flag is the authority's to answer; a later correction does not wipe it out."""
    play = santos.judged()
    put_right(play, "serve_notice", "2027-03-03", "date", "2027-03-12", today="2027-04-14")
    put_right(play, "serve_notice", "2027-03-12", "date", "2027-03-03", today="2027-04-15")
    assert play.case.head.review
    assert play.due("defense") == "2027-04-02"
    as_recorded(play)


# The new or corrected fact is decided as if new.


@pytest.mark.parametrize(
    ("step", "on", "kind", "says"),
    [
        ("serve_notice", "2027-02-26", InvalidData, "antes da lavratura do auto"),
        ("judge", "2027-03-10", StepNotAllowed, ""),
    ],
)
def test_a_late_fact_that_cannot_have_been_is_refused(step, on, kind, says):
    play = santos.defended()
    data = {"via": "personal"} if step == "serve_notice" else {"voters": 3, "outcome": "upheld"}
    play.no(step, on, kind, says, recorded_on="2027-03-25", **data)


@pytest.mark.parametrize(
    ("of", "field", "value", "kind", "says"),
    [
        ({"step": "serve_notice", "date": "2027-03-04"}, "date", "2027-03-05", NoSuchAct, "Não há no processo"),
        ({"step": "archive_for_lapse", "date": "2027-03-03"}, "date", "2027-03-05", NoSuchAct, "de gente"),
        ({"step": "serve_notice", "date": "2027-03-03"}, "date", "2027-02-26", InvalidData, "antes da lavratura"),
        ({"step": "serve_notice", "date": "2027-03-03"}, "date", "2027-12-01", FutureDate, "ainda não chegou"),
        ({"step": "serve_notice", "date": "2027-03-03"}, "date", "2027-02-30", InvalidData, "não existe"),
        ({"step": "serve_notice", "date": "2027-03-03"}, "reciept", "ar", InvalidData, "quis dizer"),
        ({"step": "draw_up", "date": "2027-03-01"}, "date", "2027-03-10", InvalidData, "depois de outro ato"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(of, field, value, kind, says):
    play = santos.defended()
    play.no("rectify", "2027-03-25", kind, says, of=of, field=field, value=value, **APPROVED)


@pytest.mark.parametrize("given", [{"approved_by": ""}, {"approved_by": "servidor-1"}, {"reasons": "", **APPROVED}])
def test_a_correction_needs_reasons_and_two_people(given):
    play = santos.defended()
    of = {"step": "serve_notice", "date": "2027-03-03"}
    refusal = play.no("rectify", "2027-03-25", SecondPersonMissing, of=of, field="date", value="2027-03-04", **given)
    assert "Lei 9.784 art. 50 VIII" in refusal.articles


def test_a_true_date_that_was_too_late_leaves_the_act_without_effect_and_flagged():
    play = santos.opened()
    play.do("serve_notice", "2027-03-10", via="post", receipt="ar")
    put_right(play, "serve_notice", "2027-03-10", "date", "2027-03-12", today="2027-03-15")
    assert play.case.head.review[0].step == "serve_notice"
    assert play.state == "awaiting_notification"
    play.until("2027-03-16")
    assert play.state == "archived/late_notification"


def test_any_field_may_be_put_right():
    play = santos.told()
    play.do("issue_payment_slip", "2027-04-20")
    play.do("pay", "2027-04-21", amount="13.74")
    put_right(play, "pay", "2027-04-21", "amount", "137.45", today="2027-05-03")
    assert str(play.case.head.paid) == "137.45"
    assert play.last("payment").status == "met"
    as_recorded(play)


def test_the_papers_of_an_act_put_right_before_anything_followed_are_written_again():
    play = santos.opened()
    event = put_right(play, "draw_up", "2027-03-01", "place", "Rua Exemplo, 1", today="2027-03-02")
    assert [paper.kind for paper in event.derived.papers] == ["infraction_notice", "notice_letter"]
    again = put_right(play, "draw_up", "2027-03-01", "place", "Rua Exemplo, 2", today="2027-03-02")
    assert again.derived.papers == event.derived.papers
    as_recorded(play)


def test_papers_on_which_an_act_rests_stay_as_they_went_out():
    play = santos.served()
    event = put_right(play, "draw_up", "2027-03-01", "place", "Rua Exemplo, 1", today="2027-03-08")
    assert [each.kind for each in event.derived.papers] == ["change_letter"]


def test_papers_on_which_the_clock_has_acted_stay_as_they_went_out():
    play = santos.opened()
    play.until("2027-03-15")
    event = put_right(play, "draw_up", "2027-03-01", "place", "Rua Exemplo, 1", today="2027-03-16")
    assert event.derived.papers == ()


@pytest.mark.parametrize(("served", "letters"), [(False, 0), (True, 1)])
def test_whoever_was_served_is_told_of_what_changes_the_case_and_nobody_else(served, letters):
    play = santos.served() if served else santos.opened()
    suspended = play.do("suspend_terms", "2027-03-08", **{"from": "2027-03-09", "until": "2027-03-12"}, **APPROVED)
    assert [each.kind for each in suspended.derived.papers] == ["change_letter"] * letters


def test_the_years_to_collect_a_fine_run_on_while_the_terms_of_the_case_stand_still():
    play = santos.final()
    assert play.due("collection") == "2032-05-04"
    play.do("suspend_terms", "2027-05-10", **{"from": "2027-05-11", "until": "2027-06-30"}, **APPROVED)
    assert play.due("collection") == "2032-05-04"
    as_recorded(play)


def test_a_correction_corrected_counts_as_the_last_one_says():
    play = santos.served()
    put_right(play, "serve_notice", "2027-03-03", "date", "2027-03-05", today="2027-03-08")
    put_right(play, "serve_notice", "2027-03-05", "date", "2027-03-04", today="2027-03-09")
    assert play.due("defense") == "2027-04-05"
    assert str(play.last("defense").anchor) == "2027-03-04"
    as_recorded(play)


# suspend_terms adds days that are not counted; reopen drops the act that ended the case.


def test_a_suspension_moves_what_runs_and_lets_fall_what_it_makes_early():
    play = santos.served().until("2027-04-05")
    assert play.steps[-1] == "certify_no_defense"
    days = {"from": "2027-03-29", "until": "2027-04-01"}
    event = play.do("suspend_terms", "2027-04-05", **days, **APPROVED)
    assert event.derived.withdrawn == ("certify_no_defense:t1:2027-04-02",)
    assert play.due("defense") == "2027-04-06"
    assert play.state == "awaiting_defense"
    as_recorded(play)


def test_a_penalty_that_runs_is_not_suspended():
    play = santos.final("36-XIX")
    play.do("collect_documents", "2027-05-10")
    play.do("suspend_terms", "2027-05-11", **{"from": "2027-05-11", "until": "2027-05-31"}, **APPROVED)
    assert play.due("suspension") == "2027-05-14"


def test_a_suspension_begins_before_it_ends():
    santos.served().no(
        "suspend_terms",
        "2027-03-05",
        InvalidData,
        "antes de começar",
        **{"from": "2027-03-09", "until": "2027-03-08"},
        **APPROVED,
    )


def test_reopening_brings_back_what_there_was():
    play = santos.defended("36-XIX")
    before = play.case
    play.do("judge", "2027-04-12", voters=3, outcome="dismissed")
    assert play.state == "archived/defense_upheld"
    play.do("reopen", "2027-04-14", of={"step": "judge", "date": "2027-04-12"}, **APPROVED)
    assert play.case.tracks == before.tracks
    assert play.case.deadlines == before.deadlines
    assert play.case.obligations == before.obligations
    play.do("judge", "2027-04-20", voters=3, outcome="upheld")
    assert play.state == "awaiting_decision_notice"
    as_recorded(play)


def test_reopening_an_annulment_brings_back_terms_and_penalties():
    play = santos.told("36-XIX")
    play.do("annul", "2027-04-21", reason="void")
    assert play.state == "archived/void"
    play.do("reopen", "2027-04-23", of={"step": "annul", "date": "2027-04-21"}, **APPROVED)
    assert play.state == "awaiting_appeal"
    assert (play.last("appeal").status, play.due("appeal")) == ("open", "2027-05-04")
    assert {each.status for each in play.case.obligations} == {"imposed"}
    play.until("2027-05-05")
    assert play.state == "overdue"


@pytest.mark.parametrize("step", ["archive_for_lapse", "draw_up"])
def test_neither_the_clocks_act_nor_the_opening_is_reopened(step):
    play = santos.opened().until("2027-03-12")
    for on in ("2027-03-01", "2027-03-11", "2027-03-12"):
        play.no("reopen", "2027-03-15", NoSuchAct, of={"step": step, "date": on}, **APPROVED)


@pytest.mark.parametrize(
    "of", [("file_defense", "2027-03-22"), ("serve_notice", "2027-03-03"), ("judge", "2027-04-12")]
)
def test_only_the_act_that_ended_the_case_is_reopened(of):
    """Nobody's defense, service or decision is wiped out by reopening a case that has not ended."""
    play = santos.judged()
    named = {"step": of[0], "date": of[1]}
    play.no("reopen", "2027-04-14", NoSuchAct, "que encerrou", of=named, **APPROVED)
    ended = santos.defended()
    ended.do("judge", "2027-04-12", voters=3, outcome="dismissed")
    if of[0] != "judge":
        ended.no("reopen", "2027-04-14", NoSuchAct, "que encerrou", of=named, **APPROVED)


@pytest.mark.parametrize(("field", "value"), [("fact_on", "2027-03-02"), ("date", "2027-02-15")])
def test_an_opening_before_its_own_fact_is_no_true_date(field, value):
    play = santos.served()
    of = {"step": "draw_up", "date": "2027-03-01"}
    play.no("rectify", "2027-03-08", FutureDate, "depois da lavratura", of=of, field=field, value=value, **APPROVED)
    assert play.state == "awaiting_defense"


def test_an_opening_that_the_law_would_refuse_stands_and_is_flagged():
    """The case does not vanish: the authority sees the true date and annuls."""
    play = santos.served()
    put_right(play, "draw_up", "2027-03-01", "fact_on", "2026-10-01", today="2027-03-08")
    assert play.state == "awaiting_defense"
    assert play.case.head.review[0].step == "draw_up"
    as_recorded(play)
    play.do("annul", "2027-03-09", reason="void")
    assert play.state == "archived/void"


@pytest.mark.parametrize(("field", "value"), [("via", "carta"), ("receipt", "papel")])
def test_a_name_the_law_does_not_have_is_a_slip_of_the_pen(field, value):
    play = santos.served()
    of = {"step": "serve_notice", "date": "2027-03-03"}
    play.no("rectify", "2027-03-08", InvalidData, value, of=of, field=field, value=value, **APPROVED)


# In the record it is one event, and folding it comes to the same case.


def test_a_correction_is_one_event_whose_derived_block_is_the_difference():
    play = santos.served().until("2027-04-05")
    before = play.case
    event = put_right(play, "serve_notice", "2027-03-03", "date", "2027-03-08", today="2027-04-06")
    assert event.version == before.version + 1
    assert {each.kind for each in event.derived.deadlines} >= {"defense"}
    assert "Lei 9.784 art. 53" in event.derived.articles
    as_recorded(play)


def test_the_answers_of_the_day_of_an_act_stay_with_it():
    """A later answer never moves an old deadline: the recomputation decides each act by the law it was decided by."""
    play = Play(santos_dumont())
    play.do("draw_up", "2027-03-01", items=["36-XIV"], fact_on="2027-03-01")
    play.do("serve_notice", "2027-03-05", via="personal")
    assert play.due("defense") == "2027-04-05"
    play.procedure = santos_dumont(party_terms_end="literal")
    play.do("join_document", "2027-03-08", kind="authority_communication")
    play.do("suspend_terms", "2027-03-09", **{"from": "2027-03-20", "until": "2027-03-20"}, **APPROVED)
    assert (play.due("defense"), str(play.last("defense").literal)) == ("2027-04-05", "2027-04-05")
    as_recorded(play)
    other = Play(santos_dumont())
    other.do("draw_up", "2027-03-01", items=["36-XIV"], fact_on="2027-03-01")
    other.procedure = santos_dumont(party_terms_end="literal")
    other.do("serve_notice", "2027-03-05", via="personal")
    assert other.due("defense") == "2027-04-04"


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("on", r"campo desconhecido 'on' em “Notificar da autuação”; use date \(o dia do próprio ato\) ou reasons, "),
        ("recieved_on", r"campo desconhecido 'recieved_on' em “Notificar da autuação”; quis dizer 'received_on'\?"),
        ("dat", r"quis dizer 'date'\?"),
    ],
)
def test_a_field_that_the_act_does_not_have_is_refused_naming_those_it_has_and_its_own_day(field, said):
    with pytest.raises(InvalidData, match=said):
        put_right(santos.served(), "serve_notice", "2027-03-03", field, "2027-03-01", today="2027-04-05")
