"""What a case names that no act would ever miss: units, bodies, papers that must not be, days after the last one.

A slip there would not fail the case; it would let it pass for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from workflow.nearest import advice
from workflow.papers import DOCUMENT_KINDS
from workflow.procedure import Procedure

Place = tuple[str | int, ...]


def wrong_names(given: Mapping[str, Any], procedure: Procedure) -> Iterator[tuple[Place, str]]:
    """Where in the case, and what; ``given`` is the case as written, whatever its form."""
    yield from _units(_map(given.get("units")), procedure)
    for index, member in enumerate(_list(given.get("members"))):
        body = _map(member).get("body")
        if isinstance(body, str) and body not in procedure.bodies:
            yield ("members", index, "body"), f"a lei não tem o órgão {body!r}{advice(body, procedure.bodies)}"
    acts = [_map(each) for each in _list(given.get("acts"))]
    joined = {str(each.get("kind")) for each in acts}
    expectations: list[tuple[Place, Any]] = [(("expect",), given.get("expect"))]
    for index, other in enumerate(_list(given.get("alternatives"))):
        expectations.append((("alternatives", index, "expect"), _map(other).get("expect")))
    for place, expect in expectations:
        for index, kind in enumerate(_list(_map(expect).get("not_documents"))):
            if isinstance(kind, str) and kind not in DOCUMENT_KINDS and kind not in joined:
                what = f"espécie de documento desconhecida {kind!r}{advice(kind, sorted(DOCUMENT_KINDS))}"
                yield (*place, "not_documents", index), what
    yield from _last_day(given.get("as_of"), acts)


def _units(units: Mapping[str, Any], procedure: Procedure) -> Iterator[tuple[Place, str]]:
    for name, values in units.items():
        if name not in procedure.units:
            yield ("units", name), f"a lei não tem a unidade {name!r}{advice(name, procedure.units)}"
        days = [_map(each).get("from") for each in _list(values)]
        if isinstance(values, list) and not values:
            yield ("units", name), "falta o valor da unidade"
        for index, day in enumerate(days):
            if day is not None and day in days[:index]:
                yield ("units", name, index, "from"), f"há dois valores desde {day}"


def _last_day(as_of: Any, acts: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Place, str]]:
    known = [act.get("recorded_on") or act.get("date") for act in acts]
    last = max((day for day in known if isinstance(day, date)), default=None)
    if isinstance(as_of, date) and last is not None and as_of < last:
        yield ("as_of",), f"o caso acaba em {as_of}, antes do seu último ato, de {last}"


def _map(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else []
