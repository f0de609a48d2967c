"""Due process as a property of the graph: nobody is punished by a road that goes around hearing them.

Every road from the opening to ``enforcement`` passes, in this order, service of the notice, an open chance
of defense, a decision with reasons, its service, and an open chance of appeal (CF art. 5 LIV and LV). What
a law does not give, its file says in ``due_process``, with the article; that is shown, not refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from workflow.errors import Fault
from workflow.hearing import MILESTONES, Hearing
from workflow.procedure import Procedure
from workflow.roads import Road, Roads

OTHER_BODY = "other_body"
"""The sixth thing a file may have to declare: who decides the appeal is who decided before."""

DECLARABLE = (*MILESTONES, OTHER_BODY)
_WANTED: Mapping[str, str] = {
    "service": "um ato serve que leve ao estado em que se apresenta defesa",
    "defense": "um ato file com of: defense, com prazo da parte (binds: party) que ele cumpra, antes da decisão",
    "decision": "um ato decide com a condição reasons",
    "decision_service": "um ato serve depois da decisão",
    "appeal": "um ato file com of: appeal (ou reconsideration), com prazo da parte, antes da execução",
}


class Gap(NamedTuple):
    """A milestone that some road to a penalty goes around: which road, what would do, and what the file says of it."""

    milestone: str
    where: str
    what: str
    wanted: str
    declared: tuple[str, ...] = ()
    why: str = ""


class Verdict(NamedTuple):
    """What refuses the law (``faults``) and what is only shown with its article (``flags``)."""

    faults: tuple[Fault, ...]
    flags: tuple[Fault, ...]


def due_process(procedure: Procedure) -> Verdict:
    """Judge a resolved procedure whose names hold; a gap the file declares is a flag, any other a fault."""
    found = gaps(procedure)
    faults = [Fault(gap.where, f"{gap.what} {gap.wanted}") for gap in found if not gap.declared]
    flags = [
        Fault(gap.where, " ".join(filter(None, (gap.what, gap.why, f"Fundamento: {'; '.join(gap.declared)}."))))
        for gap in found
        if gap.declared
    ]
    unknown = [name for name in procedure.due_process if name not in DECLARABLE]
    faults.extend(Fault(f"due_process.{name}", f"só se declara {', '.join(DECLARABLE)}") for name in unknown)
    return Verdict(tuple(faults), tuple(flags))


def gaps(procedure: Procedure) -> list[Gap]:
    """Every milestone that some road goes around, with the shortest such road; every body that hears its own appeal."""
    return [*_roads_around(procedure), *_same_body(procedure)]


def _roads_around(procedure: Procedure) -> list[Gap]:
    found = dict(Hearing(procedure, Roads(procedure)).shortest_around())
    return [
        Gap(
            name,
            f"steps.{found[name][-1].step}",
            f"Chega-se à pena sem {said}: {_told(procedure, found[name])}.",
            f"O que se espera: {_WANTED[name]}.",
            *_declared(procedure, name),
        )
        for name, said in MILESTONES.items()
        if name in found
    ]


def _told(procedure: Procedure, way: list[Road]) -> str:
    """The road as a person reads it: the acts in order, with the outcome where there is one."""
    steps = procedure.steps
    return " → ".join(
        f"{steps[road.step].label or road.step}{f' ({road.outcome})' if road.outcome else ''}" for road in way
    )


def _declared(procedure: Procedure, milestone: str) -> tuple[tuple[str, ...], str]:
    """The articles by which the file says why not, and its words: in ``due_process``, or beside the answer in force."""
    said = procedure.due_process.get(milestone)
    if said is not None:
        return said.basis, f"{said.label}." if said.label else ""
    questions = procedure.open_questions
    cites = [
        citation
        for answer in procedure.answers
        if answer.warns
        and answer.question in questions
        and answer.answer != questions[answer.question].default
        and any(path.startswith(_SHAPING) for path in answer.paths)
        for citation in answer.cites
    ]
    return tuple(dict.fromkeys(cites)), ""


_SHAPING = ("steps.", "time_limits.", "bodies.")


def _same_body(procedure: Procedure) -> Iterator[Gap]:
    """A review by a body that may have taken the decision under review; ``reconsider`` is such, and is shown."""
    roads = Roads(procedure)
    decides = {name: step for name, step in procedure.steps.items() if step.does in ("decide", "review")}
    for name, step in decides.items():
        if step.does != "review":
            continue
        before = {
            body
            for other, decided in decides.items()
            if other != name
            and roads.reached_from(roads.led_to(other), without=("decide", "uncured")) & set(step.source)
            for body in decided.by
        }
        both = sorted(before & set(step.by))
        if not both:
            continue
        who = ", ".join(procedure.bodies[body].label or body if body in procedure.bodies else body for body in both)
        yield Gap(
            OTHER_BODY,
            f"steps.{name}.by",
            f"{step.label or name}: {who} decide também a decisão recorrida.",
            f"Dê o recurso a outro órgão, chame o ato reconsider, ou declare due_process.{OTHER_BODY}.",
            *((step.ground, "") if name == "reconsider" else _declared(procedure, OTHER_BODY)),
        )
