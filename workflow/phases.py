"""The phase a state belongs to, the same in every law: by it cases of all laws are listed together."""

from __future__ import annotations

from collections.abc import Mapping

from workflow.procedure import ARCHIVED, ENFORCEMENT, Procedure
from workflow.standing import CLOSED, UNDER_AGREEMENT

PHASES = (
    "opening", "service", "defense", "judgment", "decision_service", "appeal", "review", "final_service",
    "enforcement", "closed",
)  # fmt: skip

_SHARED: Mapping[str, str] = {
    "not_opened": "opening", "awaiting_notification": "service", "awaiting_defense": "defense",
    "under_first_judgment": "judgment", "awaiting_decision_notice": "decision_service", "awaiting_appeal": "appeal",
    "under_reconsideration": "review", "under_appeal_judgment": "review", "awaiting_final_notice": "final_service",
    "awaiting_cure": "enforcement", "awaiting_payment": "enforcement", "overdue": "enforcement",
    "executing_penalty": "enforcement", UNDER_AGREEMENT: "enforcement", ENFORCEMENT: "enforcement",
    CLOSED: "closed", ARCHIVED: "closed",
}  # fmt: skip
"""The phase of each state that every law shares, where a file says no other."""


def phase_of(procedure: Procedure, state: str) -> str:
    """The phase of a state: what the file says, else that of the shared state; empty for one that nobody placed."""
    place = procedure.states.get(state)
    return (place.phase if place is not None else "") or _SHARED.get(state.split("/", 1)[0], "")
