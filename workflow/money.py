"""Reais: exact decimals, one fiscal-unit value per line, one rounding, at one named place.

Each fine line is converted with the unit's value in force on the day the law's file names and brought
to centavos before adding (``money`` section). A year without a published value refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import NamedTuple

from workflow.case import Case, Obligation
from workflow.case_money import Slip
from workflow.errors import UnitMissing
from workflow.facts import UnitValue
from workflow.forms import REAIS
from workflow.procedure import Money, Procedure
from workflow.standing import stands

CENTAVO = Decimal("0.01")
_KNOWN = 12
"""Places of reais that are sure where units are thirds: three of 33,333… are 100, and are not cut to 99.99."""
Units = Mapping[str, tuple[UnitValue, ...]]
_ONE = UnitValue(date.min, Decimal(1), always=True)


class Line(NamedTuple):
    """One fine in reais, with its memo: units counted, value of the unit, the act that set it."""

    obligation: str
    item: str
    units: Decimal
    value: UnitValue
    amount: Decimal


def value_on(units: Units, unit: str, day: date, law: Procedure | None = None) -> UnitValue:
    """The unit's value on a day; raises ``UnitMissing`` where none is published for that year.

    A unit that by the law lasts until its next value needs none of the year's own.
    """
    if unit == REAIS:
        return _ONE
    rule = law.units.get(unit) if law is not None else None
    lasts = rule is not None and rule.lasts == "until_next"
    found = None
    for each in units.get(unit, ()):
        if each.always or (each.start <= day and (lasts or each.start.year == day.year)):
            found = each
    if found is None:
        raise UnitMissing(
            f"Não há valor de {unit} publicado para {day:%d/%m/%Y}. "
            "Informe o valor do exercício, com o ato que o fixou."
        )
    return found


def to_reais(units: Decimal, value: Decimal, money: Money) -> Decimal:
    """Units in reais, brought to centavos as the law's file says."""
    return centavos(units * value, money)


def centavos(amount: Decimal, money: Money) -> Decimal:
    """An exact amount brought to centavos as the law's file says."""
    if -int(amount.as_tuple().exponent) > _KNOWN:
        amount = amount.quantize(Decimal(1).scaleb(-_KNOWN), ROUND_HALF_UP)
    return amount.quantize(CENTAVO, ROUND_DOWN if money.round == "truncate" else ROUND_HALF_UP)


def reais_label(amount: Decimal) -> str:
    """``R$ 1.234,56``."""
    return "R$ " + f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def still_asked(slip: Slip, obligations: Iterable[Obligation]) -> Decimal:
    """What the slip asks for the fines that still stand: each by its line, or by what turned out to be enough."""
    fines = (each.id for each in obligations if each.kind == "fine" and stands(each) and each.id in slip.lines)
    return sum((slip.asked.get(each, slip.lines[each]) for each in fines), Decimal(0))


def conversion_day(money: Money, case: Case, obligation: Obligation, today: date) -> date:
    """The day whose unit value converts a fine, by the file's rule."""
    head = case.head
    if money.convert_on == "fact" and head.fact_on:
        return head.fact_on
    if money.convert_on == "notice":
        return head.notified_on or today
    if money.convert_on == "decision":
        return obligation.imposed_on
    return today


def fine_lines(case: Case, money: Money, units: Units, today: date) -> list[Line]:
    """Every fine that stands, in reais, at the value of the day the file's rule gives for ``today``."""
    lines = []
    for each in case.obligations:
        if each.kind == "fine" and stands(each) and each.units is not None:
            value = value_on(units, each.unit, conversion_day(money, case, each, today))
            lines.append(Line(each.id, each.item, each.units, value, to_reais(each.units, value.value, money)))
    return lines
