"""Suspensive effect given case by case: a penalty that has effect at once waits, from this act, to be final."""

from __future__ import annotations

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.errors import NothingToServe


def withheld(act: Act) -> None:
    """``withhold``: what has, or would have, effect at once has none until final; days already served are kept.

    The day of this act is not served.
    """
    found = False
    for track in act.tracks:
        for each in act.draft.in_scope(track):
            if each.kind not in act.rule.penalties or not _has_effect_at_once(act, each):
                continue
            found = True
            act.draft.cite(act.rules.procedure.penalties[each.code].basis)
            served = each.served + _served(act, track, each)
            act.draft.obligation(each, status="imposed", effective_on=None, withheld=True, served=served)
            for deadline in list(act.draft.open_deadlines(track.id)):
                if act.rules.limits[deadline.kind].of == each.kind:
                    act.draft.deadline(deadline, status="void")
    if not found and not act.forced:
        raise NothingToServe("Nenhuma destas penas produz efeito antes de definitiva; não há o que suspender.")


def _has_effect_at_once(act: Act, obligation: Obligation) -> bool:
    at_once = act.rules.procedure.penalties[obligation.code].effective == "at_once"
    pending = obligation.status in ("imposed", "serving") and obligation.final_on is None
    return at_once and pending and not obligation.withheld


def _served(act: Act, track: Track, obligation: Obligation) -> int:
    """How many days of it had run before the day of this act."""
    if obligation.status != "serving":
        return 0
    running = [each for each in act.draft.open_deadlines(track.id) if act.rules.limits[each.kind].of == obligation.kind]
    return max((min((act.day - each.first).days, obligation.days or 0) for each in running), default=0)
