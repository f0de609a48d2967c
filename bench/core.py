"""Decisions of the pure core on one CPU, over a whole case with its refusals; no explanation is asked for."""

from __future__ import annotations

from typing import NamedTuple

from app.facts import facts_of
from bench.measuring import Work, in_turn, percent
from bench.story import LAW, TOWN, story
from bench.table import Line, Table
from procedures.municipality import TOWNS, load_town
from procedures.registry import law
from workflow.case import Case
from workflow.engine import decide, evolve
from workflow.errors import Refusal
from workflow.event import Command, Event
from workflow.facts import Facts
from workflow.graph import TOLD
from workflow.procedure import NOT_OPENED, Procedure
from workflow.rules import rules_of

FLOOR, GOAL = 5_000, 15_000


class Asked(NamedTuple):
    """One act of the story with all that it is decided on, and the event it is, if it is one."""

    command: Command
    facts: Facts
    case: Case
    event: Event | None


def asked(procedure: Procedure) -> list[Asked]:
    """The story's acts, each with the case as it stood; checks that what should be refused is, and nothing else."""
    town = load_town(TOWNS / f"{TOWN}.yaml")
    case, found = Case(id="000001/2027"), []
    for scene in story():
        facts = facts_of(town, scene.command.on)
        event = None
        try:
            event = decide(procedure, case, scene.command, facts)
        except Refusal:
            if not scene.refused:
                raise
        assert (event is None) == scene.refused, scene.command.step
        found.append(Asked(scene.command, facts, case, event))
        case = case if event is None else evolve(case, event)
    return found


def measure(rounds: int, cases: int) -> Table:
    """Four works over the same acts: the bare limit, the graph's library alone, deciding, deciding and folding."""
    procedure = law(LAW).resolve()
    acts = asked(procedure)
    works = {
        "busca num dicionário e acréscimo a uma lista": _looked_up(acts, cases),
        "só a biblioteca transitions": _followed(procedure, acts, cases),
        "decidir": _decided(procedure, acts, cases),
        "decidir e somar ao processo": _folded(procedure, acts, cases),
    }
    rates = in_turn(rounds, lambda _: works)
    refused = sum(each.event is None for each in acts)
    limit = rates["só a biblioteca transitions"]
    return Table(
        title="Decisões do núcleo",
        unit="decisões/s",
        of="da transitions sozinha",
        lines=[
            Line(name=name, values=values, share=percent(values, limit), floor=FLOOR, goal=GOAL)
            if name.startswith("decidir")
            else Line(name=name, values=values, share=percent(values, limit))
            for name, values in rates.items()
        ],
        notes=[f"{len(acts)} pedidos por processo, {refused} deles recusados; {cases} processos por rodada."],
    )


def _looked_up(acts: list[Asked], cases: int) -> Work:
    ways = [(each.case.tracks[0].place if each.case.tracks else NOT_OPENED, each.command.step) for each in acts]
    graph = dict.fromkeys(ways, "next")

    def work() -> int:
        for _ in range(cases):
            history: list[str] = []
            for way in ways:
                history.append(graph[way])  # noqa: PERF401 - one transition at a time, as in the others
        return cases * len(ways)

    return work


def _followed(procedure: Procedure, acts: list[Asked], cases: int) -> Work:
    """The core's own machine and throwaway cursor, fired anew for each act that is accepted: the core asks once."""
    graph = rules_of(procedure).graph
    ways = []
    for each in acts:
        if each.event is not None:
            place = each.case.tracks[0].place if each.case.tracks else NOT_OPENED
            outcome = TOLD if each.event.told else each.event.outcome
            assert graph.follow(place, each.command.step, outcome) is not None, each.command.step
            ways.append((place, each.command.step, outcome))

    def work() -> int:
        for _ in range(cases):
            for place, step, outcome in ways:
                graph._follow(place, step, outcome, "")
        return cases * len(ways)

    return work


def _decided(procedure: Procedure, acts: list[Asked], cases: int) -> Work:
    def work() -> int:
        for _ in range(cases):
            for command, facts, case, event in acts:
                try:
                    decide(procedure, case, command, facts)
                except Refusal:
                    assert event is None
        return cases * len(acts)

    return work


def _folded(procedure: Procedure, acts: list[Asked], cases: int) -> Work:
    def work() -> int:
        for _ in range(cases):
            case = Case(id="000001/2027")
            for command, facts, _, _ in acts:
                try:
                    case = evolve(case, decide(procedure, case, command, facts))
                except Refusal:
                    continue
        return cases * len(acts)

    return work
