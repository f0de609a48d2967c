"""Repeat: which earlier infractions count against a new one, and what each level brings.

The law's file says what is the same nature, when a prior counts, how far back and from what day; a
prior older than the law itself never counts. Infractions of the same notice are never priors of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from workflow.case import Prior
from workflow.deadlines import add_months
from workflow.length import Length
from workflow.procedure import Level, Procedure, RepeatRule

_COUNTING_OUTCOMES = ("upheld", "partial", "affirmed")


class Effect(NamedTuple):
    """What the repeat rules do to one item: level reached, factor on the basic value, codes added, grounds."""

    level: int
    factor: Decimal
    adds: tuple[str, ...]
    articles: tuple[str, ...]
    left_out: tuple[Prior, ...]


def effect_on(procedure: Procedure, item: str, fact_on: date, decided_on: date, priors: Sequence[Prior]) -> Effect:
    """Apply every active repeat rule to an item; rules are independent of one another."""
    level, factor = 0, Decimal(1)
    adds: list[str] = []
    articles: list[str] = []
    left_out: list[Prior] = []
    for rule in procedure.repeat.values():
        if not rule.active or (rule.items != "all" and item not in rule.items):
            continue
        articles.extend(rule.basis)
        counted = []
        for prior in priors:
            if not _counts(procedure, rule, item, prior, fact_on, decided_on):
                continue
            if _within(rule, prior, fact_on):
                counted.append(prior)
            else:
                left_out.append(prior)
        if not counted:
            continue
        reached = rule.levels[min(len(counted), len(rule.levels)) - 1]
        articles.extend(reached.basis)
        adds.extend(code for code in reached.adds if code not in adds)
        if reached.plus is not None or reached.times is not None:
            level = max(level, len(counted))
            factor *= _factor(reached)
    return Effect(level, factor, tuple(adds), tuple(dict.fromkeys(articles)), tuple(dict.fromkeys(left_out)))


def _factor(level: Level) -> Decimal:
    if level.times is not None:
        return level.times
    return 1 + Decimal((level.plus or "0%").rstrip("%")) / 100


def _counts(procedure: Procedure, rule: RepeatRule, item: str, prior: Prior, fact_on: date, decided_on: date) -> bool:
    if prior.outcome not in _COUNTING_OUTCOMES or (rule.only_cured and not prior.cured):
        return False
    if prior.fact_on < procedure.in_force.published_on or not _same(procedure, rule, item, prior.item):
        return False
    if rule.counts == "any":
        return prior.fact_on <= fact_on
    limit = fact_on if rule.counts == "final_before_fact" else decided_on
    return prior.final_on is not None and prior.final_on < limit


def _same(procedure: Procedure, rule: RepeatRule, item: str, other: str) -> bool:
    if item == other:
        return True
    if rule.same == "item" or other not in procedure.infractions:
        return False
    return bool(_codes(procedure, item) & _codes(procedure, other))


def _codes(procedure: Procedure, item: str) -> set[str]:
    """The codes by which two items are of one nature: those of the fine, or all where there is none."""
    codes = procedure.infractions[item].penalties
    fines = {code for code in codes if procedure.penalties[code].kind == "fine"}
    return fines or set(codes)


def _within(rule: RepeatRule, prior: Prior, fact_on: date) -> bool:
    if rule.window == "none":
        return True
    start = prior.fact_on if rule.window_from == "prior_fact" else prior.final_on
    return start is None or fact_on <= window_end(start, rule.window)


def window_end(start: date, window: Length) -> date:
    """The last day of a window, date to date, that day included."""
    if window.unit in ("months", "years"):
        return add_months(start, window.amount * (12 if window.unit == "years" else 1))
    return date.fromordinal(start.toordinal() + window.amount)
