"""Obligations after the decision: final, settled, cancelled, absorbed; what paying and serving do to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from decimal import Decimal

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.discount import Standing, asked_on
from workflow.fold import Draft
from workflow.late import charges
from workflow.money import CENTAVO, still_asked
from workflow.procedure import ARCHIVED, ENFORCEMENT
from workflow.rules import Rules
from workflow.standing import stands
from workflow.terms import open_by

_BEGUN = ("serving", "settled")
_BY_BECOMING_FINAL = ("warning", "verbal_warning", "revocation")


def make_final(draft: Draft, act: Act, track: Track, on: date) -> None:
    """What a track that enters enforcement makes final: settled if it needs no more, with its papers.

    Joint respondents share an obligation: it is final when every track that has it is in enforcement.
    """
    penalties = act.rules.procedure.penalties
    mine = [each for each in draft.in_scope(track) if _all_through(draft, each)]
    made = [each for each in mine if each.status == "imposed"]
    for begun in mine:
        if begun.status in _BEGUN and begun.effective_on is not None and begun.final_on is None:
            draft.obligation(begun, final_on=on)
            draft.cite(penalties[begun.code].basis)
    for obligation in made:
        settled = obligation.kind in _BY_BECOMING_FINAL
        draft.obligation(
            obligation, status="settled" if settled else "final", final_on=on, settled_on=on if settled else None
        )
        draft.cite(penalties[obligation.code].basis)
    for obligation in made:
        for kind in penalties[obligation.code].absorbs:
            absorb(draft, kind)
    for obligation in made:
        # A penalty absorbed in the very act that made it final has nothing left to order.
        if draft.obligations[obligation.id].status != "absorbed":
            draft.issue(penalties[obligation.code].issues, track.id, obligation.item)
    open_by(draft, act, track, ("final",))


def make_effective(draft: Draft, act: Act, track: Track, on: date) -> None:
    """What has effect at once has it from the day the decision is served, whatever appeal may come."""
    mine = [
        each
        for each in current_round(draft, track)
        if each.status == "imposed" and each.effective_on is None
        and act.rules.procedure.penalties[each.code].effective == "at_once"
    ]  # fmt: skip
    for each in mine:
        draft.obligation(each, effective_on=on)
        draft.cite(act.rules.procedure.penalties[each.code].basis)
    if mine:
        open_by(draft, act, track, ("effective",))


def absorb(draft: Draft, kind: str) -> None:
    """A penalty that lost its object stays in the record, without effect."""
    for other in list(draft.obligations.values()):
        if other.kind == kind and other.status in ("imposed", "final", "serving"):
            draft.obligation(other, status="absorbed")
            for deadline in list(draft.deadlines.values()):
                if deadline.kind == kind and deadline.status == "open":
                    draft.deadline(deadline, status="void")


def _all_through(draft: Draft, obligation: Obligation) -> bool:
    mine = [each for each in draft.tracks.values() if each.covers(obligation) and not _archived(each)]
    return all(each.place == ENFORCEMENT for each in mine)


def _archived(track: Track) -> bool:
    return track.place.startswith(ARCHIVED)


def own(draft: Draft, track: Track) -> list[Obligation]:
    """The track's obligations that no other respondent still in the case owes with it."""
    others = [each for each in draft.tracks.values() if each.respondent != track.respondent and not _archived(each)]
    return [each for each in draft.in_scope(track) if not any(other.covers(each) for other in others)]


def cancel(draft: Draft, obligations: Iterable[Obligation], reason: str) -> None:
    """Cancel these penalties, whatever they had come to; the record keeps them."""
    for each in obligations:
        if each.status not in ("cancelled", "absorbed"):
            draft.obligation(each, status="cancelled", ended_as=reason)


def current_round(draft: Draft, track: Track) -> list[Obligation]:
    """The track's obligations of its current round."""
    return [each for each in draft.in_scope(track) if each.round == track.round]


