"""Versions of one law side by side: on each day exactly one is in force, from the first's first day on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from procedures.loader import Law
from workflow.dates import short_label
from workflow.errors import Fault, LawFaults
from workflow.law_time import first_day_in_force
from workflow.procedure import Procedure

_DAY = timedelta(days=1)


class _Version(NamedTuple):
    law: Law
    procedure: Procedure


def versions(law: Law, others: list[Law]) -> Iterator[Fault]:
    """Where a law's validity clashes with that of another version of it, or leaves days to none.

    Versions are folders that name the same law (``short``) of the same town, and the same kind of case (``title``).
    """
    same = [each for each in (law, *others) if _named(each) == _named(law)]
    if len(same) < 2:
        return
    ordered = sorted(_resolved(same), key=lambda each: (first_day_in_force(each.procedure), each.law.id))
    for older, newer in pairwise(ordered):
        if law is older.law or law is newer.law:
            yield from (
                Fault(law.document.where(("in_force",)), f"in_force: {what}") for what in _between(older, newer)
            )


def _named(law: Law) -> tuple[Any, ...]:
    return tuple(law.document.data.get(name) for name in ("municipality", "short", "title"))


def _resolved(laws: list[Law]) -> Iterator[_Version]:
    for each in laws:
        try:
            yield _Version(each, each.resolve())
        except LawFaults:
            continue  # told of that file by itself


def _between(older: _Version, newer: _Version) -> Iterator[str]:
    last, first = older.procedure.in_force.until, first_day_in_force(newer.procedure)
    if last is None or last >= first:
        yield (
            f"{older.law.id} e {newer.law.id} são versões da mesma lei e valem as duas em {short_label(first)}; "
            f"a mais antiga acaba na véspera (until: {first - _DAY})"
        )
    elif last + _DAY < first:
        yield (
            f"nenhuma versão desta lei vale de {short_label(last + _DAY)} a {short_label(first - _DAY)}: "
            f"{older.law.id} acaba antes de {newer.law.id} começar"
        )
