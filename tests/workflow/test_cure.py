"""Orders to cure: proof in time and late, the certificate, the second round, and how far a term may be extended."""

from __future__ import annotations

from datetime import date

import pytest

from tests.workflow.two_heads import DAY, Played
from workflow.errors import NotExtendable, NothingToCure
from workflow.standing import state_of


def ordered() -> Played:
    """Served on 3 March: cure by the 8th, appeal by the 13th, payment by 2 April."""
    case = Played("5-I")
    case.judge(2, "head", cure_ordered=True)
    case.serve(3)
    return case


def test_a_proof_without_an_order_is_refused() -> None:
    case = Played("5-I")
    case.judge(2, "head")
    case.serve(3)
    with pytest.raises(NothingToCure):
        case.act("prove_cure", 4)


def test_a_late_proof_is_recorded_and_moves_nothing_before_and_after_the_certificate() -> None:
    case = ordered()
    assert case.act("prove_cure", 9).outcome == "late"
    case.act("certify_noncure", 14)
    assert case.act("prove_cure", 15).outcome == "late"
    assert (case.place, case.case.tracks[0].cure) == ("under_first_judgment", "missing")


def test_once_proved_there_is_nothing_more_to_prove_nor_to_certify() -> None:
    case = ordered()
    assert case.act("prove_cure", 8).outcome == "timely"
    with pytest.raises(NothingToCure):
        case.act("prove_cure", 9)
    with pytest.raises(NothingToCure):
        case.act("certify_noncure", 14)


def test_the_first_fine_falls_overdue_while_the_second_is_judged() -> None:
    case = ordered()
    case.act("certify_noncure", 14)
    case.mornings(date(2027, 4, 3))
    assert case.events[-1].step == "mark_overdue"
    first = next(each for each in case.case.obligations if each.id == "5-I/fine/1")
    assert (first.overdue_on, case.place) == (date(2027, 4, 2), "under_first_judgment")
    collection = next(each for each in case.case.deadlines if each.kind == "collection")
    assert (collection.round, collection.due) == (1, date(2032, 4, 2))


def test_the_uncured_fine_is_doubled_beside_the_first() -> None:
    case = ordered()
    case.act("certify_noncure", 14)
    case.judge(15, "head")
    assert [(each.id, int(each.units or 0), each.origin) for each in case.case.obligations] == [
        ("5-I/fine/1", 10, "5 I"),
        ("5-I/fine/2", 20, "8"),
    ]
    assert state_of(case.case)[0] == "awaiting_decision_notice"


@pytest.mark.parametrize(
    ("term", "lengths", "days"), [("cure", ["5 days"], 5), ("cure", ["2 days", "3 days"], 5), ("answer", ["2 days"], 2)]
)
def test_a_term_is_extended_up_to_what_the_law_allows_in_all(term: str, lengths: list[str], days: int) -> None:
    case = ordered()
    before = case.due(term)
    for length in lengths:
        case.act("extend_term", 4, term=term, length=length)
    assert case.due(term) == before + DAY * days


@pytest.mark.parametrize(
    ("term", "lengths"),
    [("cure", ["6 days"]), ("cure", ["3 days", "3 days"]), ("cure", ["1 business day"]), ("answer", ["3 days"])],
)
def test_beyond_that_it_is_not_extended(term: str, lengths: list[str]) -> None:
    case = ordered()
    for length in lengths[:-1]:
        case.act("extend_term", 4, term=term, length=length)
    with pytest.raises(NotExtendable, match="ao todo") as refused:
        case.act("extend_term", 4, term=term, length=lengths[-1])
    assert refused.value.articles == ("4",)
