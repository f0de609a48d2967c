"""What a law says, typed: bodies, steps, time limits, penalties, repeat rules, open questions.

One family of frozen models serves the loader, the checks and the engine. Sections are maps by id, so
every value has a path (``time_limits.defense.length``). The vocabulary is closed: a word that is not
here is a fault of the file, never a guess. Sources: the law's own file; nothing is assumed in code.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from workflow.law_base import (
    ByOutcome,
    Exact,
    Grounded,
    Kind,
    LengthOrNone,
    Names,
    Rule,
)
from workflow.law_collecting import Discount, Instalments, Late
from workflow.law_measures import Measure
from workflow.law_money import (
    Band,
    Bands,
    Beyond,
    Choice,
    Circumstance,
    Confession,
    DayRange,
    FiscalUnit,
    Infraction,
    Level,
    Money,
    NonCure,
    Penalty,
    Priced,
    Range,
    RepeatCap,
    RepeatRule,
    Runs,
    Sum,
)
from workflow.law_people import Body, Gender, Recusal, Tracks
from workflow.law_steps import STAY, DataField, Destination, FieldType, GuardUse, Origin, Step, Together, TurnsOn, Verb
from workflow.law_terms import (
    Binds,
    Counting,
    Ends,
    Instead,
    LengthRange,
    Receipt,
    Recess,
    Service,
    Starts,
    TimeLimit,
)

__all__ = [
    "ARCHIVED",
    "ENFORCEMENT",
    "NOT_OPENED",
    "STAY",
    "AnswerInForce",
    "Article",
    "Band",
    "Bands",
    "Beyond",
    "Binds",
    "Body",
    "ByOutcome",
    "Choice",
    "Circumstance",
    "Confession",
    "Counting",
    "DataField",
    "DayRange",
    "Destination",
    "Discount",
    "Ends",
    "Exact",
    "FieldType",
    "FiscalUnit",
    "Gender",
    "Grounded",
    "GuardUse",
    "InForce",
    "Infraction",
    "Instalments",
    "Instead",
    "Kind",
    "Late",
    "LengthRange",
    "Level",
    "Measure",
    "Money",
    "Names",
    "NonCure",
    "Official",
    "OpenQuestion",
    "Option",
    "Origin",
    "Penalty",
    "Place",
    "Priced",
    "Procedure",
    "Range",
    "Receipt",
    "Recess",
    "Recusal",
    "RepeatCap",
    "RepeatRule",
    "Rule",
    "Runs",
    "SameFact",
    "Service",
    "Starts",
    "Step",
    "Sum",
    "TimeLimit",
    "Together",
    "Tracks",
    "TurnsOn",
    "Unanswered",
    "Verb",
]

ENFORCEMENT = "enforcement"
ARCHIVED = "archived"
NOT_OPENED = "not_opened"


class Article(Rule):
    """A unit of the law's text: its literal quote, or what it is if no rule comes from it."""

    quote: str | None = None
    kind: Literal["human_judgment", "duty_without_sanction", "not_procedural", "open_question"] | None = Field(
        default=None, alias="is"
    )
    with_all_below: bool = False
    note: str = ""
    says: str | None = None
    checked: bool = True


class InForce(Grounded):
    """From when facts fall under this law: publication, vacatio, and whether its first day counts."""

    published_on: date
    vacatio: LengthOrNone = "none"
    first_day: Literal["same_day", "next_day"] = "same_day"
    until: date | None = None
    before: str = ""


class SameFact(Grounded):
    """What tells two facts of one person, item and day apart: fields of the notice, where both say them differently."""

    told_apart_by: Names = ()


class Official(Rule):
    """The law as papers name it: ``name`` in full, and what it is about, as after "que trata" (``do serviço de …``)."""

    name: str
    subject: str
    gender: Gender = "f"


class Option(Rule):
    """One closed answer to an open question: the values it sets, and what it warns of and cites."""

    set: dict[str, Any] = Field(default_factory=dict)
    warns: str = ""
    cites: Names = ()
    why: str = ""


class OpenQuestion(Grounded):
    """What the law leaves open: options, default and why; an answer is a patch of the same file."""

    asks: str = ""
    default: str | None = None
    why: str = ""
    value: Names = ()
    options: dict[str, Option] = Field(default_factory=dict)
    number: Names = ()
    procedural: bool = True


class Place(Grounded):
    """A state or place of the graph: its label and the papers issued whenever a track enters it.

    For a way a case ends: ``because``, the reason as its paper gives it, after "motivo:"; and ``effects``, what it
    means for the party, a sentence each.
    """

    issues: Names = ()
    phase: str = ""
    because: str = ""
    effects: Names = ()


class Unanswered(Grounded):
    """A question without default and without answer: nothing opens until the town answers."""

    asks: str = ""


class AnswerInForce(Rule):
    """An answer this procedure was resolved with, and the paths it touches."""

    question: str
    answer: str
    paths: Names = ()
    warns: str = ""
    cites: Names = ()


class Procedure(Rule):
    """One kind of case under one law in one period: everything the core may know, questions resolved."""

    id: str
    digest: str = ""
    title: str
    short: str
    summary: str = ""
    official: Official | None = None
    municipality: str = ""
    status: Literal["runnable", "awaiting_decree"] = "runnable"
    in_force: InForce
    take: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)
    article_of: dict[str, str] = Field(default_factory=dict)
    tracks: Tracks = Tracks()
    same_fact: SameFact | None = None
    articles: dict[str, Article]
    bodies: dict[str, Body]
    recusal: Recusal = Recusal()
    counting: dict[Binds, Counting]
    time_limits: dict[str, TimeLimit]
    services: dict[str, Service] = Field(default_factory=dict)
    receipts: dict[str, Receipt] = Field(default_factory=dict)
    states: dict[str, Place]
    steps: dict[str, Step]
    penalties: dict[str, Penalty]
    choice: Choice = Choice()
    catalogue: Grounded = Grounded()
    infractions: dict[str, Infraction]
    groups: dict[str, Names] = Field(default_factory=dict)
    circumstances: dict[str, Circumstance] = Field(default_factory=dict)
    measures: dict[str, Measure] = Field(default_factory=dict)
    origins: dict[str, Origin] = Field(default_factory=dict)
    units: dict[str, FiscalUnit] = Field(default_factory=dict)
    money: Money = Money()
    repeat: dict[str, RepeatRule] = Field(default_factory=dict)
    noncure: dict[Literal["warning", "fine"], NonCure] = Field(default_factory=dict)
    confession: Confession | None = None
    open_questions: dict[str, OpenQuestion] = Field(default_factory=dict)
    unanswered: dict[str, Unanswered] = Field(default_factory=dict)
    answers: tuple[AnswerInForce, ...] = ()
    due_process: dict[str, Grounded] = Field(default_factory=dict)
    sources: dict[str, str] = Field(default_factory=dict)
