"""The engine's face: decide a command, fold an event, replay a history, say why not.

``decide(procedure, case, command, facts)`` gives one event or raises a refusal. ``replay(events)`` is
the case. Nothing here knows a clock, a file or a database: today, calendar and values are arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from msgspec.structs import replace

from workflow.case import Case
from workflow.clock import Due, due, next_morning
from workflow.corrections import CORRECTING, correct, is_late
from workflow.errors import Refusal
from workflow.event import CLOCK, Command, Event
from workflow.facts import Facts
from workflow.fields import as_declared
from workflow.fold import evolve, replay
from workflow.perform import perform
from workflow.procedure import Procedure
from workflow.rules import rules_of

__all__ = [
    "Answer",
    "Due",
    "decide",
    "due_acts",
    "evolve",
    "needs_history",
    "next_morning_of",
    "recheck",
    "replay",
    "why_not",
]


def decide(procedure: Procedure, case: Case, command: Command, facts: Facts) -> Event:
    """One command on one case: the event it is, or a ``Refusal`` with the article that says no."""
    rules = rules_of(procedure)
    step = procedure.steps.get(command.step)
    if step is not None and (data := as_declared(step, command.data)) is not command.data:
        command = replace(command, data=data)
    if needs_history(procedure, case, command):
        return correct(rules, case, command, facts)
    return perform(rules, case, command, facts)


def needs_history(procedure: Procedure, case: Case, command: Command) -> bool:
    """Whether the command is a correction or a late fact, for which the case's whole history is needed."""
    step = procedure.steps.get(command.step)
    if step is None or not case.tracks or step.does == "open":
        return False
    return step.does in CORRECTING or is_late(case, command)


def due_acts(procedure: Procedure, case: Case, morning: date) -> list[Due]:
    """What the clock owes this case by that morning, the earliest first."""
    return due(rules_of(procedure), case, morning)


def next_morning_of(procedure: Procedure, case: Case, last: Event) -> date | None:
    """The first morning on which the clock will have something to do here, ``last`` being the case's latest act.

    The clock acts in the morning and people after it: what their act made due in the past waits for the next one.
    """
    morning = next_morning(rules_of(procedure), case)
    if morning is not None and last.by != CLOCK and last.recorded_on >= morning:
        return last.recorded_on + timedelta(days=1)
    return morning


class Answer(NamedTuple):
    """One line of "por que não posso?": a step, and the refusal if there is one.

    ``told``: the step is accepted and put on file, and the case stays where it is.
    """

    step: str
    label: str
    refusal: Refusal | None
    told: bool = False


def why_not(
    procedure: Procedure, case: Case, by: str, facts: Facts, data: Mapping[str, Mapping[str, object]] | None = None
) -> list[Answer]:
    """For an actor and a case, each step with yes (``None``) or the refusal that stands in its way today.

    ``data`` may give sample data by step; without it a step that needs data is judged as far as it can be.
    """
    answers = []
    for name, step in procedure.steps.items():
        if CLOCK in step.by and by != CLOCK:
            continue
        command = Command(step=name, on=facts.today, by=by, data=dict((data or {}).get(name, {})))
        try:
            decide(procedure, case, command, facts)
        except Refusal as refusal:
            answers.append(Answer(name, step.label, refusal))
        else:
            answers.append(Answer(name, step.label, None))
    return answers


def recheck(events: Iterable[Event], facts: Facts) -> list[tuple[Event, Event | Refusal]]:
    """Decide every event of a history again from its facts; returns those whose derived block differs.

    ``facts.known`` gives, for each event, the procedure and the facts it was decided with.
    """
    case = Case()
    history: list[Event] = []
    differing: list[tuple[Event, Event | Refusal]] = []
    for event in events:
        if facts.known is None:
            raise ValueError("recheck needs facts.known")
        procedure, known = facts.known(event)
        known = replace(
            known, today=event.recorded_on, priors=event.priors or known.priors, earlier=event.earlier,
            history=tuple(history), known=facts.known,
        )  # fmt: skip
        try:
            again: Event | Refusal = decide(procedure, replace(case, id=case.id), event.command, known)
        except Refusal as refusal:
            again = refusal
        if again != event:
            differing.append((event, again))
        case = evolve(case, event)
        history.append(event)
    return differing
