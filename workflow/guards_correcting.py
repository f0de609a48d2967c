"""Guards of corrections and extensions: who answers for them, and what may be extended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workflow.act import Act
from workflow.errors import (
    MissingReasons,
    NotExtendable,
    SecondPersonMissing,
)
from workflow.length import Length
from workflow.procedure import GuardUse


def second_person(act: Act, use: GuardUse) -> None:
    """Reasons, and a second person other than the one who records it."""
    name = act.rule.label or act.step
    require_second_person(name, act.command.data, act.command.recorded_by, act.command.approved_by, use.basis)


def require_second_person(name: str, data: Any, recorded_by: str, approved_by: str, basis: tuple[str, ...]) -> None:
    """Refuse an act, called ``name``, that nobody gave reasons for, or what no second person approved."""
    if not str(data.get("reasons") or "").strip():
        raise SecondPersonMissing(f"“{name}” precisa de motivos (reasons).", basis)
    if not approved_by:
        raise SecondPersonMissing(f"“{name}” precisa da aprovação de uma segunda pessoa (approved_by).", basis)
    if approved_by == recorded_by:
        raise SecondPersonMissing(f"Quem registra ({recorded_by}) não pode aprovar o próprio ato (approved_by).", basis)


def said_by(act: Act, use: GuardUse) -> None:
    """Somebody answers for the act, with reasons."""
    if not act.command.recorded_by:
        raise SecondPersonMissing("Diga quem registra o ato.", use.basis)
    if not act.text("reasons").strip():
        raise MissingReasons("O ato não traz motivos.", use.basis)


def extendable(act: Act, use: GuardUse) -> None:
    """The term exists, runs, and may be extended."""
    name = act.text("term")
    limit = act.rules.limits.get(name)
    if limit is None:
        raise NotExtendable(f"A lei não tem o prazo {name!r}; tem {', '.join(act.rules.limits)}.", use.basis)
    if not act.rules.extendable(limit):
        raise NotExtendable(f"O prazo “{limit.label or name}” não pode ser prorrogado.", (*limit.basis, *use.basis))
    running = next((each for each in act.case.deadlines if each.kind == name and each.status == "open"), None)
    if running is None:
        raise NotExtendable(f"O prazo “{limit.label or name}” não está correndo.", (*limit.basis, *use.basis))
    own = Length.parse(running.length) if running.length else limit.length
    most = own if limit.extendable == "double" else limit.extendable
    if isinstance(most, Length) and not _within(most, (*running.extended, act.text("length"))):
        raise NotExtendable(
            f"O prazo “{limit.label or name}” só pode ser prorrogado por {most.in_portuguese} ao todo.",
            (*limit.basis, *use.basis),
        )


def _within(most: Length, extensions: Sequence[str]) -> bool:
    """Whether the extensions are of the same unit and together no more than this."""
    lengths = [Length.parse(each) for each in extensions]
    return all(each.unit == most.unit for each in lengths) and sum(each.amount for each in lengths) <= most.amount
