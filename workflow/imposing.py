"""Penalties on offer for an item of this act, and adding one to the case with its grounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.choosing import imposed
from workflow.owing import alone, owing
from workflow.penalties import Offer, held_before, most_of, not_counted, offers
from workflow.repeat import Past
from workflow.running import counted


def charged(act: Act, track: Track) -> tuple[str, ...]:
    """The items of the notice that a track still answers for: what was cured item by item is charged no more."""
    return tuple(each for each in act.case.head.items if each not in track.cured)


def past_of(act: Act, track: Track, held: Sequence[str] = ()) -> Past:
    """What an item is repeated from on a track: the priors of who would owe its penalty, and under what name."""
    return Past(act.facts.priors, held, owing(act, track), alone(act.draft.head.respondents))


def offers_for(act: Act, track: Track, item: str) -> list[Offer]:
    """The penalties the law offers for an item on this track, on the day of the fact."""
    head = act.case.head
    return offers(
        act.rules,
        item,
        track.round,
        head.fact_on or act.on,
        act.law_day,
        past_of(act, track, held_before(act.rules, head.items, item, act.command.data)),
        [each for each in act.draft.obligations.values() if each.respondent in ("", track.respondent)],
    )


def at_stake(act: Act, track: Track) -> Decimal:
    """What the fines of the notice may come to, in units: those it announces, and the most of those it leaves open."""
    proposed = act.case.head.announced(track.respondent)
    announced = {each.item for each in proposed}
    total = sum((each.units for each in proposed), Decimal(0))
    for item in charged(act, track):
        found = [] if item in announced else [most_of(each) for each in offers_for(act, track, item)]
        total += max(found, default=Decimal(0))
    return total


def priors_not_counted(act: Act, track: Track, item: str) -> list[str]:
    """What to warn of priors that a decision on an item does not count, as known on its day."""
    fact = act.case.head.fact_on or act.on
    return not_counted(act.rules, item, fact, act.law_day, past_of(act, track))


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


def revalue(act: Act, kept: Obligation, new: Obligation) -> None:
    """A penalty that stands takes the value of a later decision; it keeps what it has come to be since the first.

    What runs by the day changes in what each day costs, and comes to that for the days it has run.
    """
    if (new.days, new.daily) == (kept.days, kept.daily) and (new.daily is not None or new.units == kept.units):
        return
    same = replace(kept, days=new.days, daily=new.daily, base=new.base, circumstances=new.circumstances)
    if new.daily is None:
        same = replace(same, units=new.units, count=new.count, amount=None)
    elif kept.stopped_on is not None:
        same = replace(counted(act.rules, same, act.day), amount=None)
    act.draft.obligation(same)


def in_reach(track: Track, offer: Offer) -> bool:
    """Whether the track may come to this penalty."""
    kind = offer.penalty.kind
    return (track.kinds is None or kind in track.kinds) and kind not in track.without
