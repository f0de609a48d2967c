"""Agreements: while one holds, the case waits and no term of it runs; broken, everything goes on from where it was.

An agreement leaves the track where it is. Terms that were running resume with what was left of them, not counting the
days of the agreement. What being kept brings is the file's own act (``does: cancel``, to a reason of its own).
"""

from __future__ import annotations

from datetime import timedelta

from workflow.act import Act
from workflow.case import Track
from workflow.deadlines import label
from workflow.errors import NothingToBreach, StepNotAllowed, UsedUp
from workflow.procedure import Step
from workflow.recounting import counted_again

_GOES_ON = ("breach", "cancel", "extinguish", "agree")
"""What may still move a case that waits for an agreement to be kept: its end, one way or another."""

_DAY = timedelta(days=1)


def may_move(track: Track, step: Step) -> bool:
    """Whether an act of this kind may move the track now."""
    return track.agreed_on is None or step.does in _GOES_ON


def require_free(act: Act, tracks: list[Track]) -> None:
    """Refuse to move a track that waits for an agreement to be kept."""
    for track in tracks:
        if not may_move(track, act.rule) and track.agreed_on is not None:
            rule = act.rules.steps[track.agreed_by]
            raise StepNotAllowed(
                f"“{act.rule.label or act.step}” não cabe: o processo está suspenso por "
                f"“{rule.label or track.agreed_by}” desde {label(track.agreed_on)}; "
                "espera-se que se cumpra ou se descumpra.",
                rule.ground,
            )


def agreed(act: Act) -> None:
    """``agree``: the case waits; every term of the parties' and the authority's that runs is held where it is."""
    for track in act.tracks:
        if track.agreed_on is not None:
            raise UsedUp("Já há acordo em curso neste processo.", act.rules.steps[track.agreed_by].ground)
        held = []
        for deadline in list(act.draft.open_deadlines(track.id)):
            limit = act.rules.limits[deadline.kind]
            if limit.binds == "penalty" or limit.measure is not None or act.step in limit.met_by:
                continue
            act.draft.deadline(deadline, status="suspended")
            held.append(deadline.id)
        act.draft.track(act.current(track), agreed_on=act.day, agreed_by=act.step, paused=tuple(held))


def breached(act: Act) -> None:
    """``breach``: the agreement was not kept; what was held runs again, for as long as it still had to run."""
    waiting = [track for track in act.tracks if track.agreed_on is not None]
    if not waiting:
        raise NothingToBreach("Não há acordo em curso neste processo.")
    for track in waiting:
        since = track.agreed_on or act.day
        pause = (since + _DAY, act.day) if act.day > since else None
        held = track.paused
        for own in list(act.draft.open_deadlines(track.id)):
            if own.opened_by == track.agreed_by and own.id != act.command.deadline:
                act.draft.deadline(own, status="void")
        act.draft.track(
            act.current(track), agreed_on=None, agreed_by="", paused=(),
            pauses=(*track.pauses, *((pause,) if pause is not None else ())),
        )  # fmt: skip
        for name in held:
            deadline = act.draft.deadlines[name]
            if deadline.status == "suspended":
                limit = act.rules.limits[deadline.kind]
                act.draft.cite(limit.basis)
                if limit.before is None:
                    deadline = counted_again(act.rules, act.draft, deadline, act.calendar)
                act.draft.deadline(deadline, status="open")
