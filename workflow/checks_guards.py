"""Checks of guards: each exists, has the parameters it needs and no others, and stands where it can see something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from workflow.checks_steps import KINDS
from workflow.errors import Fault
from workflow.fields import fields_of
from workflow.graph import places
from workflow.guards import GUARDS
from workflow.nearest import advice
from workflow.procedure import GuardUse, Procedure, Step, Verb


class _Needs(NamedTuple):
    """The parameters a guard must have, and those of which it must have at least one."""

    all_of: tuple[str, ...] = ()
    any_of: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


_PARAMETERS: Mapping[str, _Needs] = {
    "scope": _Needs(("field",), ("refuses", "allows")),
    "field_is": _Needs(("field", "values")),
    "not_collected": _Needs(("kinds",)),
    "not_archived_before": _Needs(optional=("reasons",)),
    "opinions_in": _Needs(("of",), optional=("required",)),
    "opinion_followed": _Needs(("step",)),
}
_SITTING: tuple[Verb, ...] = ("decide", "review")
_ONLY_AT: Mapping[str, tuple[Verb, ...]] = {
    "law_in_force": ("open",), "items_priced": ("open",), "not_archived_before": ("open",),
    "opinion_followed": _SITTING,
    "quorum": _SITTING, "unrecused": _SITTING, "penalties_allowed": _SITTING, "competent": _SITTING,
    "extendable": ("extend_term",), "measure_ordered": ("lift_measure",),
}  # fmt: skip
"""Guards that look at what only some acts have: elsewhere they would refuse nothing, and nobody would know."""


def guards(procedure: Procedure) -> Iterator[Fault]:
    """Every guard a step requires exists, is whole, and can refuse something there."""
    for name, step in procedure.steps.items():
        for use in step.requires:
            where = f"steps.{name}.requires"
            if use.name not in GUARDS:
                yield Fault(where, f"condição desconhecida {use.name!r}{advice(use.name, sorted(GUARDS))}")
                continue
            verbs = _ONLY_AT.get(use.name)
            if verbs is not None and step.does not in verbs:
                yield Fault(where, f"{use.name} nada recusa num ato {step.does}; cabe em {', '.join(verbs)}")
            yield from _parameters(where, step, use)
        if "quorum" not in [use.name for use in step.requires] and step.does in _SITTING:
            college = [each for each in step.by if each in procedure.bodies and procedure.bodies[each].votes > 1]
            if college:
                who = ", ".join(college)
                yield Fault(f"steps.{name}.requires", f"{who} decide por votos; sem quorum ninguém os conta")


def unanswered(procedure: Procedure) -> Iterator[Fault]:
    """Where a question has no default, the opening refuses until the town answers."""
    open_ended = [name for name, question in procedure.open_questions.items() if question.default is None]
    for name, step in procedure.steps.items():
        if open_ended and step.does == "open" and "questions_answered" not in [use.name for use in step.requires]:
            yield Fault(
                f"steps.{name}.requires",
                f"{', '.join(open_ended)} não tem resposta de partida; falta a condição questions_answered",
            )


def opening(procedure: Procedure) -> Iterator[Fault]:
    """Whoever draws up the notice is held to the law in force: else any fact, and any item, would do."""
    for name, step in procedure.steps.items():
        if step.does == "open" and "law_in_force" not in [use.name for use in step.requires]:
            yield Fault(f"steps.{name}.requires", "falta law_in_force: sem ela entram fatos e itens de fora desta lei")


def same_fact(procedure: Procedure) -> Iterator[Fault]:
    """Whoever bars a second notice for the same fact says what the same fact is, and by ends that cases have."""
    rule = procedure.same_fact
    ends = [name.partition("/")[2] for name in places(procedure) if "/" in name]
    for name, step in procedure.steps.items():
        for use in step.requires:
            if use.name != "not_archived_before":
                continue
            if rule is None:
                yield Fault(
                    "same_fact",
                    f"{name} veda novo auto pelo mesmo fato: além da pessoa, do item e do dia, que mais distingue um "
                    "fato de outro? told_apart_by: [fact_time, place], ou [] se nada",
                )
            for reason in use.several("reasons"):
                if reason not in ends:
                    where = f"steps.{name}.requires"
                    yield Fault(where, f"nenhum processo termina em archived/{reason}{advice(str(reason), ends)}")
        if step.does == "open" and rule is not None:
            fields = fields_of(step)
            for field in rule.told_apart_by:
                if field not in fields or fields[field].type not in _SAID:
                    usable = [each for each, kind in fields.items() if kind.type in _SAID]
                    yield Fault(
                        "same_fact.told_apart_by", f"quem lavra o auto não diz {field!r}{advice(field, usable)}"
                    )


_SAID = ("text", "time", "date", "choice")


def _parameters(where: str, step: Step, use: GuardUse) -> Iterator[Fault]:
    needs, given = _PARAMETERS.get(use.name, _Needs()), use.parameters
    allowed = (*needs.all_of, *needs.any_of, *needs.optional, "basis")
    for key in given:
        if key not in allowed:
            yield Fault(where, f"{use.name} não tem o parâmetro {key!r}{advice(key, allowed)}")
    lacking = [key for key in needs.all_of if key not in given]
    if needs.any_of and not any(key in given for key in needs.any_of):
        lacking.append(" ou ".join(needs.any_of))
    if lacking:
        yield Fault(where, f"{use.name} precisa de {', '.join(lacking)}")
    fields = fields_of(step)
    field = given.get("field")
    if field is not None and field not in fields:
        yield Fault(where, f"{use.name}: o ato não tem o campo {field!r}{advice(str(field), list(fields))}")
    for kind in use.several("kinds"):
        if kind not in KINDS:
            yield Fault(where, f"{use.name}: espécie de pena desconhecida {kind!r}{advice(str(kind), KINDS)}")
