"""Which acts a case takes today, and what stands in the way of the others: "por que não posso?"."""

from __future__ import annotations

from datetime import date
from typing import Any

from workflow.case import Case
from workflow.engine import Answer, decide
from workflow.errors import InvalidData, Refusal
from workflow.event import CLOCK, Command
from workflow.facts import Facts
from workflow.fields import fields_of
from workflow.nearest import advice
from workflow.procedure import DataField, Procedure, Step

_SOMEONE, _SOMEONE_ELSE = "quem pergunta", "outra pessoa"


def possible_acts(procedure: Procedure, case: Case, by: str | None, facts: Facts) -> list[Answer]:
    """Each step with yes (``None``) or the refusal that stands in its way today, for ``by`` or for whoever may.

    Nobody has given data yet: each step is tried with the plainest data it would take, in the order of the law. Raises
    ``InvalidData`` for an actor that the law does not know.
    """
    actors = list(dict.fromkeys(each for step in procedure.steps.values() for each in step.by))
    if by is not None and by not in actors:
        raise InvalidData(f"{procedure.short} não conhece {by!r}, dado em --by{advice(by, actors)}")
    answers = []
    for name, step in procedure.steps.items():
        if step.by == (CLOCK,):
            continue
        actor = by or next(each for each in step.by if each != CLOCK)
        command = Command(
            step=name,
            on=facts.today,
            by=actor,
            data=_sample(procedure, case, step, actor, facts.today),
            recorded_by=_SOMEONE,
            approved_by=_SOMEONE_ELSE,
        )
        try:
            event = decide(procedure, case, command, facts)
        except Refusal as refusal:
            answers.append(Answer(name, step.label, refusal))
        else:
            answers.append(Answer(name, step.label, None, event.told))
    return answers


def fitting(procedure: Procedure, case: Case, facts: Facts) -> list[Answer]:
    """The steps that a case takes today, of whoever may do them."""
    return [each for each in possible_acts(procedure, case, None, facts) if each.refusal is None]


def _sample(procedure: Procedure, case: Case, step: Step, by: str, today: date) -> dict[str, Any]:
    body = procedure.bodies.get(by)
    outcomes = [name for name in step.to if name != "rest"] if isinstance(step.to, dict) else []
    data: dict[str, Any] = {"reasons": "constam dos autos"}
    for name, field in fields_of(step).items():
        if name == step.turns_on and outcomes:
            data[name] = outcomes[0]
        elif name == "voters":
            data[name] = max(body.votes, 1) if body else 1
        elif field.required:
            data[name] = _plainest(procedure, case, name, field, today)
    return data


def _plainest(procedure: Procedure, case: Case, name: str, field: DataField, today: date) -> Any:
    """A value that the field takes, from what the law or the case has of its kind."""
    if name == "items":
        return list(case.head.items) or list(procedure.infractions)[:1]
    known = {
        "via": list(procedure.services),
        "kind": [*case.head.ordered, *case.head.measures, *procedure.measures],
        "field": ["reasons"],
        "term": [each.kind for each in case.deadlines],
    }
    if known.get(name):
        return known[name][0]
    if field.values:
        return field.values[0]
    by_type: dict[str, Any] = {
        "date": today.isoformat(),
        "time": "12:00",
        "number": 1,
        "amount": "0.01",
        "flag": True,
        "list": ["x"],
        "length": "1 day",
        "act": {"step": next(iter(procedure.steps)), "date": (case.head.opened_on or today).isoformat()},
        "lines": [],
        "record": {},
        "voters": 1,
    }
    return by_type.get(field.type, "x")
