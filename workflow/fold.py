"""Folding events into a case, and the working copy in which an act takes its effect.

``evolve(case, event)`` applies the difference an event carries; ``replay(events)`` is its fold. A
``Draft`` gathers the changes of one act, and what it gathered is the event's derived block: the fold
and the decision cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from workflow.case import Case, Deadline, Head, Obligation, Track
from workflow.event import Derived, Event, Paper

Part = TypeVar("Part", Track, Deadline, Obligation)


def evolve(case: Case, event: Event) -> Case:
    """The case after the event."""
    derived = event.derived
    gone = derived.removed
    return Case(
        id=case.id,
        procedure=event.procedure or case.procedure,
        version=event.version,
        day=event.position if case.day is None or event.position > case.day else case.day,
        head=derived.head or case.head,
        tracks=_merge(case.tracks, derived.tracks, gone),
        deadlines=_merge(case.deadlines, derived.deadlines, gone),
        obligations=_merge(case.obligations, derived.obligations, gone),
    )


def replay(events: Iterable[Event], case_id: str = "") -> Case:
    """The case that these events add up to."""
    case = Case(id=case_id)
    for event in events:
        case = evolve(case, event)
    return case


def difference(old: Case, new: Case) -> Derived:
    """What turns ``old`` into ``new``: the parts that changed, and the ids of those that are gone."""
    return Derived(
        tracks=_changed(old.tracks, new.tracks),
        deadlines=_changed(old.deadlines, new.deadlines),
        obligations=_changed(old.obligations, new.obligations),
        removed=(
            *_gone(old.tracks, new.tracks),
            *_gone(old.deadlines, new.deadlines),
            *_gone(old.obligations, new.obligations),
        ),
        head=None if old.head == new.head else new.head,
    )


def _merge(old: tuple[Part, ...], changed: tuple[Part, ...], gone: tuple[str, ...]) -> tuple[Part, ...]:
    if not changed and not gone:
        return old
    parts = {part.id: part for part in old if part.id not in gone}
    for part in changed:
        parts[part.id] = part
    return tuple(parts.values())


def _changed(old: tuple[Part, ...], new: tuple[Part, ...]) -> tuple[Part, ...]:
    before = {part.id: part for part in old}
    return tuple(part for part in new if before.get(part.id) != part)


def _gone(old: tuple[Part, ...], new: tuple[Part, ...]) -> tuple[str, ...]:
    after = {part.id for part in new}
    return tuple(part.id for part in old if part.id not in after)


class Draft:
    """A working copy of a case while one act takes effect; it remembers what changed, and the papers."""

    __slots__ = (
        "_changed",
        "articles",
        "case",
        "deadlines",
        "gazette",
        "head",
        "obligations",
        "papers",
        "tracks",
        "warnings",
    )

    def __init__(self, case: Case) -> None:
        self.case = case
        self.head: Head = case.head
        self.tracks: dict[str, Track] = {track.id: track for track in case.tracks}
        self.deadlines: dict[str, Deadline] = {deadline.id: deadline for deadline in case.deadlines}
        self.obligations: dict[str, Obligation] = {each.id: each for each in case.obligations}
        self._changed: set[str] = set()
        self.papers: list[Paper] = []
        self.gazette: list[str] = []
        self.articles: list[str] = []
        self.warnings: list[str] = []

    def track(self, track: Track, **changes: Any) -> Track:
        """Store a track, changed."""
        if changes:
            track = replace(track, **changes)
        self.tracks[track.id] = track
        self._changed.add(track.id)
        return track

    def deadline(self, deadline: Deadline, **changes: Any) -> Deadline:
        """Store a deadline, changed."""
        if changes:
            deadline = replace(deadline, **changes)
        self.deadlines[deadline.id] = deadline
        self._changed.add(deadline.id)
        return deadline

    def obligation(self, obligation: Obligation, **changes: Any) -> Obligation:
        """Store an obligation, changed."""
        if changes:
            obligation = replace(obligation, **changes)
        self.obligations[obligation.id] = obligation
        self._changed.add(obligation.id)
        return obligation

    def note(self, **changes: Any) -> None:
        """Change what is true of the case as a whole."""
        self.head = replace(self.head, **changes)

    def mark(self, name: str, *, on: bool = True) -> None:
        """Set or clear a mark of the case."""
        marks = tuple(each for each in self.head.marks if each != name)
        self.note(marks=(*marks, name) if on else marks)

    def cite(self, citations: Iterable[str]) -> None:
        """Ground the event on these articles."""
        self.articles.extend(citations)

    def issue(self, kinds: Iterable[str], track: str = "", about: str = "") -> None:
        """Issue papers of these kinds, each once per track and subject in this act."""
        for kind in kinds:
            paper = Paper(kind, track, about)
            if paper not in self.papers:
                self.papers.append(paper)

    def open_deadlines(self, track: str) -> Iterator[Deadline]:
        """The track's deadlines that still run, in the order they were opened."""
        return (each for each in list(self.deadlines.values()) if each.track == track and each.status == "open")

    def in_scope(self, track: Track) -> list[Obligation]:
        """The obligations that belong to a track, all rounds."""
        return [each for each in self.obligations.values() if track.covers(each)]

    def derived(self, answers: dict[str, str]) -> Derived:
        """The difference this draft makes, with its papers and grounds, and the answers it relied on."""
        changed = self._changed
        return Derived(
            tracks=tuple(each for each in self.tracks.values() if each.id in changed),
            deadlines=tuple(each for each in self.deadlines.values() if each.id in changed),
            obligations=tuple(each for each in self.obligations.values() if each.id in changed),
            head=None if self.head is self.case.head or self.head == self.case.head else self.head,
            papers=tuple(self.papers),
            gazette=tuple(self.gazette),
            articles=tuple(dict.fromkeys(self.articles)),
            answers=answers,
            warnings=tuple(dict.fromkeys(self.warnings)),
        )
