"""The procedure's graph as roads to walk: what is reached from where, by which steps, and how a track may end.

Only the file is looked at, never a case. A step that stays or only tells is no road.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from workflow.graph import edges, places, ways
from workflow.procedure import ARCHIVED, ENFORCEMENT, NOT_OPENED, STAY, Procedure, Step, Verb


class Road(NamedTuple):
    """One way a step moves a track: whence, by which step with which outcome (and kind of penalty), whither."""

    source: str
    step: str
    outcome: str
    to: str


def is_final(place: str) -> bool:
    """Whether the graph ends there: in enforcement, or archived for whatever reason."""
    return place == ENFORCEMENT or place.split("/", 1)[0] == ARCHIVED


class Roads:
    """All the roads of one procedure, indexed by where they start."""

    def __init__(self, procedure: Procedure) -> None:
        self.procedure = procedure
        self.places = places(procedure)
        self.roads = tuple(self._all())

    def _all(self) -> Iterator[Road]:
        archived = [place for place in self.places if place.split("/", 1)[0] == ARCHIVED]
        for edge in edges(self.procedure):
            if edge.to is None:
                continue
            step, _, outcome = edge.trigger.partition(":")
            for source in archived if edge.source == ARCHIVED else [edge.source]:
                yield Road(source, step, outcome.partition(":")[0], edge.to)

    @cached_property
    def leaving(self) -> dict[str, list[Road]]:
        """The roads out of each place."""
        found: dict[str, list[Road]] = {place: [] for place in self.places}
        for road in self.roads:
            found[road.source].append(road)
        return found

    @cached_property
    def reached(self) -> frozenset[str]:
        """Every place a track can come to from the opening, the opening included."""
        return self.reached_from([NOT_OPENED])

    def reached_from(self, starts: Iterable[str], *, without: Collection[Verb] = ()) -> frozenset[str]:
        """Every place a track can come to from these, themselves included, by steps that do none of ``without``."""
        return frozenset(self._walk(starts, without))

    def _walk(self, starts: Iterable[str], without: Collection[Verb] = ()) -> list[str]:
        """The places in the order a track would come to them."""
        steps = self.procedure.steps
        found = dict.fromkeys(starts)
        queue = deque(found)
        while queue:
            for road in self.leaving.get(queue.popleft(), ()):
                if road.to not in found and steps[road.step].does not in without:
                    found[road.to] = None
                    queue.append(road.to)
        return list(found)

    def led_to(self, name: str) -> list[str]:
        """The places to which a step moves tracks."""
        return [road.to for road in self.roads if road.step == name]

    @cached_property
    def stuck(self) -> tuple[str, ...]:
        """Places reached from which no ordinary step leads on to an end, in the order they are reached."""
        into: dict[str, list[str]] = {}
        for road in self.roads:
            if not self.is_way_out_of_anywhere(road.step):
                into.setdefault(road.to, []).append(road.source)
        able = {place for place in self.places if is_final(place)}
        queue = deque(able)
        while queue:
            for source in into.get(queue.popleft(), ()):
                if source not in able:
                    able.add(source)
                    queue.append(source)
        return tuple(place for place in self._walk([NOT_OPENED]) if place not in able)

    def is_way_out_of_anywhere(self, name: str) -> bool:
        """Whether a step ends cases at any stage (annulment, extinction): that a state has it proves nothing."""
        step = self.procedure.steps[name]
        return step.does in ("cancel", "extinguish", "replace") and (
            step.does == "replace" or ENFORCEMENT in step.source
        )


def destinations(step: Step) -> tuple[str, ...]:
    """Every place a step may lead to."""
    return tuple(dict.fromkeys(place for _, _, place in ways(step) if place != STAY))
