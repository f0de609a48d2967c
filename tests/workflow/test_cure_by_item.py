"""Orders to cure item by item: a term of its own each, proved one by one, and only what is not cured is charged."""

from __future__ import annotations

import pytest

from tests.planting import put
from tests.workflow.vila import faults, opened
from workflow.errors import InvalidData, NothingToCure, TermNotAllowed

BY_ITEM = put("time_limits.cure.per", "item")
BOTH = ["2-I", "2-II"]


def ordered(**data):
    """Found on Monday, 1 March 2027; one item has five days (until the 8th), the other the usual ten (the 11th)."""
    lines = [{"item": "2-I", "term": "5 days"}]
    return opened(BY_ITEM, **{"items": BOTH, "lines": lines, **data})


def dues(play):
    return {each.item: str(each.due) for each in play.case.deadlines if each.kind == "cure"}


def test_each_item_has_its_own_term():
    assert dues(ordered()) == {"2-I": "2027-03-08", "2-II": "2027-03-11"}


def test_an_item_without_a_line_has_the_term_of_all():
    assert dues(ordered(term="20 days", lines=[{"item": "2-II", "term": "3 days"}])) == {
        "2-I": "2027-03-22",
        "2-II": "2027-03-04",
    }


def test_a_term_of_one_item_keeps_within_the_laws_bounds():
    with pytest.raises(TermNotAllowed, match="31 dias não cabem") as refused:
        ordered(lines=[{"item": "2-I", "term": "31 days"}])
    assert "1 §1" in refused.value.articles
    with pytest.raises(InvalidData, match="linha do item 2-I"):
        ordered(lines=[{"item": "2-I", "term": "soon"}])


def test_all_items_proved_the_case_ends_as_cured():
    play = ordered()
    play.do("prove_cure", "2027-03-08", items=["2-I"])
    assert (play.state, play.case.tracks[0].cure) == ("awaiting_prior_cure", "ordered")
    play.do("prove_cure", "2027-03-11")
    assert play.state == "archived/cured"


def test_only_what_was_not_cured_is_charged():
    play = ordered()
    play.do("prove_cure", "2027-03-05", items=["2-I"])
    assert play.until("2027-03-11").state == "awaiting_prior_cure"
    assert play.until("2027-03-12").state == "awaiting_notification"
    assert play.case.tracks[0].cured == ("2-I",)
    play.do("serve_notice", "2027-03-15", via="personal", said_term=True, at_time="10:00")
    play.do("file_defense", "2027-03-16", at_time="10:00")
    play.do("judge", "2027-04-12", outcome="upheld")
    assert {each.item for each in play.case.obligations} == {"2-II"}


def test_the_order_has_failed_only_when_the_last_term_is_over():
    play = ordered()
    assert play.until("2027-03-10").state == "awaiting_prior_cure"
    play.no("prove_cure", "2027-03-10", InvalidData, "registre em atos separados", items=BOTH)
    play.do("prove_cure", "2027-03-10", items=["2-II"])
    assert play.until("2027-03-11").state == "awaiting_notification"
    assert (play.case.tracks[0].cured, play.case.tracks[0].cure) == (("2-II",), "missing")


def test_a_late_proof_of_one_item_is_recorded_and_cures_nothing():
    play = ordered()
    assert play.do("prove_cure", "2027-03-09", items=["2-I"]).outcome == "late"
    assert play.case.tracks[0].cured == ()


def test_an_item_is_proved_once_and_only_if_it_was_ordered():
    play = ordered()
    play.do("prove_cure", "2027-03-05", items=["2-I"])
    play.no("prove_cure", "2027-03-05", NothingToCure, "já consta como sanado", items=["2-I"])
    play.no("prove_cure", "2027-03-05", InvalidData, "não há ordem de sanar o item", items=["2-III"])


def test_what_was_cured_is_announced_no_more():
    play = ordered()
    play.do("prove_cure", "2027-03-05", items=["2-II"])
    assert [each.item for each in play.case.head.proposed] == ["2-I"]


def test_only_an_order_to_cure_goes_by_item():
    found = faults(put("time_limits.defense.per", "item"))
    assert ("time_limits.defense.per", "só a ordem de sanar se divide por item (if: cure_ordered)") in found


def test_a_term_set_before_it_begins_keeps_within_the_bounds_too():
    with pytest.raises(TermNotAllowed, match="31 dias não cabem"):
        opened(
            BY_ITEM, put("time_limits.cure.opened_by", ["serve_notice"]), items=BOTH,
            lines=[{"item": "2-I", "term": "31 days"}],
        )  # fmt: skip
