"""Guards of what follows the decision: fines and slips, penalties served, orders to cure, measures."""

from __future__ import annotations

from workflow.act import Act
from workflow.case import Deadline
from workflow.deadlines import label
from workflow.errors import (
    Conditioned,
    NotConfirmed,
    NothingToConfirm,
    NothingToCure,
    NothingToPay,
    NothingToServe,
    TooEarly,
)
from workflow.payments import anything_left
from workflow.procedure import GuardUse
from workflow.standing import confessed_only, may_be_appealed, may_begin, stands


def fine_due(act: Act, use: GuardUse) -> None:
    """A fine stands, and something of it is left to pay."""
    if not any(each.kind == "fine" and stands(each) for each in act.case.obligations):
        raise NothingToPay("Não há multa em pé neste processo.", use.basis)
    each = act.rules.procedure.tracks.owes == "each"
    owners = {track.respondent if each else "" for track in act.tracks}
    if not any(anything_left(act.draft, act.rules, act.on, owner) for owner in owners):
        raise NothingToPay("A multa já está paga: não resta o que cobrar numa guia.", use.basis)


def slip_issued(act: Act, use: GuardUse) -> None:
    """A payment slip was issued."""
    if act.case.head.slip is None:
        raise NothingToPay("Nenhuma guia foi emitida; emita a guia antes de registrar o pagamento.", use.basis)


def fine_overdue(act: Act, use: GuardUse) -> None:
    """A final fine is overdue."""
    if not any(each.overdue_on is not None and each.status == "final" for each in act.case.obligations):
        raise NothingToPay("Não há multa vencida e definitiva.", use.basis)


def fine_confessed(act: Act, use: GuardUse) -> None:
    """A fine rests on silence alone, so that there is something to confirm."""
    if not confessed_only(act.case.obligations, act.case.head):
        raise NothingToConfirm("Nenhuma multa confessada pelo silêncio espera confirmação.", use.basis)


def legality_confirmed(act: Act, use: GuardUse) -> None:
    """No fine that rests on silence alone goes on before an authority has confirmed its legality."""
    if confessed_only(act.case.obligations, act.case.head):
        raise NotConfirmed("A multa só foi confessada pelo silêncio; falta quem confirme a sua legalidade.", use.basis)


def penalty_final(act: Act, use: GuardUse) -> None:
    """A penalty of the kinds the step is about is final, or has effect at once, and has not begun."""
    if not any(each.kind in act.rule.penalties and may_begin(each) for each in act.case.obligations):
        raise NothingToServe("Nenhuma pena definitiva por começar.", use.basis)


def penalty_over(act: Act, use: GuardUse) -> None:
    """The penalty being served has run its last day."""
    serving = [each for each in act.case.obligations if each.kind in act.rule.penalties and each.status == "serving"]
    if not serving:
        raise NothingToServe("Nenhuma pena está sendo cumprida.", use.basis)
    running = [each for each in act.case.deadlines if each.kind in {s.kind for s in serving} and each.status == "open"]
    last = max((each.due for each in running), default=None)
    if last is not None and act.on <= last:
        raise TooEarly(f"A pena corre até {label(last)}; o ato cabe desde o dia seguinte.", use.basis)


def not_collected(act: Act, use: GuardUse) -> None:
    """The penalty does not begin by collecting documents."""
    kinds = set(use.several("kinds"))
    if any(each.kind in kinds and may_begin(each) for each in act.case.obligations):
        raise NothingToServe("Esta pena começa com a apreensão dos documentos.", use.basis)


def cure_ordered(act: Act, use: GuardUse) -> None:
    """A cure was ordered and is not proved; once its lack is certified, only a late proof may still come in."""
    pending = ("ordered", "missing") if act.rule.does == "cure" else ("ordered",)
    if act.track.cure not in pending:
        raise NothingToCure("Nenhuma ordem de sanar está pendente.", use.basis)


def cure_missing(act: Act, use: GuardUse) -> None:
    """An order to cure was not kept: its term lapsed without proof."""
    if act.track.cure != "missing":
        raise TooEarly(
            "A ordem de sanar não consta como descumprida: ou foi cumprida, ou o prazo ainda corre.", use.basis
        )


def cure_over(act: Act, use: GuardUse) -> None:
    """The term to cure is over."""
    deadline = _cure_deadline(act)
    if deadline is not None and act.on <= deadline.due:
        raise TooEarly(f"O prazo para sanar corre até {label(deadline.due)}.", use.basis)


def _cure_deadline(act: Act) -> Deadline | None:
    """The last term to cure of the track's round: of all its items, where each has its own."""
    cures = {name for name, limit in act.rules.limits.items() if limit.only_if == "cure_ordered"}
    mine = [each for each in act.case.deadlines if each.track == act.track.id and each.round == act.track.round]
    return max((each for each in mine if each.kind in cures), key=lambda each: each.due, default=None)


def decision_final(act: Act, use: GuardUse) -> None:
    """The decision can no longer be appealed."""
    mine = [each for each in act.case.obligations if act.track.covers(each) and each.round == act.track.round]
    if any(may_be_appealed(each) for each in mine):
        raise TooEarly("A decisão ainda não é definitiva.", use.basis)


def unconditional(act: Act, use: GuardUse) -> None:
    """The lifting is not made to depend on anything."""
    if act.text("condition"):
        raise Conditioned(f"A liberação não pode depender de {act.text('condition')}.", use.basis)


def measure_ordered(act: Act, use: GuardUse) -> None:
    """The measure to be lifted was ordered."""
    if act.text("kind") not in act.case.head.ordered:
        raise NothingToServe(f"Nenhuma medida {act.text('kind')!r} está em vigor.", use.basis)
