"""How terms, means of service and measures are counted and bound, as the table a lawyer signs says it."""

from __future__ import annotations

from collections.abc import Iterator

from procedures.wording import CONDITIONS, PENALTIES, place_said, said, step_said, trigger_said
from workflow.guards_opening import LAPSED
from workflow.procedure import GuardUse, LengthRange, Measure, Procedure, Service, Step, TimeLimit

_HELD = {
    "goods": "mercadorias",
    "vehicle": "veículo",
    "documents": "documentos",
    "animals": "animais",
    "place": "local",
}


def starts_said(procedure: Procedure, limit: TimeLimit) -> Iterator[str]:
    """What else decides when a limit begins, besides the acts that open it."""
    if limit.starts_at == "later":
        yield "só com todos, do último"
    if limit.counts_from is not None:
        yield f"conta de: {field_said(procedure, limit.counts_from)}"
    if limit.before is not None:
        yield f"conta para trás de: {field_said(procedure, limit.before)}"
    if limit.of is not None:
        yield f"só havendo {said(limit.of, PENALTIES)}"
    if limit.only_if is not None:
        yield "só havendo ordem de sanar" + (", um por item" if limit.per == "item" else "")
    if limit.measure is not None:
        yield f"por apreensão: {measure_said(procedure, limit.measure)}"
    for each in limit.instead:
        yield f"{each.length.in_portuguese}, se {field_said(procedure, each.field)} é {', '.join(each.word)}"
    if isinstance(limit.length, LengthRange):
        yield f"fixado em: {field_said(procedure, limit.length.set_by)}"
    if limit.restarted_by:
        acts = "qualquer ato de gente" if limit.restarted_by == "any" else ", ".join(
            trigger_said(procedure, each) for each in limit.restarted_by
        )  # fmt: skip
        yield f"recomeça com: {acts}"


def ends_said(procedure: Procedure, limit: TimeLimit) -> Iterator[str]:
    """What else decides when a limit ends, besides its own count."""
    if limit.ends_with is not None:
        other = name_said(procedure, limit.ends_with)
        if limit.length == "none":
            yield f"termina com: {other}"
        else:
            which = "antes" if limit.whichever == "earlier" else "por último"
            yield f"entre este fim e o de {other}, o que vier {which}"
    if limit.waits_for:
        yield f"só produz efeito terminado também: {', '.join(name_said(procedure, each) for each in limit.waits_for)}"
    if limit.ceiling is not None:
        yield f"no máximo {limit.ceiling.in_portuguese} ao todo"
    row = procedure.counting[limit.binds]
    for part in row.recess if limit.recess is None else limit.recess:
        yield f"não corre de {_day(part.start)} a {_day(part.end)}"
    if limit.suspended_by:
        yield f"suspende-se com: {', '.join(step_said(procedure, each) for each in limit.suspended_by)}"


def _day(month_day: str) -> str:
    month, day = month_day.split("-")
    return f"{day}/{month}"


_OF_THE_NOTICE = {
    "fact_on": "data do fato", "received_on": "recebimento", "fact_time": "hora do fato", "place": "local do fato",
}  # fmt: skip


def field_said(procedure: Procedure, field: str) -> str:
    """A datum by the label some act gives it."""
    labels = [step.data[field].label for step in procedure.steps.values() if field in step.data]
    return next(filter(None, labels), _OF_THE_NOTICE.get(field, field))


def name_said(procedure: Procedure, limit: str) -> str:
    """A limit by its label."""
    return procedure.time_limits[limit].label or said(limit, {})


def measure_said(procedure: Procedure, name: str) -> str:
    """A measure by its label."""
    return procedure.measures[name].label or said(name, {})


def besides_said(procedure: Procedure, step: Step) -> Iterator[str]:
    """What an act does or is besides moving the case."""
    if step.outcome is not None:
        yield "o resultado é o que a lei dá ao silêncio"
    if step.threshold is not None:
        yield f"acima ou até {step.threshold} unidades de multa"
    if step.orders_cure:
        yield "ordena sanar"
    if step.orders_measure is not None:
        yield f"ordena: {measure_said(procedure, step.orders_measure)}"


def condition_said(procedure: Procedure, use: GuardUse) -> str:
    """A condition of an act; of the one that bars a second notice, what bars it and what tells facts apart too."""
    text = said(use.name, CONDITIONS)
    if use.name != "not_archived_before" or procedure.same_fact is None:
        return text
    ends = [place_said(procedure, f"archived/{each}") for each in use.several("reasons") or LAPSED]
    apart = [field_said(procedure, each) for each in procedure.same_fact.told_apart_by]
    other = f"; é outro fato se difere: {', '.join(apart)}" if apart else "; nada mais distingue dois fatos do dia"
    return f"{text} ({', '.join(ends)}){other}"


def means_said(procedure: Procedure, service: Service) -> Iterator[str]:
    """When a means of service may be used, and what it needs to hold."""
    names = procedure.services
    if service.after:
        yield f"só depois de: {', '.join(names[each].label or each for each in service.after)}"
    if service.after_failed_means:
        yield f"só depois de {service.after_failed_means} meio(s) sem êxito"
    if service.attempts > 1:
        apart = f", com {service.apart.in_portuguese} entre uma e outra" if service.apart is not None else ""
        yield f"{service.attempts} tentativas{apart}"
    for field in service.needs:
        yield f"só vale se: {field_said(procedure, field)}"


def effect_said(procedure: Procedure, service: Service) -> str:
    """From when a service counts."""
    since = step_said(procedure, service.counts_from) if service.counts_from else "o ato"
    if service.effective_after is None or not service.effective_after.amount:
        return "no dia" if service.counts_from is None else f"no dia de: {since}"
    return f"{service.effective_after.in_portuguese} depois de: {since}"


def holds_said(measure: Measure) -> str:
    """What a measure takes into custody."""
    return _HELD.get(measure.holds or "", "nada")
