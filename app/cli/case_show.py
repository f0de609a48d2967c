"""How a case is shown: after an act, and whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.aftermath import Aftermath, papers_marked
from app.balance import balances_said, balances_told
from app.cli.output import err, say, show_json, show_table
from app.outcome import event_told
from app.saying import day_said, effect_said, reais_said, said_of
from app.telling import (
    PAPER_STATUS,
    actor_label,
    deadlines_told,
    obligations_told,
    paper_label,
    paper_number,
    papers_told,
    standing_told,
    waiting_told,
)
from app.unprinted import MEND, waiting_for_someone
from procedures.wording import OUTCOMES, said
from storage.views import Views
from workflow.event import CLOCK

if TYPE_CHECKING:
    from app.delivery import Delivered
    from app.office import Office
    from app.request import Handled
    from workflow.case import Case
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


def show_case(desk: Office, case: Case, *, as_json: bool) -> None:
    """The whole case: where it stands, deadlines, penalties, acts, papers, warnings of today."""
    from app.alerts import alerts
    from app.cli.desk import today

    procedure = desk.procedure(case.procedure)
    told = standing_told(procedure, case)
    history, lines = desk.store.history(case.id), Views(desk.database).papers(case.id)
    marks = Aftermath(procedure, history, lines)
    deadlines = deadlines_told(procedure, case.deadlines, waiting_of(desk, case))
    obligations = obligations_told(procedure, case.obligations)
    events = [
        {
            **event_told(each),
            "label": procedure.steps[each.step].label or each.step,
            "when": when_said(each),
            "by_label": actor_label(procedure, each.by),
            "outcome_label": said(each.outcome, OUTCOMES) if each.outcome else "",
            **marks.of_act(each.version),
            "correction": _correction(marks, each),
            "details": marks.details(each),
        }
        for each in history
    ]
    papers = papers_marked({case.id: marks}, lines, papers_told(lines))
    warnings = alerts(procedure, case, today(desk))
    if as_json:
        show_json(
            {
                **told,
                "deadlines": deadlines,
                "obligations": obligations,
                "balance": balances_told(procedure, case, today(desk)),
                "events": events,
                "documents": papers,
                "warnings": warnings,
            }
        )
        return
    say(f"Processo {case.id}: {told['state_label']}")
    say(f"{procedure.title}. Fato de {day_said(told['fact_on'])}.")
    for item, label in told["items"].items():
        say(f"  {item} {label}")
    for balance in balances_said(procedure, case, today(desk)):
        say(f"  {balance}")
    for warning in warnings:
        say(f"  aviso: {warning}")
    _tables(deadlines, obligations, events, papers)


def waiting_of(desk: Office, case: Case) -> dict[str, str]:
    """How those terms of a case stand that are past today, as the record has it."""
    from app.cli.desk import today

    wakes_on = desk.store.pinned(case.id).wakes_on
    return waiting_told(desk.procedure(case.procedure), case, today(desk), wakes_on)


def when_said(event: Event) -> str:
    """The day of an act; of the clock's, the day it takes effect too."""
    if event.by != CLOCK:
        return day_said(event.occurred_on)
    return effect_said(event.occurred_on, lapse=bool(event.deadline))


def _correction(marks: Aftermath, event: Event) -> dict[str, Any] | None:
    """What an act put right, why, and by whom; none for an act that is no correction."""
    told = marks.correction(event.version)
    if told is None:
        return None
    people = {"recorded_by": event.recorded_by, "approved_by": event.approved_by or None}
    return {**told, "reasons": str(event.data.get("reasons") or ""), **people}


def _say_corrections(events: list[dict[str, Any]]) -> None:
    """What each correction put right, from what to what, and why; of acts that move terms or undo, what they say."""
    for each in events:
        if each["details"]:
            said = "; ".join(f"{detail['label']}: {detail['value']}" for detail in each["details"])
            say(f"Ato {each['n']}, {each['label']}. {said}")
        if (told := each["correction"]) is not None:
            say(f"Ato {each['n']} retificou o ato {told['act']}, {told['act_label']}.")
            say(f"  {told['field_label']}: de {told['before_label']} para {told['after_label']}.")
            why = " ".join(told["reasons"].split())
            say(f"  Motivos: {why} (registrou {told['recorded_by']}; aprovou {told['approved_by'] or 'ninguém'})")


def _tables(
    deadlines: list[dict[str, Any]],
    obligations: list[dict[str, Any]],
    events: list[dict[str, Any]],
    papers: list[dict[str, Any]],
) -> None:
    if deadlines:
        show_table(
            ("Prazo", "Vence", "Situação", "Aberto em"),
            [
                (each["label"], day_said(each["due"]), each["status_label"], day_said(each["anchor"]))
                for each in deadlines
            ],
        )
    if obligations:
        show_table(
            ("Pena", "Item", "Quanto", "Situação"),
            [(each["label"], each["item"], how_much(each), each["status_label"]) for each in obligations],
        )
    show_table(
        ("Ato", "Dia", "O que foi feito", "Por", "Resultado"),
        [
            (
                str(each["n"]),
                each["when"],
                each["label"],
                each["by_label"],
                "; ".join(filter(None, (each["outcome_label"], each["mark"]))),
            )
            for each in events
        ],
    )
    _say_corrections(events)
    if papers:
        show_table(
            ("Peça", "Número", "Código", "Situação"),
            [
                (
                    each["label"],
                    each["number"],
                    each["code"],
                    "; ".join(filter(None, (PAPER_STATUS[each["status"]], each["mark"]))),
                )
                for each in papers
            ],
        )


def how_much(obligation: dict[str, Any]) -> str:
    """What a penalty comes to: reais once fixed, else units, else days; nothing for one that is neither."""
    if obligation["amount"] is not None:
        return reais_said(obligation["amount"])
    if obligation["units"] is not None:
        return f"{obligation['units']:f} {obligation['unit']}".replace(".", ",")
    return f"{obligation['days']} dias" if obligation["days"] is not None else ""
