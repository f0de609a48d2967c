"""How a fine is collected, as the table a lawyer signs says it: who owes, discounts, late charges, instalments."""

from __future__ import annotations

from collections.abc import Iterator

from procedures.process_words import name_said
from procedures.wording import OUTCOMES, step_said
from workflow.law_collecting import Discount, Late
from workflow.law_money import Runs
from workflow.procedure import Procedure

Said = tuple[str, str, str, tuple[str, ...]]


def paying_said(procedure: Procedure) -> Iterator[Said]:
    """Each rule of payment: its name, how much, when, and the articles it stands on."""
    money = procedure.money
    if procedure.tracks.owes == "each":
        yield "Vários autuados", "cada um deve a sua multa", "sempre", procedure.tracks.basis
    for name, rule in money.discounts.items():
        yield f"{rule.label or name}\n({name})", _less(rule), "\n".join(_when(procedure, rule)), rule.basis
    if money.late is not None:
        yield "Mora", _late(money.late), "desde o dia seguinte ao prazo de pagar, definitiva a multa", money.late.basis
    plan = money.instalments
    if plan is not None:
        least = f", de R$ {str(plan.least).replace('.', ',')} no mínimo cada" if plan.least is not None else ""
        missed = "a falta de uma" if plan.missed == 1 else f"a falta de {plan.missed}"
        when = (
            f"a primeira: {name_said(procedure, plan.term)}\n"
            f"as outras: {plan.every.in_portuguese} depois da anterior\n"
            f"{missed}: {_lapse(procedure, plan.term)}"
        )
        yield "Parcelamento", f"até {plan.at_most} parcelas{least}", when, plan.basis


def runs_said(procedure: Procedure, rule: Runs) -> str:
    """From which acts a daily fine runs, and until which."""
    since = ", ".join(OUTCOMES.get(use) or step_said(procedure, use.partition(":")[0]) for use in rule.since)
    until = ", ".join(step_said(procedure, each) for each in rule.until)
    return f"desde: {since}; até: {until}"


def _less(rule: Discount) -> str:
    parts = [f"menos {rule.less}"]
    if rule.with_others:
        parts.append("somado ao maior dos outros")
    if rule.conduct is not None:
        parts.append("só o primário" if rule.conduct == "first" else "só o reincidente")
    parts.extend(f"só {', '.join(only)}" for only in (rule.items, rule.penalties) if only != "all")
    return "\n".join(parts)


def _when(procedure: Procedure, rule: Discount) -> Iterator[str]:
    yield f"até o último dia de: {name_said(procedure, rule.until)}"
    for word, steps in (("só com", rule.needs), ("abre mão de", rule.waives), ("perde-se com", rule.lost_by)):
        if steps:
            yield f"{word}: {', '.join(step_said(procedure, each) for each in steps)}"


def _late(rule: Late) -> str:
    parts = [f"multa de mora de {rule.fine}"] if rule.fine is not None else []
    if rule.interest is not None:
        per = "mês" if rule.per == "month" else "dia"
        parts.append(f"juros de {rule.interest} por {per}{' começado' if rule.count == 'started' else ''}")
    return " e ".join(parts) + (f", até {rule.up_to}" if rule.up_to is not None else "")


def _lapse(procedure: Procedure, limit: str) -> str:
    fires = procedure.time_limits[limit].on_expiry
    if fires not in procedure.steps:
        return "só se mostra" if fires == "none" else "só avisa"
    return f"vence o restante; {step_said(procedure, fires)}"
