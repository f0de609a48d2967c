"""What a party was given on the way: walks every road of a procedure with the chances of being heard it passed.

A chance is open where a limit that binds the party begins as the track arrives, and was given once the party
files, gives it up, or lets that very limit lapse: whoever leaves the place otherwise was cut short.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from workflow.judgment import REMANDED
from workflow.procedure import ENFORCEMENT, NOT_OPENED, LengthRange, Procedure, TimeLimit
from workflow.roads import Road, Roads

MILESTONES: Mapping[str, str] = {
    "service": "a notificação da autuação",
    "defense": "oportunidade aberta de defesa",
    "decision": "decisão com motivos",
    "decision_service": "a ciência da decisão",
    "appeal": "oportunidade aberta de recurso",
}
"""What every road to a penalty passes, in order, and how a message names it."""


class _Seen(NamedTuple):
    """A track on its way: where it is, which of the party's limits began there, and what it has been given."""

    place: str
    open: frozenset[str] = frozenset()
    service: bool = False
    defense: bool = False
    decision: bool = False
    decision_service: bool = False
    appeal: bool = False

    def lacks(self) -> tuple[str, ...]:
        return tuple(name for name in MILESTONES if not getattr(self, name))


class Hearing:
    """Walks every road of a procedure, remembering what the track was given on the way."""

    def __init__(self, procedure: Procedure, roads: Roads) -> None:
        self.procedure = procedure
        self.roads = roads
        self.limits = {name: limit for name, limit in procedure.time_limits.items() if _is_chance(limit)}

    @cached_property
    def defenses(self) -> frozenset[str]:
        """The steps by which the party answers the notice."""
        return self._filings("defense")

    @cached_property
    def appeals(self) -> frozenset[str]:
        """The steps by which the party attacks the decision."""
        return self._filings("appeal", "reconsideration")

    def _filings(self, *about: str) -> frozenset[str]:
        return frozenset(
            name
            for name, step in self.procedure.steps.items()
            if step.does == "file" and "party" in step.by and (step.of or "").endswith(about)
        )

    def after(self, seen: _Seen, road: Road) -> _Seen:
        """What the track has been given once it has gone down this road."""
        step = self.procedure.steps[road.step]
        if step.does == "replace":
            return _Seen(road.to, self._opened(road))
        given = seen._replace(
            defense=seen.defense or (not seen.decision and self._heard(seen, road, self.defenses)),
            appeal=seen.appeal or (seen.decision and self._heard(seen, road, self.appeals)),
        )
        if step.does == "uncured":
            given = given._replace(decision=False, decision_service=False, appeal=False)
        elif step.does == "accept":  # the party's own act: it takes the notice for the decision
            given = given._replace(defense=True, decision=True, decision_service=True, appeal=True)
        elif step.does == "decide":
            reasoned = any(use.name == "reasons" for use in step.requires)
            given = given._replace(decision=reasoned, decision_service=False, appeal=False)
        elif step.does == "review" and road.outcome == REMANDED:
            given = given._replace(decision=False, decision_service=False, appeal=False)
        elif step.does == "serve" and not given.decision:
            given = given._replace(service=given.service or self._may_file(road.to, self.defenses))
        elif step.does == "serve":
            given = given._replace(decision_service=True)
        return given._replace(place=road.to, open=self._opened(road))

    def _heard(self, seen: _Seen, road: Road, filings: frozenset[str]) -> bool:
        """Whether leaving by this road means that the party filed, gave it up, or let its own limit lapse."""
        running = [name for name in seen.open if filings & set(self.limits[name].met_by)]
        if not running or not self._may_file(seen.place, filings):
            return False
        lapsed = any(self.limits[name].on_expiry == road.step for name in running)
        filed = road.step in filings and any(road.step in self.limits[name].met_by for name in running)
        return lapsed or filed or self.procedure.steps[road.step].by == ("party",)

    def _may_file(self, place: str, filings: frozenset[str]) -> bool:
        return any(place in self.procedure.steps[name].source for name in filings)

    def _opened(self, road: Road) -> frozenset[str]:
        """The party's limits that begin as the track arrives; what began before is partly gone unknown to the party."""
        triggers = {road.step, f"{road.step}:{road.outcome}"} if road.outcome != "late" else {f"{road.step}:late"}
        return frozenset(name for name, limit in self.limits.items() if triggers & set(limit.opened_by))

    def _by_cure(self, road: Road) -> bool:
        return self.procedure.steps[road.step].does == "cure"

    def shortest_around(self) -> Iterator[tuple[str, list[Road]]]:
        """For each milestone some road to enforcement lacks, the shortest such road."""
        start = _Seen(NOT_OPENED)
        came: dict[_Seen, tuple[_Seen, Road] | None] = {start: None}
        queue = deque([start])
        told: set[str] = set()
        while queue:
            seen = queue.popleft()
            for road in self.roads.leaving.get(seen.place, ()):
                if road.to == ENFORCEMENT and self._by_cure(road):
                    continue  # a cure that ends the case cancels what was imposed: it is no road to a penalty
                after = self.after(seen, road)
                if after in came:
                    continue
                came[after] = (seen, road)
                queue.append(after)
                if after.place == ENFORCEMENT and seen.place != ENFORCEMENT:
                    for milestone in after.lacks():
                        if milestone not in told:
                            told.add(milestone)
                            yield milestone, _way_to(after, came)


def _way_to(seen: _Seen, came: Mapping[_Seen, tuple[_Seen, Road] | None]) -> list[Road]:
    way: list[Road] = []
    before = came[seen]
    while before is not None:
        way.append(before[1])
        before = came[before[0]]
    return way[::-1]


def _is_chance(limit: TimeLimit) -> bool:
    """Whether the limit gives the party time: it binds the party, has a length, and opens whatever the penalty."""
    least = limit.length.start if isinstance(limit.length, LengthRange) else limit.length
    return (
        limit.binds == "party"
        and not isinstance(least, str)
        and least.amount > 0
        and limit.of is None
        and limit.only_if is None
    )
