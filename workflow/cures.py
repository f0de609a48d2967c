"""Orders to cure item by item: each with a term of its own, proved one by one; what is cured is charged no more.

Where a limit is ``per: item`` every item under the order has its deadline. The order as a whole is kept when all are
proved; it has failed when the last term is over and some item is not.
"""

from __future__ import annotations

from collections.abc import Iterable

from workflow.act import Act
from workflow.case import Deadline, Track
from workflow.deadlines import in_time
from workflow.errors import InvalidData, NothingToCure
from workflow.fold import Draft
from workflow.rules import Rules
from workflow.standing import stands


def under_order(draft: Draft, track: Track) -> tuple[str, ...]:
    """The items that an order to cure is about: those whose penalties stand, or all that were charged before any."""
    mine = [each for each in draft.in_scope(track) if each.round == track.round]
    standing = {each.item for each in mine if stands(each)}
    return tuple(each for each in draft.head.items if each not in track.cured and (not mine or each in standing))


def named(act: Act, track: Track) -> tuple[str, ...]:
    """The items whose cure an act proves: those it names, or all still under an order of their own."""
    running = [each.item for each in _own(act, track) if each.status == "open"]
    given = act.command.data.get("items")
    if given is None:
        return tuple(running)
    known = {each.item for each in _own(act, track)}
    for item in given:
        if item not in known:
            raise InvalidData(f"não há ordem de sanar o item {item!r}; há: {', '.join(sorted(known)) or 'nenhuma'}")
        if item in track.cured:
            raise NothingToCure(f"O item {item} já consta como sanado.")
    return tuple(given)


def all_in_time(act: Act, track: Track) -> bool | None:
    """Whether what an act proves is proved in time; ``None`` where no term is by item.

    Raises ``InvalidData`` where some of it is in time and some is not: these are two acts.
    """
    own = {each.item: each for each in _own(act, track)}
    if not own:
        return None
    found = {item: in_time(own[item], act.on, act.at) and own[item].status == "open" for item in named(act, track)}
    late = [item for item, timely in found.items() if not timely]
    if late and len(late) < len(found):
        raise InvalidData(f"{', '.join(late)} já está fora de prazo, e o mais não: registre em atos separados (items)")
    return bool(found) and not late


def prove(act: Act, track: Track) -> bool:
    """Put down what was proved in time; whether nothing under the order is left to prove."""
    own = _own(act, track)
    if not own:
        return True
    mine = named(act, track)
    draft = act.draft
    cured = draft.track(act.current(track), cured=tuple(dict.fromkeys((*track.cured, *mine)))).cured
    draft.note(
        proposed=tuple(each for each in draft.head.proposed if each.item not in cured),
        proposed_own=tuple(each for each in draft.head.proposed_own if each.fine.item not in cured),
    )
    return all(each.item in cured for each in own)


def is_about(act: Act, deadline: Deadline) -> bool:
    """Whether an act meets a deadline as far as its item goes."""
    if not deadline.item:
        return True
    track = next(each for each in act.case.tracks if each.id == deadline.track)
    return act.rule.does == "cure" and deadline.item in named(act, track)


def running_beside(rules: Rules, deadlines: Iterable[Deadline], one: Deadline) -> list[Deadline]:
    """The other items' deadlines of the same order that still run: the lapse of one waits for the last."""
    if rules.limits[one.kind].per is None:
        return []
    return [
        each
        for each in deadlines
        if (each.kind, each.track, each.round) == (one.kind, one.track, one.round) and each.status == "open"
    ]


def _own(act: Act, track: Track) -> list[Deadline]:
    """The latest deadline of each item on a track, in its round."""
    found = {}
    for each in act.case.deadlines:
        if each.item and each.track == track.id and each.round == track.round:
            found[each.item] = each
    return list(found.values())
