"""What a fine costs: the law's form of price, how many times over, circumstances and repeat, bounds, in this order.

A form that needs a number (a quantity, days, a declared value, the field of a band) finds it in the
decision's line, else in the notice's line for the item, else in the notice itself. What is in reais is a
fine of so many reais: the unit ``R$``, which is always worth one.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

from workflow.errors import InvalidData, ItemNotPriced, PenaltyNotAllowed
from workflow.forms import COUNTED, REAIS, Figures, Form, exact, fraction
from workflow.groups import is_listed
from workflow.law_money import Band, Bands, Range
from workflow.nearest import advice
from workflow.procedure import Procedure

_COUNTED_NAMES = {"quantity": "a quantidade", "days": "o número de dias"}
_LINE_ONLY = ("units", "reais")


class Price(NamedTuple):
    """What a fine came to, and from what: basic value (already counted), how many, circumstances, in ``unit``."""

    unit: str
    base: Decimal
    total: Decimal
    times_over: Decimal | None = None
    circumstances: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()


class Asked(NamedTuple):
    """What is to be priced: the fine's name and form, for which item, with what line and figures."""

    item: str
    name: str
    form: Form
    line: Mapping[str, Any]
    figures: Figures
    basis: tuple[str, ...]

    def figure(self, name: str) -> object:
        """The number or word given under a name: in the decision, for the item in the notice, in the notice."""
        given = self.line.get(name)
        if given is None:
            given = self.figures.get(f"{self.item}/{name}")
        return self.figures.get(name) if given is None else given

    def number(self, name: str) -> Decimal:
        """A figure as a number greater than zero."""
        given = self.figure(name)
        if given is None:
            raise ItemNotPriced(
                f"item {self.item}: {self.name} depende de {_COUNTED_NAMES.get(name, repr(name))} ({name}), "
                "que não consta da decisão nem do auto.",
                self.basis,
            )
        number = _exact(given)
        if number is None or number <= 0 or (name == "days" and number != int(number)):
            raise InvalidData(f"item {self.item}: {name} tem de ser número maior que zero; veio {given!r}", self.basis)
        return number

    def has_reasons(self) -> bool:
        return bool(str(self.line.get("reasons") or "").strip())


def price(procedure: Procedure, asked: Asked, repeat: Decimal, repeat_cap: Decimal | None = None) -> Price:
    """The fine for a line of a decision; raises a refusal for what the line lacks, or has and may not."""
    form = asked.form
    once, articles = _once(asked)
    count = _counted(asked)
    base = once if count is None else once * count
    chosen = _circumstances(procedure, asked)
    changed = _factor(procedure, chosen)
    if not chosen:
        total = base * repeat
    elif procedure.money.repeat_over == "total":
        total = base * changed * repeat
    else:
        total = base * max(changed + repeat - 1, Decimal(0))
    for bound in (repeat_cap, form.cap):
        total = total if bound is None else min(total, bound)
    if form.floor is not None and not form.runs:
        total = max(total, form.floor)
    articles = (*articles, *(each for name in chosen for each in procedure.circumstances[name].basis))
    return Price(form.unit, base, exact(total), count, chosen, articles)


def known_beforehand(form: Form, item: str, figures: Figures) -> bool:
    """Whether the notice alone says all that the price needs, so that it can be announced."""
    if form.runs:
        return False
    asked = Asked(item, "", form, {}, figures, ())
    needed = [name for name in (form.of, COUNTED.get(form.per, "")) if name]
    if any(asked.figure(name) is None for name in needed):
        return False
    amount = form.amount if form.bands is None else amount_of(_band(asked, form.bands))
    return not isinstance(amount, Range)


def _once(asked: Asked) -> tuple[Decimal, tuple[str, ...]]:
    """The price of one, before it is counted."""
    form, articles = asked.form, asked.form.basis
    if form.percent is not None:
        _refuse_given(asked)
        return form.percent * asked.number(form.of), articles
    amount = form.amount
    if form.bands is not None:
        band = _band(asked, form.bands)
        amount, articles = amount_of(band), (*articles, *band.basis)
    if isinstance(amount, Range):
        return _fixed_within(asked, amount), articles
    if amount is None:
        raise ItemNotPriced(f"item {asked.item}: a lei não fixa o valor da multa.", asked.basis)
    _refuse_given(asked, amount)
    return amount, articles


