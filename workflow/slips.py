"""A slip once it is out: what a later decision does to its lines, and that none is issued over what is paid."""

from __future__ import annotations

from decimal import Decimal

from msgspec.structs import replace

from workflow.act import Act
from workflow.case import Obligation
from workflow.case_money import Slip
from workflow.discount import less_by
from workflow.errors import UnitMissing
from workflow.money import conversion_day, to_reais, value_on
from workflow.payments import anything_left, covered
from workflow.purse import keep, owners_of, purse_of
from workflow.standing import stands

SLIP = "payment_slip"


def follow_decision(act: Act) -> None:
    """What a decision makes of a fine already on the slip, its line says: the same fine, or the one in its place.

    At the value of the slip's own day, so that what was paid meanwhile is held against what is owed now: the excess
    goes back, what is missing is asked. A fine whose unit has no value for that day waits for the next slip.
    """
    slip = act.draft.head.slip
    if slip is None or act.rule.does not in ("decide", "review"):
        return
    for each in list(act.draft.obligations.values()):
        if each.kind != "fine" or not stands(each) or each.units is None or each.daily is not None:
            continue
        if (each.id in slip.lines and each.amount is None) or _in_place(act, slip, each):
            slip = _repriced(act, slip, each)
    if slip == act.draft.head.slip:
        return
    act.draft.note(slip=slip)
    for owner in owners_of(act.draft):
        purse = purse_of(act.draft.head, owner)
        if purse.discharged and not covered(act.draft, act.rules, act.day, owner):
            keep(act.draft, purse._replace(discharged=False))


def _in_place(act: Act, slip: Slip, fine: Obligation) -> bool:
    """Whether a fine took the place of one of the slip's: of the same item, of whoever owes it."""
    return fine.id not in slip.lines and any(
        each.id in slip.lines and not stands(each) and (each.item, each.respondent) == (fine.item, fine.respondent)
        for each in act.draft.obligations.values()
    )


def _repriced(act: Act, slip: Slip, fine: Obligation) -> Slip:
    money, units = act.rules.procedure.money, fine.units or Decimal(0)
    day = conversion_day(money, act.case, fine, slip.issued_on)
    try:
        value = value_on(act.facts.units, fine.unit, day, act.rules.procedure)
    except UnitMissing:
        return slip
    line = to_reais(units, value.value, money)
    act.draft.obligation(fine, amount=line)
    asked = {name: amount for name, amount in slip.asked.items() if name != fine.id}
    if fine.id in slip.earned:
        asked[fine.id] = less_by(act.rules, line, slip.earned[fine.id])
    return replace(slip, lines={**slip.lines, fine.id: line}, asked=asked)


def leave_out_paid(act: Act) -> None:
    """No slip leaves for one who has nothing to pay, whichever act, state or penalty orders it."""
    if not any(paper.kind == SLIP for paper in act.draft.papers):
        return
    each, tracks = act.rules.procedure.tracks.owes == "each", act.draft.tracks
    for paper in list(act.draft.papers):
        owners = [tracks[paper.track].respondent] if each and paper.track in tracks else owners_of(act.draft)
        if paper.kind == SLIP and not any(anything_left(act.draft, act.rules, act.day, owner) for owner in owners):
            act.draft.papers.remove(paper)
