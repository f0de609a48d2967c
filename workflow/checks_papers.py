"""Checks of papers that cannot be printed without something: the letter that opens a term to file, where none opens."""

from __future__ import annotations

from collections.abc import Iterator

from workflow.errors import Fault
from workflow.graph import places, ways
from workflow.procedure import STAY, Procedure, Step

LETTER = "notice_letter"


def letters(procedure: Procedure) -> Iterator[Fault]:
    """The letter of notice is issued by an act that opens a term for the party to file, or before one that does."""
    for name, step in procedure.steps.items():
        if not any(LETTER in kinds for kinds in step.issues.values()):
            continue
        own = _opened(procedure, name)
        opened = own or [
            each
            for other, serving in procedure.steps.items()
            if serving.does == "serve" and set(serving.source) & _after(procedure, step)
            for each in _opened(procedure, other)
        ]
        if not any(_is_to_file(procedure, each) for each in opened):
            yield Fault(
                f"steps.{name}.issues",
                f"{LETTER} não sairia: diz à parte o prazo de protocolar, e nem este ato nem a ciência que se segue "
                "abre prazo da parte que um ato does: file cumpra (met_by); para ordem de sanar, use cure_notice",
            )


def _after(procedure: Procedure, step: Step) -> set[str]:
    """Where a track may stand after the act."""
    led = {place for _, _, place in ways(step)}
    told = {*places(procedure)} if step.also_in == "any" else {*step.also_in}
    return (led - {STAY}) | told | (set(step.source) if STAY in led else set())


def _opened(procedure: Procedure, name: str) -> list[str]:
    """The party's limits that an act opens, with whatever outcome."""
    return [
        each
        for each, limit in procedure.time_limits.items()
        if limit.binds == "party" and name in {use.partition(":")[0] for use in limit.opened_by}
    ]


def _is_to_file(procedure: Procedure, limit: str) -> bool:
    """Whether something is filed within the limit; that the filing meets it, another check asks."""
    met_by = procedure.time_limits[limit].met_by
    return any(step.does == "file" and (name in met_by or step.of == limit) for name, step in procedure.steps.items())
