"""Checks of orders and of what has effect before the end: cures, custody, silence that decides, penalties at once."""

from __future__ import annotations

from collections.abc import Iterator

from workflow.errors import Fault
from workflow.event import CLOCK
from workflow.fields import fields_of
from workflow.means import means_of
from workflow.nearest import advice
from workflow.procedure import ENFORCEMENT, NOT_OPENED, Procedure
from workflow.roads import Roads, is_final


def cures(procedure: Procedure) -> Iterator[Fault]:
    """An order to cure has a term, and an act that proves the cure."""
    ordering = [name for name, step in procedure.steps.items() if step.orders_cure]
    if not ordering:
        return
    where = f"steps.{ordering[0]}.orders_cure"
    if not any(step.does == "cure" for step in procedure.steps.values()):
        yield Fault(where, "falta o ato que prova ter sanado (does: cure)")
    if not any(limit.only_if == "cure_ordered" for limit in procedure.time_limits.values()):
        yield Fault(where, "falta o prazo para sanar (if: cure_ordered)")


def by_item(procedure: Procedure) -> Iterator[Fault]:
    """A term by item is one to cure, lapses into one act for all of them, and its terms are set in lines."""
    for name, limit in procedure.time_limits.items():
        if limit.per is None:
            continue
        where = f"time_limits.{name}"
        if limit.only_if != "cure_ordered":
            yield Fault(f"{where}.per", "só a ordem de sanar se divide por item (if: cure_ordered)")
        if limit.starts_at == "later" or limit.ends_with is not None:
            yield Fault(f"{where}.per", "isto o formato ainda não diz: prazo por item com outro começo ou fim em comum")


def custody(procedure: Procedure) -> Iterator[Fault]:
    """Measures named exist, and a term to claim is about one that holds something and is opened by its order."""
    known = list(procedure.measures)
    for name, step in procedure.steps.items():
        kind = step.orders_measure
        if kind is not None and kind not in known:
            yield Fault(f"steps.{name}.orders_measure", f"medida desconhecida {kind!r}{advice(kind, known)}")
    for name, limit in procedure.time_limits.items():
        if limit.measure is None:
            continue
        where = f"time_limits.{name}"
        if limit.measure not in known:
            yield Fault(f"{where}.measure", f"medida desconhecida {limit.measure!r}{advice(limit.measure, known)}")
        elif procedure.measures[limit.measure].holds is None:
            yield Fault(f"{where}.measure", f"a medida {limit.measure} nada retém; diga o quê em holds")
        orders = [
            each
            for each, step in procedure.steps.items()
            if step.does == "order_measure" or step.orders_measure == limit.measure
        ]
        if not {use.partition(":")[0] for use in limit.opened_by} & set(orders):
            yield Fault(f"{where}.opened_by", f"só o começa quem ordena a medida: {', '.join(orders) or 'nenhum ato'}")
        lapse = procedure.steps.get(limit.on_expiry)
        if lapse is not None and lapse.does != "dispose":
            yield Fault(f"{where}.on_expiry", "vencido, dá-se destino ao que está em depósito (does: dispose)")


def silence(procedure: Procedure) -> Iterator[Fault]:
    """What the clock decides, the law says how; nobody else's decision is fixed."""
    for name, step in procedure.steps.items():
        where = f"steps.{name}"
        deciding = step.does in ("decide", "review")
        if deciding and "clock" in step.by and step.outcome is None:
            yield Fault(f"{where}.outcome", "o relógio não julga: diga o resultado que a lei dá ao silêncio")
        if step.outcome is None:
            continue
        if not deciding or step.by != ("clock",):
            yield Fault(f"{where}.outcome", "resultado fixo só no que o relógio decide (does: decide ou review)")
        elif isinstance(step.to, dict) and step.outcome not in step.to:
            yield Fault(
                f"{where}.outcome", f"to não diz para onde vai {step.outcome!r}{advice(step.outcome, list(step.to))}"
            )


def amounts(procedure: Procedure) -> Iterator[Fault]:
    """A step that turns on the amount says above how much; no other does."""
    for name, step in procedure.steps.items():
        if (step.turns_on == "amount") != (step.threshold is not None):
            yield Fault(
                f"steps.{name}.threshold", "threshold e turns_on: amount andam juntos: acima de quantas unidades?"
            )


def waiting(procedure: Procedure) -> Iterator[Fault]:
    """What a lapse, a means of service or a decision waits for exists."""
    limits = list(procedure.time_limits)
    for name, limit in procedure.time_limits.items():
        for other in limit.waits_for:
            if other not in limits or other == name:
                hint = advice(other, [each for each in limits if each != name])
                yield Fault(f"time_limits.{name}.waits_for", f"prazo desconhecido {other!r}{hint}")
    yield from _services(procedure)
    yield from _opinions(procedure)


