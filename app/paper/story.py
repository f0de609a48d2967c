"""What has happened in a case, as its later papers tell it: the acts in force, with what corrections made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from app.paper.wording import day_of
from storage.codec import Told
from workflow.event import CLOCK, Event
from workflow.facts_in_force import DAY_OF_ACT
from workflow.procedure import Procedure, Step

Happened: TypeAlias = Event | Told
"""An act: the one being recorded, or an earlier one as the record tells it."""


class Deed(Struct, frozen=True):
    """An act in force: its day by the law, its data and what it decided, as later corrections left them."""

    version: int
    step: str
    does: str
    by: str
    on: date
    data: Mapping[str, Any]
    event: Happened
    outcome: str

    @property
    def happened_on(self) -> date:
        """The day that papers tell: of a service, that of its receipt, which may be another than that of the act."""
        received = day_of(self.data.get("received_on")) if self.does == "serve" else None
        return received or self.on

    def text(self, name: str) -> str:
        """A datum as text; empty if it is not there or was erased."""
        value = self.data.get(name)
        return "" if value is None else str(value)


class Correction(Struct, frozen=True):
    """One field of an act put right: the act as it stood before, what the field was, and what it is.

    ``by`` is the version of the correcting act.
    """

    by: int
    deed: Deed
    field: str
    before: Any
    after: Any


class Story:
    """The acts of a case up to and with the one being recorded.

    ``undone`` says which act undid an act, and ``again`` which ones did again an act of the clock, by version.
    """

    def __init__(self, procedure: Procedure, events: Iterable[Happened]) -> None:
        self.procedure = procedure
        self.deeds: list[Deed] = []
        self.withdrawn: list[Happened] = []
        self.corrections: list[Correction] = []
        self.undone: dict[int, int] = {}
        self.again: dict[int, list[int]] = {}
        for event in events:
            self._take(event)

    def _take(self, event: Happened) -> None:
        deed = self._deed(event)
        does = deed.does
        if does in ("rectify", "reopen") and isinstance(of := event.data.get("of"), Mapping):
            self._correct(deed, of)
        for fallen in event.derived.withdrawn:
            name, track, day = fallen.split(":", 2)
            gone = [
                each
                for each in self.deeds
                if (each.step, each.by, each.event.track, each.on.isoformat()) == (name, CLOCK, track, day)
            ]
            self.withdrawn += [each.event for each in gone]
            self.undone |= {each.event.version: event.version for each in gone}
            self.deeds = [each for each in self.deeds if each not in gone]
        for again in event.derived.redone:
            self._do_again(again, event.version)
        self.deeds.append(deed)

    def _deed(self, event: Happened) -> Deed:
        step = self.procedure.steps.get(event.step)
        does = step.does if step else ""
        return Deed(event.version, event.step, does, event.by, event.occurred_on, event.data, event, event.outcome)

    def _do_again(self, act: str, version: int) -> None:
        """An act of the clock that fell and stands again on another day, with the papers of the correction."""
        name, track, day = act.split(":", 2)
        fallen = next((each for each in reversed(self.withdrawn) if (each.step, each.track) == (name, track)), None)
        if fallen is not None:
            self.again.setdefault(fallen.version, []).append(version)
            self.deeds.append(replace(self._deed(fallen), version=version, on=date.fromisoformat(day)))

    def named(self, of: Mapping[str, Any]) -> Deed | None:
        """The act of people that a correction names by step and day, as those before leave it; of several, the last."""
        return next((each for each in reversed(self.deeds) if each.by != CLOCK and _is_named(each, of)), None)

    def _correct(self, deed: Deed, of: Mapping[str, Any]) -> None:
        named = self.named(of)
        if named is None:
            return
        at = next(at for at, each in enumerate(self.deeds) if each is named)
        if deed.does == "reopen":
            self.undone[named.version] = deed.version
            del self.deeds[at]
        else:
            self.corrections.append(_correction(named, deed))
            self.deeds[at] = _rectified(named, deed, self.procedure.steps[named.step].turns_on)

    @cached_property
    def notice(self) -> Deed | None:
        """The act that drew up the notice: where it comes after an order to cure, not the one that began the case."""
        steps = self.procedure.steps
        drawn = (each for each in self.deeds if "infraction_notice" in papers_issued(steps.get(each.step)))
        return next(drawn, self.opening)

    def binds_on(self, served: Deed) -> date | None:
        """The day from which a service binds the party, by the clock's act if it took effect later; None until then."""
        if served.event.moved or served.event.told:
            return served.happened_on
        for each in self.deeds:
            if each.version > served.version and each.does in ("serve", "take_effect"):
                if each.does == "take_effect":
                    return each.on
                if each.text("to") == served.text("to"):
                    return None
        return None

    @cached_property
    def opening(self) -> Deed | None:
        """The act that began the case."""
        return next(self.of("open"), None)

    def of(self, *verbs: str) -> Iterator[Deed]:
        """The acts of these verbs, in order of their days."""
        found = [each for each in self.deeds if each.does in verbs]
        return iter(found if len(found) < 2 else sorted(found, key=_day))

    def correction_by(self, version: int) -> Correction | None:
        """What the act of that version put right, if it is a correction."""
        return next((each for each in self.corrections if each.by == version), None)

    def last(self, *verbs: str, track: str = "") -> Deed | None:
        """The latest act of these verbs, on a track if one is named."""
        found = [each for each in self.of(*verbs) if not track or not each.event.moved or track in each.event.moved]
        return found[-1] if found else None


def papers_issued(step: Step | None) -> frozenset[str]:
    """The kinds of paper that an act may issue, whatever comes of it."""
    return frozenset(kind for kinds in step.issues.values() for kind in kinds) if step is not None else frozenset()


_day = attrgetter("on")


def _is_named(deed: Deed, of: Mapping[str, Any]) -> bool:
    return (deed.step, deed.on.isoformat()) == (of.get("step"), of.get("date"))


def _correction(deed: Deed, correction: Deed) -> Correction:
    name, after = correction.text("field"), correction.data.get("value")
    before = deed.on.isoformat() if name == DAY_OF_ACT else deed.data.get(name)
    return Correction(correction.version, deed, name, before, after)


def _rectified(deed: Deed, correction: Deed, turns_on: str | None) -> Deed:
    name, value = correction.text("field"), correction.data.get("value")
    if name == DAY_OF_ACT:
        try:
            return replace(deed, on=date.fromisoformat(str(value)))
        except ValueError:
            return deed
    return replace(deed, data={**deed.data, name: value}, outcome=str(value) if name == turns_on else deed.outcome)
