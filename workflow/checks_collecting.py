"""Checks of collecting: discounts until terms of the party's, late charges that begin, instalments that fall due."""

from __future__ import annotations

from collections.abc import Iterator

from workflow.checks_money import items_known
from workflow.errors import Fault
from workflow.forms import fraction
from workflow.nearest import advice
from workflow.procedure import Procedure
from workflow.roads import is_final


def discounts(procedure: Procedure) -> Iterator[Fault]:
    """Each discount takes something off, until a limit of the party's, by acts that exist and are of one mind."""
    limits, steps = procedure.time_limits, procedure.steps
    for name, rule in procedure.money.discounts.items():
        where = f"money.discounts.{name}"
        if not 0 < fraction(rule.less) < 1:
            yield Fault(f"{where}.less", f"o desconto fica entre 0% e 100%; veio {rule.less}")
        if rule.until not in limits:
            yield Fault(f"{where}.until", f"prazo desconhecido {rule.until!r}{advice(rule.until, list(limits))}")
        elif limits[rule.until].binds != "party":
            yield Fault(f"{where}.until", f"o prazo {rule.until!r} não é da parte (binds: party)")
        for key in ("needs", "waives", "lost_by"):
            for step in getattr(rule, key):
                if step not in steps:
                    yield Fault(f"{where}.{key}", f"ato desconhecido {step!r}{advice(step, list(steps))}")
        for step in sorted(set(rule.lost_by) & {*rule.waives, *rule.needs}):
            yield Fault(f"{where}.lost_by", f"{step} ora perde o desconto, ora o supõe; escolha")
        for code in rule.penalties if rule.penalties != "all" else ():
            if code not in procedure.penalties or procedure.penalties[code].kind != "fine":
                fines = [each for each, penalty in procedure.penalties.items() if penalty.kind == "fine"]
                yield Fault(f"{where}.penalties", f"{code!r} não é multa desta lei{advice(code, fines)}")
        if rule.conduct is not None and not procedure.repeat:
            yield Fault(f"{where}.conduct", "primário ou reincidente por que regra? a lei não tem repeat")
        yield from items_known(f"{where}.items", rule.items, procedure)


def late(procedure: Procedure) -> Iterator[Fault]:
    """Being late costs something, from the end of a term to pay; where a fine goes is said of fines."""
    rule = procedure.money.late
    if rule is not None:
        if rule.fine is None and rule.interest is None:
            yield Fault("money.late", "diga quanto custa a mora: fine (uma vez), interest (por mês ou dia), ou os dois")
        if not rule.basis:
            yield Fault("money.late", "falta basis: que artigo manda isto?")
        pays = [name for name, step in procedure.steps.items() if step.does == "pay"]
        if not any(set(pays) & set(each.met_by) and each.binds == "party" for each in procedure.time_limits.values()):
            yield Fault("money.late", "nenhum prazo da parte se cumpre pagando (met_by): a mora nunca começaria")
    for code, penalty in procedure.penalties.items():
        if penalty.goes_to and penalty.kind != "fine":
            yield Fault(f"penalties.{code}.goes_to", f"só multa (kind: fine) se recolhe; esta pena é {penalty.kind}")


def instalments(procedure: Procedure) -> Iterator[Fault]:
    """Instalments have a term of the party's that the act of paying by them opens and paying meets; no other runs."""
    rule, limits = procedure.money.instalments, procedure.time_limits
    spreads = [name for name, step in procedure.steps.items() if step.does == "spread"]
    if rule is None:
        for name in spreads:
            yield Fault(f"steps.{name}.does", "parcela-se em quantas, e de quanto? diga em money.instalments")
        return
    where = "money.instalments"
    if not rule.basis:
        yield Fault(where, "falta basis: que artigo manda isto?")
    if not spreads:
        yield Fault(where, "falta o ato que parcela (does: spread)")
    if rule.every.unit not in ("days", "months"):
        yield Fault(
            f"{where}.every", f"de uma parcela a outra contam-se dias ou meses; veio {rule.every.in_portuguese}"
        )
    limit = limits.get(rule.term)
    if limit is None:
        yield Fault(f"{where}.term", f"prazo desconhecido {rule.term!r}{advice(rule.term, list(limits))}")
        return
    pays = {name for name, step in procedure.steps.items() if step.does == "pay"}
    wanted = "o prazo da parcela é da parte (binds: party), de multa (of: fine), e cumpre-se pagando (met_by)"
    if limit.binds != "party" or limit.of != "fine" or not pays & set(limit.met_by) or isinstance(limit.length, str):
        yield Fault(f"time_limits.{rule.term}", wanted)
    for name in spreads:
        if name not in limit.opened_by:
            yield Fault(f"time_limits.{rule.term}.opened_by", f"começa-o quem parcela: falta {name}")
        if not all(is_final(place) for place in procedure.steps[name].source) or not procedure.steps[name].source:
            yield Fault(f"steps.{name}.from", "só se parcela multa definitiva: from: [enforcement]")
    for other, each in limits.items():
        refers = each.on_expiry in procedure.steps and procedure.steps[each.on_expiry].does == "refer"
        for name in spreads if other != rule.term and refers and pays & set(each.met_by) else ():
            if name not in each.suspended_by:
                yield Fault(
                    f"time_limits.{other}.suspended_by", f"parcelada a multa, este prazo não corre: ponha {name}"
                )
