"""How a case is shown: after an act, and whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.aftermath import Aftermath, papers_marked
from app.cli.output import err, say, show_json, show_table
from app.outcome import event_told
from app.saying import day_said, reais_said
from app.telling import (
    PAPER_STATUS,
    actor_label,
    deadlines_told,
    obligations_told,
    paper_label,
    paper_number,
    papers_told,
    standing_told,
)
from procedures.wording import OUTCOMES, said
from storage.views import Views

if TYPE_CHECKING:
    from app.casework import Handled
    from app.delivery import Delivered
    from app.office import Office
    from workflow.case import Case
    from workflow.event import Event


def show_handled(desk: Office, handled: Handled, delivered: Delivered, *, as_json: bool) -> None:
    """What came of an act: where the case is now, what runs, what was issued."""
    case, event, appended = handled.case, handled.event, handled.appended
    procedure = desk.procedure(case.procedure)
    told = standing_told(procedure, case)
    deadlines = deadlines_told(procedure, case.deadlines)
    warnings = list(event.derived.warnings) if event else []
    failed = [why for case_id, _, why in delivered.failures if case_id == case.id]
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
                "repeated": appended.repeated,
                "deadlines": deadlines,
                "documents": papers,
                "articles": list(event.derived.articles) if event else [],
                "warnings": warnings,
                "not_printed": failed,
            }
        )
        return
    done = "já estava registrado" if appended.repeated else "registrado"
    say(f"Processo {case.id}, ato {appended.version}: {done}. {told['state_label']}.")
    for each in deadlines:
        if each["status"] == "open":
            say(f"  {each['label']}: até {day_said(each['due'])}{' às ' + each['at'] if each['at'] else ''}")
    for paper in appended.papers:
        say(f"  {paper_label(paper.kind)} {paper_number(paper.series, paper.number)}")
    for warning in warnings:
        say(f"  aviso: {warning}")
    for paper_failed in failed:
        err().print(f"Não saiu: {paper_failed}", style="yellow", soft_wrap=True)


def show_case(desk: Office, case: Case, *, as_json: bool) -> None:
    """The whole case: where it stands, deadlines, penalties, acts, papers, warnings of today."""
    from app.alerts import alerts
    from app.cli.desk import today

    procedure = desk.procedure(case.procedure)
    told = standing_told(procedure, case)
    history, lines = desk.store.history(case.id), Views(desk.database).papers(case.id)
    marks = Aftermath(procedure, history, lines)
    deadlines, obligations = deadlines_told(procedure, case.deadlines), obligations_told(procedure, case.obligations)
    events = [
        {
            **event_told(each),
            "label": procedure.steps[each.step].label or each.step,
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
    for warning in warnings:
        say(f"  aviso: {warning}")
    _tables(deadlines, obligations, events, papers)


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
                day_said(each["occurred_on"]),
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