def _fixed_within(asked: Asked, span: Range) -> Decimal:
    name = "reais" if asked.form.unit == REAIS else "units"
    limits = f"de {span.start} a {span.end} {asked.form.unit}"
    given = asked.line.get(name)
    if given is None:
        raise PenaltyNotAllowed(f"item {asked.item}: {asked.name} pede o valor ({name}), {limits}.", asked.basis)
    number = _exact(given)
    if number is None:
        raise InvalidData(f"item {asked.item}: {name} tem de ser número; veio {given!r}", asked.basis)
    if not span.start <= number <= span.end:
        raise PenaltyNotAllowed(f"item {asked.item}: {given} não cabe; a lei permite {limits}.", asked.basis)
    if not asked.has_reasons():
        raise PenaltyNotAllowed(f"item {asked.item}: {asked.name} pede motivos para o valor fixado.", asked.basis)
    return number


def _refuse_given(asked: Asked, fixed: Decimal | None = None) -> None:
    """Where the law says the amount nobody else does; saying the same is no harm."""
    measure = "reais" if asked.form.unit == REAIS else "units"
    for name in _LINE_ONLY:
        given = asked.line.get(name)
        if given is not None and (name != measure or _exact(given) != fixed):
            raise PenaltyNotAllowed(
                f"item {asked.item}: o valor de {asked.name} a lei fixa; a decisão não o escolhe ({name}).", asked.basis
            )


def _band(asked: Asked, bands: Bands) -> Band:
    given = asked.figure(bands.of)
    worded = [row for row in bands.rows if row.word]
    if worded and given is not None:
        found = next((row for row in worded if str(given) in row.word), None)
    else:
        number = asked.number(bands.of)
        found = next(
            (row for row in bands.rows if (row.start or 0) <= number and (row.end is None or number <= row.end)), None
        )
    if found is None:
        raise ItemNotPriced(
            f"item {asked.item}: {bands.of} = {given} não cai em faixa nenhuma da lei.", (*bands.basis, *asked.basis)
        )
    return found


def amount_of(band: Band) -> Decimal | Range | None:
    """What a band costs, or between what amounts."""
    return band.units if band.units is not None else band.reais


def _counted(asked: Asked) -> Decimal | None:
    """How many times over, at most as many as the law counts."""
    name = COUNTED.get(asked.form.per)
    if name is None or asked.form.runs:
        return None
    number = asked.number(name)
    most = asked.form.count_up_to
    return number if most is None else min(number, Decimal(most))


def _circumstances(procedure: Procedure, asked: Asked) -> tuple[str, ...]:
    given = asked.line.get("circumstances") or ()
    if isinstance(given, str):
        given = (given,)
    chosen = tuple(str(each) for each in given)
    for name in chosen:
        rule = procedure.circumstances.get(name)
        if rule is None:
            known = list(procedure.circumstances)
            raise PenaltyNotAllowed(
                f"item {asked.item}: a lei não conhece a circunstância {name!r}{advice(name, known)}", asked.basis
            )
        if not is_listed(procedure, asked.item, rule.items):
            raise PenaltyNotAllowed(
                f"item {asked.item}: “{rule.label or name}” não se aplica a este item.", (*rule.basis, *asked.basis)
            )
        if not asked.has_reasons():
            raise PenaltyNotAllowed(
                f"item {asked.item}: “{rule.label or name}” pede motivos.", (*rule.basis, *asked.basis)
            )
    if len(set(chosen)) != len(chosen):
        raise PenaltyNotAllowed(f"item {asked.item}: a mesma circunstância aparece duas vezes.", asked.basis)
    return chosen


def _factor(procedure: Procedure, chosen: tuple[str, ...]) -> Decimal:
    """What the circumstances together do to the basic value: shares are added, then what multiplies multiplies."""
    shares, times = Decimal(1), Decimal(1)
    for name in chosen:
        rule = procedure.circumstances[name]
        shares += fraction(rule.plus or "0%") - fraction(rule.minus or "0%")
        times *= rule.times if rule.times is not None else 1
    factor = max(shares, Decimal(0)) * times
    within = procedure.money.circumstances_within
    return factor if within is None or not chosen else min(max(factor, within.start), within.end)


def _exact(given: object) -> Decimal | None:
    if isinstance(given, bool) or not isinstance(given, (int, str)):
        return None
    try:
        number = Decimal(given)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
