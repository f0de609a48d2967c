"""Several respondents, and what each did before: a ladder for each, and for what they owe together the file's rule."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from msgspec.structs import replace

from app.outcome import outcome_of
from tests.workflow.carts import ANNA, BETO, COUNCIL, UF
from tests.workflow.fictional import fictional
from tests.workflow.play import Play
from workflow.errors import InvalidData, WouldAggravate
from workflow.facts import Prior
from workflow.repeat import Past, effect_on

D = Decimal
FACT = date(2027, 3, 1)
DOUBLE = {
    "counts": "final_before_fact", "basis": "90",
    "levels": [{"times": "2", "basis": "91"}, {"times": "3", "adds": ["R"], "basis": "91"}],
}  # fmt: skip
EACH = {"tracks": {"per": "respondent", "owes": "each", "basis": "16"}}
TOGETHER = {
    "tracks": {"per": "respondent", "basis": "16"}, "steps.judge.moves": "all", "steps.judge_appeal.moves": "all",
}  # fmt: skip


def prior(whose="", fact="2026-06-01", final="2026-07-01"):
    return Prior("80-II", date.fromisoformat(fact), date.fromisoformat(final), whose=whose)


def drawn(*priors, changes=EACH, shared="every", people=(ANNA, BETO)):
    law = fictional({"repeat": {"rule": {**DOUBLE, "shared": shared}}, **changes})
    play = Play(law, units=UF, members=COUNCIL, priors=priors)
    play.do("draw_up", "2027-03-01", items=["80-II"], fact_on="2027-03-01", respondents=list(people))
    return play


def defended(*priors, people=(ANNA, BETO), **how):
    play = drawn(*priors, people=people, **how)
    for who in people:
        play.do("serve_notice", "2027-03-02", via="personal", to=who)
        play.do("file_defense", "2027-03-10", to=who)
    return play


def judged(*priors, **how):
    play = defended(*priors, **how)
    play.do("judge", "2027-03-15", outcome="upheld")
    return play


def fines(play):
    return {each.respondent: (each.units, each.repeat) for each in play.case.obligations if each.kind == "fine"}


PRIMARY, TWICE, THREE_TIMES = (D(2), 0), (D(4), 1), (D(6), 2)


def test_what_one_did_before_does_not_aggravate_the_others_fine():
    assert fines(judged(prior(BETO))) == {ANNA: PRIMARY, BETO: TWICE}
    assert fines(judged(prior(ANNA), prior(BETO), prior(BETO))) == {ANNA: TWICE, BETO: THREE_TIMES}


def test_a_penalty_that_repeat_adds_is_added_to_him_who_repeats():
    play = judged(prior(ANNA), prior(BETO), prior(BETO))
    assert [each.respondent for each in play.case.obligations if each.code == "R"] == [BETO]


def test_the_notice_announces_each_his_own_fine_where_what_they_did_before_makes_them_differ():
    play = drawn(prior(BETO))
    head = play.case.head
    assert head.proposed == ()
    assert [[(each.units, each.repeat) for each in head.announced(who)] for who in (ANNA, BETO)] == [[PRIMARY], [TWICE]]
    told = outcome_of(play.procedure, play.case, play.events, [], play.facts(FACT)).proposed_fines
    assert [(each["units"], each["repeat"], each["respondent"]) for each in told] == [(2, 0, ANNA), (4, 1, BETO)]


@pytest.mark.parametrize("priors", [(), (prior(ANNA), prior(BETO))])
def test_where_they_come_to_the_same_the_notice_announces_one(priors):
    head = drawn(*priors).case.head
    assert (len(head.proposed), head.proposed_own) == (1, ())


SHARED = [
    # by whose priors what they owe together is counted, the priors, the one fine
    ("every", [prior(BETO)], PRIMARY),
    ("every", [prior(ANNA), prior(BETO)], TWICE),
    ("every", [prior(ANNA), prior(BETO), prior(BETO)], TWICE),
    ("any", [prior(BETO)], TWICE),
    ("any", [prior(ANNA), prior(BETO), prior(BETO)], THREE_TIMES),
    (ANNA, [prior(BETO)], PRIMARY),
    (ANNA, [prior(ANNA)], TWICE),
    ("owner", [prior(BETO)], PRIMARY),
]


@pytest.mark.parametrize(("shared", "priors", "fine"), SHARED)
def test_what_they_owe_together_is_counted_as_the_file_says(shared, priors, fine):
    assert fines(judged(*priors, changes=TOGETHER, shared=shared)) == {"": fine}


def test_priors_of_two_people_are_never_added_up():
    law = fictional({"repeat": {"rule": DOUBLE}})
    past = Past([prior(ANNA), prior(BETO)], owing=(ANNA, BETO))
    assert effect_on(law, "80-II", FACT, FACT, past).level == 1
    assert effect_on(law, "80-II", FACT, FACT, past._replace(owing=(ANNA,))).level == 1


def test_who_was_let_out_of_it_no_longer_counts_for_who_remains():
    apart = {"tracks": {"per": "respondent", "basis": "16"}}
    play = defended(prior(BETO), changes=apart)
    play.do("judge", "2027-03-15", outcome="dismissed", to=ANNA)
    play.do("judge", "2027-03-15", outcome="upheld", to=BETO)
    assert fines(play) == {"": TWICE}


def test_one_alone_answers_with_all_his_priors_and_nobody_says_whose_they_are():
    assert fines(judged(prior(), prior(), people=(BETO,))) == {BETO: THREE_TIMES}


@pytest.mark.parametrize(("whose", "people"), [("", (ANNA, BETO)), ("dono", (ANNA, BETO)), (BETO, (BETO,))])
def test_a_prior_is_of_somebody_in_the_case_and_says_of_whom_where_there_are_several(whose, people):
    with pytest.raises(InvalidData, match=r"infração anterior de 1º de junho de 2026 \(80-II\): de quem é \(whose\)"):
        drawn(prior(whose), people=people)


def test_the_warning_of_a_prior_that_does_not_count_says_whose_it_is():
    old = prior(BETO, fact="2024-06-01", final="2024-07-01")
    said = "80-II: infração anterior de 01/06/2024, de auxiliary_driver, (80-II) não contou como reincidência"
    assert [each for each in drawn(old).events[0].derived.warnings if each.startswith(said)]


def replaced(**more):
    step = {
        "does": "replace", "by": "director", "from": ["awaiting_notification"], "to": "awaiting_notification",
        "requires": [{"second_person": {"basis": "60"}}], "basis": "60",
    }  # fmt: skip
    play = drawn(prior(BETO), changes={**EACH, "steps.replace_respondent": step})
    play.do("replace_respondent", "2027-03-02", recorded_by="ana", approved_by="bia", **more)
    return play


def test_of_several_respondents_it_is_said_which_one_is_replaced():
    assert replaced(to=BETO).events[-1].step == "replace_respondent"
    for to in ({}, {"to": ""}):
        with pytest.raises(InvalidData, match="diga quem se substitui"):
            replaced(**to)


@pytest.mark.parametrize("people", [[ANNA], [ANNA, "owner"], [ANNA, BETO, "owner"]])
def test_how_many_answer_is_not_corrected_where_they_are_several(people):
    play = drawn()
    of = {"step": "draw_up", "date": "2027-03-01"}
    with pytest.raises(InvalidData, match="quem responde no processo"):
        play.do("rectify", "2027-03-02", of=of, field="respondents", value=people, recorded_by="a", approved_by="b")


def test_a_correction_leaves_each_his_own_repeat():
    play = judged(prior(BETO))
    of = {"step": "judge", "date": "2027-03-15"}
    play.do("rectify", "2027-03-16", of=of, field="sitting", value="2ª", recorded_by="ana", approved_by="bia")
    assert fines(play) == {ANNA: PRIMARY, BETO: TWICE}
    assert play.case.head.review == ()


def test_a_review_may_not_make_it_worse_for_either_of_them():
    """The second one's priors came to be known after the decision."""
    play = judged()
    for who in (ANNA, BETO):
        play.do("serve_decision", "2027-03-17", via="post", receipt="ar", to=who)
        play.do("file_appeal", "2027-03-22", kind="reconsideration", to=who)
    play.base = replace(play.base, priors=(prior(BETO),))
    with pytest.raises(WouldAggravate):
        play.do("reconsider", "2027-03-24", outcome="partial", penalties=[{"item": "80-II", "kind": "fine"}])
