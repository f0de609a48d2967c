"""How an opening that is only looked at is shown: where the case would be, what would run, what would not come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.output import say, show_json
from app.saying import day_said
from app.telling import deadlines_told, paper_label, standing_told

if TYPE_CHECKING:
    from app.casework import Handled
    from app.office import Office


def show_opening(desk: Office, rehearsed: Handled, *, as_json: bool) -> None:
    """Without the numbers that case and papers had in the rehearsal: others may take them."""
    case, event = rehearsed.case, rehearsed.event
    procedure = desk.procedure(case.procedure)
    state, deadlines = standing_told(procedure, case), deadlines_told(procedure, case.deadlines)
    kinds = dict.fromkeys(paper.kind for paper in event.derived.papers) if event else {}
    lacking = {each.title: each.why for each in rehearsed.lacking}
    warnings = list(event.derived.warnings) if event else []
    if as_json:
        show_json(
            {
                "recorded": False,
                "already": case.id if rehearsed.appended.repeated else None,
                "state": state["state"],
                "deadlines": deadlines,
                "documents": [{"kind": kind, "label": paper_label(kind)} for kind in kinds],
                "lacking": [{"document": each.title, "message": each.why} for each in rehearsed.lacking],
                "warnings": warnings,
            }
        )
        return
    if rehearsed.appended.repeated:
        say(f"Nada a lavrar: já está registrado, no processo {case.id}.")
        return
    say("Só uma prévia: nada foi registrado.")
    say(f"Situação: {state['state_label']}.")
    for each in deadlines:
        say(f"  {each['label']}: até {day_said(each['due'])}{' às ' + each['at'] if each['at'] else ''}")
    for title in map(paper_label, kinds):
        say(f"  Não sairia: {title}: {lacking[title]}" if title in lacking else f"  Sairia: {title}.")
    if lacking:
        say("  Os prazos correriam mesmo sem a peça: complete os dados antes de lavrar.")
    for warning in warnings:
        say(f"  aviso: {warning}")
