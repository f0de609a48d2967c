"""A case as it was: as a day is now held to have been, or as it was known."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from msgspec.structs import replace

from app.cli.output import say, show_json, show_table
from app.saying import day_said
from app.telling import deadlines_told, obligations_told, standing_told, waiting_told
from workflow.engine import replay
from workflow.errors import InvalidData
from workflow.hindsight import held_of, known_on

if TYPE_CHECKING:
    from app.office import Office
    from workflow.case import Case


def show_past(desk: Office, case: Case, held: date | None, known: date | None, *, as_json: bool) -> None:
    """The case at the end of the day ``held``, by what had been recorded by the end of ``known``.

    Raises ``InvalidData`` for a day on which there was no case yet.
    """
    events = desk.store.history(case.id)
    events = known_on(events, known) if known else events
    past = replay(events, case.id)
    if held is not None and events:
        facts = replace(desk.facts(held), history=events, known=desk.known)
        past = held_of(desk.procedure(past.procedure), past, held, facts)
    said = _said(held, known)
    if not past.tracks:
        raise InvalidData(f"{said}, o processo {case.id} ainda não havia sido aberto")
    procedure = desk.procedure(past.procedure)
    told = standing_told(procedure, past)
    day = held or known
    deadlines = deadlines_told(procedure, past.deadlines, waiting_told(procedure, past, day) if day else {})
    obligations = obligations_told(procedure, past.obligations)
    if as_json:
        show_json({**told, "held_on": held, "known_on": known, "deadlines": deadlines, "obligations": obligations})
        return
    say(f"{said}, o processo {case.id}: {told['state_label']}.")
    if deadlines:
        rows = [(each["label"], day_said(each["due"]), each["status_label"]) for each in deadlines]
        show_table(("Prazo", "Vence", "Situação"), rows)
    if obligations:
        rows = [(each["label"], each["item"], each["status_label"]) for each in obligations]
        show_table(("Pena", "Item", "Situação"), rows)


def _said(held: date | None, known: date | None) -> str:
    if known is None:
        return f"Como hoje se tem de {day_said(held)}"
    if held is None:
        return f"Como se sabia em {day_said(known)}"
    return f"Como se sabia em {day_said(known)} de {day_said(held)}"
