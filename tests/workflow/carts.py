"""Pushcart cases played up to a stage: Monday 1 March 2027, told by 17 March, final on 30 March if not appealed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from tests.workflow.fictional import fictional
from tests.workflow.play import Play
from workflow.facts import Member, UnitValue

UF = {"UF": (UnitValue(date(2026, 1, 1), Decimal("100.00"), "decreto de exemplo", always=True),)}
COUNCIL = tuple(Member(name, "council", lawyer=name == "Clara") for name in ("Aldo", "Bia", "Clara", "Duda"))
ANNA, BETO = "permit_holder", "auxiliary_driver"


def drawn(*items: str, changes: dict[str, Any] | None = None, **data: Any) -> Play:
    play = Play(fictional(changes), units=UF, members=COUNCIL)
    play.do("draw_up", "2027-03-01", items=list(items or ("80-II",)), fact_on="2027-03-01", **data)
    return play


def served(*items: str, **given: Any) -> Play:
    """… notified on the 2nd: the defense may come until the 12th."""
    play = drawn(*items, **given)
    play.do("serve_notice", "2027-03-02", via="personal")
    return play


def defended(*items: str, **given: Any) -> Play:
    play = served(*items, **given)
    play.do("file_defense", "2027-03-10")
    return play


def judged(*items: str, judgment: dict[str, Any] | None = None, **given: Any) -> Play:
    play = defended(*items, **given)
    play.do("judge", "2027-03-15", **{"outcome": "upheld", **(judgment or {})})
    return play


def told(*items: str, **given: Any) -> Play:
    """… told on Wednesday, the 17th: appeal until the 27th, a Saturday, so until Monday the 29th."""
    play = judged(*items, **given)
    play.do("serve_decision", "2027-03-17", via="post", receipt="ar")
    return play


def appealed(*items: str, kind: str = "", **given: Any) -> Play:
    play = told(*items, **given)
    play.do("file_appeal", "2027-03-22", **({"kind": kind} if kind else {}))
    return play


def final(*items: str, **given: Any) -> Play:
    """… final on the 30th."""
    return told(*items, **given).until("2027-03-30")


def two(*items: str, **given: Any) -> Play:
    """A case against two, each on a track of his own, judged together."""
    joint = {
        "tracks": {"per": "respondent", "basis": "16"},
        "steps.judge.moves": "all",
        "steps.judge_appeal.moves": "all",
    }
    return drawn(
        *(items or ("80-II",)),
        changes={**joint, **given.pop("changes", {})},
        respondents=[ANNA, BETO],
        **given,
    )
