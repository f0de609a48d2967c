"""Lifting a measure asks for one in force, whatever conditions the law's file does or does not put."""

from __future__ import annotations

from typing import Any

from tests.workflow import carts
from tests.workflow.play import Play
from workflow.errors import NothingToServe

BARE = {
    "steps.lift_measure": {"does": "lift_measure", "by": ["agency"], "also_in": "any", "basis": "58"},
    "steps.donate": {"does": "dispose", "by": ["agency"], "also_in": "any", "basis": "58"},
    "measures.seizure": {"label": "Apreensão", "holds": "goods", "basis": "57"},
}


def bare(**more: Any) -> Play:
    return carts.served("80-II", changes={**BARE, **more})


def test_what_was_never_ordered_is_not_lifted() -> None:
    refused = bare().no("lift_measure", "2027-03-03", NothingToServe, "não foi ordenada", kind="vehicle_retention")
    assert {"57", "58"} <= set(refused.articles)


def test_what_was_given_its_legal_end_is_not_released() -> None:
    play = bare()
    play.do("order_measure", "2027-03-03", kind="seizure", things=[{"what": "guarda-sol", "quantity": 3}])
    play.do("donate", "2027-03-05", kind="seizure")
    play.no("lift_measure", "2027-03-08", NothingToServe, "já saiu do depósito", kind="seizure")


def test_a_measure_is_lifted_once() -> None:
    play = bare()
    play.do("order_measure", "2027-03-03", kind="vehicle_retention")
    play.do("lift_measure", "2027-03-04", kind="vehicle_retention")
    play.no("lift_measure", "2027-03-05", NothingToServe, "já se levantou", kind="vehicle_retention")
