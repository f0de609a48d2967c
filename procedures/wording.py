"""The law file's words as people read them: outcomes, kinds of penalty, who acts, conditions, who is bound."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from workflow.forms import REAIS, Form
from workflow.law_money import Band, Range
from workflow.price import amount_of
from workflow.procedure import LengthRange, Procedure, Step, TimeLimit

OUTCOMES: Mapping[str, str] = {
    "upheld": "auto mantido", "dismissed": "auto insubsistente", "partial": "mantido em parte",
    "affirmed": "decisão confirmada", "maintained": "decisão mantida", "reversed": "decisão reformada",
    "aggravated": "decisão agravada", "timely": "no prazo", "late": "fora do prazo",
    "timely_reconsideration": "pedido de reconsideração no prazo", "stands": "resta pena", "falls": "não resta pena",
    "confessed": "com confissão", "silent": "sem confissão", "judged": "multa decidida", "over": "acima do valor",
    "up_to": "até o valor", "told": "só se registra",
    "void": "nulidade", "out_of_scope": "fora do alcance da lei", "always": "sempre", "final": "pena definitiva",
    "effective": "pena que já produz efeito", "remanded": "devolvida para nova decisão",
    "inadmissible": "não conhecido", "casting_vote": "voto de qualidade de quem preside",
}  # fmt: skip

PENALTIES: Mapping[str, str] = {
    "warning": "advertência", "verbal_warning": "advertência verbal", "fine": "multa", "suspension": "suspensão",
    "temporary_bar": "impedimento temporário", "revocation": "cassação",
    "reregistration_ban": "proibição de novo registro",
    "rest": "demais penas",
}  # fmt: skip

CONDITIONS: Mapping[str, str] = {
    "law_in_force": "o fato está sob esta lei", "questions_answered": "as questões sem padrão têm resposta",
    "items_priced": "cada item tem pena e os fatos que ela pede", "scope": "a lei alcança a pessoa ou o serviço",
    "field_is": "o dado é um dos que a lei aceita", "not_archived_before": "o mesmo fato não foi arquivado por decurso",
    "competent": "a pena cabe a quem decide", "own_decision": "a decisão revista é de quem reconsidera",
    "quorum": "há votantes bastantes, com as qualidades pedidas", "unrecused": "nenhum impedido vota",
    "reasons": "o ato traz motivos", "penalties_allowed": "as penas são as da lei para o item",
    "not_worse": "não agrava", "forewarned": "só agrava com aviso prévio", "once": "uma só vez",
    "fine_due": "há multa por pagar", "slip_issued": "a guia foi emitida", "fine_overdue": "há multa vencida",
    "fine_confessed": "há multa só confessada", "legality_confirmed": "a multa confessada foi homologada",
    "penalty_final": "há pena por começar, definitiva ou que já produz efeito",
    "penalty_over": "a pena correu até o fim",
    "not_collected": "a pena não começa com apreensão", "cure_ordered": "há ordem de sanar",
    "cure_missing": "a ordem de sanar foi descumprida",
    "cure_over": "o prazo de sanar terminou", "decision_final": "a decisão é definitiva",
    "opinions_in": "vieram os pareceres pedidos, ou terminou o prazo deles",
    "opinion_followed": "a decisão segue o parecer que vincula",
    "unconditional": "sem condição", "measure_ordered": "a medida está em vigor",
    "second_person": "outra pessoa aprova, com motivos", "said_by": "alguém responde pelo ato, com motivos",
    "extendable": "o prazo admite prorrogação",
}  # fmt: skip

ACTORS: Mapping[str, str] = {"party": "autuado", "clock": "relógio"}
BOUND: Mapping[str, str] = {"party": "da parte", "authority": "da autoridade", "penalty": "da pena"}
STARTS: Mapping[str, str] = {
    "next_day": "do dia seguinte", "same_day": "do próprio dia", "next_business_day": "do dia útil seguinte",
}  # fmt: skip
NATURES: Mapping[str, str] = {
    "item": "mesmo item", "code": "mesmo código", "group": "mesmo grupo", "other": "outro item desta lei",
    "any": "qualquer item",
}  # fmt: skip
WINDOWS: Mapping[str, str] = {
    "prior_fact": "do fato anterior", "prior_decided": "da decisão anterior", "prior_served": "da ciência da anterior",
    "prior_final": "da anterior definitiva", "prior_paid": "do pagamento da anterior",
}  # fmt: skip
ENDS: Mapping[str, str] = {
    "next_business_day": "passa ao dia útil seguinte", "literal": "não passa",
}  # fmt: skip


def said(name: str, words: Mapping[str, str]) -> str:
    """A word of the file in Portuguese; a law's own word as it is written, without its underscores."""
    return words.get(name, name.replace("_", " "))


