"""How a case ends, in whole or in part, and how an act of the clock falls: reasons, grounds, effects."""

from __future__ import annotations

from datetime import date

from app.balance import balances_said
from app.paper.decisions import latest
from app.paper.early import given_up
from app.paper.material import Material
from app.paper.money import payments
from app.paper.reckoning import imposed
from app.paper.story import Deed
from app.paper.terms import known_term
from app.paper.wording import (
    ARCHIVED_BECAUSE,
    CLOSED_BECAUSE,
    EXTINGUISHED,
    NOTHING_LEFT,
    lower_first,
)
from notices.endings import Closing
from notices.words import by, listed, money, outcome
from workflow.case import Deadline, Track
from workflow.dates import label, short_label
from workflow.procedure import ARCHIVED, Place
from workflow.standing import CLOSED, stands, state_of


def archiving_of(material: Material, track: Track | None) -> Closing:
    """The end of a track that goes to the archive: its reason, what led there, what it means."""
    reason = track.reason if track else ""
    place = _place(material, reason)
    deed = latest(material, "decide", "review", "cancel", "extinguish")
    lapsed = next((each for each in material.after.deadlines if each.id == material.event.deadline), None) or (
        _lapsed(material) if reason == "late_notification" else None
    )
    return Closing(
        reason=place.because or ARCHIVED_BECAUSE.get(reason, lower_first(place.label) or "o processo terminou"),
        on=_ended_on(material, track),
        because=tuple(_archived_because(material, lapsed, deed)),
        words=tuple(_paragraphs(deed)) if deed is not None and lapsed is None else (),
        effects=(*(place.effects or NOTHING_LEFT), *_to_be_refunded(material)),
    )


def _ended_on(material: Material, track: Track | None) -> date:
    """The day it ended: a lapse ends a case on the morning after the term's last day."""
    deadline = next((each for each in material.after.deadlines if each.id == material.event.deadline), None)
    if deadline is not None:
        return deadline.act_on
    return track.since if track else material.event.occurred_on


def _to_be_refunded(material: Material) -> tuple[str, ...]:
    refund = material.after.head.refund
    return (f"O valor pago, {money(refund)}, será devolvido.",) if refund else ()


def _place(material: Material, reason: str) -> Place:
    states = material.procedure.states
    return states.get(f"{ARCHIVED}/{reason}") or states.get(ARCHIVED) or Place()


def _archived_because(material: Material, lapsed: Deadline | None, deed: Deed | None) -> list[str]:
    event = material.event
    if lapsed is not None:
        return _lapse(material, lapsed)
    if deed is None:
        return [f"{material.step.label or event.step}, em {label(event.occurred_on)}."]
    if deed.does == "extinguish":
        why = EXTINGUISHED.get(deed.text("reason"), deed.text("reason"))
        return [f"Extinção por {why}, registrada em {label(deed.on)}."]
    if deed.does == "cancel":
        return [f"{material.procedure.steps[deed.step].label}, em {label(deed.on)}."]
    body = material.book.body(deed.by)
    who = f" {by(body)}" if body else ""
    said = outcome(deed.outcome, on_appeal=deed.does == "review")
    return [f"Em {label(deed.on)}, o processo foi julgado{who}: {said}."]


def _lapsed(material: Material) -> Deadline | None:
    return next((each for each in reversed(material.after.deadlines) if each.status == "lapsed"), None)


def _lapse(material: Material, deadline: Deadline) -> list[str]:
    limit = material.procedure.time_limits[deadline.kind]
    told = known_term(material, deadline)
    return [
        f"{limit.label or deadline.kind}: {told.length}, {told.rule}. {' '.join(told.explanation)}",
        "Até o fim desse dia não consta no processo ato que cumprisse o prazo.",
    ]


def _paragraphs(deed: Deed) -> list[str]:
    return [line.strip() for line in deed.text("reasons").splitlines() if line.strip()]


def discharge_of(material: Material) -> Closing:
    """The receipt for a fine wholly paid; it ends the case only if nothing is left to serve or to decide."""
    state, reason = state_of(material.after)
    ends = state == CLOSED
    paid = payments(material)
    fines = [each for each in material.after.obligations if each.kind == "fine" and stands(each)]
    said = listed([f"{material.book.cite(material.book.rules.citation(each.item))}" for each in fines])
    last = paid[-1].on if paid else material.event.occurred_on
    effects = ["Nada mais é devido neste processo."] if ends else _left(material)
    effects += balances_said(material.procedure, material.after, material.event.occurred_on)
    appealable = any(each.status == "imposed" for each in fines)
    effects.append(
        given_up(material) or "Pagar não significa desistir do recurso: se ele for provido, o valor pago é devolvido."
        if appealable
        else "A decisão fica registrada e pode contar como reincidência."
    )
    return Closing(
        reason=CLOSED_BECAUSE["paid"] if not ends else CLOSED_BECAUSE.get(reason, CLOSED_BECAUSE["paid"]),
        on=material.event.occurred_on,
        because=(f"A multa aplicada ({said}) foi paga por inteiro em {short_label(last)}.",),
        effects=tuple(effects),
        paid=paid,
        ends=ends,
    )


def _left(material: Material) -> list[str]:
    left = [
        each
        for each in material.after.obligations
        if stands(each) and each.kind != "fine" and each.status in ("imposed", "final", "serving")
    ]
    told = [imposed(material, each) for each in left]
    names = [f"{each.label} de {each.detail}" if each.detail else each.label for each in told]
    if not names:
        return []
    return [f"O processo continua quanto a: {listed(list(dict.fromkeys(names)))}."]
