"""Steps as a law's file says them: what each does, by whom, from where to where, with which data and guards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, model_validator

from workflow.law_base import (
    ALength,
    AnyOrNames,
    ByOutcome,
    Exact,
    Grounded,
    Names,
    Rule,
)

STAY = "stay"
"""Where a step that moves nothing leads."""

Verb = Literal[
    "open", "dispatch", "fail_service", "serve", "take_effect", "lapse", "file", "decide", "review", "finalize",
    "cancel", "publish", "fix_amounts", "pay", "refer", "note", "begin", "end", "order_measure", "lift_measure",
    "dispose", "join", "cure", "uncured", "rectify", "suspend_terms", "extend_term", "reopen", "replace", "extinguish",
    "accept", "spread", "agree", "breach", "withhold", "recount", "erase",
]  # fmt: skip


TurnsOn = Literal["outcome", "timeliness", "standing", "confession", "how_fixed", "amount", "reason", "kind"]
FieldType = Literal[
    "text", "date", "time", "number", "amount", "flag", "choice", "list", "length", "act", "lines", "record", "voters",
]  # fmt: skip


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
    fine above which ``turns_on: amount`` says ``over``, ``retention`` how long after the case's end its personal data
    are kept before this act may have them erased.
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
    retention: ALength | None = None
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
