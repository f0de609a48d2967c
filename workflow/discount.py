"""Discounts by stage: which are open on a day, until when, and what a payment of that day has to reach.

A discount is open while its time limit has not run out, what it needs was done, and nothing that loses it
was. A payment that in time reaches what all lines ask, each with its best discount, earns them: from then
on that is what the fine asks. One that comes late, or falls short, earns nothing and counts toward the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from workflow.case import Case, Deadline, Head, Obligation, Track
from workflow.case_money import SlipDiscount
from workflow.fold import Draft
from workflow.forms import fraction
from workflow.groups import is_listed
from workflow.late import charges
from workflow.law_collecting import Discount
from workflow.money import centavos
from workflow.procedure import Procedure
from workflow.rules import Rules
from workflow.standing import stands


class Open(NamedTuple):
    """A discount open on the day asked: its name and rule, and its last day, if that is known yet."""

    name: str
    rule: Discount
    until: date | None


class Asked(NamedTuple):
    """What is enough on a day, per fine, and by which discounts where there are any."""

    lines: dict[str, Decimal]
    discounts: dict[str, tuple[str, ...]]

    @property
    def total(self) -> Decimal:
        """Everything together."""
        return sum(self.lines.values(), Decimal(0))


@dataclass(frozen=True, slots=True)
class Standing:
    """The parts of a case, recorded or in the making, that discounts look at."""

    head: Head
    tracks: tuple[Track, ...]
    deadlines: tuple[Deadline, ...]

    @classmethod
    def of(cls, case: Case | Draft) -> Standing:
        """The case as it stands."""
        if isinstance(case, Draft):
            return cls(case.head, tuple(case.tracks.values()), tuple(case.deadlines.values()))
        return cls(case.head, case.tracks, case.deadlines)


def open_on(rules: Rules, standing: Standing, fine: Obligation, day: date) -> Iterator[Open]:
    """Every discount open for a fine on a day, in the order of the file."""
    procedure, done = rules.procedure, standing.head.done
    for name, rule in procedure.money.discounts.items():
        if not is_for(procedure, rule, fine) or fine.status not in ("imposed", "final"):
            continue
        if any(was_done(done, step, fine) for step in rule.lost_by):
            continue
        if not all(was_done(done, step, fine) for step in rule.needs):
            continue
        deadline = _deadline(standing, rule.until, fine)
        if deadline is None:
            if fine.status == "imposed":
                yield Open(name, rule, None)
        elif deadline.status not in ("void", "suspended") and day <= deadline.due:
            yield Open(name, rule, deadline.due)


def is_for(procedure: Procedure, rule: Discount, fine: Obligation) -> bool:
    """Whether a discount is for such a fine: its item, its penalty, and what the respondent did before."""
    if not is_listed(procedure, fine.item, rule.items):
        return False
    if rule.penalties != "all" and fine.code not in rule.penalties:
        return False
    return rule.conduct is None or (rule.conduct == "repeat") == (fine.repeat > 0)


def was_done(done: Iterable[str], step: str, fine: Obligation) -> bool:
    """Whether an act that discounts look at was done, by whoever owes this fine."""
    return (done_by(step, fine.respondent)) in done


def done_by(step: str, owner: str) -> str:
    """How it is kept that an act was done: by its name, with whose it was where each owes his own."""
    return f"{step}:{owner}" if owner else step


def _deadline(standing: Standing, kind: str, fine: Obligation) -> Deadline | None:
    """The last deadline of a kind on a track that has the fine, in its round."""
    mine = {track.id for track in standing.tracks if track.covers(fine)}
    found = None
    for each in standing.deadlines:
        if each.kind == kind and each.track in mine and each.round == fine.round:
            found = each
    return found


def taken(found: Iterable[Open]) -> tuple[Open, ...]:
    """The discounts taken together: the one that takes most off (of equals, the first), and those added to it."""
    every = list(found)
    alone = [each for each in every if not each.rule.with_others]
    most = max(alone, key=lambda each: fraction(each.rule.less), default=None)
    return (*([most] if most is not None else []), *(each for each in every if each.rule.with_others))


def reduced(rules: Rules, amount: Decimal, discounts: Iterable[Open]) -> Decimal:
    """An amount in reais less the discounts together, brought to centavos as every line is."""
    return less_by(rules, amount, (each.name for each in discounts))


def less_by(rules: Rules, amount: Decimal, names: Iterable[str]) -> Decimal:
    """An amount less these discounts of the law's together."""
    money = rules.procedure.money
    less = min(sum((fraction(money.discounts[each].less) for each in names), Decimal(0)), Decimal(1))
    return centavos(amount * (1 - less), money)


def asked_on(
    rules: Rules, standing: Standing, fines: Iterable[Obligation], lines: Mapping[str, Decimal], day: date,
    *, waiving: bool = True,
) -> Asked:  # fmt: skip
    """What a payment on that day has to reach; ``lines`` are the whole.

    ``waiving``: discounts that give something up are taken in too.
    """
    asked: dict[str, Decimal] = {}
    names: dict[str, tuple[str, ...]] = {}
    for fine in fines:
        if fine.id not in lines or not stands(fine):
            continue
        found = taken(each for each in open_on(rules, standing, fine, day) if waiving or not each.rule.waives)
        whole = lines[fine.id]
        late = charges(rules, standing.tracks, standing.deadlines, fine, whole, day)
        asked[fine.id] = reduced(rules, whole, found) if found else whole + late
        if found:
            names[fine.id] = tuple(each.name for each in found)
    return Asked(asked, names)


def on_slip(
    rules: Rules, standing: Standing, fines: Iterable[Obligation], lines: Mapping[str, Decimal], day: date
) -> tuple[SlipDiscount, ...]:
    """What a slip of that day shows: each open discount of each who owes, the sum with it, and its last day."""
    mine = [fine for fine in fines if fine.id in lines and fine.status != "settled" and stands(fine)]
    owners = dict.fromkeys(fine.respondent for fine in mine)
    found = (
        _shown(rules, standing, name, [fine for fine in mine if fine.respondent == owner], lines, day)
        for owner in owners
        for name in rules.procedure.money.discounts
    )
    return tuple(each for each in found if each is not None)


def _shown(
    rules: Rules, standing: Standing, name: str, mine: list[Obligation], lines: Mapping[str, Decimal], day: date
) -> SlipDiscount | None:
    total, until, any_open = Decimal(0), None, False
    for fine in mine:
        every = list(open_on(rules, standing, fine, day))
        one = next((each for each in every if each.name == name), None)
        together = taken(every) if one is not None and one.rule.with_others else (one,) if one is not None else ()
        total += reduced(rules, lines[fine.id], together) if together else lines[fine.id]
        if one is not None:
            any_open = True
            until = one.until if until is None or one.until is None else min(until, one.until)
    return SlipDiscount(name, total, until, mine[0].respondent) if any_open else None
