"""Checks of agreements and of effects withheld: what is made can be broken or kept; what is withheld had effect."""

from __future__ import annotations

from collections.abc import Iterator

from workflow.errors import Fault
from workflow.procedure import Procedure
from workflow.standing import UNDER_AGREEMENT


def agreements(procedure: Procedure) -> Iterator[Fault]:
    """An agreement can be broken wherever it can be made, ends kept in some way, and leaves the track where it is."""
    steps = procedure.steps
    made = {name: step for name, step in steps.items() if step.does == "agree"}
    broken = {name: step for name, step in steps.items() if step.does == "breach"}
    for name, step in (*made.items(), *broken.items()):
        if step.to != "stay":
            yield Fault(f"steps.{name}.to", "o processo fica onde está, à espera; este ato não o leva a outro estado")
    for name, step in made.items():
        missing = sorted(set(step.source) - {place for other in broken.values() for place in other.source})
        if missing:
            yield Fault(
                f"steps.{name}.from", f"falta o ato que o dá por descumprido (does: breach) em {', '.join(missing)}"
            )
        ends = {
            place
            for other in steps.values()
            if other.does == "cancel" and other.turns_on is None
            for place in other.source
        }
        if set(step.source) - ends:
            left = ", ".join(sorted(set(step.source) - ends))
            yield Fault(f"steps.{name}.from", f"falta o ato que o dá por cumprido (does: cancel) em {left}")
        if UNDER_AGREEMENT not in procedure.states:
            yield Fault("states", f"dê nome ao estado {UNDER_AGREEMENT}: é o que se mostra enquanto o acordo corre")
    for name in broken if not made else ():
        yield Fault(f"steps.{name}.does", "não há acordo (does: agree) que se possa descumprir")


def withholding(procedure: Procedure) -> Iterator[Fault]:
    """What an act withholds is a penalty that the law gives effect at once."""
    at_once = {each.kind for each in procedure.penalties.values() if each.effective == "at_once"}
    for name, step in procedure.steps.items():
        if step.does != "withhold":
            continue
        for kind in step.penalties:
            if kind not in at_once:
                yield Fault(
                    f"steps.{name}.penalties", f"nenhuma pena de {kind} tem effective: at_once; não há o que suspender"
                )
