"""Discounts by stage: earned in time, lost, waived for; accepting the notice instead of defending."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from msgspec.structs import replace

from app.outcome import outcome_of
from tests.workflow.carts import appealed, defended, drawn, final, judged, served, told
from tests.workflow.fictional import fictional
from workflow.due_process import due_process
from workflow.errors import ItemNotPriced, NothingToPay, PenaltyNotAllowed, StepNotAllowed, UsedUp
from workflow.facts import Prior

D = Decimal
EARLY = {"label": "Metade até a defesa", "less": "50%", "until": "defense", "basis": "95"}
LATER = {
    "label": "Um quinto até o recurso",
    "less": "20%",
    "until": "appeal",
    "lost_by": ["file_appeal"],
    "basis": "96",
}
QUICK = {"less": "30%", "until": "payment", "needs": ["waive_appeal"], "basis": "97"}
ACCEPT = {
    "label": "Aceitar o auto",
    "does": "accept",
    "by": ["party"],
    "from": ["awaiting_defense"],
    "to": {"always": {"fine": "enforcement", "rest": "under_first_judgment"}},
    "basis": "98",
}

BOTH = {"penalties": [{"item": "80-II", "code": "F"}, {"item": "80-IV", "code": "F"}]}


def by(*names, **extra):
    every = {"early": EARLY, "later": LATER, "quick": QUICK}
    rules = {name: {**every[name], **extra} for name in names}
    return {"money.discounts": rules, "steps.accept_notice": dict(ACCEPT)}


def slip(play, on):
    play.do("issue_payment_slip", on)
    return play.case.head.slip


def fine(play, day=None):
    """The fine as an expectation reads it: the whole, and what is enough."""
    facts = play.facts(play.case.day) if day is None else play.facts(day)
    return outcome_of(play.procedure, play.case, play.events, [], facts).fines[0]


def test_the_slip_shows_the_whole_the_discounted_sum_and_its_last_day():
    play = told(changes=by("later"))
    shown = slip(play, "2027-03-18")
    assert shown.lines == {"80-II/F/1": D("200.00")}
    assert [(each.name, each.total, str(each.until)) for each in shown.discounts] == [
        ("later", D("160.00"), "2027-03-29")
    ]
    assert (fine(play)["amount"], fine(play)["discounted"]) == (D("200.00"), D("160.00"))
    assert "96" in play.events[-1].derived.articles


def test_a_discount_whose_limit_has_not_begun_has_no_last_day_yet():
    assert slip(judged(changes=by("later")), "2027-03-16").discounts[0].until is None


PAID = [
    # day, amounts, state on 5 May, refund
    ("2027-03-29", ["160.00"], "closed/paid", "0.00"),
    ("2027-03-29", ["159.99"], "overdue", "0"),
    ("2027-03-29", ["100.00", "60.00"], "closed/paid", "0.00"),
    ("2027-03-29", ["200.00"], "closed/paid", "40.00"),
    ("2027-03-30", ["160.00"], "overdue", "0"),
    ("2027-03-30", ["200.00"], "closed/paid", "0.00"),
    ("2027-03-30", ["160.00", "40.00"], "closed/paid", "0.00"),
]


@pytest.mark.parametrize(("day", "amounts", "state", "refund"), PAID)
def test_a_payment_in_time_settles_and_one_that_comes_late_does_not(day, amounts, state, refund):
    play = told(changes=by("later"))
    slip(play, "2027-03-18")
    for amount in amounts:
        play.do("pay", day, amount=amount)
    play.until("2027-05-05")
    assert (play.state, play.case.head.refund) == (state, D(refund))


def test_what_was_earned_is_what_the_fine_asked():
    play = told(changes=by("later"))
    slip(play, "2027-03-18")
    play.do("pay", "2027-03-20", amount="160.00")
    play.until("2027-04-30")
    assert (fine(play)["amount"], fine(play)["discounted"]) == (D("200.00"), D("160.00"))
    assert play.papers.count("discharge") == 1
    assert play.case.head.slip.earned == {"80-II/F/1": ("later",)}
    assert play.state == "closed/paid"


def test_the_discount_is_taken_off_each_line_and_cut_to_the_centavo():
    prices = {"penalties.F.units": "0.3333", "infractions.80-IV.units": "0.1111"}
    play = told("80-II", "80-IV", changes={**by("later"), **prices}, judgment=BOTH)
    shown = slip(play, "2027-03-18")
    assert shown.lines == {"80-II/F/1": D("33.33"), "80-IV/F/1": D("11.11")}
    assert shown.discounts[0].total == D("26.66") + D("8.88")


def test_a_discount_may_be_for_some_items_only():
    play = told("80-II", "80-IV", changes=by("later", items=["80-IV"]), judgment=BOTH)
    assert slip(play, "2027-03-18").discounts[0].total == D("200.00") + D("280.00")
    play.do("pay", "2027-03-29", amount="480.00")
    assert play.until("2027-04-30").state == "closed/paid"


def test_an_appeal_loses_the_discount_not_yet_used():
    play = appealed(changes=by("later"))
    assert slip(play, "2027-03-23").discounts == ()
    assert fine(play)["discounted"] is None


def test_an_appeal_loses_the_discount_already_paid_with():
    play = told(changes=by("later"))
    slip(play, "2027-03-18")
    play.do("pay", "2027-03-19", amount="160.00")
    play.do("file_appeal", "2027-03-22")
    assert "Perdeu-se o desconto" in play.warnings[-1]
    assert fine(play)["discounted"] is None
    play.do("judge_appeal", "2027-04-05", outcome="affirmed", voters=3)
    assert play.until("2027-04-06").state == "awaiting_payment"
    play.do("pay", "2027-04-07", amount="40.00")
    assert play.state == "closed/paid"


def test_an_appeal_out_of_time_loses_nothing():
    play = told(changes=by("later"))
    slip(play, "2027-03-18")
    play.do("pay", "2027-03-19", amount="160.00")
    play.do("file_appeal", "2027-03-30")
    assert play.state == "closed/paid"


WAIVING = {"lost_by": [], "waives": ["file_appeal"]}


def test_paying_with_the_discount_gives_the_appeal_up():
    play = told(changes=by("later", **WAIVING))
    slip(play, "2027-03-18")
    play.do("pay", "2027-03-19", amount="160.00")
    refusal = play.no("file_appeal", "2027-03-22", UsedUp, "abre mão")
    assert "96" in refusal.articles
    assert play.until("2027-03-30").state == "closed/paid"


def test_paying_the_whole_gives_nothing_up_and_nothing_goes_back():
    play = told(changes=by("later", **WAIVING))
    slip(play, "2027-03-18")
    play.do("pay", "2027-03-19", amount="200.00")
    play.do("file_appeal", "2027-03-22")
    play.do("judge_appeal", "2027-04-05", outcome="affirmed", voters=3)
    assert (play.until("2027-04-06").state, play.case.head.refund) == ("closed/paid", 0)


def test_an_express_waiver_is_an_act_that_the_discount_needs():
    play = told(changes=by("quick"))
    assert slip(play, "2027-03-18").discounts == ()
    play.do("waive_appeal", "2027-03-19")
    shown = slip(play, "2027-03-19").discounts
    assert [(each.name, each.total, str(each.until)) for each in shown] == [("quick", D("140.00"), "2027-04-19")]
    play.do("pay", "2027-04-19", amount="140.00")
    assert play.state == "closed/paid"


def test_of_the_discounts_open_the_largest_is_taken():
    play = told(changes=by("later", "quick"))
    play.do("waive_appeal", "2027-03-19")
    assert [each.name for each in slip(play, "2027-03-19").discounts] == ["later", "quick"]
    assert fine(play)["discounted"] == D("140.00")
    play.do("pay", "2027-03-20", amount="140.00")
    assert play.case.head.slip.earned == {"80-II/F/1": ("quick",)}


def test_a_reversal_gives_back_what_was_paid_not_what_was_asked():
    play = told(changes=by("later", lost_by=[]))
    slip(play, "2027-03-18")
    play.do("pay", "2027-03-19", amount="160.00")
    play.do("file_appeal", "2027-03-22")
    play.do("judge_appeal", "2027-04-05", outcome="reversed", voters=3)
    assert play.case.head.refund == D("160.00")


def test_a_receipt_known_late_earns_the_discount_by_its_own_day():
    play = told(changes=by("later"))
    slip(play, "2027-03-18")
    play.until("2027-04-30")
    play.do("pay", "2027-03-29", amount="160.00", recorded_on="2027-05-03", approved_by="servidor-2")
    assert play.until("2027-05-04").state == "closed/paid"


def test_accepting_the_notice_by_paying_ends_the_case_at_once():
    play = served(changes=by("early"))
    play.do("accept_notice", "2027-03-12", amount="100.00")
    assert play.state == "closed/paid"
    assert (fine(play)["amount"], fine(play)["discounted"]) == (D("200.00"), D("100.00"))
    assert play.penalty("80-II", "F").confessed
    assert play.steps[-1] == "accept_notice"
    assert play.until("2027-06-30").state == "closed/paid"


@pytest.mark.parametrize("amount", ["99.99", "1.00"])
def test_paying_less_than_is_asked_is_no_acceptance(amount):
    play = served(changes=by("early"))
    refusal = play.no("accept_notice", "2027-03-05", NothingToPay, "R$ 100,00 (Metade até a defesa)", amount=amount)
    assert "98" in refusal.articles
    assert play.state == "awaiting_defense"


def test_accepting_first_and_paying_later_still_has_the_discount_in_time():
    play = served(changes=by("early"))
    play.do("accept_notice", "2027-03-08")
    assert play.state == "awaiting_payment"
    assert str(slip(play, "2027-03-08").discounts[0].until) == "2027-03-12"
    play.do("pay", "2027-03-12", amount="100.00")
    assert play.state == "closed/paid"


def test_accepting_and_paying_too_late_owes_the_whole():
    play = served(changes=by("early"))
    play.do("accept_notice", "2027-03-08")
    slip(play, "2027-03-08")
    play.do("pay", "2027-03-15", amount="100.00")
    assert play.state == "awaiting_payment"
    play.do("pay", "2027-03-16", amount="100.00")
    assert play.state == "closed/paid"


def test_accepting_takes_the_fine_and_leaves_the_rest_to_judgment():
    play = served("80-III", changes={**by("early"), "steps.accept_notice.penalties": ["fine"]})
    play.do("accept_notice", "2027-03-08", amount="100.00")
    assert [(each.place, each.kinds) for each in play.case.tracks] == [
        ("enforcement", ("fine",)),
        ("under_first_judgment", None),
    ]
    assert play.state == "under_first_judgment"


def test_what_only_a_decision_settles_cannot_be_accepted():
    ranged = {**by("early"), "penalties.F.units": {"from": "1", "until": "9"}}
    served(changes=ranged).no("accept_notice", "2027-03-08", PenaltyNotAllowed, "pede o valor")
    choosing = {**by("early"), "choice": {"how": "one", "basis": "75"}}
    served(changes=choosing).no("accept_notice", "2027-03-08", PenaltyNotAllowed, "escolhida por quem decide")
    everything = served("80-IV", changes=by("early"))
    everything.no("accept_notice", "2027-03-08", PenaltyNotAllowed, "quantos dias")
    uncounted = {**by("early"), "penalties.F.per": "day"}
    served(changes=uncounted).no("accept_notice", "2027-03-08", ItemNotPriced, "days")


def test_after_a_defense_the_notice_is_no_longer_there_to_accept():
    defended(changes=by("early")).no("accept_notice", "2027-03-11", StepNotAllowed)


def test_whoever_accepts_was_heard():
    assert due_process(fictional()) == due_process(fictional({"steps.accept_notice": ACCEPT}))


def test_without_discounts_nothing_is_remembered():
    play = final()
    assert (play.case.head.done, fine(play)["discounted"]) == ((), None)
    assert drawn().case.head.done == ()


FIRST = {"less": "60%", "until": "appeal", "conduct": "first", "basis": "96"}
AGAIN = {"less": "30%", "until": "appeal", "conduct": "repeat", "basis": "97"}
DOUBLES = {
    "repeat.twice": {
        "items": "all",
        "same": "item",
        "counts": "any",
        "levels": [{"times": "2", "basis": "9"}],
        "basis": "9",
    }
}
BEFORE = (Prior("80-II", date(2026, 5, 1), date(2026, 8, 1)),)


@pytest.mark.parametrize(
    ("priors", "whole", "asked"), [((), D("200.00"), D("80.00")), (BEFORE, D("400.00"), D("280.00"))]
)
def test_the_discount_may_depend_on_who_has_done_it_before(priors, whole, asked):
    play = drawn(changes={"money.discounts": {"first": FIRST, "again": AGAIN}, **DOUBLES})
    play.base = replace(play.base, priors=priors)
    play.do("serve_notice", "2027-03-02", via="personal")
    play.do("file_defense", "2027-03-10")
    play.do("judge", "2027-03-15", outcome="upheld")
    play.do("serve_decision", "2027-03-17", via="post", receipt="ar")
    shown = slip(play, "2027-03-18")
    assert (shown.lines["80-II/F/1"], [each.total for each in shown.discounts]) == (whole, [asked])


def test_a_discount_may_be_for_one_penalty_and_not_for_another():
    other = {"penalties.G": {"kind": "fine", "unit": "UF", "units": "1", "basis": "71"}}
    changes = {**by("later", penalties=["G"]), **other, "infractions.80-II.penalties": ["F", "G"]}
    both = {"penalties": [{"item": "80-II", "code": "F"}, {"item": "80-II", "code": "G"}]}
    play = told(changes=changes, judgment=both)
    assert slip(play, "2027-03-18").discounts[0].total == D("200.00") + D("80.00")


PROMPT = {"label": "Mais um décimo", "less": "10%", "until": "appeal", "with_others": True, "basis": "99"}


def test_a_discount_may_be_added_to_the_best_of_the_others():
    play = told(
        changes={
            "money.discounts": {"later": LATER, "early": {**EARLY, "less": "15%", "until": "appeal"}, "prompt": PROMPT}
        }
    )
    shown = {each.name: each.total for each in slip(play, "2027-03-18").discounts}
    assert shown == {"later": D("160.00"), "early": D("170.00"), "prompt": D("140.00")}
    play.do("pay", "2027-03-19", amount="139.99")
    assert play.case.head.slip.earned == {}
    play.do("pay", "2027-03-19", amount="0.01")
    assert play.case.head.slip.earned == {"80-II/F/1": ("later", "prompt")}
    assert {"96", "99"} <= set(play.events[-1].derived.articles)


def test_what_loses_one_of_two_added_discounts_asks_the_whole_again():
    play = told(changes={"money.discounts": {"later": LATER, "prompt": PROMPT}})
    slip(play, "2027-03-18")
    play.do("pay", "2027-03-19", amount="140.00")
    play.do("file_appeal", "2027-03-22")
    assert "Um quinto" in play.warnings[-1]
    play.do("judge_appeal", "2027-04-05", outcome="affirmed", voters=3)
    assert play.until("2027-04-06").state == "awaiting_payment"


def test_what_was_paid_before_the_waiver_is_enough_from_the_waiver_on():
    play = told(changes=by("quick"))
    play.do("issue_payment_slip", "2027-03-18")
    play.do("pay", "2027-03-18", amount="140.00")
    assert play.state == "awaiting_appeal"
    play.do("waive_appeal", "2027-03-19")
    assert (play.state, play.papers.count("discharge")) == ("closed/paid", 1)
    assert play.last("payment").status == "met"
    assert "97" in play.events[-1].derived.articles


def test_a_waiver_after_the_term_of_the_discount_earns_nothing_with_what_was_paid():
    early = {**QUICK, "until": "quick"}
    term = {
        "length": "1 day", "binds": "party", "opened_by": ["serve_decision"], "met_by": ["waive_appeal"],
        "on_expiry": "none", "basis": "97",
    }  # fmt: skip
    play = told(changes={"money.discounts": {"quick": early}, "time_limits.quick": term})
    play.do("issue_payment_slip", "2027-03-18")
    play.do("pay", "2027-03-18", amount="140.00")
    play.do("waive_appeal", "2027-03-19")
    assert (play.state, play.papers.count("discharge")) == ("awaiting_payment", 0)


def test_half_of_what_is_enough_is_still_not_enough_after_the_waiver():
    play = told(changes=by("quick"))
    play.do("issue_payment_slip", "2027-03-18")
    play.do("pay", "2027-03-18", amount="139.99")
    play.do("waive_appeal", "2027-03-19")
    assert play.state == "awaiting_payment"
    play.do("pay", "2027-03-20", amount="0.01")
    assert play.state == "closed/paid"
