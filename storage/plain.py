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

from workflow.case import Command, Deadline, Derived, Event, Head, Obligation, Pending, Slip, Track

Shape: TypeAlias = tuple[tuple[str, ...], tuple[Any, ...], Callable[[Any], tuple[Any, ...]]]
"""A dataclass as the codec sees it: its fields' names, their defaults, and what reads them all."""

_PLAIN = frozenset({str, int, bool, type(None), date, time, Decimal})


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _shape(kind: type) -> Shape:
    fields = dataclasses.fields(kind)
    names = tuple(each.name for each in fields)
    return names, tuple(_default(each) for each in fields), attrgetter(*names)


_SHAPES = {kind: _shape(kind) for kind in (Event, Derived, Head, Slip, Track, Pending, Deadline, Obligation, Command)}


def plain(part: Any) -> dict[str, Any]:
    """A dataclass of the core as a dict, without the fields that hold their default."""
    names, defaults, values = _SHAPES[type(part)]
    return {
        name: value if type(value) in _PLAIN else _deep(value)
        for name, value, default in zip(names, values(part), defaults, strict=True)
        if value is not default and value != default
    }


def _deep(value: Any) -> Any:
    if type(value) is tuple:
        return [plain(each) for each in value] if value and type(value[0]) in _SHAPES else value
    return plain(value) if type(value) in _SHAPES else value
