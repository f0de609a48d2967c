"""Repeat: which earlier infractions count against a new one, and what each level brings.

The law's file says what is the same nature, when a prior counts, how far back and from what day; a
prior older than the law itself never counts. Infractions of the same notice are never priors of each other.
Repeat is personal: each respondent is counted by his own priors, and who owe one penalty together by the file's rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from workflow.deadlines import add_months
from workflow.facts import Prior
from workflow.forms import fraction
from workflow.groups import is_listed
from workflow.length import Length
from workflow.procedure import Level, Procedure, RepeatRule

_FROM = {
    "prior_fact": "fact_on", "prior_decided": "decided_on", "prior_served": "served_on", "prior_final": "final_on",
    "prior_paid": "paid_on",
}  # fmt: skip
_COUNTING_OUTCOMES = ("upheld", "partial", "affirmed")


class Past(NamedTuple):
    """What an item is repeated from: priors, and the items of the same notice already ``held``, which a sum takes in.

    ``owing`` are the respondents who would owe the penalty, where the case has several (``workflow.owing``): only
    theirs count, each for himself. ``alone`` is the one, where it has one and says under what name he answers.
    """

    priors: Sequence[Prior] = ()
    held: Sequence[str] = ()
    owing: Sequence[str] = ()
    alone: Sequence[str] = ()

    @property
    def of_those_owing(self) -> Sequence[Prior]:
        """The priors of whoever would owe it."""
        return [each for each in self.priors if each.whose in self.owing] if self.owing else self.priors


class Turn(NamedTuple):
    """Penalties that take the place of the item's own, or of those named."""

    into: tuple[str, ...]
    instead_of: tuple[str, ...]


class Effect(NamedTuple):
    """What the repeat rules do to one item: level reached, factor on the basic value, codes added, grounds.

    ``cap`` is an amount in the fine's own measure that the repeat never takes it beyond. ``left_out`` are priors
    that only the window leaves out, ``older`` those that would count were they not older than the law.
    """

    level: int
    factor: Decimal
    adds: tuple[str, ...]
    articles: tuple[str, ...]
    left_out: tuple[Prior, ...]
    turns: tuple[Turn, ...] = ()
    cap: Decimal | None = None
    older: tuple[Prior, ...] = ()


def effect_on(procedure: Procedure, item: str, fact_on: date, decided_on: date, past: Past) -> Effect:
    """Apply every active repeat rule to an item; rules are independent of one another."""
    level, factor, cap = 0, Decimal(1), None
    adds: list[str] = []
    turns: list[Turn] = []
    articles: list[str] = []
    left_out: list[Prior] = []
    older: list[Prior] = []
    for rule in procedure.repeat.values():
        if not rule.active or not is_listed(procedure, item, rule.items) or not _reaches(rule, past):
            continue
        articles.extend(rule.basis)
        counted = []
        for prior in past.of_those_owing:
            if not _counts(procedure, rule, item, prior, fact_on, decided_on):
                continue
            if not _within(rule, prior, fact_on):
                left_out.append(prior)
            elif prior.fact_on < procedure.in_force.published_on:
                older.append(prior)
            else:
                counted.append(prior)
        if past.owing:
            each_alone = {
                whose: _number(procedure, rule, item, [each for each in counted if each.whose == whose], past.held)
                for whose in past.owing
            }
            number = _of_several(rule, each_alone)
        else:
            number = _number(procedure, rule, item, counted, past.held)
        if number < 1:
            continue
        reached = level_of(rule, number)
        articles.extend(reached.basis)
        adds.extend(code for code in reached.adds if code not in adds)
        if reached.turns_into:
            turns.append(Turn(reached.turns_into, reached.instead_of))
        if changes_fine(rule, reached):
            level = max(level, number)
            factor *= _factor(rule, number)
        if rule.cap is not None:
            articles.extend(rule.cap.basis)
            if rule.cap.units is not None:
                cap = rule.cap.units if cap is None else min(cap, rule.cap.units)
    return Effect(
        level, factor, tuple(adds), tuple(dict.fromkeys(articles)), tuple(dict.fromkeys(left_out)), tuple(turns), cap,
        tuple(dict.fromkeys(older)),
    )  # fmt: skip


