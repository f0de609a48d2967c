"""What a law says of money and of penalties: their forms and prices, who repeats, what silence and non-cure bring."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from workflow.law_base import (
    ALength,
    AllOrNames,
    Exact,
    Grounded,
    Kind,
    LengthOrNone,
    Names,
    Percent,
    Rule,
    Share,
    _amount_or_range,
)
from workflow.law_collecting import Discount, Instalments, Late


class DayRange(Rule):
    """Between so many and so many days, both included; the decision fixes the number with reasons."""

    start: int = Field(alias="from")
    end: int = Field(alias="until")


class Range(Rule):
    """Between two amounts, both included; the decision fixes the amount with reasons."""

    start: Exact = Field(alias="from")
    end: Exact = Field(alias="until")


AmountOrRange = Annotated[Decimal | Range, BeforeValidator(_amount_or_range)]


class Band(Grounded):
    """One band of a fine: the numbers it takes in (or the words, by ``is``), and what it costs."""

    start: int | None = Field(default=None, alias="from")
    end: int | None = Field(default=None, alias="until")
    word: Names = Field(default=(), alias="is")
    units: AmountOrRange | None = None
    reais: AmountOrRange | None = None


class Bands(Grounded):
    """A fine by bands of what a field of the notice says."""

    of: str
    rows: tuple[Band, ...]


class Priced(Grounded):
    """What a fine costs, in one of four forms, by how many, and between which bounds.

    ``cap`` and ``floor`` bound the final fine, in its own measure; ``count_up_to`` bounds what is counted.
    """

    units: AmountOrRange | None = None
    reais: AmountOrRange | None = None
    percent: Percent | None = None
    of: str | None = None
    bands: Bands | None = None
    per: Literal["quantity", "day"] | None = None
    count_up_to: int | None = None
    floor: Exact | None = None
    cap: Exact | None = None


class FiscalUnit(Grounded):
    """A unit whose value in reais another act sets: for its calendar year, or until another act sets the next.

    A line of another act's table is one: ``lasts: until_next``.
    """

    lasts: Literal["year", "until_next"] = "year"


class Runs(Grounded):
    """A daily fine that runs by itself: from which acts (or from when it is final, or has effect), until which.

    The day of what begins it does not count, nor does that of what ends it.
    """

    since: Names
    until: Names


class Penalty(Priced):
    """A penalty by its code: kind, price of a fine or days, papers when final, what it absorbs.

    ``effect`` is what it forbids or does, in whole sentences, as its order tells the party.
    """

    kind: Kind
    unit: str | None = None
    days: int | DayRange | None = None
    length: ALength | None = None
    imposed_by: Names = ()
    issues: Names = ()
    absorbs: Names = ()
    goes_to: str = ""
    runs: Runs | None = None
    effective: Literal["when_final", "at_once"] = "when_final"
    effect: str = ""


class Choice(Grounded):
    """Whether the law attaches every penalty of the item, or the body chooses one, one or more, or any."""

    how: Literal["all", "any", "one", "some"] = "all"
    exception: Names = ()


class Infraction(Priced):
    """An item of the catalogue: its penalties, its own price, validity, and what it depends on."""

    penalties: Names = ()
    points: int | None = None
    since: date | None = Field(default=None, alias="from")
    until: date | None = None
    needs: dict[str, Any] = Field(default_factory=dict)
    duty_of: str | None = None
    measure: Names = ()


class Circumstance(Grounded):
    """What makes a fine heavier or lighter, if the decision says, with reasons, that it happened."""

    items: AllOrNames = "all"
    plus: Share | None = None
    minus: Share | None = None
    times: Exact | None = None


class Money(Grounded):
    """When units become reais, how a fraction of a centavo falls, how circumstances and repeat come together.

    ``circumstances_within`` bounds the factor that all circumstances together come to. A repeat is reckoned
    over the ``basic`` value, apart from circumstances, or over what they made of it (``total``).
    """

    convert_on: Literal["slip_issue", "fact", "notice", "decision", "payment"] = "slip_issue"
    round: Literal["truncate", "half_up"] = "truncate"
    circumstances_within: Range | None = None
    repeat_over: Literal["basic", "total"] = "basic"
    discounts: dict[str, Discount] = Field(default_factory=dict)
    late: Late | None = None
    instalments: Instalments | None = None


class Level(Grounded):
    """What one step of a repeat ladder does to the basic value, what it adds, and what the penalty turns into.

    ``turns_into`` takes the place of the item's own penalties, or only of those named in ``instead_of``.
    """

    plus: Share | None = None
    times: Exact | None = None
    adds: Names = ()
    turns_into: Names = ()
    instead_of: Names = ()


class Beyond(Grounded):
    """What each infraction past the last level still brings: so much more of the basic value, or so many times."""

    plus: Share | None = None
    times: Exact | None = None


class RepeatCap(Grounded):
    """What a repeat never takes the fine beyond: an amount in its own measure, or so many times the basic value."""

    units: Exact | None = None
    times: Exact | None = None


class Sum(Grounded):
    """A sum over a person's infractions: each time it reaches (a multiple of) so many, the level comes."""

    of: Literal["points"] = "points"
    reaches: int


class RepeatRule(Grounded):
    """When earlier infractions count against a new one, and what each level brings.

    ``after``: how many bring nothing before the first level. ``with_penalty``: only those that brought such a
    penalty count. With ``sum`` what counts is added up, this infraction included, instead of numbered. ``shared``:
    by whose priors a penalty is counted that several respondents owe together: as many as ``every`` one of them has,
    as whoever has most (``any``), or those of one, by the name he answers under. ``against``: under what names whoever
    is aggravated answers, where the law says it of some only; a notice that gives no name is taken to be of them.
    """

    items: AllOrNames = "all"
    same: Literal["item", "code", "group", "other", "any"] = "item"
    counts: Literal["final_before_fact", "final_before_decision", "any"] = "final_before_fact"
    window: LengthOrNone = "none"
    window_from: Literal["prior_fact", "prior_decided", "prior_served", "prior_final", "prior_paid"] = "prior_final"
    with_penalty: Kind | None = None
    after: int = 0
    levels: tuple[Level, ...]
    beyond: Beyond | None = None
    cap: RepeatCap | None = None
    sum: Sum | None = None
    active: bool = True
    only_cured: bool = False
    shared: str = "every"
    against: Names = ()


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
