"""What a rehearsal file may say, typed (``tests/golden/README.md``): the case, its acts, what is expected of it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool

from workflow.law_base import quoted_number
from workflow.procedure import Exact, Kind, Names


def _text(value: object) -> object:
    """Bare numbers are accepted where an id or a citation stands (``item: 26``)."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


# The bounds keep arithmetic on dates inside what a date can be; no law here lives outside them.
Day = Annotated[date, Field(strict=True, ge=date(1900, 1, 1), le=date(2199, 12, 31))]
Text = Annotated[str, BeforeValidator(_text)]
Id = Annotated[str, BeforeValidator(_text), Field(min_length=1)]
Count = Annotated[int, Field(strict=True, ge=0)]
Positive = Annotated[Decimal, BeforeValidator(quoted_number), Field(gt=0, lt=10**9, decimal_places=6)]
Days = tuple[Day, ...]


class Entry(BaseModel):
    """An entry of the file; unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class ValueEntry(Entry):
    """A fiscal unit's value in reais from a day on, and the act that set it."""

    start: Annotated[Day, Field(alias="from")]
    value: Positive
    act: Text = ""


class PriorEntry(Entry):
    """An earlier infraction of the respondent."""

    item: Id
    fact_on: Day
    final_on: Day | None = None
    outcome: Text = "upheld"
    cured: StrictBool = False
    decided_on: Day | None = None
    served_on: Day | None = None
    paid_on: Day | None = None
    kinds: Names = ()
    points: Count | None = None
    whose: Text = ""


class MemberEntry(Entry):
    """A person on a body, permanent unless said otherwise."""

    name: Id
    body: Id
    permanent: StrictBool = True
    lawyer: StrictBool = False
    since: Day | None = None
    until: Day | None = None
    alternate: StrictBool = False
    recused: StrictBool = False
    kinship: Count | None = None


class ActEntry(Entry):
    """One act; every other key is data of its step, and which ones there are only the law says."""

    model_config = ConfigDict(extra="allow")

    date: Day
    step: Id
    recorded_on: Day | None = None
    by: Text = ""
    recorded_by: Text = "clerk"
    approved_by: Text = ""
    track: Text = ""
    refused: StrictBool = False
    article: Id | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The step's own data, as written."""
        return self.model_extra or {}

    @property
    def known_on(self) -> Day:
        """The day it is recorded: its own unless it became known later."""
        return self.recorded_on or self.date


class FineLine(Entry):
    """A fine expected; a key left out is not compared. ``amount`` is the whole, ``discounted`` what is enough."""

    item: Id
    units: Exact | None = None
    amount: Exact | None = None
    discounted: Exact | None = None
    charges: Exact | None = None
    repeat: Count | None = None
    origin: Id | None = None


class PenaltyLine(Entry):
    """A penalty expected besides fines and days."""

    item: Id
    kind: Kind


class RefusedLine(Entry):
    """A refusal expected, and an article it must cite."""

    date: Day
    step: Id
    article: Id | None = None


class Expectation(Entry):
    """What must hold at the end; only the keys that are written are compared."""

    state: Id | None = None
    reason: Text | None = None
    no_defense: StrictBool | None = None
    confession: StrictBool | None = None
    due: dict[str, Day] = Field(default_factory=dict)
    due_literal: dict[str, Day] = Field(default_factory=dict)
    timely: dict[str, StrictBool] = Field(default_factory=dict)
    fines: tuple[FineLine, ...] = ()
    proposed_fines: tuple[FineLine, ...] = ()
    total: Exact | None = None
    total_units: Exact | None = None
    suspension_days: dict[str, Count] = Field(default_factory=dict)
    bar_days: dict[str, Count] = Field(default_factory=dict)
    penalties: tuple[PenaltyLine, ...] = ()
    added_codes: Names = ()
    refund: Exact | None = None
    documents: Names = ()
    not_documents: Names = ()
    gazette: Names = ()
    measures: Names = ()
    articles: Names = ()
    flags: Names = ()
    refused: tuple[RefusedLine, ...] = ()


class Alternative(Entry):
    """The same acts under other answers."""

    answers: dict[str, Text] = Field(default_factory=dict)
    expect: Expectation = Expectation()


class Told(Entry):
    """What every entry of the file has."""

    id: Id
    title: Text = ""
    law: Id
    why: Text = ""
    tags: Names = ()


class Rehearsal(Told):
    """A case told from its opening to ``as_of``, with all it depends on."""

    closed_days: Days = ()
    late_openings: Days = ()
    early_closings: Days = ()
    units: dict[str, Positive | tuple[ValueEntry, ...]] = Field(default_factory=dict)
    answers: dict[str, Text] = Field(default_factory=dict)
    published_on: Day | None = None
    priors: tuple[PriorEntry, ...] = ()
    members: tuple[MemberEntry, ...] = ()
    acts: tuple[ActEntry, ...]
    as_of: Day
    expect: Expectation = Expectation()
    alternatives: tuple[Alternative, ...] = ()


class Waiting(Told):
    """A duty outside any case, told in words of its own: it waits for what it ``needs`` to exist."""

    model_config = ConfigDict(extra="allow")

    needs: Id
    alternatives: tuple[Any, ...] = ()
