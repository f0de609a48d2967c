"""Checks of time limits: each is started by some act and has an effect; each act of the clock is some limit's lapse."""

from __future__ import annotations

from collections.abc import Iterator

from workflow.checks_steps import known_to, outcomes_given
from workflow.errors import Fault
from workflow.graph import TOLD
from workflow.nearest import advice
from workflow.procedure import Procedure, Step, TimeLimit
from workflow.roads import Roads

FINAL, EFFECTIVE = "final", "effective"
_NO_STEP = ("warn", "none")


def openers(procedure: Procedure) -> Iterator[Fault]:
    """What starts a limit exists: a step, one of its outcomes, its being told, or a penalty becoming final."""
    for name, limit in procedure.time_limits.items():
        where = f"time_limits.{name}.opened_by"
        for use in limit.opened_by:
            step_name, _, outcome = use.partition(":")
            step = procedure.steps.get(step_name)
            if use in (FINAL, EFFECTIVE):
                if limit.of is None:
                    yield Fault(where, "diga em of de que espécie de pena se espera que se torne definitiva")
                elif use == EFFECTIVE and not _at_once(procedure, limit.of):
                    yield Fault(where, f"nenhuma pena de {limit.of} tem effective: at_once; só pode ser {FINAL}")
            elif step is None:
                yield Fault(where, f"ato desconhecido {step_name!r}{advice(step_name, [*procedure.steps, FINAL])}")
            elif outcome == TOLD:
                if not step.also_in:
                    yield Fault(where, f"{step_name} nunca só se registra: não tem also_in")
            elif outcome and not known_to(step, outcome):
                can = [*(outcomes_given(step) or (step.to if isinstance(step.to, dict) else ())), TOLD]
                yield Fault(where, f"{step_name} não tem o resultado {outcome!r}{advice(outcome, can)}")
            elif not step.source:
                yield Fault(where, only_told(step_name))
        for key, named in (("met_by", limit.met_by), ("suspended_by", limit.suspended_by)):
            for step_name in named:
                if step_name not in procedure.steps:
                    hint = advice(step_name, list(procedure.steps))
                    yield Fault(f"time_limits.{name}.{key}", f"ato desconhecido {step_name!r}{hint}")
        if limit.length == "penalty" and limit.of is None:
            yield Fault(f"time_limits.{name}.length", "diga em of de que espécie de pena são os dias")


def only_told(step: str) -> str:
    """Why an act that moves no case starts nothing under its own name."""
    return f"{step} nunca move o processo, só se registra (also_in), e assim nada começa; escreva {step}:{TOLD}"


def _at_once(procedure: Procedure, kind: str) -> bool:
    return any(each.effective == "at_once" and each.kind == kind for each in procedure.penalties.values())


def lapses(procedure: Procedure) -> Iterator[Fault]:
    """What a lapse does is an act of the clock, or ``warn`` or ``none`` said aloud."""
    for name, limit in procedure.time_limits.items():
        where = f"time_limits.{name}.on_expiry"
        step = procedure.steps.get(limit.on_expiry)
        clocks = [each for each, rule in procedure.steps.items() if "clock" in rule.by and rule.does != "take_effect"]
        if limit.on_expiry in _NO_STEP:
            continue
        if step is None:
            yield Fault(where, f"ato desconhecido {limit.on_expiry!r}{advice(limit.on_expiry, [*clocks, *_NO_STEP])}")
        elif "clock" not in step.by:
            yield Fault(where, f"{limit.on_expiry} não é ato do relógio (by: [clock])")
        elif step.does == "take_effect":
            yield Fault(where, f"{limit.on_expiry} completa ciências pendentes, não é vencimento de prazo")


def payments(procedure: Procedure) -> Iterator[Fault]:
    """A term whose lapse sends a fine to be collected is met by paying it."""
    pays = [name for name, step in procedure.steps.items() if step.does == "pay"]
    for name, limit in procedure.time_limits.items():
        step = procedure.steps.get(limit.on_expiry)
        refers = step is not None and step.does == "refer" and limit.binds == "party"
        if refers and pays and not set(pays) & set(limit.met_by):
            yield Fault(
                f"time_limits.{name}.met_by",
                f"nenhum pagamento cumpre este prazo, que leva à cobrança: ponha {pays[0]}",
            )


def spans(procedure: Procedure) -> Iterator[Fault]:
    """What is counted from date to date is said in days, months or years: neither hours nor working days."""
    windows = {"in_force.vacatio": procedure.in_force.vacatio}
    windows |= {f"repeat.{name}.window": rule.window for name, rule in procedure.repeat.items()}
    for path, length in windows.items():
        if length != "none" and length.unit not in ("days", "months", "years"):
            yield Fault(path, f"conta-se em dias corridos, meses ou anos; veio {length.in_portuguese}")