def _services(procedure: Procedure) -> Iterator[Fault]:
    fields = {field for step in procedure.steps.values() if step.does == "serve" for field in fields_of(step)}
    for name, service in procedure.services.items():
        where = f"services.{name}"
        for other in service.after:
            if other not in procedure.services or other == name:
                yield Fault(
                    f"{where}.after", f"meio de ciência desconhecido {other!r}{advice(other, list(procedure.services))}"
                )
        if service.apart is not None and service.attempts < 2:
            yield Fault(f"{where}.apart", "entre uma tentativa e outra: diga em attempts quantas são")
        for field in service.needs:
            if field not in fields:
                yield Fault(f"{where}.needs", f"quem dá ciência não informa {field!r}{advice(field, sorted(fields))}")


def failures(procedure: Procedure) -> Iterator[Fault]:
    """Where a means waits for others to have failed, that they did can be recorded wherever a notice is served."""
    waiting = [name for name, each in procedure.services.items() if each.after or each.after_failed_means]
    if not waiting:
        return
    recording = {name: step for name, step in procedure.steps.items() if step.does == "fail_service"}
    if not recording:
        yield Fault(
            f"services.{waiting[0]}",
            "falta o ato que registra a tentativa sem êxito que este meio espera (fail_service)",
        )
        return
    told = {NOT_OPENED, *(place for step in recording.values() for place in (*step.source, *step.also_in))}
    if any(step.also_in == "any" for step in recording.values()):
        return
    for name, step in procedure.steps.items():
        if step.does != "serve":
            continue
        wanted = [each for each in means_of(procedure, step) if each in waiting]
        missing = [place for place in step.source if place not in told]
        if wanted and missing:
            yield Fault(
                f"steps.{next(iter(recording))}.from",
                f"em {', '.join(missing)} dá-se ciência ({name}) e não se pode registrar tentativa sem êxito: "
                f"ali {', '.join(wanted)} nunca caberia",
            )


def by_the_clock(procedure: Procedure) -> Iterator[Fault]:
    """The clock gives no data: what an act of its needs to be told, the law's file would have to say."""
    for name, step in procedure.steps.items():
        if step.by != (CLOCK,):
            continue
        if step.does in ("order_measure", "lift_measure"):
            yield Fault(
                f"steps.{name}.by",
                "isto o formato ainda não diz: medida que se ordena ou cessa por si. Enquanto isso: um prazo com "
                "on_expiry: warn, e pessoa pratica o ato",
            )
            continue
        needed = [f"{field.label} ({key})" for key, field in fields_of(step).items() if field.required]
        if needed:
            yield Fault(f"steps.{name}.by", f"o relógio não informa dados, e este ato pede {', '.join(needed)}")


def _opinions(procedure: Procedure) -> Iterator[Fault]:
    limits, steps = list(procedure.time_limits), procedure.steps
    for name, step in steps.items():
        for use in step.requires:
            where = f"steps.{name}.requires"
            if use.name == "opinions_in":
                named = use.parameters.get("of", ())
                for limit_name in [named] if isinstance(named, str) else named:
                    if limit_name not in limits:
                        yield Fault(
                            where, f"opinions_in: prazo desconhecido {limit_name!r}{advice(limit_name, limits)}"
                        )
            if use.name == "opinion_followed":
                other_step = str(use.parameters.get("step"))
                if other_step not in steps or steps[other_step].turns_on != "outcome":
                    yield Fault(where, f"opinion_followed: {other_step} tem de ser um ato com turns_on: outcome")


def at_once(procedure: Procedure, roads: Roads) -> Iterator[Fault]:
    """A penalty in days that has effect at once can begin before it is final, and end wherever the case then is."""
    kinds = {
        each.kind
        for each in procedure.penalties.values()
        if each.effective == "at_once" and each.kind in ("suspension", "temporary_bar")
    }
    for kind in sorted(kinds):
        begins = {
            place
            for step in procedure.steps.values()
            if step.does == "begin" and kind in step.penalties
            for place in ((*step.source, "any") if step.also_in == "any" else (*step.source, *step.also_in))
        }
        if not begins - {ENFORCEMENT}:
            yield Fault(
                "steps", f"a pena de {kind} vale desde logo e só começa em {ENFORCEMENT}; dê-lhe o estado do recurso"
            )
            continue
        after = {place for place in roads.reached_from(begins) if not is_final(place) or place == ENFORCEMENT}
        for name, step in procedure.steps.items():
            if step.does != "end" or kind not in step.penalties or step.also_in == "any":
                continue
            missing = sorted(after - set(step.source) - set(step.also_in))
            if missing:
                yield Fault(
                    f"steps.{name}.also_in", f"a pena pode terminar também em {', '.join(missing)}; escreva any"
                )
