"""What a law says, typed: bodies, steps, time limits, penalties, repeat rules, open questions.

One family of frozen models serves the loader, the checks and the engine. Sections are maps by id, so
every value has a path (``time_limits.defense.length``). The vocabulary is closed: a word that is not
here is a fault of the file, never a guess. Sources: the law's own file; nothing is assumed in code.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal

from pydantic import Field, model_validator

from workflow.law_base import (
    AnyOrNames,
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
from workflow.law_terms import (
    Binds,
    Counting,
    Ends,
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

Verb = Literal[
    "open", "dispatch", "fail_service", "serve", "take_effect", "lapse", "file", "decide", "review", "finalize",
    "cancel", "publish", "fix_amounts", "pay", "refer", "note", "begin", "end", "order_measure", "lift_measure",
    "dispose", "join", "cure", "uncured", "rectify", "suspend_terms", "extend_term", "reopen", "replace", "extinguish",
    "accept", "spread", "agree", "breach", "withhold",
]  # fmt: skip
TurnsOn = Literal["outcome", "timeliness", "standing", "confession", "how_fixed", "amount", "reason", "kind"]
FieldType = Literal[
    "text", "date", "time", "number", "amount", "flag", "choice", "list", "length", "act", "lines", "record", "voters",
]  # fmt: skip

ENFORCEMENT = "enforcement"
ARCHIVED = "archived"
NOT_OPENED = "not_opened"
STAY = "stay"


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


class DataField(Rule):
    """One datum of a step: at once form field, API schema, command-line flag and letter field.

    ``personal`` data, or what people write in their own words, are kept apart from the act's bytes and can be erased.
    """

    type: FieldType = "text"
    values: Names = ()
    required: bool = False
    personal: bool = False
    help: str = ""


class GuardUse(Grounded):
    """A guard by name with its parameters; ``basis`` is cited besides the step's own."""

    name: str
    parameters: dict[str, Any] = Field(default_factory=dict)

    def several(self, name: str) -> list[Any]:
        """A parameter that may be one value or several, as a list; empty if it was not given."""
        value = self.parameters.get(name)
        if value is None:
            return []
        return [value] if isinstance(value, str | int) else list(value)

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: object) -> object:
        if isinstance(value, str):
            return {"name": value}
        if isinstance(value, Mapping) and len(value) == 1 and "name" not in value:
            ((name, parameters),) = value.items()
            if not isinstance(parameters, Mapping | None):
                raise ValueError(f"a condição {name} leva um mapa de parâmetros, como {{basis: …}}, e não um valor só")
            rest = dict(parameters or {})
            for key, given in rest.items():
                several = given if isinstance(given, list | tuple) else [given]
                if key != "basis" and not all(isinstance(each, str | int) for each in several):
                    raise ValueError(f"{name}.{key} é um texto, uma lista de textos, true ou false")
            return {"name": name, "basis": rest.pop("basis", ()), "parameters": rest}
        return value


class Together(Rule):
    """The other act that must also have happened, since the last review, before this one moves."""

    step: str
    data: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: object) -> object:
        if isinstance(value, Mapping) and "data" not in value:
            rest = {key: each for key, each in value.items() if key not in ("step", "label")}
            return {"step": value.get("step"), "data": rest}
        return value


Destination = str | dict[str, str]


class Step(Rule):
    """An act the law foresees: its one effect, who may do it, whence and whither it moves a track.

    ``collects`` are the documents that the act takes into keeping, as papers name them. Besides its one effect an act
    may order a cure, or one measure. ``outcome`` is what the law itself gives to silence, ``threshold`` the units of
    fine above which ``turns_on: amount`` says ``over``.
    """

    does: Verb
    by: Names
    source: Names = Field(default=(), alias="from")
    also_in: AnyOrNames = ()
    moves: Literal["each", "one", "all"] = "each"
    turns_on: TurnsOn | None = None
    to: Destination | dict[str, Destination] = STAY
    when: dict[str, Any] = Field(default_factory=dict)
    together_with: Together | None = None
    requires: tuple[GuardUse, ...] = ()
    issues: ByOutcome = Field(default_factory=dict)
    marks: dict[str, bool] = Field(default_factory=dict)
    warns: ByOutcome = Field(default_factory=dict)
    penalties: Names = ()
    of: str | None = None
    collects: Names = ()
    outcome: str | None = None
    threshold: Exact | None = None
    orders_cure: bool = False
    orders_measure: str | None = None
    data: dict[str, DataField] = Field(default_factory=dict)
    basis: ByOutcome = Field(default_factory=dict)
    help: str = ""

    @property
    def ground(self) -> tuple[str, ...]:
        """Every article the step may stand on, whatever the outcome."""
        return tuple(dict.fromkeys(citation for each in self.basis.values() for citation in each))


class Origin(Grounded):
    """Where the notice came from, and what such an origin must bring with it."""

    at_least: dict[str, int] = Field(default_factory=dict)
    issues: Names = ()


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
