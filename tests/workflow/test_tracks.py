"""Tracks: one per respondent, joint acts, and the parting of a confessed fine from the rest."""

from __future__ import annotations

from tests.workflow import carts
from tests.workflow.carts import ANNA, BETO
from workflow import errors


def places(play):
    return {track.respondent or track.id: track.place for track in play.case.tracks}


def both_served(*items, **given):
    play = carts.two(*items, **given)
    play.do("serve_notice", "2027-03-02", via="personal", to=ANNA)
    play.do("serve_notice", "2027-03-05", via="personal", to=BETO)
    return play


def both_told(*items, **given):
    play = both_served(*items, **given)
    play.do("file_defense", "2027-03-10", to=ANNA)
    play.do("file_defense", "2027-03-11", to=BETO)
    play.do("judge", "2027-03-15", outcome="upheld")
    return play


ONE_BY_ONE = {"steps.serve_decision.moves": "one"}


def test_each_respondent_has_a_track_and_a_term_of_his_own():
    play = both_served()
    assert places(play) == {ANNA: "awaiting_defense", BETO: "awaiting_defense"}
    assert (play.due("defense", "t1"), play.due("defense", "t2")) == ("2027-03-12", "2027-03-15")
    assert "16" in play.events[0].derived.articles


def test_the_case_is_where_its_least_advanced_track_is():
    play = carts.two()
    play.do("serve_notice", "2027-03-02", via="personal", to=ANNA)
    assert places(play) == {ANNA: "awaiting_defense", BETO: "awaiting_notification"}
    assert play.state == "awaiting_notification"


def test_an_act_on_one_track_must_say_whose():
    refusal = carts.two().no("serve_notice", "2027-03-02", errors.InvalidData, via="personal")
    assert "32" in refusal.articles


def test_a_joint_act_waits_until_every_track_is_there():
    play = both_served()
    play.do("file_defense", "2027-03-10", to=ANNA)
    refusal = play.no("judge", "2027-03-11", errors.StepNotAllowed, outcome="upheld")
    assert "40" in refusal.articles
    play.do("file_defense", "2027-03-11", to=BETO)
    play.do("judge", "2027-03-15", outcome="upheld")
    assert set(places(play).values()) == {"awaiting_decision_notice"}


def test_joint_respondents_share_one_fine():
    play = both_told()
    assert [each.id for each in play.case.obligations] == ["80-II/F/1"]


def test_what_is_shared_is_final_when_the_last_track_arrives():
    play = both_told(changes=ONE_BY_ONE)
    play.do("serve_decision", "2027-03-17", via="personal", to=ANNA)
    play.do("waive_appeal", "2027-03-18", to=ANNA)
    assert play.penalty("80-II", "F").status == "imposed"
    play.do("serve_decision", "2027-03-19", via="personal", to=BETO)
    play.do("waive_appeal", "2027-03-22", to=BETO)
    fine = play.penalty("80-II", "F")
    assert (fine.status, str(fine.final_on)) == ("final", "2027-03-22")
    assert play.state == "awaiting_payment"


def test_the_silence_of_one_does_not_silence_the_other():
    play = both_served()
    play.until("2027-03-13")
    assert places(play)[ANNA] == "enforcement"
    assert places(play)[BETO] == "awaiting_defense"
    assert play.state == "awaiting_defense"
    # What he confessed is shared with one who still may answer: it is not final.
    assert play.penalty("80-II", "F").status == "imposed"


def test_silence_confesses_the_fine_and_parts_it_from_what_has_to_be_judged():
    play = carts.served("80-III").until("2027-03-13")
    fine, rest = play.case.tracks
    assert (fine.place, fine.kinds) == ("enforcement", ("fine",))
    assert (rest.place, rest.without) == ("under_first_judgment", ("fine",))
    assert play.events[-1].outcome == "confessed"
    assert play.penalty("80-III", "F").status == "final"
    assert play.due("payment") == "2027-04-13"
    assert play.state == "under_first_judgment"
    assert set(play.events[-1].derived.articles) >= {"34", "35", "71", "80 III"}


