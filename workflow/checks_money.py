"""Checks of prices: one form each, whole, in one measure, over fields that exist; circumstances and groups too."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal

from workflow.checks_limits import only_told
from workflow.checks_steps import known_to
from workflow.errors import Fault
from workflow.fields import fields_of
from workflow.forms import fraction, has_price, in_reais
from workflow.graph import TOLD
from workflow.law_base import AllOrNames
from workflow.law_money import Band, Bands, Penalty, Priced, Range
from workflow.nearest import advice
from workflow.procedure import DayRange, Procedure

_NUMBERS = ("number", "amount", "text", "choice")


def prices(procedure: Procedure) -> Iterator[Fault]:
    """Each code and item has one form of price at most, and what that form needs."""
    opening = next((step for step in procedure.steps.values() if step.does == "open"), None)
    fields = fields_of(opening) if opening is not None else {}
    usable = {name for name, field in fields.items() if field.type in _NUMBERS}
    for code, penalty in procedure.penalties.items():
        yield from _priced(f"penalties.{code}", penalty, usable)
        yield from _kind(f"penalties.{code}", penalty)
    for name, infraction in procedure.infractions.items():
        where = f"infractions.{name}"
        yield from _priced(where, infraction, usable)
        kinds = {procedure.penalties[code].kind for code in infraction.penalties if code in procedure.penalties}
        if has_price(infraction) and "fine" not in kinds:
            yield Fault(where, "o item tem preço de multa e nenhuma das suas penas é multa (kind: fine)")


def running(procedure: Procedure) -> Iterator[Fault]:
    """A fine that runs by itself is per day, from acts that exist (or finality) until acts that exist."""
    steps = procedure.steps
    for code, penalty in procedure.penalties.items():
        rule, where = penalty.runs, f"penalties.{code}.runs"
        if rule is None:
            continue
        if penalty.kind != "fine" or penalty.per != "day":
            yield Fault(where, "só corre sozinha multa por dia (kind: fine, per: day)")
        for use in rule.since:
            step, _, outcome = use.partition(":")
            if use not in ("final", "effective") and step not in steps:
                yield Fault(
                    f"{where}.since", f"ato desconhecido {step!r}{advice(step, [*steps, 'final', 'effective'])}"
                )
            elif outcome and outcome != TOLD and step in steps and not known_to(steps[step], outcome):
                known = list(steps[step].to) if isinstance(steps[step].to, dict) else []
                yield Fault(f"{where}.since", f"{step} não tem o resultado {outcome!r}{advice(outcome, known)}")
            elif step in steps and not steps[step].source and outcome != TOLD:
                yield Fault(f"{where}.since", only_told(step))
        for step in rule.until:
            if step not in steps:
                yield Fault(f"{where}.until", f"ato desconhecido {step!r}{advice(step, list(steps))}")
        if not rule.since or not rule.until:
            yield Fault(where, "diga desde que ato corre (since) e até qual (until)")
        if not rule.basis:
            yield Fault(where, "falta basis: que artigo manda isto?")


def _kind(where: str, penalty: Penalty) -> Iterator[Fault]:
    if isinstance(penalty.days, DayRange) and penalty.days.start > penalty.days.end:
        yield Fault(f"{where}.days", f"de {penalty.days.start} a {penalty.days.end}: o menor vem primeiro")
    if penalty.kind != "fine":
        if has_price(penalty) or penalty.per is not None:
            yield Fault(where, f"só multa (kind: fine) tem preço; esta pena é {penalty.kind}")
    elif penalty.unit is not None and penalty.units is None and in_reais(penalty):
        yield Fault(f"{where}.unit", "o preço está em reais (reais, percent); não diga unidade")


def _priced(where: str, priced: Priced, usable: Collection[str]) -> Iterator[Fault]:
    forms = [name for name in ("units", "reais", "percent", "bands") if getattr(priced, name) is not None]
    if len(forms) > 1:
        yield Fault(where, f"um só preço: há {' e '.join(forms)}; escolha um")
    if (priced.percent is None) != (priced.of is None):
        yield Fault(where, "percent e of andam juntos: tantos por cento (percent) de que campo do auto (of)")
    if priced.of is not None:
        yield from _field(f"{where}.of", priced.of, usable)
    if priced.count_up_to is not None and priced.per is None:
        yield Fault(f"{where}.count_up_to", "diga o que se conta: per: quantity, ou per: day")
    if priced.count_up_to is not None and priced.count_up_to < 1:
        yield Fault(f"{where}.count_up_to", "conta-se pelo menos um")
    for name in ("units", "reais"):
        yield from _range(f"{where}.{name}", getattr(priced, name))
    if priced.floor is not None and priced.cap is not None and priced.floor > priced.cap:
        yield Fault(f"{where}.floor", f"o mínimo ({priced.floor}) passa do máximo ({priced.cap})")
    if priced.bands is not None:
        yield from _field(f"{where}.bands.of", priced.bands.of, usable)
        yield from _bands(f"{where}.bands", priced.bands)


def _field(where: str, name: str, usable: Collection[str]) -> Iterator[Fault]:
    if name not in usable:
        yield Fault(
            where, f"quem lavra o auto não informa {name!r} como número ou valor (data do ato que abre o processo)"
            f"{advice(name, sorted(usable))}",
        )  # fmt: skip


def _range(where: str, amount: Decimal | Range | None) -> Iterator[Fault]:
    if isinstance(amount, Range) and amount.start > amount.end:
        yield Fault(where, f"de {amount.start} a {amount.end}: o menor vem primeiro")


def _bands(where: str, bands: Bands) -> Iterator[Fault]:
    if not bands.rows:
        yield Fault(f"{where}.rows", "diga as faixas")
        return
    measures = {name for row in bands.rows for name in ("units", "reais") if getattr(row, name) is not None}
    if len(measures) > 1:
        yield Fault(f"{where}.rows", "todas as faixas na mesma medida: ou units, ou reais")
    worded = [bool(row.word) for row in bands.rows]
    if any(worded) and not all(worded):
        yield Fault(f"{where}.rows", "ou faixas de números (from, until), ou de palavras (is); não as duas")
    last: Band | None = None
    for number, row in enumerate(bands.rows, 1):
        place = f"{where}.rows[{number}º]"
        if (row.units is None) == (row.reais is None):
            yield Fault(place, "diga o preço da faixa: units, ou reais")
        for name in ("units", "reais"):
            yield from _range(f"{place}.{name}", getattr(row, name))
        if row.word:
            continue
        if row.end is not None and (row.start or 0) > row.end:
            yield Fault(place, f"de {row.start} a {row.end}: o menor vem primeiro")
        if last is not None and (last.end is None or row.start != last.end + 1):
            yield Fault(place, f"a faixa de antes vai até {last.end or 'o infinito'}; esta começa em {row.start}")
        last = row


def circumstances(procedure: Procedure) -> Iterator[Fault]:
    """Each circumstance does one thing, to items that exist; together they stay within bounds that are bounds."""
    for name, rule in procedure.circumstances.items():
        where = f"circumstances.{name}"
        effects = [each for each in (rule.plus, rule.minus, rule.times) if each is not None]
        if len(effects) != 1:
            yield Fault(where, "uma circunstância faz uma coisa só: plus, minus ou times")
        if rule.minus is not None and fraction(rule.minus) > 1:
            yield Fault(f"{where}.minus", "não se tira mais que o todo (100%)")
        yield from items_known(f"{where}.items", rule.items, procedure)
    yield from _range("money.circumstances_within", procedure.money.circumstances_within)
    if procedure.money.circumstances_within is not None and not procedure.circumstances:
        yield Fault("money.circumstances_within", "a lei não tem circunstâncias (circumstances)")


def groups(procedure: Procedure) -> Iterator[Fault]:
    """Groups are of items that exist, under names that are not items'."""
    for name, items in procedure.groups.items():
        where = f"groups.{name}"
        if name in procedure.infractions:
            yield Fault(where, f"{name!r} já é um item; dê outro nome ao grupo")
        for item in items:
            if item not in procedure.infractions:
                yield Fault(where, f"item desconhecido {item!r}{advice(item, sorted(procedure.infractions))}")


def items_known(where: str, items: AllOrNames, procedure: Procedure) -> Iterator[Fault]:
    """Items and groups listed exist."""
    known = (*procedure.infractions, *procedure.groups)
    for item in () if items == "all" else items:
        if item not in known:
            yield Fault(where, f"item ou grupo desconhecido {item!r}{advice(item, sorted(known))}")


def silence(procedure: Procedure) -> Iterator[Fault]:
    """What silence confesses has a price that no decision is needed for."""
    if procedure.confession is None or "fine" not in procedure.confession.covers:
        return
    for section in ("penalties", "infractions"):
        for name, priced in getattr(procedure, section).items():
            rows = () if priced.bands is None else priced.bands.rows
            amounts = (priced.units, priced.reais, *(row.units or row.reais for row in rows))
            if any(isinstance(each, Range) for each in amounts):
                yield Fault(
                    f"{section}.{name}",
                    "o silêncio confessa multa (confession) e o valor desta só a decisão fixa; "
                    "deixe-a fora da confissão ou dê-lhe um valor",
                )
