"""How an act is shown, done or only looked at: where the case is now, what runs, what was issued, what to mind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.balance import balances_said, balances_told
from app.cli.case_show import waiting_of
from app.cli.output import err, say, show_json
from app.saying import day_said, said_of
from app.telling import (
    deadlines_told,
    paper_label,
    paper_number,
    standing_told,
)
from app.unprinted import MEND, waiting_for_someone

if TYPE_CHECKING:
    from app.delivery import Delivered
    from app.office import Office
    from app.request import Handled
    from workflow.event import Event
    from workflow.procedure import Procedure


def show_handled(desk: Office, handled: Handled, delivered: Delivered, *, as_json: bool) -> None:
    """What came of an act: where the case is now, what runs, what was issued, what is left to pay or was paid over."""
    from app.cli.desk import today

    case, event, appended = handled.case, handled.event, handled.appended
    procedure = desk.procedure(case.procedure)
    told = standing_told(procedure, case)
    waiting = waiting_of(desk, case)
    deadlines = deadlines_told(procedure, case.deadlines, waiting)
    warnings = [*(event.derived.warnings if event else ()), *(each.said for each in handled.known)]
    lacking = [f"{each.title} {each.number}: {each.why}" for each in handled.lacking]
    failed = [f"{paper}: {why}" for case_id, paper, why in delivered.failures if case_id == case.id]
    if delivered.stopped:
        failed.append(f"o que falta imprimir: {delivered.stopped} O ato está registrado; a peça sai na próxima vez.")
    if as_json:
        papers = [
            {"id": each.id, "kind": each.kind, "number": paper_number(each.series, each.number), "code": each.code}
            for each in appended.papers
        ]
        show_json(
            {
                **told,
                "act": appended.version,
                "clock": [_clock_act(desk, each) for each in handled.clock],
                "repeated": appended.repeated,
                "deadlines": deadlines,
                "balance": balances_told(procedure, case, today(desk)),
                "documents": papers,
                "articles": list(event.derived.articles) if event else [],
                "warnings": warnings,
                "known": handled.known,
                "not_printed": failed,
                "not_printed_before": _earlier(desk, handled),
            }
        )
        return
    for first in handled.clock:
        say(f"Antes, o relógio fez: {said_of(desk.procedure(first.procedure), first)}.")
    for paper_lacking in lacking:
        err().print(f"Atenção: {paper_lacking}", style="yellow", soft_wrap=True)
    if lacking:
        err().print("Os prazos do ato correm, com a peça ou sem ela.", style="yellow", soft_wrap=True)
    done = "já estava registrado" if appended.repeated else "registrado"
    say(f"Processo {case.id}, ato {appended.version}: {done}. {told['state_label']}.")
    for each, deadline in zip(deadlines, case.deadlines, strict=True):
        if each["status"] == "open":
            past = f", {each['status_label']}" if deadline.id in waiting else ""
            say(f"  {each['label']}: até {day_said(each['due'])}{' às ' + each['at'] if each['at'] else ''}{past}")
    for paper in appended.papers:
        say(f"  {paper_label(paper.kind)} {paper_number(paper.series, paper.number)}")
    for balance in balances_said(procedure, case, today(desk)):
        say(f"  {balance}")
    for warning in warnings:
        say(f"  aviso: {warning}")
    for paper_failed in failed:
        if paper_failed not in lacking:
            err().print(f"Não saiu: {paper_failed}", style="yellow", soft_wrap=True)
    earlier = _earlier(desk, handled)
    for paper_failed in earlier:
        err().print(f"Atenção: antes deste ato não saiu {paper_failed}", style="yellow", soft_wrap=True)
    if lacking or earlier:
        err().print(f"{MEND} (devido case act {case.id} {_rectifying(procedure)} --help).", soft_wrap=True)


def _earlier(desk: Office, handled: Handled) -> list[str]:
    """The papers of earlier acts of the case that did not come out and that nothing replaced."""
    return [
        f"{paper_label(each.kind)} {paper_number(each.series, each.number)}: {each.reason}"
        for each in waiting_for_someone(desk, handled.case.id)
        if each.version < handled.appended.version
    ]


def _rectifying(procedure: Procedure) -> str:
    return next(name for name, step in procedure.steps.items() if step.does == "rectify")


def show_opening(desk: Office, handled: Handled, *, as_json: bool) -> None:
    """What a notice that is only looked at would open; no number is given, for none was taken."""
    case, event, known = handled.case, handled.event, handled.known
    procedure = desk.procedure(case.procedure)
    told, deadlines = {**standing_told(procedure, case), "case": None}, deadlines_told(procedure, case.deadlines)
    warnings = [*(event.derived.warnings if event else ()), *(each.said for each in known)]
    documents = [{"kind": each.kind, "label": paper_label(each.kind)} for each in handled.appended.papers]
    if as_json:
        show_json(
            {
                "recorded": False,
                "already_recorded": case.id if handled.appended.repeated else None,
                "after": told,
                "deadlines": deadlines,
                "documents": documents,
                "lacking": [{"document": each.title, "message": each.why} for each in handled.lacking],
                "articles": list(event.derived.articles) if event else [],
                "warnings": warnings,
                "known": known,
            }
        )
        return
    say("Só uma prévia: nada foi registrado.")
    if handled.appended.repeated:
        say(f"Este auto já está registrado: é o processo {case.id}.")
        return
    say(f"O auto abriria um processo: {told['state_label']}.")
    for each in deadlines:
        say(f"  {each['label']}: até {day_said(each['due'])}{' às ' + each['at'] if each['at'] else ''}")
    lacking = {each.title: each.why for each in handled.lacking}
    for title in (document["label"] for document in documents):
        say(f"  Não sairia: {title}: {lacking[title]}" if title in lacking else f"  Sairia: {title}.")
    if lacking:
        say("  Os prazos correriam mesmo sem a peça: complete os dados antes de lavrar.")
    for warning in warnings:
        say(f"  aviso: {warning}")


def _clock_act(desk: Office, event: Event) -> dict[str, Any]:
    label = desk.procedure(event.procedure).steps[event.step].label or event.step
    return {"step": event.step, "label": label, "day": event.occurred_on}
