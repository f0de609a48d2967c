"""How a case is shown, whole: where it is, what runs, what is owed, its acts and its papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.aftermath import Aftermath, papers_marked
from app.attachments import SHOWN, Joined, joined
from app.balance import balances_said, balances_told
from app.cli.output import say, show_json, show_table
from app.outcome import event_told
from app.saying import day_said, effect_said, reais_said, size_said
from app.telling import (
    PAPER_STATUS,
    actor_label,
    deadlines_told,
    obligations_told,
    papers_told,
    standing_told,
    waiting_told,
)
from procedures.wording import OUTCOMES, said
from storage.views import Views
from workflow.event import CLOCK

if TYPE_CHECKING:
    from app.office import Office
    from workflow.case import Case
    from workflow.event import Event


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
    attached = joined(desk.files, history)
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
                "attachments": attached,
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
    _attached(attached)


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
            ("Código", "Peça", "Número", "Situação"),
            [
                (
                    each["code"],
                    each["label"],
                    each["number"],
                    "; ".join(filter(None, (PAPER_STATUS[each["status"]], each["mark"]))),
                )
                for each in papers
            ],
        )


def _attached(files: list[Joined]) -> None:
    """The files joined, by the beginning of the digest that names each."""
    if files:
        show_table(
            ("Anexo", "Juntado", "Tamanho", "Situação"),
            [
                (
                    each.digest[:SHOWN],
                    f"no ato {each.act}",
                    size_said(each.size) if each.size is not None else "",
                    "fora do disco" if each.size is None else "restrito" if each.restricted else "nos autos",
                )
                for each in files
            ],
        )


def how_much(obligation: dict[str, Any]) -> str:
    """What a penalty comes to: reais once fixed, else units, else days; nothing for one that is neither."""
    if obligation["amount"] is not None:
        return reais_said(obligation["amount"])
    if obligation["units"] is not None:
        return f"{obligation['units']:f} {obligation['unit']}".replace(".", ",")
    return f"{obligation['days']} dias" if obligation["days"] is not None else ""
