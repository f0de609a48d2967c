"""Which running cases a change of rules would reach, now or further on: nothing is decided again or touched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from procedures.difference import Change
from workflow.case import Case, Track
from workflow.graph import edges
from workflow.procedure import ARCHIVED, Procedure, Step
from workflow.standing import ended, stands, state_of


@dataclass(frozen=True, kw_only=True)
class Touched:
    """A running case and the changed rules it would meet.

    ``now``: rules of its place, its next acts, its open terms, its items and penalties. ``later``: rules of what
    may still come. A term already counted keeps its date; the rule that changed serves the terms still to open.
    """

    case: str
    state: str
    now: tuple[Change, ...]
    later: tuple[Change, ...]


class Reach:
    """What of the law a case may meet, under both versions of it; built once, asked of many cases."""

    def __init__(self, old: Procedure, new: Procedure, changes: Iterable[Change]) -> None:
        self._versions = (old, new)
        self._changes = [each for each in changes if not each.is_quote]
        self._ways: dict[str, set[str]] = {}
        for version in self._versions:
            for edge in edges(version):
                if edge.to is not None:
                    self._ways.setdefault(edge.source, set()).add(edge.to)

    def of(self, case: Case) -> Touched | None:
        """What touches the case; ``None`` if nothing does, or if it has ended."""
        if not case.tracks or ended(case):
            return None
        places = {track.place for track in case.tracks if not track.place.startswith(ARCHIVED)}
        now = self._met(case, places, case.tracks)
        later = self._met(case, self._ahead(places), ())
        first = tuple(each for each in self._changes if _meets(each.path, now))
        further = tuple(each for each in self._changes if each not in first and _meets(each.path, later))
        return Touched(case=case.id, state=state_of(case)[0], now=first, later=further) if first or further else None

    def _ahead(self, places: set[str]) -> set[str]:
        seen, queue = set(places), list(places)
        while queue:
            for to in self._ways.get(queue.pop(), set()) - seen:
                seen.add(to)
                queue.append(to)
        return seen

    def _met(self, case: Case, places: Collection[str], tracks: Collection[Track]) -> set[str]:
        """The paths read there: of the places, the acts that start there, the limits those open, and what is priced."""
        found = {f"states.{place}" for place in places}
        if tracks:
            found |= {f"penalties.{each.code}" for each in case.obligations if stands(each)}
            for deadline in case.deadlines:
                if deadline.status == "open":
                    found |= {f"time_limits.{deadline.kind}.{field}" for field in _OF_AN_OPEN_TERM}
        for version in self._versions:
            for name, step in version.steps.items():
                if _possible(step, places):
                    found.add(f"steps.{name}")
                    found |= _read_by(version, case, name, step)
        return found


_OF_AN_OPEN_TERM = ("met_by", "suspended_by", "on_expiry", "extendable", "tolerance", "warns", "silence", "label")
_PRICING = ("repeat", "choice", "noncure", "confession", "recusal")


def _possible(step: Step, places: Collection[str]) -> bool:
    """Whether the act moves a track that is in one of these places, or has its effect there without moving any."""
    if step.source:
        return any(place in step.source for place in places)
    return step.also_in == "any" or any(place.partition("/")[0] in step.also_in for place in places)


def _read_by(version: Procedure, case: Case, name: str, step: Step) -> set[str]:
    found = {f"bodies.{body}" for body in step.by if body in version.bodies}
    if step.does in ("serve", "fail_service", "take_effect"):
        found |= {"services", "receipts"}
    if step.does in ("decide", "review", "lapse", "uncured"):
        items = [item for item in case.head.items if item in version.infractions]
        found |= {*_PRICING, *(f"infractions.{item}" for item in case.head.items)}
        found |= {f"penalties.{code}" for item in items for code in version.infractions[item].penalties}
    if step.does in ("fix_amounts", "pay"):
        found |= {"money", "units"}
    for kind, limit in version.time_limits.items():
        if any(use.partition(":")[0] == name for use in limit.opened_by):
            found |= {f"time_limits.{kind}", f"counting.{limit.binds}"}
        elif any(use.partition(":")[0] == name for use in (*limit.met_by, *limit.suspended_by)):
            found |= {f"time_limits.{kind}.met_by", f"time_limits.{kind}.suspended_by"}
    return found


def _meets(path: str, met: Iterable[str]) -> bool:
    """Whether a changed path is one of those read, above it or below it."""
    return any(path == each or path.startswith(f"{each}.") or each.startswith(f"{path}.") for each in met)


def touched(reach: Reach, cases: Iterable[Case]) -> Iterator[Touched]:
    """The cases that something touches."""
    for case in cases:
        found = reach.of(case)
        if found is not None:
            yield found
