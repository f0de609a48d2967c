"""How an act that is only looked at is shown: what it would change, and nothing that it would not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

from app.balance import balances_said, balances_told
from app.cli.output import say, show_json, show_table
from app.saying import day_said
from app.telling import deadlines_told, obligations_told, paper_label, standing_told
from workflow.case import Deadline, Obligation

if TYPE_CHECKING:
    from app.foreseen import Foreseen
    from workflow.procedure import Procedure


Kept = TypeVar("Kept", Deadline, Obligation)


def show_foreseen(foreseen: Foreseen, *, as_json: bool) -> None:
    """Where the case would be, the deadlines and penalties that would change, what falls, what must be looked at."""
    told = _told(foreseen)
    if as_json:
        show_json(told)
        return
    say("Só uma prévia: nada foi registrado.")
    for each in told["clock"]:
        say(f"  Antes, o relógio faria: {each['label']}, com efeito em {day_said(each['day'])}.")
    before, after = told["before"]["state_label"], told["after"]["state_label"]
    say(f"Situação: {before}." if before == after else f"Situação: de {before} para {after}.")
    for each in told["withdrawn"]:
        say(f"  Cai: {each['label']}, de {day_said(each['day'])}.")
    for each in told["redone"]:
        say(f"  Refaz-se: {each['label']}, com efeito em {day_said(each['day'])}.")
    _changes("Prazo", told["deadlines"], lambda each: f"até {day_said(each['due'])}, {each['status_label']}")
    _changes("Pena", told["obligations"], lambda each: each["status_label"])
    for balance in balances_said(foreseen.procedure, foreseen.after, foreseen.event.recorded_on):
        say(f"  {balance}")
    for each in told["documents"]:
        say(f"  Sairia: {each['label']}.")
    for warning in told["warnings"]:
        say(f"  aviso: {warning}")


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


def _told(foreseen: Foreseen) -> dict[str, Any]:
    procedure, before, after, event = foreseen.procedure, foreseen.before, foreseen.after, foreseen.event
    kinds = dict.fromkeys(paper.kind for each in (*foreseen.clock, event) for paper in each.derived.papers)
    return {
        "recorded": False,
        "before": standing_told(procedure, before),
        "after": standing_told(procedure, after),
        "clock": [_act(procedure, each.step, each.occurred_on) for each in foreseen.clock],
        "withdrawn": [_named(procedure, each) for each in event.derived.withdrawn],
        "redone": [_named(procedure, each) for each in event.derived.redone],
        "deadlines": _difference(before.deadlines, after.deadlines, procedure, deadlines_told),
        "obligations": _difference(before.obligations, after.obligations, procedure, obligations_told),
        "balance": balances_told(procedure, after, event.recorded_on),
        "documents": [{"kind": kind, "label": paper_label(kind)} for kind in kinds],
        "warnings": list(event.derived.warnings),
        "articles": list(event.derived.articles),
    }


def _difference(
    before: Iterable[Kept],
    after: Iterable[Kept],
    procedure: Procedure,
    tell: Callable[[Procedure, Iterable[Kept]], list[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """What there is on one side only, or differently on the other; each by its id, told for people."""
    was: dict[str, Kept] = {each.id: each for each in before}
    will: dict[str, Kept] = {each.id: each for each in after}
    changed = [name for name in dict.fromkeys((*was, *will)) if was.get(name) != will.get(name)]
    return [{"before": _one(was.get(name), procedure, tell), "after": _one(will.get(name), procedure, tell)}
            for name in changed]  # fmt: skip


def _one(
    thing: Kept | None, procedure: Procedure, tell: Callable[[Procedure, Iterable[Kept]], list[dict[str, Any]]]
) -> dict[str, Any] | None:
    return None if thing is None else tell(procedure, [thing])[0]


def _named(procedure: Procedure, act: str) -> dict[str, Any]:
    step, _, day = act.split(":", 2)
    return _act(procedure, step, date.fromisoformat(day))


def _act(procedure: Procedure, step: str, day: date) -> dict[str, Any]:
    return {"step": step, "label": procedure.steps[step].label or step, "day": day}
