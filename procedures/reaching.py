"""What of a law's data is in use: questions, steps and states that an answer leaves without a way to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from procedures.faults import faults_of
from workflow.errors import LawFaults
from workflow.graph import edges
from workflow.procedure import NOT_OPENED, Procedure

if TYPE_CHECKING:
    from procedures.loader import Law


def drop_unreachable(law: Law, data: dict[str, Any], taken: list[str]) -> None:
    """Drop from taken steps the states this law cannot reach, so that the reachability check stays strict."""
    if not taken:
        return
    try:
        procedure = Procedure.model_validate({**data, "id": law.id})
    except ValidationError as error:
        raise LawFaults(faults_of(error, law.document, Procedure)) from None
    reached = reachable(procedure)
    for name in taken:
        step = data["steps"][name]
        for key in ("from", "also_in"):
            places = step.get(key)
            if isinstance(places, list):
                step[key] = [place for place in places if place in reached or place == "archived"]


def reachable(procedure: Procedure) -> set[str]:
    """The places a track can come to from the opening."""
    ways: dict[str, set[str]] = {}
    for edge in edges(procedure):
        if edge.to is not None:
            ways.setdefault(edge.source, set()).add(edge.to)
    reached, queue = {NOT_OPENED}, [NOT_OPENED]
    while queue:
        place = queue.pop()
        steps = ways.get(place, set()) | (ways.get("archived", set()) if place.startswith("archived") else set())
        for to in steps - reached:
            reached.add(to)
            queue.append(to)
    return reached
