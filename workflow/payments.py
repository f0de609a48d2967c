"""What paying does: whom it counts for, what it has to reach on a day, what it settles, what goes back or is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from msgspec.structs import replace

from workflow.act import Act
from workflow.case import Case, Deadline, Obligation
from workflow.case_money import Slip
from workflow.discount import Standing, asked_on, done_by
from workflow.errors import InvalidData
from workflow.fold import Draft
from workflow.late import charges
from workflow.money import CENTAVO, still_asked
from workflow.outcomes import LATE
from workflow.purse import Owed, keep, owed, purse_of
from workflow.rules import Rules
from workflow.running import unsettled
from workflow.standing import stands


def payer_of(act: Act) -> str:
    """Whose fine an act pays: of the respondent it names; nobody's in particular, where all owe together."""
    if act.rules.procedure.tracks.owes != "each":
        return ""
    owners = list(dict.fromkeys(track.respondent for track in act.tracks))
    if len(owners) > 1:
        raise InvalidData(
            f"cada autuado deve a sua multa: diga de quem é o pagamento (to): {', '.join(owners)}",
            act.rules.procedure.tracks.basis,
        )
    return owners[0]


def settle_fines(draft: Draft, rules: Rules, on: date) -> None:
    """What payments do: discharge when the slip is covered, settlement once final, refund of an excess.

    A fine is settled when payments reach the slip's sum for what stands and it is final. What was paid
    beyond that, once nothing is merely imposed, is given back.
    """
    if draft.head.slip is None or draft.head.paid == 0:
        return
    for each in owed(draft.head, draft.obligations.values()):
        if each.purse.paid:
            _settle(draft, rules, each, on)


def _settle(draft: Draft, rules: Rules, mine: Owed, on: date) -> None:
    slip, purse = draft.head.slip, mine.purse
    if slip is None or any(stands(each) and unsettled(rules, each, on) for each in mine.fines):
        return
    due = _due(draft, rules, mine.fines, on)
    if any(stands(each) and each.id in slip.lines for each in mine.fines) and purse.paid >= due:
        if not purse.discharged:
            draft.issue(("discharge",), _track_of(draft, purse.owner))
            purse = purse._replace(discharged=True)
        for each in mine.fines:
            if each.status == "final" and each.id in slip.lines:
                draft.obligation(each, status="settled", settled_on=max(on, each.final_on or on))
    excess = purse.paid - due
    imposed = (each for each in draft.obligations.values() if each.respondent in ("", purse.owner))
    # What no slip has asked yet may take what is left over.
    if not any(each.status == "imposed" for each in imposed) and not any(_unasked(slip, each) for each in mine.fines):
        if excess > 0 and excess != purse.refund:
            draft.issue(("refund_order",), _track_of(draft, purse.owner))
        if excess >= 0 and excess != purse.refund:  # 0.00 is no other sum than none, and is not written
            purse = purse._replace(refund=excess)
    if purse != mine.purse:
        keep(draft, purse)


def _unasked(slip: Slip, fine: Obligation) -> bool:
    """Whether a fine stands and is not on the slip."""
    return stands(fine) and fine.units is not None and fine.id not in slip.lines


def _track_of(draft: Draft, owner: str) -> str:
    return next((each.id for each in draft.tracks.values() if owner and each.respondent == owner), "")


def covered(draft: Draft, rules: Rules, on: date, owner: str = "") -> bool:
    """Whether payments cover the slip's sum for the fines that stand."""
    if draft.head.slip is None:
        return False
    if any(stands(each) and unsettled(rules, each, on) for each in fines_of(draft, owner)):
        return False
    due = due_amount(draft, rules, on, owner)
    return due > 0 and purse_of(draft.head, owner).paid >= due


def anything_left(draft: Draft, rules: Rules, on: date, owner: str = "") -> bool:
    """Whether something is left to pay: what stands is not wholly asked by the slip in force, or not wholly paid."""
    slip, fines = draft.head.slip, [each for each in fines_of(draft, owner) if stands(each)]
    if slip is None:
        return bool(fines)
    if any(_unasked(slip, each) or unsettled(rules, each, on) for each in fines):
        return True
    return purse_of(draft.head, owner).paid < _due(draft, rules, fines, on)


def due_amount(draft: Draft, rules: Rules, on: date, owner: str = "") -> Decimal:
    """What the slip in force asks, on a day, for the fines that still stand: late charges included."""
    return _due(draft, rules, fines_of(draft, owner), on)


def fines_of(draft: Draft, owner: str) -> list[Obligation]:
    """The fines that one who owes has to pay."""
    return [each for each in draft.obligations.values() if each.kind == "fine" and each.respondent == owner]


def _due(draft: Draft, rules: Rules, fines: Sequence[Obligation], on: date) -> Decimal:
    slip = draft.head.slip
    if slip is None:
        return Decimal(0)
    due = still_asked(slip, fines)
    if rules.procedure.money.late is None:
        return due
    unpaid = [each for each in fines if each.id in slip.lines and each.id not in slip.asked]
    tracks, deadlines = draft.tracks.values(), draft.deadlines.values()
    return due + sum((charges(rules, tracks, deadlines, each, slip.lines[each.id], on) for each in unpaid), Decimal(0))