def filings(procedure: Procedure) -> Iterator[Fault]:
    """What is filed in time or out of it has a limit that says which, and is filed under a limit's name."""
    for name, step in procedure.steps.items():
        measured = [limit for limit in procedure.time_limits.values() if name in limit.met_by]
        if step.turns_on == "timeliness" and not measured:
            yield Fault(f"steps.{name}.turns_on", "nenhum prazo tem este ato em met_by: tudo seria fora de prazo")
        if step.of is not None and step.of not in procedure.time_limits:
            hint = advice(step.of, list(procedure.time_limits))
            yield Fault(f"steps.{name}.of", f"prazo desconhecido {step.of!r}{hint}")
        if step.does == "file" and step.of is None:
            yield Fault(f"steps.{name}.of", "diga o que se protocola: o nome do prazo (of: defense, of: appeal)")


def reached_lapses(procedure: Procedure, roads: Roads) -> Iterator[Fault]:
    """Where a limit may run a track comes to a place from which its lapse moves it."""
    for name, limit in procedure.time_limits.items():
        step = procedure.steps.get(limit.on_expiry)
        if step is None or not step.source or not limit.opened_by:
            continue
        if not roads.reached_from(_arrivals(procedure, roads, limit)) & set(step.source):
            places, after = ", ".join(step.source), ", ".join(limit.opened_by)
            yield Fault(
                f"time_limits.{name}.on_expiry",
                f"o prazo nunca vence em {limit.on_expiry}: depois de {after} não se passa por {places}",
            )


def _arrivals(procedure: Procedure, roads: Roads, limit: TimeLimit) -> set[str]:
    """Where a track may stand when the limit opens."""
    found: set[str] = set()
    for use in limit.opened_by:
        name, _, outcome = use.partition(":")
        if use == FINAL:
            found.add("enforcement")
            continue
        if use == EFFECTIVE:
            serving = [step for step, rule in procedure.steps.items() if rule.does == "serve"]
            found.update(place for step in serving for place in roads.led_to(step))
            continue
        step = procedure.steps[name]
        found.update(
            road.to for road in roads.roads if road.step == name and (not outcome or road.outcome in ("", outcome))
        )
        if outcome == TOLD:
            found.update(
                place for place in roads.places if step.also_in == "any" or place.split("/")[0] in step.also_in
            )
        elif _may_stay(step, outcome):
            found.update(step.source)
    return found


def _may_stay(step: Step, outcome: str) -> bool:
    ways = step.to if isinstance(step.to, dict) else {"": step.to}
    return "stay" in (ways.values() if not outcome or outcome not in ways else [ways[outcome]])


def never_started(procedure: Procedure) -> Iterator[Fault]:
    """A limit that no act starts; one of no length (``none``) never runs and needs none."""
    for name, limit in procedure.time_limits.items():
        if not limit.opened_by and limit.length != "none":
            yield Fault(f"time_limits.{name}.opened_by", "nenhum ato começa este prazo")


def idle_clocks(procedure: Procedure) -> Iterator[Fault]:
    """An act of the clock that is no limit's lapse would never happen."""
    lapsing = {limit.on_expiry for limit in procedure.time_limits.values()}
    for name, step in procedure.steps.items():
        if "clock" in step.by and step.does != "take_effect" and name not in lapsing:
            yield Fault(f"steps.{name}", "este ato do relógio não é o vencimento (on_expiry) de prazo nenhum")


def running_penalties(procedure: Procedure) -> Iterator[Fault]:
    """What the law imposes can also be carried out: a fine is billed and paid, a penalty in days begins and ends."""
    # A penalty that no item brings is listed only for refusals to cite: nothing carries it out.
    codes = [
        *(code for infraction in procedure.infractions.values() for code in infraction.penalties),
        *(code for rule in procedure.repeat.values() for level in rule.levels for code in level.adds),
        *(code for rule in procedure.repeat.values() for level in rule.levels for code in level.turns_into),
        *procedure.choice.exception,
    ]
    kinds = dict.fromkeys(procedure.penalties[code].kind for code in codes if code in procedure.penalties)
    steps = procedure.steps
    for kind in kinds:
        if kind == "fine":
            lacking = [verb for verb in ("fix_amounts", "pay") if verb not in {step.does for step in steps.values()}]
            if lacking:
                yield Fault("steps", f"a lei tem multa e falta o ato que a cobra ou recebe: does: {', '.join(lacking)}")
        if kind not in ("suspension", "temporary_bar"):
            continue
        begins = [name for name, step in steps.items() if step.does == "begin" and kind in step.penalties]
        ends = [name for name, step in steps.items() if step.does == "end" and kind in step.penalties]
        counted = [
            name
            for name, limit in procedure.time_limits.items()
            if limit.of == kind and {use.partition(":")[0] for use in limit.opened_by} & {*begins, FINAL, EFFECTIVE}
        ]
        for name in counted if kind not in counted else ():
            if procedure.time_limits[name].length == "penalty":
                yield Fault(f"time_limits.{name}", f"o prazo que corre com a pena chama-se como a espécie: {kind}")
        for found, what in ((begins, "que a comece (begin)"), (ends, "que a termine (end)"), (counted, "")):
            if not found:
                need = (
                    f"o ato {what}" if what else f"o prazo que lhe conta os dias (of: {kind}, aberto por quem a começa)"
                )
                yield Fault("steps" if what else "time_limits", f"a lei tem pena de {kind} e falta {need}")
