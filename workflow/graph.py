"""The procedure's graph, driven by ``transitions``: one machine per procedure version, nothing registered.

Places are the law's states, ``enforcement``, and ``archived/<reason>``. A trigger is ``step:outcome``
(``step:outcome:kind`` where a track parts, ``step:told`` where a step only tells). No conditions, no
callbacks: the graph is the truth, guards say why not. A throwaway cursor is moved, never a case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from transitions import Machine, MachineError

from workflow.procedure import ARCHIVED, ENFORCEMENT, NOT_OPENED, STAY, Procedure, Step

TOLD = "told"


class Edge(NamedTuple):
    """One way in the graph: from a place, by a trigger, to a place (``None``: the track stays)."""

    source: str
    trigger: str
    to: str | None


def trigger(step: str, outcome: str, kind: str = "") -> str:
    """The name under which the graph knows a step with its outcome."""
    return ":".join(filter(None, (step, outcome, kind)))


def ways(step: Step) -> Iterator[tuple[str, str, str]]:
    """Every (outcome, kind of penalty, destination) of a step; both names empty where it does not matter."""
    if isinstance(step.to, str):
        yield "", "", step.to
        return
    for outcome, destination in step.to.items():
        if isinstance(destination, str):
            yield outcome, "", destination
        else:
            for kind, place in destination.items():
                yield outcome, kind, place


def edges(procedure: Procedure) -> Iterator[Edge]:
    """Every way of the procedure's graph; a step that stays, or only tells, is an edge to nowhere."""
    every = places(procedure)
    for name, step in procedure.steps.items():
        for source in step.source:
            for outcome, kind, destination in ways(step):
                yield Edge(source, trigger(name, outcome, kind), None if destination == STAY else destination)
        told = every if step.also_in == "any" else [place for place in every if place.split("/")[0] in step.also_in]
        for source in told:
            yield Edge(source, trigger(name, TOLD), None)


def places(procedure: Procedure) -> list[str]:
    """Every place a track can be in: states used by some step, and where steps lead."""
    found: dict[str, None] = {NOT_OPENED: None, ENFORCEMENT: None}
    for step in procedure.steps.values():
        found.update(dict.fromkeys(place for place in step.source if place != ARCHIVED))
        found.update(dict.fromkeys(place for _, _, place in ways(step) if place != STAY))
    return list(found)


class _Cursor:
    """A place, for as long as one question takes."""

    __slots__ = ("state",)

    def __init__(self, place: str) -> None:
        self.state = place


class Graph:
    """The machine of one procedure version; it keeps no case and no cursor."""

    def __init__(self, procedure: Procedure) -> None:
        every = places(procedure)
        self._machine = Machine(
            model=None,
            states=every,
            initial=NOT_OPENED,
            auto_transitions=False,
            queued=False,
            transitions=[
                {"trigger": edge.trigger, "source": source, "dest": edge.to}
                for edge in edges(procedure)
                for source in (
                    [place for place in every if place.split("/")[0] == ARCHIVED]
                    if edge.source == ARCHIVED
                    else [edge.source]
                )
            ],
        )
        self._events: dict[str, Any] = dict(self._machine.events)
        self._followed: dict[tuple[str, str, str, str], str | None] = {}

    def follow(self, place: str, step: str, outcome: str, kind: str = "") -> str | None:
        """The place a trigger leads to, or ``None`` if the graph has no such way from ``place``.

        The graph never changes and has no conditions: the machine is asked each question once.
        """
        way = (place, step, outcome, kind)
        if way not in self._followed:
            self._followed[way] = self._follow(*way)
        return self._followed[way]

    def _follow(self, place: str, step: str, outcome: str, kind: str) -> str | None:
        for name in (trigger(step, outcome, kind), trigger(step, "", kind)):
            event = self._events.get(name)
            if event is None:
                continue
            cursor = _Cursor(place)
            try:
                event.trigger(cursor)
            except MachineError:
                continue
            return cursor.state
        return None
