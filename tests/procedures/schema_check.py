"""As much of JSON Schema as the law schema uses, to hold law files to it as an editor would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

_TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": (str, date), "integer": int, "number": (int, float), "boolean": bool,
    "null": type(None),
}  # fmt: skip
_KNOWN = {
    "$defs", "$schema", "$ref", "additionalProperties", "anyOf", "const", "default", "description", "enum", "format",
    "items", "maxProperties", "pattern", "properties", "propertyNames", "required", "title", "type",
}  # fmt: skip


def wrong(value: Any, schema: Any, root: dict[str, Any], path: str = "") -> Iterator[str]:
    """Every place where the value is not what the schema says."""
    if schema is True:
        return
    unknown = set(schema) - _KNOWN
    assert not unknown, f"the schema uses {unknown}, which this check does not know"
    if "$ref" in schema:
        yield from wrong(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, path)
    types = schema.get("type")
    if types is not None and not _is_of(value, [types] if isinstance(types, str) else types):
        yield f"{path}: {types} expected, {value!r} found"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of those offered"
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        yield f"{path}: {value!r} is not of the form"
    if "anyOf" in schema:
        branches = [list(wrong(value, each, root, path)) for each in schema["anyOf"]]
        if all(branches):
            yield from max(branches, key=lambda found: max(each.partition(":")[0].count(".") for each in found))
    if isinstance(value, dict):
        yield from _wrong_inside(value, schema, root, path)
    if isinstance(value, list) and "items" in schema:
        for number, inner in enumerate(value):
            yield from wrong(inner, schema["items"], root, f"{path}.{number}")


def _wrong_inside(value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], path: str) -> Iterator[str]:
    properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    yield from (f"{path}: {name} is missing" for name in schema.get("required", ()) if name not in value)
    if len(value) > schema.get("maxProperties", len(value)):
        yield f"{path}: too many"
    for name, inner in value.items():
        yield from wrong(name, schema.get("propertyNames", True), root, f"{path}.{name}")
        if name in properties:
            yield from wrong(inner, properties[name], root, f"{path}.{name}")
        elif rest is False:
            yield f"{path}.{name}: no such key"
        else:
            yield from wrong(inner, rest, root, f"{path}.{name}")


def _is_of(value: Any, types: list[str]) -> bool:
    return any(
        isinstance(value, _TYPES[name]) and not (name == "integer" and isinstance(value, bool)) for name in types
    )