def step_said(procedure: Procedure, name: str) -> str:
    """A step by its label."""
    step = procedure.steps.get(name)
    return step.label if step is not None and step.label else said(name, {})


def trigger_said(procedure: Procedure, use: str) -> str:
    """What starts a term, or starts it anew: an act by its label, with the outcome it needs to have."""
    if use in ("final", "effective"):
        return OUTCOMES[use]
    name, _, outcome = use.partition(":")
    return f"{step_said(procedure, name)}{f' ({said(outcome, OUTCOMES)})' if outcome else ''}"


def place_said(procedure: Procedure, place: str) -> str:
    """A state by its label, an archive with its reason."""
    if place == "not_opened":
        return "início"
    for name in (place, place.partition("/")[0]):
        if name in procedure.states and procedure.states[name].label:
            return procedure.states[name].label
    return said(place, {})


def actors_said(procedure: Procedure, step: Step) -> str:
    """Who may do a step."""
    bodies = procedure.bodies
    return ", ".join(bodies[who].label or who if who in bodies else said(who, ACTORS) for who in step.by)


def length_said(limit: TimeLimit) -> str:
    """``10 dias``; the days of the penalty, or no term."""
    if limit.length == "penalty":
        return "os dias da pena"
    if limit.length == "none":
        return "sem prazo" if limit.ends_with is None else "sem prazo próprio"
    if isinstance(limit.length, LengthRange):
        bounds = f"de {limit.length.start.in_portuguese} a {limit.length.end.in_portuguese}, como fixado"
        default = limit.length.default
        return f"{bounds}; sem fixar, {default.in_portuguese}" if default is not None else bounds
    return limit.length.in_portuguese


def price_said(form: Form) -> str:
    """``de 10 a 100 UF``, ``2% de declared_value``, ``5 UF por dia, contados até 30``."""
    parts = []
    if form.percent is not None:
        parts.append(f"{_number(form.percent * 100)}% de {form.of}")
    elif form.bands is not None:
        rows = "; ".join(f"{_band_said(row)}: {_amount_said(amount_of(row), form.unit)}" for row in form.bands.rows)
        parts.append(f"por {form.bands.of} ({rows})")
    elif form.amount is not None:
        parts.append(_amount_said(form.amount, form.unit))
    if form.per and parts:
        daily = " por dia, correndo sozinha" if form.runs else " por dia"
        parts[-1] += daily if form.per == "day" else " por unidade"
    if form.count_up_to is not None:
        parts.append(f"contados até {form.count_up_to}")
    if form.floor is not None:
        parts.append(f"no mínimo {_amount_said(form.floor, form.unit)}")
    if form.cap is not None:
        parts.append(f"no máximo {_amount_said(form.cap, form.unit)}")
    return ", ".join(parts)


def _band_said(row: Band) -> str:
    if row.word:
        return ", ".join(row.word)
    return f"de {row.start or 0} em diante" if row.end is None else f"de {row.start or 0} a {row.end}"


def _amount_said(amount: Decimal | Range | None, unit: str) -> str:
    if isinstance(amount, Range):
        return f"de {_amount_said(amount.start, unit)} a {_amount_said(amount.end, unit)}"
    number = "?" if amount is None else _number(amount)
    return f"R$ {number}" if unit == REAIS else f"{number} {unit}".rstrip()


def _number(amount: Decimal) -> str:
    whole, _, rest = f"{amount:,f}".partition(".")
    rest = rest.rstrip("0") if rest.endswith("0") else rest
    return ",".join(filter(None, (whole.replace(",", "."), rest)))


def limit_said(procedure: Procedure, name: str) -> str:
    """``Prazo de defesa (30 dias)``."""
    limit = procedure.time_limits[name]
    return f"{limit.label or said(name, {})} ({length_said(limit)})"
