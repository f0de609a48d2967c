"""Checks of bodies: members enough for the votes needed, majorities of something, ties and shortfalls that decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workflow.checks_steps import ACTORS, known_to
from workflow.errors import Fault
from workflow.judgment import DROPS, KEEPS
from workflow.law_people import CASTING_VOTE, Body
from workflow.nearest import advice
from workflow.procedure import Procedure, Step


def bodies(procedure: Procedure) -> Iterator[Fault]:
    """A body has the votes it needs, and what a tie or a shortfall means is an outcome of every decision it takes."""
    for name, body in procedure.bodies.items():
        where = f"bodies.{name}"
        if name in ACTORS:
            yield Fault(where, f"{name!r} já quer dizer outra coisa; dê outro nome ao órgão")
        if body.votes < 1:
            yield Fault(f"{where}.votes", "um órgão decide com pelo menos um voto")
        if body.legal > body.votes:
            yield Fault(f"{where}.legal", f"pede {body.legal} com formação jurídica entre {body.votes} voto(s)")
        if body.members is not None and body.members < body.votes:
            yield Fault(f"{where}.members", f"tem {body.members} membros e pede {body.votes} votos")
        decides = {
            each: step
            for each, step in procedure.steps.items()
            if name in step.by and step.does in ("decide", "review")
        }
        yield from _majorities(where, body, decides)
        tie = None if body.tie == CASTING_VOTE else body.tie
        yield from _gives(f"{where}.tie", "o empate", tie, decides)
        yield from _gives(f"{where}.short", "a falta de maioria", body.short, decides)


def _majorities(where: str, body: Body, decides: Mapping[str, Step]) -> Iterator[Fault]:
    for outcome, majority in body.majority.items():
        path = f"{where}.majority" + ("" if outcome == "always" else f".{outcome}")
        if majority.of == "members" and body.members is None:
            yield Fault(path, "diga quantos são os membros do órgão (members): é deles que se conta")
        if outcome != "always" and not any(known_to(step, outcome) for step in decides.values()):
            known = list(
                dict.fromkeys(each for step in decides.values() if isinstance(step.to, dict) for each in step.to)
            )
            yield Fault(path, f"nenhum ato deste órgão dá o resultado {outcome!r}{advice(outcome, known)}")
    if body.short is not None and not any(majority.of for majority in body.majority.values()):
        yield Fault(f"{where}.short", "sem majority nunca falta maioria: diga qual a lei pede")


def _gives(where: str, what: str, outcome: str | None, decides: Mapping[str, Step]) -> Iterator[Fault]:
    """What a tie or a shortfall means, is an outcome of each decision."""
    if outcome is None:
        return
    for step_name, step in decides.items():
        if isinstance(step.to, dict) and outcome not in step.to:
            yield Fault(where, f"{what} não pode dar {outcome!r} em {step_name}{advice(outcome, list(step.to))}")
    if not any(isinstance(step.to, dict) for step in decides.values()) and outcome not in (*KEEPS, *DROPS):
        yield Fault(where, f"{what} não dá {outcome!r}{advice(outcome, (*KEEPS, *DROPS))}")
