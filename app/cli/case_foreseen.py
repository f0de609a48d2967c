"""How an act that is only looked at is shown: what it would change, and nothing that it would not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from app.aftermath import Aftermath
from app.balance import balances_said, balances_told
from app.cli.case_show import how_much
from app.cli.output import say, show_json, show_table
from app.paper.wording import ROLES
from app.saying import day_said, effect_said, reais_said
from app.telling import deadlines_told, obligations_told, paper_label, paper_number, standing_told, waiting_told
from storage.views import PaperLine, Views
from workflow.case import Case, Deadline, Obligation
from workflow.engine import next_morning_of

if TYPE_CHECKING:
    from app.foreseen import Foreseen
    from app.office import Office
    from workflow.procedure import Procedure


Kept = TypeVar("Kept", Deadline, Obligation)
Tell: TypeAlias = Callable[[Iterable[Kept]], list[dict[str, Any]]]


def show_foreseen(desk: Office, foreseen: Foreseen, *, as_json: bool) -> None:
    """What would be put right, where the case would be, what would change, fall or go out again, what to look at."""
    told = _told(foreseen, Views(desk.database).papers(foreseen.before.id))
    if as_json:
        show_json(told)
        return
    say("Só uma prévia: nada foi registrado.")
    for each in told["clock"]:
        say(f"  Antes, o relógio faria: {each['label']} ({each['when']}).")
    if (correction := told["correction"]) is not None:
        say(f"Retificaria o ato {correction['act']}, {correction['act_label']}.")
        say(f"  {correction['field_label']}: de {correction['before_label']} para {correction['after_label']}.")
    before, after = told["before"]["state_label"], told["after"]["state_label"]
    say(f"Situação: {before}." if before == after else f"Situação: de {before} para {after}.")
    for each in told["withdrawn"]:
        say(f"  Cai: {each['label']} ({each['when']}).")
    for each in told["redone"]:
        say(f"  Refaz-se: {each['label']} ({each['when']}).")
    _changes("Prazo", told["deadlines"], _running)
    _changes("Pena", told["obligations"], lambda each: f"{how_much(each)}, {each['status_label']}".lstrip(", "))
    _changes("Multa anunciada no auto", told["announced"], how_much)
    _changes("Dinheiro", told["money"], lambda each: reais_said(each["amount"]))
    for balance in balances_said(foreseen.procedure, foreseen.after, foreseen.event.recorded_on):
        say(f"  {balance}")
    for each in told["documents"]:
        again = f" de novo, em lugar da peça {each['replaces']}" if each["replaces"] else ""
        say(f"  Sairia{again}: {each['label']}.")
    if correction is not None and not any(each["replaces"] for each in told["documents"]):
        start = "As peças" if told["documents"] else "Nenhuma peça sairia: as"
        say(f"  {start} que já saíram ficam como foram, e as próximas dizem o valor certo.")
    for warning in told["warnings"]:
        say(f"  aviso: {warning}")


def _running(deadline: dict[str, Any]) -> str:
    return f"de {day_said(deadline['anchor'])} até {day_said(deadline['due'])}, {deadline['status_label']}"


def _changes(name: str, changes: list[dict[str, Any]], said: Any) -> None:
    if changes:
        show_table(
            (name, "Agora", "Depois"),
            [
                (
                    (each["after"] or each["before"])["label"],
                    said(each["before"]) if each["before"] else "—",
                    said(each["after"]) if each["after"] else "—",
                )
                for each in changes
            ],
        )


def _told(foreseen: Foreseen, papers: list[PaperLine]) -> dict[str, Any]:
    procedure, before, after, event = foreseen.procedure, foreseen.before, foreseen.after, foreseen.event
    today, wakes_on = event.recorded_on, next_morning_of(procedure, after, event)
    was, will = waiting_told(procedure, before, today), waiting_told(procedure, after, today, wakes_on)
    marks = Aftermath(procedure, foreseen.history, papers)
    issued: dict[str, str] = {}
    for paper in (paper for each in (*foreseen.clock, event) for paper in each.derived.papers):
        old = marks.to_replace(paper, event.version)
        issued[paper.kind] = issued.get(paper.kind) or (paper_number(old.series, old.number) if old else "")
    return {
        "recorded": False,
        "before": standing_told(procedure, before),
        "after": standing_told(procedure, after),
        "clock": [_act(procedure, each.step, each.occurred_on) for each in foreseen.clock],
        "withdrawn": [_named(procedure, each) for each in event.derived.withdrawn],
        "redone": [_named(procedure, each) for each in event.derived.redone],
        "deadlines": _difference(
            before.deadlines,
            after.deadlines,
            lambda each: deadlines_told(procedure, each, was),
            lambda each: deadlines_told(procedure, each, will),
        ),
        "obligations": _difference(
            before.obligations,
            after.obligations,
            lambda each: obligations_told(procedure, each),
            lambda each: obligations_told(procedure, each),
        ),
        "balance": balances_told(procedure, after, event.recorded_on),
        "correction": marks.correction(event.version),
        "announced": _sides(_announced(before), _announced(after)),
        "money": _sides(_money(before), _money(after)),
        "documents": [
            {"kind": kind, "label": paper_label(kind), "replaces": old or None} for kind, old in issued.items()
        ],
        "warnings": [*event.derived.warnings, *(each.said for each in foreseen.known)],
        "known": foreseen.known,
        "articles": list(event.derived.articles),
    }


def _announced(case: Case) -> dict[str, dict[str, Any]]:
    """The fines that the notice announces: by item, and by whose they are where each would owe his own."""
    fines = [*(("", fine) for fine in case.head.proposed), *case.head.proposed_own]
    return {
        f"{fine.item}:{whose}": {
            "label": f"{fine.item} ({ROLES.get(whose, whose)})" if whose else fine.item,
            "item": fine.item, "units": fine.units, "unit": fine.unit, "amount": None, "days": None,
        }
        for whose, fine in fines
    }  # fmt: skip


def _money(case: Case) -> dict[str, dict[str, Any]]:
    """What was paid, and what is to be given back, where there is any."""
    sums = (("Pago", case.head.paid), ("A devolver", case.head.refund))
    return {label: {"label": label, "amount": amount} for label, amount in sums}


def _sides(was: dict[str, dict[str, Any]], will: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """What differs between the two, each by its name."""
    return [
        {"before": was.get(name), "after": will.get(name)}
        for name in dict.fromkeys((*was, *will))
        if was.get(name) != will.get(name)
    ]


def _difference(
    before: Iterable[Kept], after: Iterable[Kept], tell_before: Tell[Kept], tell_after: Tell[Kept]
) -> list[dict[str, Any]]:
    """What there is on one side only, or differently on the other; each by its id, told for people."""
    was: dict[str, Kept] = {each.id: each for each in before}
    will: dict[str, Kept] = {each.id: each for each in after}
    changed = [name for name in dict.fromkeys((*was, *will)) if was.get(name) != will.get(name)]
    return [{"before": _one(was.get(name), tell_before), "after": _one(will.get(name), tell_after)} for name in changed]


def _one(thing: Kept | None, tell: Tell[Kept]) -> dict[str, Any] | None:
    return None if thing is None else tell([thing])[0]


def _named(procedure: Procedure, act: str) -> dict[str, Any]:
    step, _, day = act.split(":", 2)
    return _act(procedure, step, date.fromisoformat(day))


def _act(procedure: Procedure, step: str, day: date) -> dict[str, Any]:
    rule = procedure.steps[step]
    return {
        "step": step, "label": rule.label or step, "day": day,
        "when": effect_said(day, lapse=rule.does != "take_effect"),
    }  # fmt: skip