def test_only_what_silence_left_is_judged_and_the_fine_runs_beside_it():
    play = carts.served("80-III").until("2027-03-13")
    play.do("judge", "2027-03-15", outcome="upheld")
    assert [(each.code, each.status) for each in play.case.obligations] == [("F", "final"), ("R", "imposed")]
    play.do("serve_decision", "2027-03-17", via="post", receipt="ar")
    play.do("issue_payment_slip", "2027-03-17")
    play.do("pay", "2027-03-18", amount="200.00")
    assert play.penalty("80-III", "F").status == "settled"
    assert play.state == "awaiting_appeal"
    play.until("2027-03-30")
    assert play.state == "closed/revoked"
    assert "revocation_order" in play.papers
    # Twelve months from the day the revocation took effect, date to date.
    assert play.due("reregistration_ban") == "2028-03-30"


def test_a_dismissal_of_the_rest_leaves_the_confessed_fine():
    play = carts.served("80-III").until("2027-03-13")
    play.do("judge", "2027-03-15", outcome="dismissed")
    assert [track.place for track in play.case.tracks] == ["enforcement", "archived/defense_upheld"]
    assert play.state == "awaiting_payment"


def test_silence_on_a_fine_alone_parts_nothing():
    play = carts.served("80-II").until("2027-03-13")
    assert [track.place for track in play.case.tracks] == ["enforcement"]
    assert play.state == "awaiting_payment"


def test_silence_where_no_fine_is_at_stake_confesses_nothing():
    play = carts.served("80-I").until("2027-03-13")
    assert [track.place for track in play.case.tracks] == ["under_first_judgment"]
    assert play.case.obligations == ()


def test_nobody_confesses_by_a_public_notice():
    play = carts.drawn("80-III")
    play.do("record_failed_service", "2027-03-02", via="post", reason="mudou-se")
    play.do("serve_notice", "2027-03-03", via="public_notice")
    assert play.state == "awaiting_notification"
    play.until("2027-03-08")
    assert play.steps[-1] == "service_takes_effect"
    assert play.state == "awaiting_defense"
    assert play.due("defense") == "2027-03-18"
    play.until("2027-03-19")
    assert play.events[-1].outcome == "silent"
    assert play.state == "under_first_judgment"
    assert play.case.obligations == ()


def test_an_appeal_to_the_same_authority_goes_up_when_maintained():
    play = carts.appealed(kind="reconsideration")
    assert play.state == "under_reconsideration"
    play.do("reconsider", "2027-03-30", outcome="maintained")
    assert play.state == "under_appeal_judgment"
    assert "forwarding_order" in play.papers


def test_a_reconsideration_that_reverses_archives_as_reconsidered():
    play = carts.appealed(kind="reconsideration")
    play.do("reconsider", "2027-03-30", outcome="reversed")
    assert play.state == "archived/reconsidered"
    assert play.penalty("80-II", "F").status == "cancelled"


def test_an_appeal_granted_archives_as_upheld_appeal():
    play = carts.appealed()
    play.do("judge_appeal", "2027-04-05", outcome="reversed", voters=3)
    assert play.state == "archived/appeal_upheld"


def test_a_joint_appeal_waits_for_the_other_who_may_still_appeal():
    play = both_told(changes=ONE_BY_ONE)
    play.do("serve_decision", "2027-03-17", via="personal", to=ANNA)
    play.do("serve_decision", "2027-03-19", via="personal", to=BETO)
    play.do("file_appeal", "2027-03-22", to=ANNA)
    play.no("judge_appeal", "2027-03-23", errors.StepNotAllowed, outcome="reversed", voters=3)
    play.do("file_appeal", "2027-03-23", to=BETO)
    play.do("judge_appeal", "2027-04-05", outcome="reversed", voters=3)
    assert play.state == "archived/appeal_upheld"
