"""Personal values taken out of an act's data and put back: each by its path, names and positions joined by ``/``.

A name that has ``/`` or ``~`` itself is written as in JSON Pointer (RFC 6901): ``~1``, ``~0``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any


def set_apart(data: Mapping[str, Any], private: Collection[str]) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """The data without what is personal, and that by its path: every field named in ``private``, at any depth.

    A correction carries the right value of a field as its ``value``: personal if the field is.
    """
    apart: list[tuple[str, Any]] = []
    named = {*private, "value"} if data.get("field") in private else private
    return _public(data, "", named, private, apart), apart


def put_back(facts: Mapping[str, Any], personal: Mapping[str, Any]) -> dict[str, Any]:
    """The data as it was. Raises ``ValueError`` for a path that leads nowhere in ``facts``."""
    data = dict(facts)
    for path, value in personal.items():
        if path.isidentifier():  # what most are: a field of the act itself, its name with nothing to be read in it
            data[path] = value
            continue
        step, *rest = map(_read, path.split("/"))
        try:
            data[step] = _with(data[step], rest, value) if rest else value
        except (LookupError, TypeError, ValueError):
            raise ValueError(f"o registro não tem o lugar {path!r}") from None
    return data


def _public(
    data: Mapping[str, Any], path: str, named: Collection[str], private: Collection[str], apart: list[tuple[str, Any]]
) -> dict[str, Any]:
    kept = {}
    for name, value in data.items():
        here = path + name.replace("~", "~0").replace("/", "~1")
        if name in named:
            apart.append((here, value))
        else:
            kept[name] = _inside(value, f"{here}/", private, apart)
    return kept


def _inside(value: Any, path: str, private: Collection[str], apart: list[tuple[str, Any]]) -> Any:
    if isinstance(value, dict):
        return _public(value, path, private, private, apart)
    if isinstance(value, list):
        return [_inside(each, f"{path}{at}/", private, apart) for at, each in enumerate(value)]
    return value


def _with(part: Any, way: Sequence[str], value: Any) -> Any:
    step, *rest = way
    if isinstance(part, list):
        at = int(step)
        return [*part[:at], _with(part[at], rest, value) if rest else value, *part[at + 1 :]]
    return {**part, step: _with(part[step], rest, value) if rest else value}


def _read(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")
