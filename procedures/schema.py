"""The JSON Schema of a law file, made from the core's own types: an editor completes, explains and checks with it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from procedures.descriptions import MODELS, described
from workflow.checks_graph import DERIVED, REASONS
from workflow.checks_names import LIMITS
from workflow.checks_steps import SHARED
from workflow.due_process import DECLARABLE
from workflow.guards import GUARDS
from workflow.papers import DOCUMENT_KINDS, PUBLISHED
from workflow.phases import PHASES
from workflow.procedure import ARCHIVED, ENFORCEMENT, Procedure
from workflow.standing import ORDER

FILE = Path(__file__).parent / "procedure.schema.json"
FIRST_LINE = "# yaml-language-server: $schema={}"

_NOT_IN_THE_FILE = ("id", "digest", "answers", "unanswered")
_TAKEN = ("Step", "TimeLimit", "Counting", "OpenQuestion")
"""Models whose entries a layer may begin: what they require need not be in this file."""
_TAKEN_SECTIONS = ("steps", "time_limits", "counting")

_NAME: JsonSchemaValue = {"type": ["string", "integer"]}
_NAMES: JsonSchemaValue = {"anyOf": [_NAME, {"type": "array", "items": _NAME}]}
_LENGTH: JsonSchemaValue = {"type": "string", "pattern": r"^\d{1,4} (hours?|days?|business days?|months?|years?)$"}
_QUOTED: JsonSchemaValue = {"type": "string", "pattern": r"^\d+(\.\d+)?$"}
_MAJORITY: JsonSchemaValue = {"type": "string", "pattern": r"^(most|(more than )?[1-9]/[1-9] of (present|members))$"}
_SHORT: Mapping[str, JsonSchemaValue] = {
    "_one_or_many": _NAMES,
    "_by_outcome": {"anyOf": [*_NAMES["anyOf"], {"type": "object", "additionalProperties": _NAMES}]},
    "_length": {"anyOf": [_LENGTH, {"enum": ["none", "penalty"]}]},
    "_term": {"anyOf": [_LENGTH, {"enum": ["none", "penalty"]}]},
    "_month_day": {"type": "string", "pattern": r"^\d\d-\d\d$"},
    "_extension": {"anyOf": [{"type": "boolean"}, _LENGTH, {"const": "double"}]},
    "_majority": {"anyOf": [_MAJORITY, {"type": "object", "additionalProperties": _MAJORITY}]},
    "_amount": _QUOTED,
}
"""What may be written where the core reads a short form into a full one, by the function that reads it."""

_IN_FULL = ("LengthRange",)
"""Models that may also be written whole where a short form is read."""


class _AsWritten(GenerateJsonSchema):
    """The schema of what an author writes, before short forms are read."""

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> JsonSchemaValue:
        read: Callable[..., Any] = schema["function"]["function"]
        written = _SHORT.get(getattr(read, "__name__", ""))
        inner = super().function_before_schema(schema)
        if getattr(read, "__name__", "") == "_amount_or_range":
            return {"anyOf": [_QUOTED, *(each for each in inner["anyOf"] if "$ref" in each)]}
        if written is None:
            return inner
        parts = (*inner.get("anyOf", ()), *inner.get("oneOf", ()))
        full = [part for part in parts if any(name in part.get("$ref", "") for name in _IN_FULL)]
        return {"anyOf": [*written["anyOf"], *full]} if full and "anyOf" in written else dict(written)


def law_schema() -> dict[str, Any]:
    """The JSON Schema of ``procedure.yaml``, every field described in Portuguese."""
    schema = Procedure.model_json_schema(by_alias=True, schema_generator=_AsWritten)
    definitions: dict[str, dict[str, Any]] = schema.pop("$defs")
    for name in ("AnswerInForce", "Unanswered"):
        definitions.pop(name, None)
    for name in _NOT_IN_THE_FILE:
        schema["properties"].pop(name)
    schema["required"] = [each for each in schema["required"] if each not in (*_NOT_IN_THE_FILE, *_TAKEN_SECTIONS)]
    for name in _TAKEN:
        definitions[name].pop("required", None)
    for name, model in (("Procedure", schema), *definitions.items()):
        _describe(name, model)
    _short_forms(definitions)
    _complete(schema, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Arquivo de lei do Devido (procedure.yaml)",
        **{key: value for key, value in schema.items() if key != "title"},
        "$defs": definitions,
    }


def as_text() -> str:
    """The schema as the file kept beside the laws."""
    return json.dumps(law_schema(), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def first_line(law_file: Path, schema_file: Path = FILE) -> str:
    """The first line by which an editor finds the schema of a law file, by a relative path."""
    up = len(law_file.resolve().parent.relative_to(schema_file.resolve().parent).parts)
    return FIRST_LINE.format("../" * up + schema_file.name)


def _describe(name: str, model: dict[str, Any]) -> None:
    model["description"] = MODELS[name]
    model.pop("title", None)
    for field, part in model["properties"].items():
        part.pop("title", None)
        part["description"] = described(name, field)


def _short_forms(definitions: dict[str, dict[str, Any]]) -> None:
    """What a model itself reads from a short form: a guard by its bare name, the other act with its data beside."""
    guards = sorted(GUARDS)
    definitions["GuardUse"] = {
        "description": MODELS["GuardUse"],
        "anyOf": [
            {"enum": guards},
            {
                "type": "object",
                "properties": {name: {"type": ["object", "null"]} for name in guards},
                "additionalProperties": False,
                "maxProperties": 1,
            },
        ],
    }
    definitions["Together"] = {
        "description": MODELS["Together"],
        "type": "object",
        "properties": {"step": {"type": "string", "description": described("Together", "step")}},
        "required": ["step"],
        "additionalProperties": {"type": "string"},
    }


def _complete(schema: dict[str, Any], definitions: dict[str, dict[str, Any]]) -> None:
    """The words that every law shares, so that the editor offers them."""
    papers = sorted(DOCUMENT_KINDS)
    several = {"anyOf": [{"enum": papers}, {"type": "array", "items": {"enum": papers}}]}
    for name in ("Service", "Receipt", "Penalty", "Place", "Origin"):
        definitions[name]["properties"]["issues"] |= several
    step = definitions["Step"]["properties"]
    step["issues"] |= {"anyOf": [*several["anyOf"], {"type": "object", "additionalProperties": several}]}
    definitions["Service"]["properties"]["publishes"] |= {"anyOf": [{"enum": sorted(PUBLISHED)}, {"type": "null"}]}
    definitions["Place"]["properties"]["phase"] |= {"enum": ["", *PHASES]}
    states = [*(name for name in ORDER if name != "not_opened"), ENFORCEMENT, "closed", ARCHIVED]
    reasons = [f"{ARCHIVED}/{reason}" for reason in REASONS]
    _offer(schema, "steps", list(SHARED), "Step")
    _offer(schema, "time_limits", list(LIMITS), "TimeLimit")
    _offer(schema, "states", list(dict.fromkeys((*states, *DERIVED, *reasons))), "Place")
    _offer(schema, "due_process", list(DECLARABLE), "Grounded")
    schema["properties"]["due_process"]["additionalProperties"] = False


def _offer(schema: dict[str, Any], section: str, names: list[str], model: str) -> None:
    """Known names of a section's entries; others are still allowed. An empty entry is one taken as the layer has it."""
    entry = {"anyOf": [{"$ref": f"#/$defs/{model}"}, {"type": "null"}]}
    schema["properties"][section] |= {"properties": dict.fromkeys(names, entry), "additionalProperties": entry}