def settle_fines(draft: Draft, rules: Rules, on: date) -> None:
    """What payments do: discharge when the slip is covered, settlement once final, refund of an excess.

    A fine is settled when payments reach the slip's sum for what stands and it is final. What was paid
    beyond that, once nothing is merely imposed, is given back.
    """
    head = draft.head
    if head.slip is None or head.paid == 0:
        return
    case_fines = [each for each in draft.obligations.values() if each.kind == "fine"]
    due = due_amount(draft, rules, on)
    if any(stands(each) for each in case_fines) and head.paid >= due:
        if not head.discharged:
            draft.issue(("discharge",))
            draft.note(discharged=True)
        for each in case_fines:
            if each.status == "final" and each.id in head.slip.lines:
                draft.obligation(each, status="settled", settled_on=max(on, each.final_on or on))
    excess = head.paid - due
    if not any(each.status == "imposed" for each in draft.obligations.values()):
        if excess > 0 and excess != head.refund:
            draft.issue(("refund_order",))
        if excess != head.refund and excess >= 0:
            draft.note(refund=excess)


def covered(draft: Draft, rules: Rules, on: date) -> bool:
    """Whether payments cover the slip's sum for the fines that stand."""
    slip = draft.head.slip
    if slip is None:
        return False
    due = due_amount(draft, rules, on)
    return due > 0 and draft.head.paid >= due


def due_amount(draft: Draft, rules: Rules, on: date) -> Decimal:
    """What the slip in force asks, on a day, for the fines that still stand: late charges included."""
    slip = draft.head.slip
    if slip is None:
        return Decimal(0)
    due = still_asked(slip, draft.obligations.values())
    if rules.procedure.money.late is None:
        return due
    unpaid = [each for each in draft.obligations.values() if each.id in slip.lines and each.id not in slip.asked]
    tracks, deadlines = draft.tracks.values(), draft.deadlines.values()
    return due + sum((charges(rules, tracks, deadlines, each, slip.lines[each.id], on) for each in unpaid), Decimal(0))


def take_payment(draft: Draft, rules: Rules, amount: Decimal, on: date) -> None:
    """Money came in: it counts toward the whole, and settles what is enough once it reaches what that day asks.

    Whoever pays the whole gives nothing up: a discount that waives something is earned only by paying less.
    """
    paid = (draft.head.paid + amount).quantize(CENTAVO)
    draft.note(paid=paid)
    slip = draft.head.slip
    money = rules.procedure.money
    if slip is None or not (money.discounts or money.late):
        return
    fines = [each for each in draft.obligations.values() if each.id not in slip.asked and each.status != "settled"]
    settled = still_asked(slip, (each for each in draft.obligations.values() if each not in fines))
    whole = still_asked(slip, fines)
    standing = Standing.of(draft)
    asked = asked_on(rules, standing, fines, slip.lines, on, waiving=paid - settled < whole)
    if paid - settled < asked.total:
        return
    for name in dict.fromkeys(asked.discounts.values()):
        draft.cite(money.discounts[name].basis)
    if money.late is not None and asked.total > whole:
        draft.cite(money.late.basis)
    new = {each: amount for each, amount in asked.lines.items() if money.late is not None or each in asked.discounts}
    draft.note(slip=replace(slip, asked={**slip.asked, **new}, earned={**slip.earned, **asked.discounts}))


def lose_discounts(draft: Draft, rules: Rules, step: str) -> None:
    """An act that loses a discount already paid with: the fine asks its whole line again."""
    slip = draft.head.slip
    if slip is None:
        return
    discounts = rules.procedure.money.discounts
    lost = {fine for fine, name in slip.earned.items() if step in discounts[name].lost_by}
    if not lost:
        return
    for name in dict.fromkeys(slip.earned[fine] for fine in sorted(lost)):
        rule = discounts[name]
        draft.cite(rule.basis)
        draft.warnings.append(f"Perdeu-se o desconto “{rule.label or name}”: a multa volta ao valor inteiro.")
    kept = replace(
        slip,
        asked={fine: amount for fine, amount in slip.asked.items() if fine not in lost},
        earned={fine: name for fine, name in slip.earned.items() if fine not in lost},
    )
    draft.note(slip=kept, discharged=False)
