"""Who was served before an act: whoever knows of the case is told of what changes it (Lei 9.784, arts. 3 II, 28)."""

from __future__ import annotations

from workflow.case import Case
from workflow.rules import Rules


def served_tracks(rules: Rules, case: Case) -> tuple[str, ...]:
    """A track of each respondent who was served: a term of the party's has run or runs on it only then."""
    known = {each.track for each in case.deadlines if rules.limits[each.kind].binds == "party"}
    found: dict[str, str] = {}
    for track in case.tracks:
        if track.id in known:
            found.setdefault(track.respondent, track.id)
    return tuple(found.values())
