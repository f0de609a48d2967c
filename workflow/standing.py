"""How a case stands: the state of each track and of the case, read off places and obligations.

After finality nothing is a state of the graph: ``awaiting_cure``, ``awaiting_payment``, ``overdue``,
``executing_penalty``, ``closed`` and its reason are derived here (``format.md`` 2.2).
"""

from __future__ import annotations

from collections.abc import Iterable

from workflow.case import Case, Head, Obligation, Track
from workflow.procedure import ARCHIVED, ENFORCEMENT, NOT_OPENED

CLOSED = "closed"
CURED = "cured"
UNDER_AGREEMENT = "under_agreement"
ORDER = (
    NOT_OPENED, "awaiting_notification", "awaiting_defense", "under_first_judgment", "awaiting_decision_notice",
    "awaiting_appeal", "under_reconsideration", "under_appeal_judgment", "awaiting_final_notice", "awaiting_cure",
    "awaiting_payment", "overdue", "executing_penalty", UNDER_AGREEMENT,
)  # fmt: skip
_RANK = {state: rank for rank, state in enumerate(ORDER)}
_ENDED = (CLOSED, ARCHIVED)
_RUNNING = ("suspension", "temporary_bar")
_LIVE = ("imposed", "final", "serving", "settled")


def stands(obligation: Obligation) -> bool:
    """Whether a penalty is still in the world: neither cancelled nor absorbed."""
    return obligation.status in _LIVE


def may_begin(obligation: Obligation) -> bool:
    """Whether a penalty may start to be served: it is final, or it has effect at once and nobody has reversed it."""
    return obligation.status == "final" or (obligation.status == "imposed" and obligation.effective_on is not None)


def may_be_appealed(obligation: Obligation) -> bool:
    """Whether a penalty that stands is not yet final, though it may be running or served already."""
    return obligation.status == "imposed" or (
        obligation.status in ("serving", "settled") and obligation.final_on is None
    )


LEGALITY_CONFIRMED = "legality_confirmed"
"""The mark of a case in which an authority has confirmed what silence confessed."""


def confessed_only(obligations: Iterable[Obligation], head: Head) -> bool:
    """Whether the standing fines rest on silence alone: all confessed, and nobody has confirmed their legality."""
    fines = [each for each in obligations if each.kind == "fine" and stands(each)]
    return bool(fines) and all(each.confessed for each in fines) and LEGALITY_CONFIRMED not in head.marks


def track_state(track: Track, obligations: Iterable[Obligation]) -> tuple[str, str]:
    """The track's state and, if it has ended, the reason."""
    if track.agreed_on is not None:
        return UNDER_AGREEMENT, ""
    if track.place != ENFORCEMENT:
        return track.place.split("/", 1)[0], track.reason
    mine = [each for each in obligations if track.covers(each)]
    standing = [each for each in mine if stands(each)]
    if mine and not standing and all(each.status == "cancelled" for each in mine):
        reason = next((each.ended_as for each in reversed(mine) if each.ended_as), "")
        return (CLOSED if reason == CURED else ARCHIVED), reason
    if track.cure == "ordered":
        return "awaiting_cure", ""
    fines = [each for each in standing if each.kind == "fine" and each.status != "settled"]
    if any(each.overdue_on is None for each in fines):
        return "awaiting_payment", ""
    if fines:
        return "overdue", ""
    if any(each.kind in _RUNNING and each.status != "settled" for each in standing):
        return "executing_penalty", ""
    return CLOSED, _closed_as(standing, track)


def _closed_as(standing: Iterable[Obligation], track: Track) -> str:
    settled = {each.kind for each in standing if each.status == "settled"}
    if "revocation" in settled:
        return "revoked"
    if settled & set(_RUNNING):
        return "penalty_served"
    if "fine" in settled:
        return "paid"
    if track.cure == "proved":
        return CURED
    return "warning_recorded" if settled & set(_WARNINGS) else "nothing_imposed"


_WARNINGS = ("warning", "verbal_warning")
_REASONS = ("revoked", "penalty_served", "paid", "cured", "warning_recorded", "nothing_imposed")


def state_of(case: Case, *, rank: dict[str, int] | None = None) -> tuple[str, str]:
    """The case's state (its least advanced track that has not ended) and the reason if it ended."""
    if not case.tracks:
        return NOT_OPENED, ""
    states = [track_state(track, case.obligations) for track in case.tracks]
    open_states = [state for state, _ in states if state not in _ENDED]
    if open_states:
        ranks = rank or _RANK
        return min(open_states, key=lambda state: ranks.get(state, len(ranks))), ""
    closed = [reason for state, reason in states if state == CLOSED]
    if closed:
        return CLOSED, min(closed, key=_REASONS.index)
    return ARCHIVED, next((reason for _, reason in reversed(states) if reason), "")


def ended(case: Case) -> bool:
    """Whether every track of the case has ended."""
    return state_of(case)[0] in _ENDED
