"""Checks a resolved procedure as a whole: everything wrong at once, each with its path and the nearest right name.

What a file says is judged by properties of its graph and of its sets of names, never by running cases.
``holds`` must be true under every answer to the open questions; ``unused`` lists parts to which no case
comes, which under one answer is no fault if under another it does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from workflow import checks_agreements as agreements
from workflow import checks_bodies as people
from workflow import checks_collecting as collecting
from workflow import checks_graph as graph
from workflow import checks_grounds as grounds
from workflow import checks_guards as guards
from workflow import checks_limits as limits
from workflow import checks_money as money
from workflow import checks_names as names
from workflow import checks_orders as orders
from workflow import checks_papers as papers
from workflow import checks_questions as questions
from workflow import checks_repeat as repeat
from workflow import checks_steps as steps
from workflow import checks_terms as terms
from workflow import checks_validity as validity
from workflow.errors import Fault
from workflow.procedure import Procedure
from workflow.roads import Roads


def check(procedure: Procedure, layers: Collection[str] = ()) -> list[Fault]:
    """Every fault of this procedure, alone; ``layers`` are the citations that layers have on file.

    A fault's ``where`` is the path in the law file (``steps.judge.to.upheld``; lists count from ``[1º]``).
    """
    return [*holds(procedure, layers), *unused(procedure)]


def holds(procedure: Procedure, layers: Collection[str] = ()) -> list[Fault]:
    """What must be true under every answer."""
    named = _in_order(
        graph.place_names(procedure),
        steps.names(procedure),
        steps.actors(procedure),
        steps.retention(procedure),
        steps.turning(procedure),
        steps.kinds_and_papers(procedure),
        steps.conditions(procedure),
        limits.openers(procedure),
        limits.lapses(procedure),
        limits.filings(procedure),
        limits.spans(procedure),
        limits.payments(procedure),
        terms.terms(procedure),
        orders.cures(procedure),
        orders.by_item(procedure),
        agreements.agreements(procedure),
        agreements.withholding(procedure),
        orders.custody(procedure),
        orders.silence(procedure),
        orders.amounts(procedure),
        orders.waiting(procedure),
        orders.failures(procedure),
        orders.by_the_clock(procedure),
        limits.running_penalties(procedure),
        guards.guards(procedure),
        guards.unanswered(procedure),
        guards.opening(procedure),
        guards.same_fact(procedure),
        names.slips(procedure),
        names.papers(procedure),
        people.bodies(procedure),
        names.services(procedure),
        names.penalties(procedure),
        names.data_and_measures(procedure),
        names.opening_facts(procedure),
        money.prices(procedure),
        money.running(procedure),
        money.circumstances(procedure),
        money.groups(procedure),
        collecting.discounts(procedure),
        collecting.late(procedure),
        collecting.instalments(procedure),
        money.silence(procedure),
        repeat.ladders(procedure),
        questions.questions(procedure),
        validity.validity(procedure),
        grounds.counting(procedure),
        grounds.items(procedure),
        grounds.grounded(procedure),
        grounds.citations(procedure, layers),
    )
    if not walkable(procedure):
        return named
    roads = Roads(procedure)
    return _in_order(
        named,
        graph.openings(procedure),
        graph.able_to_end(roads),
        graph.final_places(roads),
        limits.reached_lapses(procedure, roads),
        orders.at_once(procedure, roads),
    )


def unused(procedure: Procedure) -> list[Fault]:
    """Parts to which no case comes: states, limits nothing starts, acts of the clock no lapse does, vain letters."""
    if not walkable(procedure):
        return []
    return _in_order(
        graph.unreached(Roads(procedure)),
        limits.never_started(procedure),
        limits.idle_clocks(procedure),
        papers.letters(procedure),
    )


def walkable(procedure: Procedure) -> bool:
    """Whether the graph can be judged: with an unknown state or step in it, one slip would be told as many faults."""
    broken = (graph.place_names(procedure), limits.openers(procedure), limits.lapses(procedure))
    return not any(True for each in broken for _ in each)


def _in_order(*found: Collection[Fault] | Iterator[Fault]) -> list[Fault]:
    return list(dict.fromkeys(fault for each in found for fault in each))
