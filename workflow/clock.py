"""What the clock has to do on a morning: pending services first, then lapsed limits in the order of the file.

It only names commands; each is decided like anyone's, one event each. What lapses on D is acted on from
D+1 (later where the law's file gives a tolerance), and of several the same day the file's order decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from workflow.agreements import may_move
from workflow.case import Case, Deadline, Track
from workflow.custody import still_held
from workflow.event import CLOCK, Command
from workflow.instalments import enough_missed
from workflow.payments import fine_to_refer
from workflow.rules import Rules
from workflow.terms import lapse_day


class Due(NamedTuple):
    """One act the clock owes: its step and track, the legal day, and the first morning for it."""

    act_on: date
    order: int
    step: str
    track: str
    legal_day: date
    deadline: str

    def command(self, morning: date) -> Command:
        """The clock's command for that morning."""
        return Command(step=self.step, on=morning, by=CLOCK, deadline=self.deadline, track=self.track)


def due(rules: Rules, case: Case, morning: date) -> list[Due]:
    """Every act due by that morning, the earliest first."""
    return sorted(each for each in _owed(rules, case) if each.act_on <= morning)


def _owed(rules: Rules, case: Case) -> Iterator[Due]:
    tracks = {track.id: track for track in case.tracks}
    for track in case.tracks:
        if track.pending is not None and rules.service_clock and track.agreed_on is None:
            day = track.pending.effective_on
            yield Due(day, -1, rules.service_clock, track.id, day, "")
    for deadline in case.deadlines:
        if (
            deadline.status == "open"
            and deadline.fires
            and _possible(rules, case, deadline, tracks.get(deadline.track))
        ):
            day, act_on = lapse_day(rules, case, deadline)
            yield Due(act_on, rules.rank[deadline.kind], deadline.fires, deadline.track, day, deadline.id)


def _possible(rules: Rules, case: Case, deadline: Deadline, track: Track | None) -> bool:
    """A clock step whose track has left its place does not happen; a referral waits for a final fine."""
    step = rules.steps[deadline.fires]
    if track is None or CLOCK not in step.by or not enough_missed(rules, case, deadline):
        return False
    if step.does == "refer":
        return fine_to_refer(case, deadline)
    if step.does == "dispose":
        return still_held(case.head, about=deadline.about)
    if step.does == "end":
        return any(each.kind in step.penalties and each.status == "serving" for each in case.obligations)
    moves = rules.moves_from(step, track.place) and may_move(track, step)
    return moves or rules.tells(deadline.fires, track.place)


def next_morning(rules: Rules, case: Case) -> date | None:
    """The first morning on which the clock will have something to do, if nothing else happens."""
    return min((each.act_on for each in _owed(rules, case)), default=None)
