"""Any event and any case at all, well typed and otherwise senseless: the codec must not care what they mean.

The strategies follow the types as they are, so a new field is tried the day it is added.
"""

from __future__ import annotations

import types
import unicodedata
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from workflow.case import Case, Track
from workflow.event import Command, Event
from workflow.fields import PRIVATE

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=6).map(
    lambda text: unicodedata.normalize("NFC", text)
)
names = st.sampled_from([*sorted(PRIVATE), "a/b", "~1", "0"]) | words
whole = st.integers(-(2**53) + 1, 2**53 - 1)
values = st.recursive(
    st.none() | st.booleans() | whole | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=5,
)
keys = st.sampled_from([*sorted(PRIVATE), "via", "items", "value"]) | words
data = st.dictionaries(keys, values, max_size=4) | st.fixed_dictionaries(
    {"field": st.sampled_from(sorted(PRIVATE)), "value": values}
)
SIMPLE = {
    str: st.sampled_from(["", "t1", "36-II", "é"]) | words,
    int: whole,
    bool: st.booleans(),
    date: st.dates(date(1988, 10, 5), date(2100, 12, 31)),
    time: st.builds(time, st.integers(0, 23), st.integers(0, 59)),
    Decimal: st.decimals(0, 10**9, places=2) | st.sampled_from([Decimal("0.5"), Decimal("1E+3"), Decimal("0.00")]),
    type(None): st.none(),
}


def of(kind: Any) -> st.SearchStrategy[Any]:
    """A strategy for a type of the core."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    if origin is Literal:
        return st.sampled_from(inner)
    if origin in (Union, types.UnionType):
        return st.one_of(*(of(each) for each in inner))
    if origin is Mapping:
        return data
    if origin is dict:
        return st.dictionaries(of(inner[0]), of(inner[1]), max_size=2)
    if origin is tuple and inner[-1] is not Ellipsis:
        return st.tuples(*(of(each) for each in inner))
    if origin is tuple:
        unique = (lambda track: track.id) if inner[0] is Track else None
        return st.lists(of(inner[0]), max_size=2, unique_by=unique).map(tuple)
    return st.deferred(lambda: st.builds(kind, **{name: of(each) for name, each in hints(kind).items()}))


def hints(kind: Any) -> dict[str, Any]:
    fields = getattr(kind, "__struct_fields__", None) or kind._fields
    known = get_type_hints(kind)
    return {name: known[name] for name in fields}


events, cases, commands = of(Event), of(Case), of(Command)
