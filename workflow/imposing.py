"""Penalties on offer for an item of this act, and adding one to the case with its grounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.choosing import imposed
from workflow.penalties import Offer, held_before, not_counted, offers


def charged(act: Act, track: Track) -> tuple[str, ...]:
    """The items of the notice that a track still answers for: what was cured item by item is charged no more."""
    return tuple(each for each in act.case.head.items if each not in track.cured)


def offers_for(act: Act, track: Track, item: str) -> list[Offer]:
    """The penalties the law offers for an item on this track, on the day of the fact."""
    head = act.case.head
    return offers(
        act.rules,
        item,
        track.round,
        head.fact_on or act.on,
        act.law_day,
        act.facts.priors,
        [each for each in act.draft.obligations.values() if each.respondent in ("", track.respondent)],
        held_before(act.rules, head.items, item, act.command.data),
    )


def priors_not_counted(act: Act, item: str) -> list[str]:
    """What to warn of priors that a decision on an item does not count, as known on its day."""
    return not_counted(act.rules, item, act.case.head.fact_on or act.on, act.law_day, act.facts.priors)


def owed_by(act: Act, track: Track, offer: Offer, line: Mapping[str, Any], item: str) -> Obligation:
    """The obligation that an offer taken becomes on this track: its respondent's own, where each owes his own."""
    each = act.rules.procedure.tracks.owes == "each"
    return imposed(offer, line, item, track.round, act.law_day, track.respondent if each else "")


def impose(act: Act, offer: Offer, obligation: Obligation) -> None:
    """Add a penalty to the case, with its grounds."""
    act.draft.obligation(obligation)
    act.draft.cite((*offer.articles, offer.origin))
    if offer.unit in act.rules.procedure.units:
        act.draft.cite(act.rules.procedure.units[offer.unit].basis)


def in_reach(track: Track, offer: Offer) -> bool:
    """Whether the track may come to this penalty."""
    kind = offer.penalty.kind
    return (track.kinds is None or kind in track.kinds) and kind not in track.without