def _reaches(rule: RepeatRule, past: Past) -> bool:
    """Whether the rule aggravates what these owe."""
    who = past.owing or past.alone
    return not rule.against or not who or any(each in rule.against for each in who)


def level_of(rule: RepeatRule, number: int) -> Level:
    """The level that so many infractions reach; past the last, the last."""
    return rule.levels[min(number, len(rule.levels)) - 1]


def changes_fine(rule: RepeatRule, level: Level) -> bool:
    """Whether a level says anything of the fine itself, besides what it adds."""
    return level.plus is not None or level.times is not None or bool(level.turns_into) or rule.beyond is not None


def _of_several(rule: RepeatRule, numbers: Mapping[str, int]) -> int:
    """How far on the ladder those are together who owe one penalty, each as far as his own priors bring him.

    One whom the rule names alone counts while he is among them; where he is not, no further than all of them.
    """
    if rule.shared in numbers:
        return numbers[rule.shared]
    return max(numbers.values()) if rule.shared == "any" else min(numbers.values())


def _number(procedure: Procedure, rule: RepeatRule, item: str, counted: Sequence[Prior], held: Sequence[str]) -> int:
    """How far on the ladder: the infractions that count, or the multiples of the sum that this one reaches."""
    if rule.sum is None:
        return len(counted) - rule.after
    earlier = sum(_points(procedure, prior.item, prior.points) for prior in counted)
    earlier += sum(_points(procedure, each) for each in held if is_listed(procedure, each, rule.items))
    reached = earlier + _points(procedure, item)
    return reached // rule.sum.reaches - earlier // rule.sum.reaches


def _points(procedure: Procedure, item: str, own: int | None = None) -> int:
    if own is not None:
        return own
    infraction = procedure.infractions.get(item)
    return (infraction.points or 0) if infraction is not None else 0


def _factor(rule: RepeatRule, number: int) -> Decimal:
    level = level_of(rule, number)
    factor = level.times if level.times is not None else 1 + fraction(level.plus or "0%")
    further = number - len(rule.levels)
    if rule.beyond is not None and further > 0:
        if rule.beyond.times is not None:
            factor *= rule.beyond.times**further
        else:
            factor += fraction(rule.beyond.plus or "0%") * further
    most = rule.cap.times if rule.cap is not None else None
    return factor if most is None else min(factor, most)


def _counts(procedure: Procedure, rule: RepeatRule, item: str, prior: Prior, fact_on: date, decided_on: date) -> bool:
    if prior.outcome not in _COUNTING_OUTCOMES or (rule.only_cured and not prior.cured):
        return False
    if rule.with_penalty is not None and rule.with_penalty not in prior.kinds:
        return False
    if not _same(procedure, rule, item, prior.item):
        return False
    if prior.fact_on >= fact_on:  # of one day nothing says which came first, and what came later repeats nothing here
        return False
    if rule.counts == "any":
        return True
    limit = fact_on if rule.counts == "final_before_fact" else decided_on
    return prior.final_on is not None and prior.final_on < limit


def _same(procedure: Procedure, rule: RepeatRule, item: str, other: str) -> bool:
    if rule.same == "other":
        return item != other and other in procedure.infractions
    if item == other or rule.same == "any":
        return True
    if rule.same == "item" or other not in procedure.infractions:
        return False
    if rule.same == "group":
        return any(item in group and other in group for group in procedure.groups.values())
    return bool(_codes(procedure, item) & _codes(procedure, other))


def _codes(procedure: Procedure, item: str) -> set[str]:
    """The codes by which two items are of one nature: those of the fine, or all where there is none."""
    codes = procedure.infractions[item].penalties
    fines = {code for code in codes if procedure.penalties[code].kind == "fine"}
    return fines or set(codes)


def _within(rule: RepeatRule, prior: Prior, fact_on: date) -> bool:
    if rule.window == "none":
        return True
    start: date | None = getattr(prior, _FROM[rule.window_from])
    return start is None or fact_on <= window_end(start, rule.window)


def window_end(start: date, window: Length) -> date:
    """The last day of a window, date to date, that day included."""
    if window.unit in ("months", "years"):
        return add_months(start, window.amount * (12 if window.unit == "years" else 1))
    return date.fromordinal(start.toordinal() + window.amount)
