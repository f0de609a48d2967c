"""Two views of a case: as a day was known when it was lived, and as it is held to have been now.

What was known on a day is the fold of what had been recorded by then. What is held true about a day is the
recomputation of the facts in force, corrections included, up to that day (``format.md`` 2.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from workflow.case import Case
from workflow.event import Event
from workflow.facts import Facts
from workflow.facts_in_force import clock_acts, facts_in_force
from workflow.procedure import Procedure
from workflow.recomputation import recompute
from workflow.rules import rules_of


def known_on(events: Sequence[Event], day: date) -> tuple[Event, ...]:
    """The events that had been recorded by the end of that day."""
    return tuple(event for event in events if event.recorded_on <= day)


def held_of(procedure: Procedure, case: Case, day: date, facts: Facts) -> Case:
    """The case at the end of a day as its events (``facts.history``), corrections among them, say that it was.

    A case not yet opened by then has no tracks.
    """
    told = replace(facts, today=day)
    acts, suspensions = facts_in_force(told)
    until = [act for act in acts if act.command.on <= day]
    return recompute(case, until, suspensions, clock_acts(facts.history), told, rules_of(procedure)).case
