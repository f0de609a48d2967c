"""Obligations after the decision: final, with effect at once, cancelled, absorbed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.fold import Draft
from workflow.procedure import ARCHIVED, ENFORCEMENT
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
            absorb(draft, kind, obligation.respondent)
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
        if each.status == "imposed" and each.effective_on is None and not each.withheld
        and act.rules.procedure.penalties[each.code].effective == "at_once"
    ]  # fmt: skip
    for each in mine:
        draft.obligation(each, effective_on=on)
        draft.cite(act.rules.procedure.penalties[each.code].basis)
    if mine:
        open_by(draft, act, track, ("effective",))


def absorb(draft: Draft, kind: str, respondent: str = "") -> None:
    """A penalty that lost its object stays in the record, without effect: that of the same respondent, if each owes."""
    for other in list(draft.obligations.values()):
        if other.kind == kind and other.respondent == respondent and other.status in ("imposed", "final", "serving"):
            draft.obligation(other, status="absorbed")
            for deadline in list(draft.deadlines.values()):
                if deadline.kind == kind and deadline.status == "open" and draft.tracks[deadline.track].covers(other):
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
