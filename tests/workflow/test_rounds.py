"""Orders to cure: proved, late, certified as missing; the second round beside the first fine."""

from __future__ import annotations

from tests.workflow import carts

CURE = {"cure_ordered": True}


def noncure(*items, **given):
    play = carts.told(*items, judgment=CURE, **given).until("2027-03-30")
    play.do("certify_noncure", "2027-03-31")
    return play


def test_the_term_to_cure_runs_in_business_days_beside_the_appeal():
    play = carts.told("80-I", judgment=CURE)
    assert (play.due("cure"), play.due("appeal")) == ("2027-03-24", "2027-03-29")
    assert play.state == "awaiting_appeal"


def test_without_an_order_there_is_no_term_to_cure():
    assert not [each for each in carts.told("80-I").case.deadlines if each.kind == "cure"]


def test_a_cure_proved_in_time_closes_as_cured():
    play = carts.told("80-I", judgment=CURE)
    play.do("prove_cure", "2027-03-24")
    assert play.events[-1].outcome == "timely"
    play.until("2027-03-30")
    assert play.state == "closed/cured"
    assert "cure_record" in play.papers


def test_a_late_proof_is_recorded_and_moves_nothing():
    play = carts.told("80-I", judgment=CURE)
    play.do("prove_cure", "2027-03-25")
    assert play.case.head.timely["cure"] is False
    play.until("2027-03-30")
    assert play.state == "awaiting_cure"


def test_an_uncured_warning_becomes_a_fine_in_a_second_round():
    play = noncure("80-I")
    (track,) = play.case.tracks
    assert (play.state, track.round, track.cure) == ("under_first_judgment", 2, "missing")
    play.do("judge", "2027-04-05", outcome="upheld")
    fine = play.penalty("80-I", "F", 2)
    assert (str(fine.units), fine.origin) == ("3", "85")
    assert play.penalty("80-I", "W").status == "settled"
    assert {"56", "85"} <= {article for event in play.events for article in event.derived.articles}


def test_an_uncured_fine_is_doubled_and_the_first_stays():
    play = noncure("80-II")
    play.do("judge", "2027-04-05", outcome="upheld")
    assert str(play.penalty("80-II", "F", 2).units) == "4"
    assert play.penalty("80-II", "F", 1).status == "final"


def test_an_uncured_fine_may_instead_end_with_the_second():
    play = noncure("80-II", changes={"noncure.fine.first": "ends"})
    play.do("judge", "2027-04-05", outcome="upheld")
    assert play.penalty("80-II", "F", 1).status == "cancelled"
    assert play.penalty("80-II", "F", 2).status == "imposed"


def test_the_first_fine_keeps_its_term_and_falls_overdue_while_the_second_is_judged():
    play = noncure("80-II")
    assert play.due("payment") == "2027-04-30"
    play.until("2027-04-30")
    assert play.penalty("80-II", "F", 1).overdue_on is None
    play.until("2027-05-01")
    assert str(play.penalty("80-II", "F", 1).overdue_on) == "2027-04-30"
    assert play.state == "under_first_judgment"


def test_each_round_has_its_own_appeal():
    play = carts.appealed("80-I", judgment=CURE)
    play.do("judge_appeal", "2027-04-05", outcome="affirmed", voters=3)
    play.do("certify_noncure", "2027-04-06")
    play.do("judge", "2027-04-12", outcome="upheld")
    play.do("serve_decision", "2027-04-14", via="post", receipt="ar")
    play.do("file_appeal", "2027-04-19")
    assert play.state == "under_appeal_judgment"
    assert [each.round for each in play.case.deadlines if each.kind == "appeal"] == [1, 2]


def test_a_second_round_that_falls_leaves_the_first_standing():
    play = noncure("80-II")
    play.do("judge", "2027-04-05", outcome="dismissed")
    assert play.penalty("80-II", "F", 1).status == "final"
    # Something stands: the track goes on in enforcement instead of ending archived.
    assert play.state == "awaiting_payment"
