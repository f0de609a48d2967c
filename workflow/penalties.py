"""Penalties: what the law attaches to an item, what a body may choose, and the lines a decision imposes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from msgspec import Struct

from workflow.case import Obligation
from workflow.facts import Prior
from workflow.forms import Form, exact
from workflow.judgment import DROPS
from workflow.law_money import Range
from workflow.procedure import NonCure, Penalty
from workflow.repeat import Past, Turn, effect_on
from workflow.rules import Rules

HARSHNESS = ("verbal_warning", "warning", "fine", "suspension", "temporary_bar", "revocation")


class Offer(Struct, frozen=True, kw_only=True):
    """A penalty that may be imposed for an item in a round: code, price, where it comes from.

    ``exceptional`` is one that only stands in for the item's own (``choice.exception``): never taken unasked.
    ``form`` and ``factor`` (of repeat) are there where the price waits for the decision's line.
    """

    code: str
    penalty: Penalty
    origin: str
    unit: str = ""
    units: Decimal | None = None
    base: Decimal | None = None
    repeat: int = 0
    form: Form | None = None
    factor: Decimal = Decimal(1)
    repeat_cap: Decimal | None = None
    count: Decimal | None = None
    circumstances: tuple[str, ...] = ()
    added: bool = False
    exceptional: bool = False
    articles: tuple[str, ...] = ()


def offers(
    rules: Rules,
    item: str,
    round_: int,
    fact_on: date,
    day: date,
    past: Past,
    earlier: Iterable[Obligation],
) -> list[Offer]:
    """Every penalty for an item: the law's own with its repeat level; in later rounds, what non-cure brings."""
    if round_ > 1:
        return _after_noncure(rules, item, round_, earlier)
    procedure = rules.procedure
    infraction = procedure.infractions[item]
    effect = effect_on(procedure, item, fact_on, day, past)
    origin = rules.citation(item)
    own = _turned(infraction.penalties, effect.turns) if effect.turns else infraction.penalties
    found = []
    for code in dict.fromkeys((*own, *procedure.choice.exception, *effect.adds)):
        penalty = procedure.penalties[code]
        priced_as = item if code in infraction.penalties or code not in own else ""
        form = rules.form(priced_as, code) if penalty.kind == "fine" else None
        base = form.simple if form is not None else None
        units = None if base is None else exact(base * effect.factor)
        if units is not None and effect.cap is not None:
            units = min(units, effect.cap)
        added = code in effect.adds and code not in own
        found.append(
            Offer(
                code=code,
                penalty=penalty,
                origin=origin,
                unit=form.unit if form is not None else penalty.unit or "",
                units=units,
                base=base,
                repeat=effect.level if form is not None else 0,
                form=form,
                factor=effect.factor,
                repeat_cap=effect.cap,
                added=added,
                exceptional=code not in own and code not in effect.adds,
                articles=(*penalty.basis, *infraction.basis, *effect.articles),
            )
        )
    return found


def _turned(own: tuple[str, ...], turns: Iterable[Turn]) -> tuple[str, ...]:
    """The item's penalties once repeat has put others in their place."""
    for turn in turns:
        replaced = turn.instead_of or own
        if any(code in replaced for code in own):
            own = (*(code for code in own if code not in replaced), *turn.into)
    return tuple(dict.fromkeys(own))


def held_before(rules: Rules, items: Sequence[str], item: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    """The items that come before one in the notice and have not fallen by this act; none, if no rule adds up."""
    if not rules.adds_up:
        return ()
    fallen = {str(line.get("item")) for line in data.get("rulings") or () if line.get("outcome") in DROPS}
    return tuple(each for each in items[: items.index(item)] if each not in fallen)


def not_counted(rules: Rules, item: str, fact_on: date, day: date, past: Past) -> list[str]:
    """A warning for each prior of the same nature left out by the window alone, or by being older than the law."""
    procedure = rules.procedure
    effect = effect_on(procedure, item, fact_on, day, past)
    published = procedure.in_force.published_on
    return [
        *(
            f"{item}: infração anterior de {_when_and_whose(prior)} ficou fora da janela da reincidência."
            for prior in effect.left_out
        ),
        *(
            f"{item}: infração anterior de {_when_and_whose(prior)} ({prior.item}) não contou como reincidência: "
            f"é anterior a {procedure.short}, publicada em {published:%d/%m/%Y}."
            for prior in effect.older
        ),
    ]


def _when_and_whose(prior: Prior) -> str:
    return f"{prior.fact_on:%d/%m/%Y}" + (f", de {prior.whose}," if prior.whose else "")


def most_of(offer: Offer) -> Decimal:
    """The most that a fine may come to that one number, or two values to decide between, say; of any other, nothing."""
    form = offer.form
    if offer.units is not None:
        return offer.units
    if form is None or not isinstance(form.amount, Range):
        return Decimal(0)
    bounds = [each for each in (offer.repeat_cap, form.cap) if each is not None]
    return min([form.amount.end * offer.factor, *bounds])


def _only_unit(rules: Rules) -> str:
    return next(iter(rules.procedure.units), "")


def noncure_of(rules: Rules, kind: str) -> NonCure | None:
    """What an uncured penalty of this kind becomes; only warnings and fines have such a rule."""
    return next((rule for name, rule in rules.procedure.noncure.items() if name == kind), None)


def _after_noncure(rules: Rules, item: str, round_: int, earlier: Iterable[Obligation]) -> list[Offer]:
    """A warning or fine left uncured becomes the fine that the law attaches to non-cure."""
    procedure = rules.procedure
    code = next((name for name, each in procedure.penalties.items() if each.kind == "fine"), "")
    for last in (each for each in earlier if each.item == item and each.round == round_ - 1):
        rule = noncure_of(rules, last.kind)
        if rule is None:
            continue
        units = rule.units if rule.units is not None else (last.units or Decimal(0)) * (rule.times or 1)
        penalty = procedure.penalties[code]
        unit = rule.unit or last.unit or penalty.unit or _only_unit(rules)
        return [
            Offer(
                code=code,
                penalty=penalty,
                origin=rule.basis[0],
                unit=unit,
                units=units,
                base=units,
                articles=rule.basis,
            )
        ]
    return []
