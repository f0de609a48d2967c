"""The procedure as a diagram: what leads from one state to another, for people to see at once.

What is possible at any stage (annulling, extinguishing, replacing the respondent) is a note, not a bundle of
arrows. The same roads make the Mermaid text and the drawing (``procedures.drawing``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from procedures.wording import OUTCOMES, PENALTIES, length_said, place_said, said, step_said
from workflow.graph import ways
from workflow.procedure import ARCHIVED, ENFORCEMENT, NOT_OPENED, STAY, Procedure
from workflow.roads import Roads
from workflow.standing import ORDER

_AFTER_FINALITY = ("awaiting_cure", "awaiting_payment", "overdue", "executing_penalty")


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """All that leads from one place to another: the acts, and which of them are the clock's."""

    source: str
    to: str
    acts: tuple[str, ...]
    lapses: tuple[str, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What stands along the arrow, acts of people first."""
        return (*self.acts, *self.lapses)


class Diagram:
    """The places a case passes, in order, with the arrows between them and the notes below."""

    def __init__(self, procedure: Procedure) -> None:
        self.procedure = procedure
        self.roads = Roads(procedure)

    @cached_property
    def places(self) -> list[str]:
        """The states of the ordinary course, least advanced first, from the opening to enforcement."""
        known = [name for name in ORDER if name in self.roads.reached]
        own = [name for name in self.roads.places if name in self.roads.reached and not name.startswith(ARCHIVED)]
        found = [NOT_OPENED, *(name for name in known if name != NOT_OPENED)]
        for name in own:
            if name not in found and name != ENFORCEMENT:
                found.insert(self._after(found, name), name)
        return [*found, ENFORCEMENT]

    def _after(self, found: list[str], name: str) -> int:
        """Where a law's own state belongs: after the last of the places that lead to it."""
        before = [road.source for road in self.roads.roads if road.to == name and road.source in found]
        return max((found.index(place) for place in before), default=len(found) - 1) + 1

    @cached_property
    def arrows(self) -> list[Arrow]:
        """Every arrow of the ordinary course, in the order of the places they leave."""
        found: dict[tuple[str, str], dict[str, list[str]]] = {}
        for source, to, step, outcome in self._ways():
            found.setdefault((source, to), {}).setdefault(step, []).extend(filter(None, [outcome]))
        order = {place: rank for rank, place in enumerate(self.places)}
        arrows = [
            Arrow(
                source=source,
                to=to,
                acts=tuple(self._told(name, how) for name, how in steps.items() if not self._by_clock(name)),
                lapses=tuple(self._told(name, how) for name, how in steps.items() if self._by_clock(name)),
            )
            for (source, to), steps in found.items()
        ]
        return sorted(arrows, key=lambda each: (order.get(each.source, 99), order.get(each.to, 99)))

    def _by_clock(self, name: str) -> bool:
        return "clock" in self.procedure.steps[name].by

    def _ways(self) -> Iterator[tuple[str, str, str, str]]:
        for name, step in self.procedure.steps.items():
            if self.roads.is_way_out_of_anywhere(name):
                continue
            for outcome, kind, place in ways(step):
                about = [said(outcome, OUTCOMES)] if outcome and outcome != "timely" else []
                about += [said(kind, PENALTIES)] if kind else []
                for source in step.source:
                    if place != STAY and source in self.roads.reached:
                        yield source, place, name, ", ".join(about)

    def _told(self, name: str, how: list[str]) -> str:
        """The act with the outcomes that lead this way, and for the clock's the term that has run out."""
        limits = self.procedure.time_limits.values()
        lapsed = [each for each in limits if each.on_expiry == name and each.length not in ("none", "penalty")]
        about = "; ".join([*(f"vencidos {length_said(each)}" for each in lapsed), *dict.fromkeys(how)])
        return step_said(self.procedure, name) + (f" ({about})" if about else "")

    def _lapsed(self, name: str) -> list[str]:
        limits = [limit for limit in self.procedure.time_limits.values() if limit.on_expiry == name]
        return [f"vencidos {length_said(each)}" for each in limits if each.length not in ("none", "penalty")]

    @cached_property
    def notes(self) -> list[str]:
        """What the arrows leave out: acts possible at any stage, and how a case goes on in enforcement."""
        notes = []
        for name, step in self.procedure.steps.items():
            if self.roads.is_way_out_of_anywhere(name):
                ends = dict.fromkeys(place_said(self.procedure, to) for to in self.roads.led_to(name))
                where = (
                    "quase qualquer fase"
                    if len(step.source) != 1
                    else f"“{place_said(self.procedure, step.source[0])}”"
                )
                notes.append(f"{step_said(self.procedure, name)}, em {where}: {', '.join(ends)}.")
        after = [name for name in _AFTER_FINALITY if name in self.procedure.states]
        if after:
            listed = ", ".join(place_said(self.procedure, name).lower() for name in after)
            end = place_said(self.procedure, "closed").lower()
            notes.append(
                f"{place_said(self.procedure, ENFORCEMENT)}, conforme o que resta cumprir: {listed}; depois, {end}."
            )
        return notes


def mermaid(procedure: Procedure) -> str:
    """The diagram as Mermaid text (``stateDiagram-v2``)."""
    diagram = Diagram(procedure)
    ids = {place: _id(place) for place in (*diagram.places, *(each.to for each in diagram.arrows))}
    lines = ["stateDiagram-v2", "    direction TB"]
    lines += [
        f'    state "{_plain(place_said(procedure, place))}" as {name}'
        for place, name in ids.items()
        if place != NOT_OPENED
    ]
    for arrow in diagram.arrows:
        text = _plain("<br/>".join(arrow.labels))
        lines.append(f"    {ids[arrow.source]} --> {ids[arrow.to]}: {text}")
    ends = [name for place, name in ids.items() if place == ENFORCEMENT or place.startswith(ARCHIVED)]
    lines += [f"    {name} --> [*]" for name in ends]
    for note in diagram.notes:
        lines.append(f"    %% {note}")
    return "\n".join(lines) + "\n"


def _id(place: str) -> str:
    return "[*]" if place == NOT_OPENED else place.replace("/", "__")


def _plain(text: str) -> str:
    """Text that Mermaid cannot take for its own signs."""
    return text.replace('"', "'").replace(":", " -").replace(";", ",").replace("#", "nº ")
