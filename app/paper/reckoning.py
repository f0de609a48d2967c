"""Amounts and how each was made: code, repeat level, unit value, rounding, every line with the act behind it.

What depends on the law and on figures alone is kept: many cases have the same fine.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from app.paper.book import Book
from app.paper.material import Material
from app.paper.story import Happened
from app.paper.wording import ROLES
from notices.dossier import Factor, Penalty
from notices.words import days, money, number, short_date
from workflow.case import Obligation, ProposedFine
from workflow.errors import UnitMissing
from workflow.facts import Prior, UnitValue
from workflow.forms import REAIS
from workflow.groups import is_listed
from workflow.money import conversion_day, to_reais, value_on
from workflow.procedure import Circumstance, Level, Procedure
from workflow.repeat import changes_fine, level_of


class Line(NamedTuple):
    """A penalty in figures: what it is and what it came to, without the case it belongs to."""

    item: str
    code: str
    unit: str
    units: Decimal | None
    base: Decimal | None
    days: int | None
    repeat: int
    times_over: Decimal | None
    circumstances: tuple[str, ...]
    amount: Decimal | None
    value: UnitValue | None


def imposed(material: Material, obligation: Obligation) -> Penalty:
    """A penalty imposed, with its memo if it is a fine that can be told in reais today."""
    amount, value = _amount(material, obligation)
    return _told(
        material.book,
        Line(
            item=obligation.item,
            code=obligation.code,
            unit=obligation.unit,
            units=obligation.units,
            base=obligation.base,
            days=obligation.days,
            repeat=obligation.repeat,
            times_over=obligation.count,
            circumstances=obligation.circumstances,
            amount=amount,
            value=value,
        ),
    )


def preview(material: Material, fine: ProposedFine) -> Decimal | None:
    """What an announced fine would come to today, in reais; None where no value of the unit is published."""
    money_rule, head = material.procedure.money, material.after.head
    day = head.fact_on if money_rule.convert_on == "fact" and head.fact_on else material.today
    try:
        return to_reais(fine.units, value_on(material.units, fine.unit, day, material.procedure).value, money_rule)
    except UnitMissing:
        return None


def total(penalties: list[Penalty]) -> Decimal | None:
    """The fines that can be told in reais, together; None where there is none."""
    amounts = [each.amount for each in penalties if each.amount is not None]
    return sum(amounts, Decimal(0)) if amounts else None


def repeat_words(book: Book, obligation: Obligation, decided: Happened) -> str:
    """What a decision says of earlier infractions for this line."""
    if not book.procedure.repeat:
        return ""
    if not obligation.repeat:
        return "Não há reincidência a considerar."
    level = _level(book, obligation.item, obligation.repeat)
    name = level.label if level and level.label else f"{obligation.repeat}ª reincidência"
    ground = f" ({book.cite(*level.basis)})" if level else ""
    known = [
        f"{_of_whom(obligation, each)}fato de {short_date(each.fact_on)}, definitiva em {short_date(each.final_on)}"
        for each in decided.priors
        if each.final_on is not None and each.item == obligation.item
        if not obligation.respondent or each.whose in ("", obligation.respondent)
    ]
    seen = f" Infrações anteriores da mesma natureza: {'; '.join(known)}." if known else ""
    return f"{name}{ground}.{seen}"


def _of_whom(obligation: Obligation, prior: Prior) -> str:
    """Whose an earlier infraction is, where the penalty is of several: ``condutor(a) auxiliar: ``."""
    return f"{ROLES.get(prior.whose, prior.whose)}: " if prior.whose and not obligation.respondent else ""


def _amount(material: Material, obligation: Obligation) -> tuple[Decimal | None, UnitValue | None]:
    if obligation.kind != "fine" or obligation.units is None:
        return None, None
    slip = material.after.head.slip
    on_slip = slip.lines.get(obligation.id) if slip else None
    day = slip.issued_on if slip and on_slip is not None else material.today
    money_rule = material.procedure.money
    try:
        converted_on = conversion_day(money_rule, material.after, obligation, day)
        value = value_on(material.units, obligation.unit, converted_on, material.procedure)
    except UnitMissing:
        return on_slip, None
    return on_slip if on_slip is not None else to_reais(obligation.units, value.value, money_rule), value


def grounds_of(procedure: Procedure, item: str, code: str) -> tuple[str, ...]:
    """What a penalty rests on: its own provisions, and, where the item lacks it, those of the repeat that adds it."""
    basis = procedure.penalties[code].basis
    infraction = procedure.infractions.get(item)
    if infraction is None or code in infraction.penalties:
        return basis
    adding = (
        citation
        for rule in procedure.repeat.values()
        if rule.active and is_listed(procedure, item, rule.items)
        for level in rule.levels
        if code in level.adds
        for citation in level.basis
    )
    return tuple(dict.fromkeys((*basis, *adding)))


@lru_cache(maxsize=4096)
def _told(book: Book, line: Line) -> Penalty:
    return Penalty(
        code=book.code(line.code),
        label=book.penalty(line.code),
        citation=book.cite(*grounds_of(book.procedure, line.item, line.code)),
        detail=_detail(book, line),
        amount=line.amount,
        memo=_memo(book, line),
    )


def _detail(book: Book, line: Line) -> str:
    if line.units is not None:
        return book.units_of(line.units, line.unit)
    return days(line.days) if line.days is not None else ""


def _memo(book: Book, line: Line) -> tuple[Factor, ...]:
    if line.units is None or line.value is None:
        return ()
    procedure, value = book.procedure, line.value.value
    rule = procedure.penalties[line.code]
    base = line.base if line.base is not None else line.units
    unit_rule = procedure.units.get(line.unit)
    factors = [
        Factor(
            label=rule.label or book.penalty(line.code),
            value=book.units_of(base, line.unit),
            source=book.cite(*rule.basis),
        ),
        *_circumstances(book, line),
        *_repeat(book, line, base, line.units),
    ]
    if line.times_over is not None:
        once = Factor(
            label="Valor de cada um", value=book.units_of(base / line.times_over, line.unit), source=factors[0].source
        )
        factors[0] = replace(factors[0], value=f"× {number(line.times_over)} = {factors[0].value}")
        factors.insert(0, once)
    if line.unit != REAIS:
        factors.append(
            Factor(
                label=f"Valor da {line.unit} usado na conta" if "_" not in line.unit else "Valor usado na conta",
                value=money(value) if value == round(value, 2) else f"R$ {value}".replace(".", ","),
                source=line.value.act or (book.cite(*unit_rule.basis) if unit_rule else "–"),
            )
        )
    exact = line.units * value
    if exact != round(exact, 2) and procedure.money.basis:
        how = "desprezada" if procedure.money.round == "truncate" else "arredondada"
        factors.append(Factor(label="Fração de centavo", value=how, source=book.cite(*procedure.money.basis[-1:])))
    return tuple(factors)


def _circumstances(book: Book, line: Line) -> tuple[Factor, ...]:
    """What the decision found that makes the fine heavier or lighter."""
    rules = book.procedure.circumstances
    return tuple(
        Factor(label=rules[each].label or each, value=_share(rules[each]), source=book.cite(*rules[each].basis))
        for each in line.circumstances
    )


def _share(rule: Circumstance) -> str:
    if rule.times is not None:
        return f"× {number(rule.times)}"
    return (f"+ {rule.plus}" if rule.plus else f"- {rule.minus}").replace(".", ",")


def _repeat(book: Book, line: Line, base: Decimal, units: Decimal) -> tuple[Factor, ...]:
    """The step of the repeat ladder; nothing in a law that has none."""
    grounds = [citation for each in book.procedure.repeat.values() if each.active for citation in each.basis]
    if not line.repeat or units == base:
        return (Factor(label="Reincidência", value="não há", source=book.cite(*grounds)),) if grounds else ()
    level = _level(book, line.item, line.repeat)
    share = "" if line.circumstances else f"+ {((units / base - 1) * 100).normalize():f}% = ".replace(".", ",")
    reached = Factor(
        label=level.label if level and level.label else f"{line.repeat}ª reincidência",
        value=f"{share}{book.units_of(units, line.unit)}",
        source=book.cite(*(level.basis if level else grounds)),
    )
    return (reached,)


def _level(book: Book, item: str, repeat: int) -> Level | None:
    for rule in book.procedure.repeat.values():
        if rule.active and rule.sum is None and is_listed(book.procedure, item, rule.items):
            level = level_of(rule, repeat)
            if changes_fine(rule, level):
                return level
    return None
