"""A case as it stands: tracks, deadlines, obligations, and what is said of it as a whole.

Nothing here decides anything. A case is the fold of its events (``workflow.fold``); its state is read
off its tracks and obligations (``workflow.standing``).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from workflow.case_money import Part, Purse, Slip

DeadlineStatus = Literal["open", "met", "lapsed", "suspended", "void", "overtaken"]
ObligationStatus = Literal["imposed", "final", "serving", "settled", "cancelled", "absorbed"]
Cure = Literal["", "ordered", "proved", "missing"]


class Deadline(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A date born of a time limit: where it counts from, where it ends by both rules, how it stands.

    ``due`` governs; ``literal`` is the same count without the roll. ``act_on`` is the first morning on
    which the clock may act. ``anchor_at`` and ``at`` are the hours of both ends, only for terms in hours.
    ``length`` is what an act set it to, where the law gives bounds; ``about`` the order of custody whose things it is
    the term to claim; ``item`` the item whose cure it is the term for.
    """

    id: str
    kind: str
    track: str
    round: int
    anchor: date
    first: date
    literal: date
    due: date
    act_on: date
    fires: str = ""
    anchor_at: time | None = None
    at: time | None = None
    status: DeadlineStatus = "open"
    opened_by: str = ""
    extended: tuple[str, ...] = ()
    length: str = ""
    about: str = ""
    item: str = ""


class Obligation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One penalty for one item: imposed, then final, then settled; or cancelled, or absorbed.

    ``units`` counts fiscal units (or reais, where ``unit`` is ``R$``), already with circumstances and the
    repeat level; ``base`` is the value before these, ``count`` how many times over it was reckoned; ``days``
    calendar days. ``amount`` is in reais, fixed by a payment slip. ``origin`` is the citation that sets the line.
    ``effective_on`` is the day from which it has effect though an appeal may still come, where the law says so.
    ``respondent`` is whose it is, where each owes his own. ``withheld``: it waits to be final though the law gives it
    effect at once; ``served``, the days it had run by then. A fine that runs by itself costs ``daily`` each day after
    ``running_since``, until ``stopped_on``.
    """

    id: str
    item: str
    code: str
    kind: str
    round: int
    imposed_on: date
    origin: str
    status: ObligationStatus = "imposed"
    unit: str = ""
    units: Decimal | None = None
    days: int | None = None
    repeat: int = 0
    base: Decimal | None = None
    count: Decimal | None = None
    circumstances: tuple[str, ...] = ()
    added: bool = False
    confessed: bool = False
    final_on: date | None = None
    settled_on: date | None = None
    overdue_on: date | None = None
    amount: Decimal | None = None
    ended_as: str = ""
    effective_on: date | None = None
    respondent: str = ""
    withheld: bool = False
    served: int = 0
    daily: Decimal | None = None
    running_since: date | None = None
    stopped_on: date | None = None


class ProposedFine(NamedTuple):
    """A fine the notice announces: same computation as a decision, no effect yet."""

    item: str
    unit: str
    units: Decimal
    repeat: int
    origin: str
    base: Decimal


class OwnFine(NamedTuple):
    """A fine announced to one respondent alone: each would owe his own, and they do not come to the same for all."""

    respondent: str
    fine: ProposedFine


class Pending(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A service done that takes effect on a later day; ``data`` is that of the act, without its personal fields."""

    step: str
    effective_on: date
    data: Mapping[str, Any] = {}


class Happened(NamedTuple):
    """One of several acts that a limit waits for, done on this day: it opens when all of them are."""

    limit: str
    opener: str
    on: date


class Attempt(NamedTuple):
    """One attempt of service by one means that found nobody: its day, and its hour where the law counts hours."""

    via: str
    on: date
    at: time | None = None


class Track(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cursor in the procedure's graph, and what it remembers since it came to where it is.

    ``said`` are data that later limits are counted by (a term set, a day fixed), by field; ``happened`` the acts done
    of those that a limit waits for together; ``opinions`` the outcome each act of opinion gave; ``tries`` the
    attempts of service without success, each with its hour; ``cured`` the items proved cured one by one; ``acquitted``
    that the last decision let every item fall.
    While an agreement holds, ``agreed_on`` and ``agreed_by`` say since when and by which act, and ``paused`` which
    deadlines wait for it; ``pauses`` are the days of those that were broken.
    """

    id: str
    place: str
    reason: str = ""
    respondent: str = ""
    kinds: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    round: int = 1
    since: date
    dispatched: date | None = None
    served_via: str = ""
    failed: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    cure: Cure = ""
    cured: tuple[str, ...] = ()
    agreed_on: date | None = None
    agreed_by: str = ""
    paused: tuple[str, ...] = ()
    pauses: tuple[tuple[date, date], ...] = ()
    pending: Pending | None = None
    said: tuple[tuple[str, str], ...] = ()
    happened: tuple[Happened, ...] = ()
    opinions: tuple[tuple[str, str], ...] = ()
    acquitted: bool = False
    tries: tuple[Attempt, ...] = ()

    def covers(self, obligation: Obligation) -> bool:
        """Whether an obligation belongs to this track."""
        mine = obligation.respondent in ("", self.respondent)
        return mine and (self.kinds is None or obligation.kind in self.kinds) and obligation.kind not in self.without


HELD = "held"


class Held(NamedTuple):
    """A thing in custody: its number (order and line), the measure, what it is, since when, how that ended."""

    id: str
    kind: str
    what: str
    since: date
    status: str = HELD
    ended_on: date | None = None

    @property
    def order(self) -> str:
        """The number of the order by which it was taken."""
        return self.id.partition(".")[0]


class Review(NamedTuple):
    """An act of people that a correction left doubtful: the authority decides, the machine does not undo."""

    step: str
    on: date


class Head(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is true of the case as a whole, apart from tracks, deadlines and obligations."""

    opened_on: date | None = None
    fact_on: date | None = None
    notified_on: date | None = None
    items: tuple[str, ...] = ()
    respondents: tuple[str, ...] = ()
    inspector: str = ""
    origin: str = ""
    duty: str = ""
    figures: dict[str, str] = {}
    proposed: tuple[ProposedFine, ...] = ()
    proposed_own: tuple[OwnFine, ...] = ()
    proposed_codes: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    marks: tuple[str, ...] = ()
    timely: dict[str, bool] = {}
    sat: tuple[tuple[str, str], ...] = ()
    decided_by: str = ""
    slip: Slip | None = None
    done: tuple[str, ...] = ()
    paid: Decimal = Decimal(0)
    discharged: bool = False
    refund: Decimal = Decimal(0)
    purses: tuple[Purse, ...] = ()
    parts: tuple[Part, ...] = ()
    suspensions: tuple[tuple[date, date], ...] = ()
    review: tuple[Review, ...] = ()

    def announced(self, respondent: str) -> list[ProposedFine]:
        """The fines that the notice announces to one of those it cites."""
        return [*self.proposed, *(each.fine for each in self.proposed_own if each.respondent == respondent)]


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An infraction case as its events add up to. ``day`` is the day of the latest act."""

    id: str = ""
    procedure: str = ""
    version: int = 0
    day: date | None = None
    head: Head = Head()
    tracks: tuple[Track, ...] = ()
    deadlines: tuple[Deadline, ...] = ()
    obligations: tuple[Obligation, ...] = ()
