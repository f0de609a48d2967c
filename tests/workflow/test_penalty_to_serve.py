"""Beginning and ending a penalty ask for one, whatever conditions the law's file does or does not put."""

from __future__ import annotations

from typing import Any

from tests.workflow import carts
from workflow.errors import NothingToServe

DAYS = {"penalties": [{"item": "80-IV", "code": "S", "days": 5, "reasons": "grave"}]}
BARE = {
    "steps.start_suspension": {
        "does": "begin", "by": ["agency"], "also_in": "any", "penalties": ["suspension"], "basis": "54",
    },
    "steps.give_back": {"does": "end", "by": ["agency"], "also_in": "any", "penalties": ["suspension"], "basis": "54"},
    "time_limits.suspension.opened_by": ["start_suspension:told"],
}  # fmt: skip


def bare(**more: Any) -> dict[str, Any]:
    return {**BARE, **more}


def test_nothing_begins_before_there_is_a_judgment() -> None:
    refused = carts.served("80-IV", changes=bare()).no("start_suspension", "2027-03-03", NothingToServe, "Nenhuma pena")
    assert "54" in refused.articles


def test_nothing_begins_where_only_a_fine_was_imposed() -> None:
    carts.final("80-II", changes=bare()).no("start_suspension", "2027-04-01", NothingToServe, "Nenhuma pena")


def test_what_was_decided_and_not_yet_told_does_not_begin() -> None:
    at_once = bare(**{"penalties.S.effective": "at_once"})
    play = carts.judged("80-IV", changes=at_once, judgment=DAYS)
    play.no("start_suspension", "2027-03-16", NothingToServe, "ainda não tem efeito")
    play.do("serve_decision", "2027-03-17", via="post", receipt="ar")
    play.do("start_suspension", "2027-03-18")
    assert play.penalty("80-IV", "S").status == "serving"


def test_what_is_being_served_does_not_begin_twice() -> None:
    play = carts.final("80-IV", changes=bare(), judgment=DAYS)
    play.do("start_suspension", "2027-04-01")
    play.no("start_suspension", "2027-04-02", NothingToServe, "duas vezes")
    assert play.due("suspension") == "2027-04-05"


def test_people_end_only_what_is_being_served() -> None:
    play = carts.final("80-IV", changes=bare(), judgment=DAYS)
    play.no("give_back", "2027-04-01", NothingToServe, "não há o que encerrar")
    play.do("start_suspension", "2027-04-01")
    play.do("give_back", "2027-04-05")
    assert play.penalty("80-IV", "S").status == "settled"
