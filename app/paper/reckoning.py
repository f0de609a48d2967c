"""Amounts and how each was made: code, repeat level, unit value, rounding, every line with the act behind it."""

from __future__ import annotations

from decimal import Decimal

from app.paper.material import Material
from app.paper.wording import units_words
from notices.dossier import Factor, Penalty
from notices.words import days, money, short_date
from workflow.case import Event, Obligation, UnitValue
from workflow.errors import UnitMissing
from workflow.money import conversion_day, to_reais, value_on
from workflow.procedure import Level


def imposed(material: Material, obligation: Obligation, *, memo: bool = True) -> Penalty:
    """A penalty imposed, with its memo if it is a fine that can be told in reais today."""
    book = material.book
    rule = book.procedure.penalties[obligation.code]
    amount, value = _amount(material, obligation)
    return Penalty(
        code=book.code(obligation.code),
        label=book.penalty(obligation.code),
        citation=book.cite(*rule.basis),
        detail=_detail(obligation.units, obligation.unit, obligation.days),
        amount=amount,
        memo=_memo(material, obligation, value) if memo and amount is not None and value is not None else (),
    )


def total(penalties: list[Penalty]) -> Decimal | None:
    """The fines together; None where there is none, or one cannot be told in reais."""
    fines = [each for each in penalties if each.memo or each.amount is not None]
    return sum((each.amount for each in fines if each.amount is not None), Decimal(0)) if fines else None


def _amount(material: Material, obligation: Obligation) -> tuple[Decimal | None, UnitValue | None]:
    if obligation.kind != "fine" or obligation.units is None:
        return None, None
    slip = material.after.head.slip
    on_slip = slip.lines.get(obligation.id) if slip else None
    day = slip.issued_on if slip and on_slip is not None else material.today
    money_rule = material.procedure.money
    try:
        converted_on = conversion_day(money_rule, material.after, obligation, day)
        value = value_on(material.units, obligation.unit, converted_on)
    except UnitMissing:
        return on_slip, None
    return on_slip if on_slip is not None else to_reais(obligation.units, value.value, money_rule), value


def _detail(units: Decimal | None, unit: str, length: int | None) -> str:
    if units is not None:
        return units_words(units, unit)
    return days(length) if length is not None else ""


def _memo(material: Material, obligation: Obligation, value: UnitValue) -> tuple[Factor, ...]:
    book, units = material.book, obligation.units
    if units is None:
        return ()
    procedure = book.procedure
    rule = procedure.penalties[obligation.code]
    base = obligation.base if obligation.base is not None else units
    factors = [
        Factor(
            label=rule.label or book.penalty(obligation.code),
            value=units_words(base, obligation.unit),
            source=book.cite(*rule.basis),
        ),
        _repeat(material, obligation, base, units),
        Factor(
            label=f"Valor da {obligation.unit} usado na conta",
            value=money(value.value) if value.value == round(value.value, 2) else f"R$ {value.value}".replace(".", ","),
            source=value.act or book.cite(*procedure.units[obligation.unit].basis),
        ),
    ]
    exact = units * value.value
    if exact != round(exact, 2) and procedure.money.basis:
        how = "desprezada" if procedure.money.round == "truncate" else "arredondada"
        factors.append(Factor(label="Fração de centavo", value=how, source=book.cite(*procedure.money.basis[-1:])))
    return tuple(factors)


def _repeat(material: Material, obligation: Obligation, base: Decimal, units: Decimal) -> Factor:
    grounds = [citation for each in material.procedure.repeat.values() if each.active for citation in each.basis]
    if not obligation.repeat or units == base:
        return Factor(label="Reincidência", value="não há", source=material.book.cite(*grounds) or "–")
    level = _level(material, obligation)
    plus = units / base - 1
    return Factor(
        label=level.label if level and level.label else f"{obligation.repeat}ª reincidência",
        value=f"+ {(plus * 100).normalize():f}% = {units_words(units, obligation.unit)}".replace(".", ","),
        source=material.book.cite(*(level.basis if level else grounds)),
    )


def repeat_words(material: Material, obligation: Obligation, decided: Event) -> str:
    """What a decision says of earlier infractions for this line."""
    if not material.procedure.repeat:
        return ""
    if not obligation.repeat:
        return "Não há reincidência a considerar."
    level = _level(material, obligation)
    name = level.label if level and level.label else f"{obligation.repeat}ª reincidência"
    ground = f" ({material.book.cite(*level.basis)})" if level else ""
    known = [
        f"fato de {short_date(each.fact_on)}, definitiva em {short_date(each.final_on)}"
        for each in decided.priors
        if each.final_on is not None and each.item == obligation.item
    ]
    seen = f" Infrações anteriores da mesma natureza: {'; '.join(known)}." if known else ""
    return f"{name}{ground}.{seen}"


def _level(material: Material, obligation: Obligation) -> Level | None:
    for rule in material.procedure.repeat.values():
        if rule.active and (rule.items == "all" or obligation.item in rule.items):
            level = rule.levels[min(obligation.repeat, len(rule.levels)) - 1]
            if level.plus is not None or level.times is not None:
                return level
    return None
