"""What the papers of one act are made from: the act, the case before and after it, its law, its town, its story."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from app.facts import units_of
from app.office import Office
from app.paper.book import Book
from app.paper.story import Story
from notices.acts import Decision
from notices.dossier import Body
from notices.dossier import Case as Told
from notices.kinds import KINDS
from storage.codec import Told as ToldAct
from storage.papers import PaperMark
from storage.transaction import Transaction
from workflow.calendar import Calendar
from workflow.case import Case, Obligation, Track
from workflow.event import CLOCK, Event, Paper
from workflow.money import Units
from workflow.procedure import Procedure, Step
from workflow.standing import stands


@dataclass(kw_only=True)
class Material:
    """One act and all that its papers may tell. The history is read once, when a paper first asks for it.

    ``numbers`` are those taken in this act, by kind; ``cases`` and ``decisions`` what its papers have told already, by
    person and by event.
    """

    office: Office
    tx: Transaction
    book: Book
    before: Case
    event: Event
    after: Case
    numbers: dict[str, str] = field(default_factory=dict)
    cases: dict[str, Told] = field(default_factory=dict)
    decisions: dict[tuple[int, str, bool], Decision] = field(default_factory=dict)
    procedure: Procedure = field(init=False)
    step: Step = field(init=False)
    """The rule of the act."""
    today: date = field(init=False)
    """The civil day on which the act is recorded: its papers bear this date."""
    by_clock: bool = field(init=False)

    def __post_init__(self) -> None:
        self.procedure = self.book.procedure
        self.step = self.procedure.steps[self.event.step]
        self.today = self.event.recorded_on
        self.by_clock = self.event.by == CLOCK

    def body_of(self, by: str) -> Body:
        """The body that did an act, else the one whose the case is."""
        return self.book.body(by) or self.book.body(self.book.home) or Body(name="")

    @property
    def calendar(self) -> Calendar:
        return self.office.town.calendar()

    @property
    def units(self) -> Units:
        """Fiscal units by name, with their dated values."""
        return units_of(self.office.town)

    @cached_property
    def story(self) -> Story:
        """Everything that has happened, this act included."""
        return Story(self.procedure, (*self._earlier, self.event))

    @cached_property
    def _earlier(self) -> tuple[ToldAct, ...]:
        return self.tx.told() if self.event.version > 1 else ()

    def number_of(self, kind: str, version: int) -> str:
        """``NNNNNN/AAAA`` of a paper of the kind issued by this act or by the event of that version; empty if none."""
        if version == self.event.version:
            return self.numbers.get(kind, "")
        for each in self.issued_by(version):
            if each.kind == kind:
                return each.number
        return ""

    def issued_by(self, version: int) -> tuple[PaperMark, ...]:
        """The papers that an earlier event issued, by what its record says of them."""
        acts = self._earlier
        return acts[version - 1].papers if 0 < version <= len(acts) else ()

    def named(self, kind: str, version: int) -> str:
        """The number with its series, as printed: ``DEC 000031/2027``; empty if there is no such paper."""
        number = self.number_of(kind, version)
        return f"{KINDS[kind].series} {number}" if number else ""

    def track(self, paper: Paper) -> Track | None:
        """The track a paper is about: the one it names, else the first."""
        tracks = self.after.tracks
        for each in tracks:
            if each.id == paper.track:
                return each
        return tracks[0] if tracks else None

    def obligations(self, track: Track | None, *, item: str = "") -> list[Obligation]:
        """What stands on the track, for one item if it is named."""
        return [
            each
            for each in self.after.obligations
            if stands(each) and (track is None or track.covers(each)) and (not item or each.item == item)
        ]
