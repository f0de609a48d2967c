"""What a law says of money and of penalties: their forms and prices, who repeats, what silence and non-cure bring."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from workflow.law_base import ALength, AllOrNames, Exact, Grounded, Kind, LengthOrNone, Names, Percent, Rule


class DayRange(Rule):
    """Between so many and so many days, both included; the decision fixes the number with reasons."""

    start: int = Field(alias="from")
    end: int = Field(alias="until")


class Penalty(Grounded):
    """A penalty by its code: kind, price in units or days, papers when final, what it absorbs.

    ``effect`` is what it forbids or does, in whole sentences, as its order tells the party.
    """

    kind: Kind
    unit: str | None = None
    units: Exact | None = None
    days: int | DayRange | None = None
    length: ALength | None = None
    imposed_by: Names = ()
    issues: Names = ()
    absorbs: Names = ()
    effective: Literal["when_final", "at_once"] = "when_final"
    effect: str = ""


class Choice(Grounded):
    """Whether the law attaches every penalty of the item, or the body chooses one, one or more, or any."""

    how: Literal["all", "any", "one", "some"] = "all"
    exception: Names = ()


class Infraction(Grounded):
    """An item of the catalogue: its penalties, price, validity, and what it depends on."""

    penalties: Names = ()
    units: Exact | None = None
    since: date | None = Field(default=None, alias="from")
    until: date | None = None
    needs: dict[str, Any] = Field(default_factory=dict)
    duty_of: str | None = None
    measure: Names = ()


class Money(Grounded):
    """When units become reais, and how a fraction of a centavo falls."""

    convert_on: Literal["slip_issue", "fact", "notice", "decision", "payment"] = "slip_issue"
    round: Literal["truncate", "half_up"] = "truncate"


class Level(Grounded):
    """What one step of a repeat ladder does to the basic value, and what it adds."""

    plus: Percent | None = None
    times: Exact | None = None
    adds: Names = ()


class RepeatRule(Grounded):
    """When earlier infractions count against a new one, and what each level brings."""

    items: AllOrNames = "all"
    same: Literal["item", "code"] = "item"
    counts: Literal["final_before_fact", "final_before_decision", "any"] = "final_before_fact"
    window: LengthOrNone = "none"
    window_from: Literal["prior_fact", "prior_final"] = "prior_final"
    levels: tuple[Level, ...]
    active: bool = True
    only_cured: bool = False


class NonCure(Grounded):
    """What an uncured warning or fine becomes."""

    unit: str | None = None
    units: Exact | None = None
    times: Exact | None = None
    first: Literal["stays", "ends"] = "stays"


class Confession(Grounded):
    """Penalties that silence confesses, and the means of service from which no confession comes."""

    covers: tuple[Kind, ...]
    unless_served_by: Names = ()
