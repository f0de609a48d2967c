"""What an act depends on besides its case: today, the town's calendar, values and members, other cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from workflow.calendar import Calendar
    from workflow.event import Event
    from workflow.procedure import Procedure


class Prior(NamedTuple):
    """An earlier infraction of the respondent: item, day of the fact, day it became final, outcome.

    ``decided_on``, ``served_on`` and ``paid_on`` are other days a window may run from; ``kinds`` the kinds of
    penalty it brought; ``points`` those of a law other than the one that adds them up. ``whose`` is the respondent it
    is of, where the case has several; empty where it has one.
    """

    item: str
    fact_on: date
    final_on: date | None = None
    outcome: str = "upheld"
    cured: bool = False
    decided_on: date | None = None
    served_on: date | None = None
    paid_on: date | None = None
    kinds: tuple[str, ...] = ()
    points: int | None = None
    whose: str = ""


class Earlier(NamedTuple):
    """Another case of the same person, as far as it matters here: how it ended.

    ``apart`` are the fields by which the law tells facts apart, that both notices say, and say differently.
    """

    case: str
    items: tuple[str, ...]
    fact_on: date
    reason: str
    apart: tuple[str, ...] = ()


class Member(NamedTuple):
    """A person on a body, with the qualities the law may ask for and the ties that bar."""

    name: str
    body: str
    permanent: bool = True
    lawyer: bool = False
    since: date | None = None
    until: date | None = None
    alternate: bool = False
    recused: bool = False
    kinship: int | None = None


class UnitValue(NamedTuple):
    """A fiscal unit's value in reais from a day on, until the next one or the end of its calendar year.

    ``always`` is a value good on every day (rehearsals only); ``act`` is what set it.
    """

    start: date
    value: Decimal
    act: str = ""
    always: bool = False


class Facts(Struct, frozen=True, kw_only=True):
    """All that an act may depend on and the core may not fetch: the day, the town's data, what others know.

    ``history`` and ``known`` are needed only by corrections and late facts: the case's events, and for
    each the procedure and facts it was decided with.
    """

    today: date
    calendar: Calendar
    units: Mapping[str, tuple[UnitValue, ...]] = {}
    members: tuple[Member, ...] = ()
    priors: tuple[Prior, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    town: str = ""
    history: tuple[Event, ...] = ()
    known: Callable[[Event], tuple[Procedure, Facts]] | None = None
