"""Checks of validity in time: a law and each of its items begin before they end, and within the years one can count."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from workflow.dates import short_label
from workflow.errors import Fault
from workflow.law_time import first_day_in_force
from workflow.procedure import Procedure

FIRST, LAST = date(1800, 1, 1), date(2199, 12, 31)


def validity(procedure: Procedure) -> Iterator[Fault]:
    """The law's first day is known and not after its last; so is each item's."""
    yield from _law(procedure)
    for name, item in procedure.infractions.items():
        if item.since is not None and item.until is not None and item.until < item.since:
            yield Fault(f"infractions.{name}.until", _backwards(item.since, item.until))


def _law(procedure: Procedure) -> Iterator[Fault]:
    rule = procedure.in_force
    if not FIRST <= rule.published_on <= LAST:
        yield Fault("in_force.published_on", f"o ano {rule.published_on.year} não é de uma lei em vigor; confira")
        return
    try:
        first = first_day_in_force(procedure)
    except OverflowError:
        first = date.max
    if first > LAST:
        yield Fault("in_force.vacatio", f"com {rule.vacatio} de espera a lei só valeria depois de {LAST.year}; confira")
    elif rule.until is not None and rule.until < first:
        yield Fault("in_force.until", _backwards(first, rule.until))


def _backwards(since: date, until: date) -> str:
    return f"acaba em {short_label(until)}, antes de começar, em {short_label(since)}"
