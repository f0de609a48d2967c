"""Each guard refuses for its reason, cites its article, and lets pass what the law lets pass."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from tests.planting import put
from tests.workflow import carts, vila
from tests.workflow import play as santos
from tests.workflow.fictional import fictional
from tests.workflow.play import Play, opened
from workflow.errors import (
    AlreadyArchived,
    BeforeTheLaw,
    Conditioned,
    FutureDate,
    ItemNotPriced,
    ItemUnknown,
    MissingReasons,
    NoQuorum,
    NotCarried,
    NotCompetent,
    NotConfirmed,
    NotExtendable,
    NothingToConfirm,
    NothingToCure,
    NothingToPay,
    NothingToServe,
    NotInForce,
    OutOfScope,
    PenaltyNotAllowed,
    QuestionUnanswered,
    Recused,
    SecondPersonMissing,
    StepNotAllowed,
    TooEarly,
    UsedUp,
    WouldAggravate,
)
from workflow.facts import Earlier
from workflow.guards import GUARDS
from workflow.procedure import Unanswered
from workflow.same_fact import told_apart


def fresh(**changes):
    return Play(fictional(changes or None), units=carts.UF, members=carts.COUNCIL)


def draw(play, on="2027-03-01", fact="2027-03-01", items=("80-II",), **data):
    return play.do("draw_up", on, items=list(items), fact_on=fact, **data)


def no_draw(play, kind, says="", on="2027-03-01", fact="2027-03-01", items=("80-II",), **data):
    return play.no("draw_up", on, kind, says, items=list(items), fact_on=fact, **data)


# law_in_force


def test_a_fact_before_the_vacatio_is_over_belongs_to_the_older_law():
    # Published on 1 January with 30 days of vacatio, whose first day does not count: in force on 1 February.
    refusal = no_draw(fresh(), BeforeTheLaw, "a Lei 9/1990", on="2025-02-03", fact="2025-01-31")
    assert "99" in refusal.articles
    draw(fresh(), on="2025-02-03", fact="2025-02-01")


def test_a_fact_after_the_law_ended_belongs_to_another():
    assert "99" in no_draw(fresh(), BeforeTheLaw, "até", on="2031-01-02", fact="2031-01-01").articles
    draw(fresh(), on="2031-01-02", fact="2030-12-31")


def test_a_fact_still_to_come_is_no_fact():
    assert "99" in no_draw(fresh(), FutureDate, "ainda não chegou", fact="2027-03-02").articles


def test_santos_dumont_names_the_law_that_ruled_before():
    play = Play(santos.santos_dumont())
    refusal = play.no("draw_up", "2026-11-03", BeforeTheLaw, "3.054", items=["36-II"], fact_on="2026-10-28")
    assert "47" in refusal.articles


def test_an_item_the_law_does_not_have_cites_the_catalogue():
    assert "80" in no_draw(fresh(), ItemUnknown, "80-XX", items=["80-XX"]).articles


@pytest.mark.parametrize(
    ("fact", "good"), [("2025-12-31", False), ("2026-01-01", True), ("2027-06-30", True), ("2027-07-01", False)]
)
def test_an_item_counts_only_for_facts_of_its_time(fact, good):
    if good:
        draw(fresh(), on="2027-08-02", fact=fact, items=["80-VI"])
    else:
        assert "81" in no_draw(fresh(), NotInForce, "redação", on="2027-08-02", fact=fact, items=["80-VI"]).articles


# questions_answered


def test_nothing_opens_while_a_question_without_default_is_open():
    play = fresh()
    open_question = Unanswered(asks="Que perfil?", basis=("17",))
    play.procedure = play.procedure.model_copy(update={"unanswered": {"profile": open_question}})
    assert "17" in no_draw(play, QuestionUnanswered, "Que perfil?").articles


# items_priced


@pytest.mark.parametrize(
    ("items", "data", "says", "article"),
    [
        (["80-V"], {}, "não fixa pena", "80 V"),
        (["80-II", "80-II"], {}, "duas vezes", "80"),
        (["80-VII"], {}, "Trânsito em julgado", "82"),
        (["80-VII"], {"conviction_final_on": "2027-03-02"}, "Trânsito em julgado", "82"),
        (["80-VIII"], {}, "qual dever do art. 9", "9"),
        (["80-VIII"], {"duty": "8-I"}, "qual dever do art. 9", "9"),
        (["80-II"], {"origin": "coordinator_report", "witnesses": 1}, "pelo menos 2 testemunha", "83"),
    ],
)
def test_an_item_without_price_or_without_its_facts_is_not_charged(items, data, says, article):
    assert article in no_draw(fresh(), ItemNotPriced, says, items=items, **data).articles


def test_an_empty_notice_charges_nothing():
    assert "80" in no_draw(fresh(), ItemUnknown, "pelo menos um item", items=[]).articles


@pytest.mark.parametrize(
    ("items", "data"),
    [
        (["80-VII"], {"conviction_final_on": "2027-03-01"}),
        (["80-VIII"], {"duty": "9-II"}),
        (["80-II"], {"origin": "coordinator_report", "witnesses": 2}),
    ],
)
def test_an_item_with_its_facts_is_charged(items, data):
    draw(fresh(), items=items, **data)


# scope, field_is, not_archived_before


def test_whom_the_law_does_not_reach_it_does_not_charge():
    assert "6" in no_draw(fresh(), OutOfScope, "visitor", respondents=["permit_holder", "visitor"]).articles
    draw(fresh(), respondents=["permit_holder"])


def test_a_field_has_one_of_the_laws_values_or_none():
    assert (
        "7"
        in no_draw(
            fresh(), OutOfScope, "Serviço: books não cabe aqui; a lei só aceita food, flowers", service="books"
        ).articles
    )
    draw(fresh(), service="food")
    draw(fresh())


def test_a_fact_archived_for_lapse_is_not_charged_again():
    earlier = Earlier("12/2027", ("80-II", "80-I"), date(2027, 3, 1), "late_notification")
    for other in (earlier, replace_reason(earlier, "void"), earlier._replace(items=("80-I",))):
        play = fresh()
        play.base = replace(play.base, earlier=(other,))
        if other is earlier:
            assert "8" in no_draw(play, AlreadyArchived, "12/2027").articles
        else:
            draw(play)


BARRING = ["late_notification", "not_judged"]
AGAIN = [
    # reasons named, how the other ended, told apart by, refused
    (None, "late_notification", (), True),
    (None, "not_judged", (), False),
    (BARRING, "not_judged", (), True),
    (BARRING, "late_notification", (), True),
    (BARRING, "void", (), False),
    (None, "late_notification", ("place",), False),
    (BARRING, "not_judged", ("fact_time",), False),
]


@pytest.mark.parametrize(("reasons", "ended", "apart", "refused"), AGAIN)
def test_the_ends_that_bar_a_second_notice_are_those_the_file_names(reasons, ended, apart, refused):
    changes = (
        {}
        if reasons is None
        else {"steps.draw_up.requires": [{"not_archived_before": {"reasons": reasons, "basis": "8"}}]}
    )
    play = fresh(**changes)
    play.base = replace(play.base, earlier=(Earlier("12/2027", ("80-II",), date(2027, 3, 1), ended, apart),))
    if refused:
        refusal = no_draw(play, AlreadyArchived, "12/2027")
        assert {"8", "9"} <= set(refusal.articles)
        assert "hora do fato, local do fato" in refusal.message
    else:
        draw(play)


TOLD_APART = [
    ({"fact_time": "07:00"}, {"fact_time": "17:00"}, ("fact_time",)),
    ({"fact_time": "07:00"}, {"fact_time": "07:00"}, ()),
    ({"fact_time": "07:00"}, {}, ()),
    ({"place": "Rua A, 1"}, {"place": " rua a,  1 "}, ()),
    ({"place": "Rua A, 1"}, {"place": "Rua B, 2"}, ("place",)),
    ({"place": "Rua A, 1"}, {"place": ""}, ()),
    ({"place": "Rua A, 1", "fact_time": "07:00"}, {"place": "Rua B, 2", "fact_time": "08:00"}, ("fact_time", "place")),
    ({"inspector": "Ana"}, {"inspector": "Bia"}, ()),
]


@pytest.mark.parametrize(("one", "other", "apart"), TOLD_APART)
def test_two_notices_are_told_apart_by_what_both_say(one, other, apart):
    assert told_apart(fictional(), one, other) == apart


def test_a_law_that_says_nothing_tells_nothing_apart():
    assert told_apart(fictional({"same_fact": None}), {"place": "A"}, {"place": "B"}) == ()


def replace_reason(earlier, reason):
    return earlier._replace(reason=reason)


# competent, quorum, unrecused, reasons, penalties_allowed


def test_a_penalty_of_another_authority_is_not_this_ones():
    play = carts.defended("80-IX")
    line = {"item": "80-IX", "code": "M"}
    refusal = play.no("judge", "2027-03-15", NotCompetent, "Prefeito", outcome="upheld", penalties=[line])
    assert "74" in refusal.articles
    play.do("judge", "2027-03-15", outcome="upheld", penalties=[{"item": "80-IX", "code": "F"}])


def test_a_kind_of_penalty_means_that_of_the_item():
    """Another item's revocation is the mayor's; this one's is the director's own."""
    play = carts.defended("80-III")
    play.do("judge", "2027-03-15", outcome="upheld", penalties=[{"item": "80-III", "kind": "revocation"}])
    assert [each.code for each in play.case.obligations] == ["R"]
    other = carts.defended("80-IX")
    line = {"item": "80-IX", "kind": "revocation"}
    other.no("judge", "2027-03-15", NotCompetent, "Prefeito", outcome="upheld", penalties=[line])


def test_an_origin_the_law_does_not_have_is_refused():
    no_draw(fresh(), OutOfScope, "coordinator_report", origin="coordinator_raport")


def test_the_council_sits_with_three_one_of_them_a_lawyer():
    play = carts.appealed()
    assert (
        "4"
        in play.no(
            "judge_appeal", "2027-04-05", NoQuorum, "2 votante", outcome="affirmed", voters=["Aldo", "Clara"]
        ).articles
    )
    assert (
        "4"
        in play.no(
            "judge_appeal", "2027-04-05", NoQuorum, "jurídica", outcome="affirmed", voters=["Aldo", "Bia", "Duda"]
        ).articles
    )
    assert (
        "4"
        in play.no(
            "judge_appeal", "2027-04-05", NoQuorum, "jurídica", outcome="affirmed", voters=3, legal_member=False
        ).articles
    )
    play.do("judge_appeal", "2027-04-05", outcome="affirmed", voters=["Aldo", "Bia", "Clara"])


def test_one_who_is_barred_does_not_vote():
    play = carts.drawn(inspector="Bia")
    play.do("serve_notice", "2027-03-02", via="personal")
    play.do("file_defense", "2027-03-10")
    play.do("judge", "2027-03-15", outcome="upheld")
    play.do("serve_decision", "2027-03-17", via="post")
    play.do("file_appeal", "2027-03-22")
    everybody = ["Aldo", "Bia", "Clara", "Duda"]
    assert (
        "5"
        in play.no(
            "judge_appeal", "2027-04-05", Recused, "lavrou o auto", outcome="affirmed", voters=everybody
        ).articles
    )
    play.do("judge_appeal", "2027-04-05", outcome="affirmed", voters=["Aldo", "Clara", "Duda"])


def test_a_decision_has_reasons_and_so_has_each_line_that_speaks_of_them():
    play = carts.defended("80-IV")
    line = {"item": "80-IV", "code": "S", "days": 5, "reasons": ""}
    assert "41" in play.no("judge", "2027-03-15", MissingReasons, "80-IV", outcome="upheld", penalties=[line]).articles
    assert "41" in play.no("judge", "2027-03-15", MissingReasons, "motivos", outcome="upheld", reasons="  ").articles
    play.do("judge", "2027-03-15", outcome="upheld", penalties=[{**line, "reasons": "risco"}])


@pytest.mark.parametrize(
    ("line", "says", "article"),
    [
        ({"item": "80-IV", "code": "S", "days": 4, "reasons": "x"}, "de 5 a 20 dias", "72"),
        ({"item": "80-IV", "code": "S", "days": 21, "reasons": "x"}, "de 5 a 20 dias", "72"),
        ({"item": "80-IV", "code": "S", "reasons": "x"}, "pede o número de dias", "72"),
        ({"item": "80-IV", "code": "S", "days": 5}, "pede motivos", "72"),
        ({"item": "80-IV", "code": "W"}, "a lei não dá a pena", "70"),
        ({"item": "80-IV", "code": "R"}, "a lei não dá a pena", "75"),
    ],
)
def test_only_the_laws_own_penalty_with_days_in_range(line, says, article):
    play = carts.defended("80-IV")
    refusal = play.no("judge", "2027-03-15", PenaltyNotAllowed, says, outcome="upheld", penalties=[line])
    assert article in refusal.articles


def test_a_line_for_an_item_of_another_case_is_out_of_place():
    play = carts.defended("80-IV")
    play.no("judge", "2027-03-15", OutOfScope, "80-II", outcome="upheld", penalties=[{"item": "80-II", "code": "F"}])


# not_worse, forewarned, once


def test_a_reconsideration_never_makes_it_worse():
    line = {"item": "80-IV", "code": "S", "days": 10, "reasons": "risco"}
    play = carts.appealed("80-IV", kind="reconsideration", judgment={"penalties": [line]})
    worse = {**line, "days": 15}
    refusal = play.no("reconsider", "2027-03-30", WouldAggravate, "agravar", outcome="partial", penalties=[worse])
    assert "45" in refusal.articles
    play.do("reconsider", "2027-03-30", outcome="partial", penalties=[{**line, "days": 6}])
    assert play.penalty("80-IV", "S").days == 6


def test_an_appeal_makes_it_worse_only_after_a_warning():
    line = {"item": "80-IV", "code": "S", "days": 10, "reasons": "risco"}
    play = carts.appealed("80-IV", judgment={"penalties": [line]})
    worse = {"outcome": "aggravated", "voters": 3, "penalties": [{**line, "days": 15}]}
    assert "47" in play.no("judge_appeal", "2027-04-05", WouldAggravate, "avisar", **worse).articles
    for late in ("2027-04-05", "2029-01-01"):
        play.no("judge_appeal", "2027-04-05", WouldAggravate, "dia anterior", warned_on=late, **worse)
    play.do("judge_appeal", "2027-04-05", warned_on="2027-03-25", **worse)
    assert play.penalty("80-IV", "S").days == 15


def test_one_appeal_and_no_second():
    play = carts.appealed()
    assert "43" in play.no("file_appeal", "2027-03-23", UsedUp, "uma vez").articles


def test_only_who_decided_reconsiders():
    play = carts.appealed("80-IX", kind="reconsideration", judgment={"by": "mayor"})
    refusal = play.no("reconsider", "2027-03-30", NotCompetent, "só quem decidiu", outcome="maintained")
    assert {"3", "45"} <= set(refusal.articles)
    carts.appealed(kind="reconsideration").do("reconsider", "2027-03-30", outcome="maintained")


# fine_due, slip_issued, fine_overdue, fine_confessed, legality_confirmed


def test_without_a_fine_there_is_no_slip_and_without_a_slip_no_payment():
    play = carts.judged("80-I")
    assert "50" in play.no("issue_payment_slip", "2027-03-16", NothingToPay, "multa").articles
    other = carts.judged("80-II")
    assert "50" in other.no("pay", "2027-03-16", NothingToPay, "guia", amount="200.00").articles
    other.do("issue_payment_slip", "2027-03-16")
    other.do("pay", "2027-03-16", amount="200.00")


def test_only_a_fine_overdue_is_entered_as_debt():
    play = carts.final()
    assert "52" in play.no("enter_active_debt", "2027-03-31", NothingToPay, "vencida").articles
    play.until("2027-05-01")
    assert play.state == "overdue"
    play.do("enter_active_debt", "2027-05-03")


def test_a_confessed_fine_goes_to_the_debt_office_only_once_confirmed():
    play = carts.served().until("2027-03-13")
    assert play.penalty("80-II", "F").confessed
    play.until("2027-04-20")
    assert play.state == "overdue"
    assert "53" in play.no("enter_active_debt", "2027-04-20", NotConfirmed, "legalidade").articles
    play.do("confirm_fine", "2027-04-20")
    play.do("enter_active_debt", "2027-04-20")
    assert "53" in play.no("confirm_fine", "2027-04-21", NothingToConfirm, "espera confirmação").articles


def test_there_is_nothing_to_confirm_in_a_fine_that_was_judged():
    carts.final().no("confirm_fine", "2027-03-31", NothingToConfirm, "confessada")


# penalty_final, penalty_over, not_collected


def test_a_penalty_begins_once_and_only_when_final():
    line = {"item": "80-IV", "code": "S", "days": 5, "reasons": "risco"}
    play = carts.told("80-IV", judgment={"penalties": [line]})
    play.until("2027-03-30")
    play.do("start_suspension", "2027-03-31")
    assert "54" in play.no("start_suspension", "2027-04-01", NothingToServe, "por começar").articles


def test_documents_come_back_after_the_last_day_and_not_before():
    play = santos.final("36-XIX")
    assert "41" in play.no("return_documents", "2027-05-06", NothingToServe, "cumprida").articles
    play.do("collect_documents", "2027-05-06")
    assert "41" in play.no("return_documents", "2027-05-10", TooEarly, "10 de maio").articles
    play.do("return_documents", "2027-05-11")


def test_a_suspension_that_collects_documents_does_not_begin_without():
    play = santos.final("36-XIX")
    assert "41" in play.no("start_suspension", "2027-05-06", NothingToServe, "apreensão").articles


# cure_ordered, cure_over, decision_final


def test_noncure_is_certified_only_of_an_order_whose_term_is_over_and_that_is_final():
    play = carts.final("80-I")
    assert "56" in play.no("certify_noncure", "2027-04-05", NothingToCure, "sanar").articles
    slow = carts.told(
        "80-I", judgment={"cure_ordered": True}, changes={"time_limits.cure.length": "20 business days"}
    ).until("2027-03-30")
    assert slow.state == "awaiting_cure"
    assert "56" in slow.no("certify_noncure", "2027-04-05", TooEarly, "prazo para sanar").articles
    slow.do("certify_noncure", slow.last("cure").due.replace(day=16).isoformat())
    assert slow.state == "under_first_judgment"


def test_noncure_waits_for_a_decision_that_may_still_be_appealed():
    joint = {"tracks": {"per": "respondent", "basis": "16"}, "steps.serve_decision.moves": "one"}
    play = carts.drawn("80-I", changes=joint, respondents=[carts.ANNA, carts.BETO])
    for name in (carts.ANNA, carts.BETO):
        play.do("serve_notice", "2027-03-02", via="personal", to=name)
        play.do("file_defense", "2027-03-10", to=name)
    play.do("judge", "2027-03-15", outcome="upheld", cure_ordered=True)
    play.do("serve_decision", "2027-03-17", via="personal", to=carts.ANNA)
    play.do("waive_appeal", "2027-03-18", to=carts.ANNA)
    # Hers is in enforcement and her term to cure ends on the 24th, but what they share is not final.
    refusal = play.no("certify_noncure", "2027-03-26", TooEarly, "definitiva")
    assert "56" in refusal.articles


# unconditional, measure_ordered


def test_a_measure_is_lifted_if_ordered_and_without_conditions():
    play = carts.served("80-II")
    assert "58" in play.no("lift_measure", "2027-03-03", NothingToServe, "em vigor", kind="vehicle_retention").articles
    play.do("order_measure", "2027-03-03", kind="vehicle_retention")
    refusal = play.no(
        "lift_measure", "2027-03-04", Conditioned, "pagamento", kind="vehicle_retention", condition="pagamento da multa"
    )
    assert "58" in refusal.articles
    play.do("lift_measure", "2027-03-04", kind="vehicle_retention")
    assert play.case.head.ordered == ()


# cure_missing, opinions_in, opinion_followed


def test_the_notice_waits_for_an_order_to_cure_that_was_not_kept():
    play = vila.opened()
    refusal = play.no("serve_notice", "2027-03-11", StepNotAllowed, "", via="personal", said_term=True)
    assert "1 §3" in refusal.articles
    notice = put("steps.serve_notice.from", ["awaiting_prior_cure", "awaiting_notification"])
    play = vila.opened(notice)
    refusal = play.no("serve_notice", "2027-03-11", TooEarly, "descumprida", via="personal", said_term=True)
    assert "1 §3" in refusal.articles
    play.do("serve_notice", "2027-03-12", via="personal", said_term=True, at_time="10:00")


def instructed(*changes):
    """An invented case with its defense in, on 16 March 2027."""
    play = vila.opened(*changes)
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="10:00")
    return play


def test_an_opinion_asked_for_is_waited_for_until_its_term_is_over():
    play = instructed()
    play.do("ask_opinion", "2027-03-17")
    assert "4 §3" in play.no("judge", "2027-04-01", TooEarly, "ainda não veio", outcome="upheld").articles
    assert play.due("legal_opinion") == "2027-04-01"
    play.do("judge", "2027-04-02", outcome="upheld")


def test_an_opinion_that_must_come_is_waited_for_whatever_its_term():
    required = put(
        "steps.judge.requires",
        ["reasons", "penalties_allowed", {"opinions_in": {"of": "legal_opinion", "required": True}}],
    )
    play = instructed(required)
    assert "4 §3" in play.no("judge", "2027-03-17", TooEarly, "não foi pedido", outcome="upheld").articles
    play.do("ask_opinion", "2027-03-17")
    play.no("judge", "2027-04-02", TooEarly, "não veio", outcome="upheld")
    play.do("give_opinion", "2027-04-05")
    play.do("judge", "2027-04-05", outcome="upheld")


def test_a_binding_opinion_binds_either_way():
    for said, other in (("upheld", "dismissed"), ("dismissed", "upheld")):
        play = instructed()
        play.do("join_report", "2027-03-17", outcome=said)
        assert "4 §3" in play.no("judge", "2027-03-18", NotCarried, "vincula", outcome=other).articles
        play.do("judge", "2027-03-18", outcome=said)


# second_person, said_by, extendable


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"reasons": ""}, "motivos"),
        ({}, "segunda pessoa"),
        ({"approved_by": "servidor-1"}, "não pode aprovar o próprio ato"),
    ],
)
def test_a_correction_needs_reasons_and_a_second_person(data, says):
    play = santos.served()
    refusal = play.no(
        "suspend_terms",
        "2027-03-05",
        SecondPersonMissing,
        says,
        **{"from": "2027-03-10", "until": "2027-03-12"},
        **data,
    )
    assert "Lei 9.784 art. 50 VIII" in refusal.articles


def test_somebody_answers_for_the_entry_as_debt():
    play = santos.final().until("2027-05-05")
    assert play.state == "overdue"
    assert play.no("enter_active_debt", "2027-05-06", SecondPersonMissing, "registra", recorded_by="").articles
    assert "33 §7" in play.no("enter_active_debt", "2027-05-06", MissingReasons, "motivos", reasons=" ").articles
    play.do("enter_active_debt", "2027-05-06")


@pytest.mark.parametrize(
    ("term", "article", "says"),
    [("notice", "33 §1", "não pode ser prorrogado"), ("prazo", "Lei 9.784 art. 24 p.u.", "não tem o prazo"),
     ("decision", "Lei 9.784 art. 49", "não está correndo")],
)  # fmt: skip
def test_only_a_running_term_of_the_authority_is_extended(term, article, says):
    play = opened()
    refusal = play.no(
        "extend_term", "2027-03-02", NotExtendable, says, term=term, length="30 days", approved_by="procurador-1"
    )
    assert article in refusal.articles


def test_a_running_target_is_extended_from_its_literal_end():
    play = santos.defended()
    assert play.due("decision") == "2027-04-22"
    play.do("extend_term", "2027-04-15", term="decision", length="30 days", approved_by="procurador-1")
    assert play.due("decision") == "2027-05-21"
    assert play.last("decision").extended == ("30 days",)


def test_every_guard_is_shown_here():
    """The names of the guards are a closed list: a new one needs its test in this file."""
    assert set(GUARDS) == {
        "law_in_force", "questions_answered", "items_priced", "scope", "field_is", "not_archived_before", "competent",
        "quorum", "unrecused", "own_decision", "reasons", "penalties_allowed", "not_worse", "forewarned", "once",
        "fine_due", "slip_issued", "fine_overdue", "fine_confessed", "legality_confirmed", "penalty_final",
        "penalty_over", "not_collected", "cure_ordered", "cure_over", "decision_final", "unconditional",
        "measure_ordered", "cure_missing", "opinions_in", "opinion_followed", "second_person", "said_by", "extendable",
    }  # fmt: skip
