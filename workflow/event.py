"""What is asked and what is recorded: commands, and the events a case is the fold of."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from msgspec import Struct

from workflow.case import Deadline, Head, Obligation, Track
from workflow.facts import Earlier, Prior

CLOCK = "clock"
PARTY = "party"


class Erased:
    """What stands in an act's data for a personal value that the law had erased: the act stands, the value is gone.

    Only the record makes one; it reads as text, so that what quotes the value says what became of it.
    """

    def __str__(self) -> str:
        return "apagado por lei"

    __repr__ = __str__


ERASED = Erased()


class Command(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody asks to record: a step of the law, the day it happened, and its data.

    ``data`` holds JSON values only (dates as ``YYYY-MM-DD``, amounts as text). ``on`` is the local
    civil day of the act; for the clock it is the morning it runs, and ``deadline`` names what lapsed.
    """

    step: str
    on: date
    by: str = ""
    data: Mapping[str, Any] = {}
    recorded_by: str = ""
    approved_by: str = ""
    deadline: str = ""
    track: str = ""


class Paper(NamedTuple):
    """A document an event issues: its kind, the track it concerns, and what it is about."""

    kind: str
    track: str = ""
    about: str = ""


class Derived(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What follows from an event's facts: the difference it makes to the case, the papers, the grounds.

    ``withdrawn`` are the clock's acts that fall by a correction, ``redone`` those it does again on another date:
    ``step:track:day``.
    """

    tracks: tuple[Track, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    removed: tuple[str, ...] = ()
    head: Head | None = None
    papers: tuple[Paper, ...] = ()
    gazette: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    answers: dict[str, str] = {}
    warnings: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    redone: tuple[str, ...] = ()


NOTHING = Derived()
"""What follows from an act that only tells: no difference to the case."""


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One act on the record: the facts as given and what the law derives from them.

    ``occurred_on`` is the law's day (for the clock: the day the term ended); ``recorded_on`` the local
    day it was written down; ``ran_on`` the morning the clock ran. ``outcome`` is what the step turned
    on, ``told`` that it moved nothing.
    """

    version: int
    step: str
    by: str
    occurred_on: date
    recorded_on: date
    data: Mapping[str, Any] = {}
    outcome: str = ""
    told: bool = False
    moved: tuple[str, ...] = ()
    recorded_by: str = ""
    approved_by: str = ""
    ran_on: date | None = None
    deadline: str = ""
    track: str = ""
    procedure: str = ""
    town: str = ""
    priors: tuple[Prior, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    derived: Derived = NOTHING

    @property
    def position(self) -> date:
        """The day by which the act is placed among the others: the morning it ran, or the day it happened."""
        return self.ran_on or self.occurred_on

    @property
    def command(self) -> Command:
        """The command that this event recorded."""
        return Command(
            step=self.step, on=self.position, by=self.by, data=self.data, recorded_by=self.recorded_by,
            approved_by=self.approved_by, deadline=self.deadline, track=self.track,
        )  # fmt: skip
