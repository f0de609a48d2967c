"""Effects of judging: what a decision imposes and what a review replaces."""

from __future__ import annotations

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.choosing import chosen, may_impose, reviewing
from workflow.imposing import charged, impose, in_reach, offers_for, owed_by, priors_not_counted, revalue
from workflow.judgment import DROPS, INADMISSIBLE, REMANDED, rulings_of
from workflow.obligations import cancel, current_round
from workflow.penalties import Offer, noncure_of
from workflow.standing import may_be_appealed, stands

REPLACED = "replaced"


def decided(act: Act) -> None:
    """``decide``: each item is upheld or falls; what is upheld imposes penalties, one line each."""
    _sat(act)
    rulings = rulings_of(act.command.data, act.case.head.items, act.body_rule, _present(act))
    for track in act.moving:
        if act.command.data.get("cure_ordered"):
            act.draft.track(act.current(track), cure="ordered")
        for item in charged(act, track):
            fallen = act.outcome in DROPS or rulings.get(item) in DROPS
            mine = [each for each in current_round(act.draft, track) if each.item == item]
            if fallen:
                cancel(act.draft, [each for each in mine if _within_power(act, each)], "defense_upheld")
                continue
            act.draft.cite((act.rules.citation(item),))
            act.draft.warnings.extend(priors_not_counted(act, track, item))
            available = [offer for offer in offers_for(act, track, item) if in_reach(track, offer)]
            taken = chosen(act.rules, item, available, act.command.data, (act.body,), act.case.head.figures)
            for offer, line in taken:
                _settle(act, offer, owed_by(act, track, offer, line, item))
            _give_way(act, item, mine, [offer.code for offer, _ in taken])
        _end_replaced(act, track)
        dropped = act.outcome in DROPS or all(rulings.get(item) in DROPS for item in charged(act, track))
        if dropped != act.current(track).acquitted:
            act.draft.track(act.current(track), acquitted=dropped)
    if act.command.data.get("proposes"):
        act.tags.append("proposed")


def _settle(act: Act, offer: Offer, new: Obligation) -> None:
    """Impose a penalty; where an earlier decision did, this one's value stands, unless it is beyond deciding.

    What was confessed, is final, or lost its object to a graver penalty is not decided again.
    """
    before = act.draft.obligations.get(new.id)
    if before is None or before.status == "cancelled":
        impose(act, offer, new)
    elif may_be_appealed(before) and not before.confessed:
        act.draft.cite((*offer.articles, offer.origin))
        revalue(act, before, new)


def _give_way(act: Act, item: str, mine: list[Obligation], taken: list[str]) -> None:
    """What an earlier decision imposed, within this one's power and not listed in it, gives way to what it lists."""
    if not any(str(line.get("item")) == item for line in act.command.data.get("penalties") or ()):
        return
    old = [each for each in mine if may_be_appealed(each) and not each.confessed and each.code not in taken]
    cancel(act.draft, [each for each in old if _within_power(act, each)], REPLACED)


def _within_power(act: Act, obligation: Obligation) -> bool:
    """What a body decides is what it may impose: it does not undo, in the first instance, another's penalty."""
    return may_impose(act.rules.procedure.penalties[obligation.code], (act.body,))


def _end_replaced(act: Act, track: Track) -> None:
    """Where non-cure replaces the first penalty instead of adding to it, the first ends with the second decision."""
    for item in act.case.head.items:
        for each in act.draft.in_scope(track):
            rule = noncure_of(act.rules, each.kind)
            after = any(
                (o.item, o.round, o.respondent) == (item, each.round + 1, each.respondent) and stands(o)
                for o in act.draft.obligations.values()
            )
            if rule is not None and rule.first == "ends" and each.item == item and stands(each) and after:
                cancel(act.draft, [each], REPLACED)


def reviewed(act: Act) -> None:
    """``review``: a decision is confirmed, changed line by line, or falls."""
    _sat(act)
    data, draft = act.command.data, act.draft
    rulings = rulings_of(data, act.case.head.items, act.body_rule, _present(act))
    for track in act.moving:
        draft.track(act.current(track), together=())
        reason = "appeal_upheld" if act.rule.by and act.case.head.decided_by not in act.rule.by else "reconsidered"
        if act.outcome == INADMISSIBLE:
            continue
        if act.outcome == REMANDED:
            cancel(draft, current_round(draft, track), REMANDED)
            draft.track(draft.tracks[track.id], used=(), happened=(), acquitted=False)
            continue
        if act.outcome in DROPS:
            cancel(draft, current_round(draft, track), reason)
        for item in act.case.head.items:
            mine = [each for each in current_round(draft, track) if each.item == item and stands(each)]
            if rulings.get(item) in DROPS:
                cancel(draft, mine, reason)
                continue
            if any(str(line.get("item")) == item for line in data.get("penalties") or ()):
                _replace(act, track, item, mine, reason)
        if not any(stands(each) for each in current_round(draft, track)):
            draft.track(act.current(track), cure="")


def _replace(act: Act, track: Track, item: str, mine: list[Obligation], reason: str) -> None:
    """The lines listed take the place of the item's penalties (or, where the law attaches all, adjust them)."""
    bodies = reviewing(act.rules, act.body, mine)
    taken = chosen(act.rules, item, offers_for(act, track, item), act.command.data, bodies, act.case.head.figures)
    new = {offer.code: (offer, owed_by(act, track, offer, line, item)) for offer, line in taken}
    for each in mine:
        if each.code not in new:
            cancel(act.draft, [each], reason)
    for offer, obligation in new.values():
        kept = act.draft.obligations.get(obligation.id)
        if kept is None or not stands(kept):
            impose(act, offer, obligation)
        else:
            revalue(act, kept, obligation)


def _sat(act: Act) -> None:
    sat = act.sitting
    if sat is None:
        return
    named = tuple((act.body, name) for name in sat.named)
    act.draft.note(
        sat=tuple(dict.fromkeys((*act.draft.head.sat, *named))),
        decided_by=act.body if act.rule.does == "decide" else act.draft.head.decided_by,
    )
    act.draft.cite(act.body_rule.basis)
    act.draft.cite(act.rules.procedure.choice.basis)
    if sat.alternates:
        act.draft.issue(("alternate_summons",))


def _present(act: Act) -> int:
    return act.sitting.present if act.sitting else 1
