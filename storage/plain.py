"""The core's dataclasses as plain dicts, without the fields that hold their default.

A default that is not written is a promise: a field may be added with a default, and no default may change.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import date, time
from decimal import Decimal
from operator import attrgetter
from typing import Any, TypeAlias

from workflow.case import Deadline, Head, Obligation, Pending, Track
from workflow.case_money import Slip
from workflow.event import Command, Derived, Event
from workflow.facts import Prior

Shape: TypeAlias = tuple[tuple[tuple[str, Any], ...], Callable[[Any], tuple[Any, ...]]]
"""A dataclass as the codec sees it: its fields' names with their defaults, and what reads them all."""

_PLAIN = frozenset({str, int, bool, type(None), date, time, Decimal})


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _shape(kind: type) -> Shape:
    fields = dataclasses.fields(kind)
    return tuple((each.name, _default(each)) for each in fields), attrgetter(*(each.name for each in fields))


_ALWAYS_WRITTEN = 5
"""Fields of a prior that every record has; those after them are written only as far as one is not its default."""

_SHAPES = {kind: _shape(kind) for kind in (Event, Derived, Head, Slip, Track, Pending, Deadline, Obligation, Command)}


def plain(part: Any) -> dict[str, Any]:
    """A dataclass of the core as a dict, without the fields that hold their default."""
    fields, values = _SHAPES[type(part)]
    written = {}
    for (name, default), value in zip(fields, values(part), strict=True):
        if value is default or value == default:
            continue
        written[name] = value if type(value) in _PLAIN else _deep(value)
    return written


def _short(prior: Prior) -> tuple[Any, ...]:
    last = len(prior)
    while last > _ALWAYS_WRITTEN and prior[last - 1] == Prior._field_defaults[Prior._fields[last - 1]]:
        last -= 1
    return prior[:last]


def _deep(value: Any) -> Any:
    if type(value) is tuple:
        if value and type(value[0]) is Prior:
            return [_short(each) for each in value]
        return [plain(each) for each in value] if value and type(value[0]) in _SHAPES else value
    return plain(value) if type(value) in _SHAPES else value