def take_payment(draft: Draft, rules: Rules, amount: Decimal, on: date, owner: str = "") -> None:
    """Money came in: it counts toward the whole, and settles what is enough once it reaches what that day asks."""
    purse = purse_of(draft.head, owner)
    keep(draft, purse._replace(paid=(purse.paid + amount).quantize(CENTAVO)))
    earn(draft, rules, on, owner)


def earn(draft: Draft, rules: Rules, on: date, owner: str = "") -> None:
    """What was paid settles what is enough, if it reaches what that day asks; falling short, it changes nothing.

    Whoever pays the whole gives nothing up: a discount that waives something is earned only by paying less.
    """
    paid = purse_of(draft.head, owner).paid
    slip = draft.head.slip
    money = rules.procedure.money
    if slip is None or not (money.discounts or money.late):
        return
    mine = fines_of(draft, owner)
    open_ = [each for each in mine if each.id not in slip.asked and each.status != "settled"]
    fines = [each for each in open_ if not unsettled(rules, each, on)]
    settled = still_asked(slip, (each for each in mine if each not in fines))
    whole = still_asked(slip, fines)
    standing = Standing.of(draft)
    asked = asked_on(rules, standing, fines, slip.lines, on, waiving=paid - settled < whole)
    if paid - settled < asked.total:
        return
    for name in dict.fromkeys(name for names in asked.discounts.values() for name in names):
        draft.cite(money.discounts[name].basis)
    if money.late is not None and asked.total > whole:
        draft.cite(money.late.basis)
    new = {each: amount for each, amount in asked.lines.items() if money.late is not None or each in asked.discounts}
    draft.note(slip=replace(slip, asked={**slip.asked, **new}, earned={**slip.earned, **asked.discounts}))


def lose_discounts(draft: Draft, rules: Rules, step: str, owners: Iterable[str]) -> None:
    """An act that loses a discount already paid with: the fines of whom it concerns ask their whole lines again."""
    slip = draft.head.slip
    if slip is None:
        return
    discounts, concerned = rules.procedure.money.discounts, {"", *owners}
    lost = {
        fine
        for fine, names in slip.earned.items()
        if any(step in discounts[name].lost_by for name in names) and draft.obligations[fine].respondent in concerned
    }
    if not lost:
        return
    for name in dict.fromkeys(name for fine in sorted(lost) for name in slip.earned[fine]):
        rule = discounts[name]
        if step not in rule.lost_by:
            continue
        draft.cite(rule.basis)
        draft.warnings.append(f"Perdeu-se o desconto “{rule.label or name}”: a multa volta ao valor inteiro.")
    kept = replace(
        slip,
        asked={fine: amount for fine, amount in slip.asked.items() if fine not in lost},
        earned={fine: names for fine, names in slip.earned.items() if fine not in lost},
    )
    draft.note(slip=kept)
    for owner in dict.fromkeys(draft.obligations[fine].respondent for fine in sorted(lost)):
        keep(draft, purse_of(draft.head, owner)._replace(discharged=False))


def fine_to_refer(case: Case, deadline: Deadline) -> bool:
    """Whether a final, unpaid, not yet overdue fine hangs on this payment term."""
    track = next((each for each in case.tracks if each.id == deadline.track), None)
    return track is not None and any(
        each.kind == "fine" and each.status == "final" and each.round == deadline.round and each.overdue_on is None
        and track.covers(each) and not _paid_for(case, each)
        for each in case.obligations
    )  # fmt: skip


def _paid_for(case: Case, fine: Obligation) -> bool:
    slip = case.head.slip
    if slip is None or fine.id not in slip.lines:
        return False
    mine = (each for each in case.obligations if each.respondent == fine.respondent)
    return purse_of(case.head, fine.respondent).paid >= still_asked(slip, mine)


def remember_done(act: Act) -> Iterator[str]:
    """What some discount needs or is lost by was done: kept on the case; out of time it is nothing.

    Gives each who owes and had paid before what, by a discount that needed this act, is now enough.
    """
    if act.step not in act.rules.remembered or act.outcome == LATE:
        return
    each = act.rules.procedure.tracks.owes == "each"
    owners = list(dict.fromkeys(track.respondent if each else "" for track in act.tracks))
    done = (done_by(act.step, owner) for owner in owners)
    act.draft.note(done=tuple(dict.fromkeys((*act.draft.head.done, *done))))
    lose_discounts(act.draft, act.rules, act.step, owners)
    if not any(act.step in rule.needs for rule in act.rules.procedure.money.discounts.values()):
        return
    for owner in owners:
        if purse_of(act.draft.head, owner).paid and not covered(act.draft, act.rules, act.day, owner):
            earn(act.draft, act.rules, act.day, owner)
            if covered(act.draft, act.rules, act.day, owner):
                yield owner
