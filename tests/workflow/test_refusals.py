"""Every kind of refusal is raised by something, says so in Portuguese, and stands on an article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

import pytest
from msgspec.structs import replace

from tests.planting import put, resolved
from tests.workflow import agreeing, carts, vila
from tests.workflow import play as santos
from tests.workflow.fictional import fictional
from tests.workflow.parts import by_parts
from tests.workflow.play import CALENDAR, Play, santos_dumont
from workflow import errors
from workflow.calendar import Calendar
from workflow.engine import decide
from workflow.facts import Earlier, Member
from workflow.procedure import Unanswered

NOTICE = {"items": ["36-II"], "fact_on": "2027-03-01"}
D = {"item": "36-XXVIII", "code": "D", "days": 31, "reasons": "gravidade"}


def kinds(root: type[errors.Refusal] = errors.Refusal) -> Iterator[type[errors.Refusal]]:
    for each in root.__subclasses__():
        yield each
        yield from kinds(each)


def draws(play, on="2027-03-01", **data):
    return play.decide("draw_up", on, **{**NOTICE, **data})


def unanswered():
    play = Play(fictional(), units=carts.UF)
    play.procedure = play.procedure.model_copy(update={"unanswered": {"q": Unanswered(asks="Qual?", basis=("1",))}})
    return draws(play, items=["80-II"])


def archived_before():
    play = Play(santos_dumont())
    play.base = replace(play.base, earlier=(Earlier("1/2027", ("36-II",), date(2027, 3, 1), "late_notification"),))
    return draws(play)


def recused():
    members = [Member(name, "special_committee", recused=name == "Dora") for name in ("Ana", "Bia", "Caio", "Dora")]
    play = santos.defended(members=members)
    return play.decide("judge", "2027-04-12", outcome="upheld", voters=[each.name for each in members])


def too_early_a_clock():
    play = santos.served()
    due = play.last("defense")
    command = play.command("certify_no_defense", "2027-03-20", {})
    command = replace(command, by="clock", deadline=due.id, data={})
    return decide(play.procedure, play.case, command, play.facts(date(2027, 3, 20)))


def measured(**data):
    play = carts.served()
    play.do("order_measure", "2027-03-03", kind="vehicle_retention")
    return play.decide("lift_measure", "2027-03-04", kind="vehicle_retention", **data)


def without_calendar():
    play = santos.opened(calendar=Calendar.of([date(2026, 12, 25)]))
    return play.decide("serve_notice", "2027-03-03", via="personal")


def term_out_of_bounds():
    length = {"from": "10 days", "until": "30 days", "set_by": "term"}
    planted = resolved(
        put("time_limits.defense.length", length), put("steps.serve_notice.data", {"term": {"type": "length"}})
    )
    return santos.opened(procedure=planted).decide("serve_notice", "2027-03-03", via="personal", term="31 days")


EACH = {
    errors.UnknownStep: lambda: santos.opened().decide("drow_up", "2027-03-02"),
    errors.InvalidData: lambda: santos.opened().decide("serve_notice", "2027-03-03", via="pigeon"),
    errors.StepNotAllowed: lambda: santos.opened().decide("judge", "2027-03-03", voters=3, outcome="upheld"),
    errors.NotCompetent: lambda: santos.opened().decide("serve_notice", "2027-03-03", via="personal", by="party"),
    errors.BeforeTheLaw: lambda: draws(Play(santos_dumont()), "2026-11-03", fact_on="2026-10-28"),
    errors.FutureDate: lambda: draws(Play(santos_dumont()), fact_on="2027-03-02"),
    errors.NotInForce: lambda: draws(Play(fictional(), units=carts.UF), items=["80-VI"], fact_on="2025-12-31"),
    errors.QuestionUnanswered: unanswered,
    errors.OutOfScope: lambda: draws(Play(fictional(), units=carts.UF), items=["80-II"], respondents=["visitor"]),
    errors.ItemUnknown: lambda: draws(Play(santos_dumont()), items=["24"]),
    errors.ItemNotPriced: lambda: draws(Play(fictional(), units=carts.UF), items=["80-V"]),
    errors.AlreadyArchived: archived_before,
    errors.NotDue: too_early_a_clock,
    errors.TooLate: lambda: santos.opened(procedure=santos_dumont(archive_tolerance="9 days")).decide(
        "serve_notice", "2027-03-12", via="personal"
    ),
    errors.TooEarly: lambda: santos.opened().decide("serve_notice", "2027-03-03", via="public_notice"),
    errors.UsedUp: lambda: santos.appealed().decide("file_appeal", "2027-04-27"),
    errors.NoQuorum: lambda: santos.defended().decide("judge", "2027-04-12", voters=2, outcome="upheld"),
    errors.Recused: recused,
    errors.NotCarried: lambda: santos.defended().decide("judge", "2027-04-12", voters=3),
    errors.MissingReasons: lambda: santos.defended().decide(
        "judge", "2027-04-12", voters=3, outcome="upheld", reasons=""
    ),
    errors.PenaltyNotAllowed: lambda: santos.defended("36-XXVIII").decide(
        "judge", "2027-04-12", voters=3, outcome="upheld"
    ),
    errors.WouldAggravate: lambda: santos.appealed("36-XXVIII", judgment={"penalties": [D]}).decide(
        "judge_appeal", "2027-05-10", voters=3, outcome="aggravated", penalties=[{**D, "days": 90}]
    ),
    errors.NothingToPay: lambda: santos.judged().decide("pay", "2027-04-13", amount="1.00"),
    errors.PartsNotAllowed: lambda: carts.final(changes=by_parts()).decide("spread", "2027-04-01", parts=9),
    errors.NothingToConfirm: lambda: carts.final().decide("confirm_fine", "2027-03-31"),
    errors.NotConfirmed: lambda: carts.served().until("2027-04-20").decide("enter_active_debt", "2027-04-20"),
    errors.NothingToServe: lambda: santos.final().decide("collect_documents", "2027-05-10"),
    errors.NothingToCure: lambda: carts.final("80-I").decide("prove_cure", "2027-03-31"),
    errors.NothingToBreach: lambda: agreeing.in_judgment().decide("break_promise", "2027-03-20", by="head"),
    errors.Conditioned: lambda: measured(condition="pagamento da multa"),
    errors.NoSuchAct: lambda: santos.served().decide(
        "reopen", "2027-03-05", of={"step": "judge", "date": "2027-03-04"}, approved_by="procurador-1"
    ),
    errors.SecondPersonMissing: lambda: santos.served().decide("replace_respondent", "2027-03-05"),
    errors.NotExtendable: lambda: santos.served().decide(
        "extend_term", "2027-03-05", term="defense", length="5 days", approved_by="procurador-1"
    ),
    errors.RetentionRunning: lambda: santos.served().decide(
        "erase_data",
        "2027-03-05",
        ground="request",
        authority="Encarregado",
        authorization="Edital 1",
        approved_by="procurador-1",
    ),
    errors.NotServed: lambda: vila.opened().decide("serve_notice", "2027-03-15", via="personal"),
    errors.TermNotAllowed: term_out_of_bounds,
    errors.CalendarMissing: without_calendar,
    errors.UnitMissing: lambda: santos.judged(units={}).decide("issue_payment_slip", "2027-04-13"),
}
# An unknown step is no rule's: there is no article to cite, but the steps there are.
NO_ARTICLE = {errors.UnknownStep}
PORTUGUESE = re.compile(r"\b(não|é|há|de|do|da|que|só|uma?|já|nada|nenhuma?|cabe|falta|pelo)\b", re.IGNORECASE)


def test_every_kind_of_refusal_is_in_the_table():
    assert set(EACH) == set(kinds())


@pytest.mark.parametrize("kind", EACH, ids=lambda kind: kind.__name__)
def test_a_refusal_is_of_its_kind_speaks_portuguese_and_cites(kind):
    with pytest.raises(errors.Refusal) as raised:
        EACH[kind]()
    refusal = raised.value
    assert type(refusal) is kind
    assert refusal.code == kind.__name__
    assert PORTUGUESE.search(refusal.message)
    assert len(refusal.message) > 20
    assert bool(refusal.articles) == (kind not in NO_ARTICLE)
    assert all(article in str(refusal) for article in refusal.articles)


@pytest.mark.parametrize("kind", EACH, ids=lambda kind: kind.__name__)
def test_a_refusal_shows_no_python(kind):
    with pytest.raises(errors.Refusal) as raised:
        EACH[kind]()
    assert not re.search(r"None|datetime|Decimal|\{|\[|object at", raised.value.message)


@pytest.mark.parametrize(
    ("step", "data"),
    [("judge", {"voters": 3, "outcome": "upheld"}), ("file_appeal", {}), ("publish", {"what": "final_decision"})],
)
def test_a_step_out_of_place_says_where_the_case_is_and_where_the_step_belongs(step, data):
    refusal = santos.opened().no(step, "2027-03-02", errors.StepNotAllowed, "Aguardando notificação", **data)
    assert refusal.articles


def test_who_is_not_competent_is_told_who_is():
    santos.served().no("file_defense", "2027-03-10", errors.NotCompetent, "autuado", by="transport_department")
    santos.defended().no("judge", "2027-04-12", errors.NotCompetent, "Comissão Especial", by="review_board", voters=3)


def test_the_calendar_that_covers_the_year_lets_the_same_act_pass():
    play = santos.opened(calendar=CALENDAR)
    play.do("serve_notice", "2027-03-03", via="personal")
