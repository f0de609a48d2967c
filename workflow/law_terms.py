"""What a law says of time and of service: how terms are counted, bounded, joined and stopped; means and proofs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from workflow.law_base import ALength, AnyOrNames, Grounded, Kind, Names, Rule
from workflow.length import Length

Binds = Literal["party", "authority", "penalty"]
Starts = Literal["next_day", "same_day", "next_business_day"]
Ends = Literal["next_business_day", "literal"]
Whichever = Literal["earlier", "later"]

_MONTH_DAY = re.compile(r"\d\d-\d\d")


def _extension(value: object) -> object:
    return Length.parse(value) if isinstance(value, str) and value != "double" else value


def _term(value: object) -> object:
    """A fixed length, the penalty's own days, no length, or bounds within which somebody sets it."""
    if isinstance(value, str) and value not in ("none", "penalty"):
        return Length.parse(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        raise ValueError(f"um prazo diz a sua unidade, como '15 days' ou '15 business days'; veio {value}")
    if isinstance(value, (list, tuple)) and len(value) == 2:
        return Length(*value)
    return value


def _month_day(value: object) -> object:
    if isinstance(value, date):
        raise ValueError(f"o recesso é de todo ano: só mês e dia, como '{value:%m-%d}'; veio {value.isoformat()}")
    if not isinstance(value, str) or not _MONTH_DAY.fullmatch(value):
        raise ValueError(f"dia do ano {value!r} não se entende; escreva mês e dia, como '12-20'")
    try:
        date.fromisoformat(f"2000-{value}")
    except ValueError:
        raise ValueError(f"o dia {value!r} (mês-dia) não existe no calendário") from None
    return value


MonthDay = Annotated[str, BeforeValidator(_month_day)]


class LengthRange(Rule):
    """Bounds within which an act sets a term: the field that says it, and what holds if the act says nothing."""

    start: ALength = Field(alias="from")
    end: ALength = Field(alias="until")
    set_by: str
    default: ALength | None = None


def _shape(value: object) -> str:
    """Which of the three a written term is, so that what is wrong in it is told of that one alone."""
    if isinstance(value, (Mapping, LengthRange)):
        return "range"
    return "word" if value in ("penalty", "none") else "fixed"


TermLength = Annotated[
    Annotated[Length, Tag("fixed")]
    | Annotated[LengthRange, Tag("range")]
    | Annotated[Literal["penalty", "none"], Tag("word")],
    Discriminator(_shape),
    BeforeValidator(_term),
]


class Recess(Grounded):
    """Days of every year that do not count, both included; a range may go over the turn of the year."""

    start: MonthDay = Field(alias="from")
    end: MonthDay = Field(alias="until")


class Counting(Grounded):
    """First counted day, what happens when the last has no office hours, and the recess in which nothing counts."""

    starts: Starts
    ends: Ends
    recess: tuple[Recess, ...] = ()


class Instead(Grounded):
    """Another length for the cases in which a field of some act says one of these words: twice for public bodies."""

    field: str
    word: Names = Field(alias="is")
    length: ALength


class TimeLimit(Grounded):
    """A term: how long, whom it binds, what opens, meets, suspends and restarts it, what its lapse does.

    ``per: item``: each item under an order to cure has one of its own.

    ``extendable``: not at all, at will, by so much in all, or up to double its own length. ``suspendable``: whether
    it stands still while the case's terms do; a prescription does not. ``silence`` is what doing nothing comes to, as
    papers say it to the party, in whole sentences and no more than the law says.
    """

    length: TermLength
    instead: tuple[Instead, ...] = ()
    binds: Binds
    starts: Starts | None = None
    ends: Ends | None = None
    opened_by: Names
    starts_at: Whichever = "earlier"
    counts_from: str | None = None
    before: str | None = None
    ends_with: str | None = None
    whichever: Whichever = "earlier"
    ceiling: ALength | None = None
    recess: tuple[Recess, ...] | None = None
    of: Kind | None = None
    measure: str | None = None
    per: Literal["item"] | None = None
    only_if: Literal["cure_ordered"] | None = Field(default=None, alias="if")
    met_by: Names = ()
    suspended_by: Names = ()
    waits_for: Names = ()
    restarted_by: AnyOrNames = ()
    on_expiry: str
    silence: str = ""
    tolerance: ALength | None = None
    extendable: Annotated[bool | Length | Literal["double"] | None, BeforeValidator(_extension)] = None
    suspendable: bool = True
    warns: str = ""


class Service(Grounded):
    """A means of service: after which others, how often it is tried, what it needs to hold, when it takes effect."""

    after_failed_means: int = 0
    after: Names = ()
    attempts: int = Field(default=1, ge=1)
    apart: ALength | None = None
    needs: dict[str, bool | str] = Field(default_factory=dict)
    effective_after: ALength | None = None
    counts_from: str | None = None
    publishes: str | None = None
    issues: Names = ()


class Receipt(Grounded):
    """A proof of service: what it proves, from when it counts."""

    counts_from: str | None = None
    effective_after: ALength | None = None
    meets_on: Literal["receipt", "effect"] = "effect"
    issues: Names = ()
