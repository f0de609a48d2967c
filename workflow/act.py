"""One act while it is decided: the command, the step, the tracks it touches, the rules and facts it is held to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, time

from workflow.calendar import Calendar
from workflow.case import Case, Track
from workflow.event import Command
from workflow.facts import Facts
from workflow.fold import Draft
from workflow.judgment import Sitting
from workflow.procedure import Body, Step
from workflow.rules import Rules


@dataclass(slots=True, kw_only=True)
class Act:
    """A command on its way to being an event.

    ``moving`` are the tracks it moves, ``told`` those where it is only recorded. ``on`` is the day of the
    act, ``day`` the day it takes effect (anchor of the limits it opens), ``law_day`` the day the record
    dates it by: for the clock, the day the term ended. ``latest`` is, while a limit opens that waits for several
    acts, the day of the latest of them.
    """

    rules: Rules
    step: str
    rule: Step
    command: Command
    facts: Facts
    case: Case
    draft: Draft
    moving: list[Track]
    told: list[Track]
    on: date
    day: date
    law_day: date
    outcome: str = ""
    body: str = ""
    at: time | None = None
    sitting: Sitting | None = None
    forced: bool = False
    latest: date | None = None
    tags: list[str] = field(default_factory=list)

    @property
    def calendar(self) -> Calendar:
        """The municipality's calendar this act is counted by."""
        return self.facts.calendar

    @property
    def track(self) -> Track:
        """The track the act is about: the first it moves, else the first it is told on."""
        return (self.moving or self.told)[0]

    @property
    def tracks(self) -> list[Track]:
        """Every track the act touches."""
        return [*self.moving, *self.told]

    @property
    def body_rule(self) -> Body:
        """The rule of the body that acts; a person acting alone is a body of one."""
        return self.rules.procedure.bodies.get(self.body) or Body()

    def text(self, name: str) -> str:
        """A field of the act as text, empty if it was not given."""
        value = self.command.data.get(name)
        return "" if value is None else str(value)

    def current(self, track: Track) -> Track:
        """The track as this act has left it so far."""
        return self.draft.tracks[track.id]
