"""Checks of the graph: one opening, every state known, reached and able to end, no way back out of an end."""

from __future__ import annotations

from collections.abc import Iterator

from workflow.errors import Fault
from workflow.graph import ways
from workflow.nearest import advice
from workflow.phases import PHASES, phase_of
from workflow.procedure import ARCHIVED, ENFORCEMENT, NOT_OPENED, STAY, Procedure
from workflow.roads import Roads, destinations, is_final
from workflow.standing import CLOSED, ORDER, UNDER_AGREEMENT

DERIVED = ("awaiting_cure", "awaiting_payment", "overdue", "executing_penalty", UNDER_AGREEMENT, CLOSED)
"""States read off the obligations: they have a label, but no step leaves them or leads to them."""

REASONS = (
    "late_notification", "defense_upheld", "appeal_upheld", "reconsidered", "void", "out_of_scope", "extinguished",
)  # fmt: skip
"""Why a case is archived, as every law means it; a law's file may declare others (``archived/<razão>``)."""

_MAY_ARCHIVE = ("cancel", "extinguish", "review")


def known_places(procedure: Procedure) -> list[str]:
    """The states a step may name: those every law shares and those the file declares, but the derived ones."""
    own = [name for name in procedure.states if "/" not in name]
    return [name for name in dict.fromkeys((*ORDER, ENFORCEMENT, ARCHIVED, *own)) if name not in DERIVED]


def openings(procedure: Procedure) -> Iterator[Fault]:
    """Exactly one step opens the case, from ``not_opened``, and no other starts there."""
    opening = [name for name, step in procedure.steps.items() if step.does == "open"]
    if len(opening) != 1:
        found = f"há {len(opening)} ({', '.join(opening)})" if opening else "não há nenhum"
        yield Fault("steps", f"um só ato tem de abrir o processo (does: open); {found}")
    for name, step in procedure.steps.items():
        if name in opening:
            if step.source != (NOT_OPENED,):
                yield Fault(f"steps.{name}.from", f"quem abre o processo parte de [{NOT_OPENED}]")
            if not destinations(step):
                yield Fault(f"steps.{name}.to", "quem abre o processo tem de levá-lo a um estado")
        elif NOT_OPENED in step.source:
            yield Fault(f"steps.{name}.from", f"só o ato que abre o processo parte de {NOT_OPENED}")


def place_names(procedure: Procedure) -> Iterator[Fault]:
    """Every state named in ``from``, ``to`` and ``also_in`` is known, and is one a track can be in."""
    known = known_places(procedure)
    reasons = list(dict.fromkeys((*REASONS, *(n.partition("/")[2] for n in procedure.states if "/" in n))))
    for name, step in procedure.steps.items():
        where = f"steps.{name}"
        for place in step.source:
            yield from _place(f"{where}.from", place, known, reasons)
        for place in step.also_in if step.also_in != "any" else ():
            yield from _place(f"{where}.also_in", place, known, reasons)
        for outcome, kind, place in ways(step):
            if place == STAY:
                continue
            path = ".".join(filter(None, (f"{where}.to", outcome, kind)))
            yield from _place(path, place, [*known, STAY], reasons)
            if place == ARCHIVED:
                yield Fault(path, f"diga por que se arquiva: {ARCHIVED}/<razão>, como {ARCHIVED}/{reasons[0]}")
            if place == NOT_OPENED:
                yield Fault(path, f"nenhum ato leva de volta a {NOT_OPENED}")
    for name, state in procedure.states.items():
        if "/" in name and name.partition("/")[0] != ARCHIVED:
            yield Fault(f"states.{name}", f"só {ARCHIVED} tem razões depois da barra")
        if state.phase and state.phase not in PHASES:
            yield Fault(f"states.{name}.phase", f"fase desconhecida {state.phase!r}{advice(state.phase, PHASES)}")
        elif not phase_of(procedure, name) and "/" not in name:
            yield Fault(f"states.{name}", f"falta phase: em que fase o processo se lista? {', '.join(PHASES)}")


def _place(path: str, place: str, known: list[str], reasons: list[str]) -> Iterator[Fault]:
    base, _, reason = place.partition("/")
    if base in DERIVED:
        yield Fault(path, f"{place!r} se lê das obrigações, não é lugar do grafo; escreva {ENFORCEMENT}")
    elif base not in known:
        yield Fault(path, f"estado desconhecido {place!r}{advice(place, known)}")
    elif reason and base != ARCHIVED:
        yield Fault(path, f"só {ARCHIVED} tem razão depois da barra; veio {place!r}")
    elif reason and reason not in reasons:
        declare = f" Razão própria da lei declara-se em states ({place})."
        yield Fault(path, f"razão de arquivamento desconhecida {reason!r}{advice(reason, reasons)}{declare}")


def able_to_end(roads: Roads) -> Iterator[Fault]:
    """From every state reached an ordinary step leads on to an end; annulling, possible anywhere, does not count."""
    if roads.stuck:
        stuck = ", ".join(repr(place) for place in roads.stuck)
        yield Fault(
            f"states.{roads.stuck[-1]}",
            f"não se chega ao fim desde {stuck}; falta o ato que leva a {ENFORCEMENT} ou a {ARCHIVED}/<razão>",
        )


def final_places(roads: Roads) -> Iterator[Fault]:
    """Nothing leaves an end but what corrects it (annulling, extinguishing, reviewing) and a new round of non-cure."""
    told: set[str] = set()
    for road in roads.roads:
        verb = roads.procedure.steps[road.step].does
        if not is_final(road.source) or road.to == road.source or road.step in told:
            continue
        archives = road.source == ENFORCEMENT and road.to.startswith(ARCHIVED) and verb in _MAY_ARCHIVE
        if archives or (road.source == ENFORCEMENT and verb == "uncured"):
            continue
        told.add(road.step)
        yield Fault(
            f"steps.{road.step}.from",
            f"{road.source!r} é fim: dali não se vai a {road.to!r}; só atos de correção mexem no que terminou",
        )


def unreached(roads: Roads) -> Iterator[Fault]:
    """States that steps start from, or that the file declares, and to which nothing leads from the opening."""
    procedure = roads.procedure
    bases = {place.split("/", 1)[0] for place in roads.reached}
    asked: dict[str, list[str]] = {}
    for name, step in procedure.steps.items():
        for key, named in (("from", step.source), ("also_in", () if step.also_in == "any" else step.also_in)):
            for place in named:
                if place not in roads.reached and not (place == ARCHIVED and ARCHIVED in bases):
                    asked.setdefault(place, []).append(f"steps.{name}.{key}")
    for place in procedure.states:
        base, _, reason = place.partition("/")
        if base in DERIVED or base not in known_places(procedure) or reason in REASONS:
            continue
        if (place if reason else base) not in (roads.reached if reason else bases):
            asked.setdefault(place, []).append(f"states.{place}")
    for place, paths in asked.items():
        yield Fault(paths[0], f"nada leva a {place!r} desde a abertura (citado em {', '.join(paths)})")
