"""After the verb: limits met, tracks moved (and parted), limits opened, finality, papers, payments settled.

The order is the law's (``format.md`` 2.1) and the same for every verb.
"""

from __future__ import annotations

from datetime import date, timedelta

from workflow.act import Act
from workflow.case import Track
from workflow.event import CLOCK
from workflow.fold import Draft
from workflow.graph import TOLD
from workflow.instalments import close_payment, meet_payment, schedule
from workflow.obligations import cancel, current_round, make_effective, make_final, own
from workflow.outcomes import LATE
from workflow.papers import LETTERS
from workflow.payments import remember_done, settle_fines
from workflow.procedure import ARCHIVED, ENFORCEMENT
from workflow.running import stop
from workflow.slips import follow_decision, leave_out_paid
from workflow.standing import CURED, stands
from workflow.terms import meet, open_by, overtake, restart, suspend, void
from workflow.ways import MAY_FELL, destination, end_fallen

DAY = timedelta(days=1)
ACQUITTED = f"{ARCHIVED}/defense_upheld"


def finish(act: Act) -> None:
    """Everything an act does beyond its verb."""
    _meet_limits(act)
    destinations = {track.id: destination(act, track) for track in act.moving}
    anchored = act.day
    for track in list(act.moving):
        place = destinations[track.id]
        act.day = anchored
        if act.outcome != LATE:
            suspend(act.draft, act, act.current(track))
        arrived = _move(act, track, place)
        for each in arrived:
            open_by(act.draft, act, act.current(each), _triggers(act))
            if act.rules.at_once and act.rule.does == "serve":
                make_effective(act.draft, act, act.current(each), act.day)
        for each in arrived:
            _arrive(act, act.current(each), entered=act.current(each).place != track.place)
    if act.rules.restarted and act.outcome != LATE:
        for track in act.tracks:
            restart(act.draft, act, act.current(track))
    for track in act.told:
        open_by(act.draft, act, act.current(track), (f"{act.step}:{TOLD}",))
    if act.rules.run_by_themselves:
        stop(act)
    if act.rule.does in MAY_FELL:
        end_fallen(act)
    _use(act)
    _papers(act)
    for owner in remember_done(act):
        close_payment(act, owner)
    if act.rule.does == "spread":
        schedule(act)
    follow_decision(act)
    settle_fines(act.draft, act.rules, act.day)
    leave_out_paid(act)


def _meet_limits(act: Act) -> None:
    if act.outcome == LATE:
        return
    if act.rule.does == "pay":
        meet_payment(act)
        return
    for track in act.tracks:
        meet(act.draft, act, act.current(track), act.day)


def _triggers(act: Act) -> tuple[str, ...]:
    if act.outcome == LATE:
        return (f"{act.step}:{LATE}",)
    return (act.step, f"{act.step}:{act.outcome}") if act.outcome else (act.step,)


def _move(act: Act, track: Track, places: dict[str, str | None]) -> list[Track]:
    """Move the track, parting it where kinds of penalty go apart; returns every track that came of it."""
    if set(places) == {""}:
        place = places[""]
        return [act.current(track) if place is None else _enter(act, act.current(track), place)]
    groups: dict[str, list[str]] = {}
    for kind, place in places.items():
        groups.setdefault(place or track.place, []).append(kind)
    arrived = []
    named = tuple(kind for kind in places if kind != "rest")
    for ordinal, (place, kinds) in enumerate(groups.items()):
        current = act.current(track)
        part = current
        if "rest" in kinds:
            part = _twin(
                act,
                current,
                without=(*current.without, *(kind for kind in named if kind not in kinds)),
                fresh=ordinal > 0,
            )
        else:
            part = _twin(act, current, kinds=tuple(kinds), fresh=ordinal > 0)
        arrived.append(_enter(act, part, place))
    return arrived


def _twin(
    act: Act, track: Track, *, fresh: bool, kinds: tuple[str, ...] | None = None, without: tuple[str, ...] = ()
) -> Track:
    if not fresh:
        return act.draft.track(track, kinds=kinds, without=without)
    return act.draft.track(track, id=f"t{len(act.draft.tracks) + 1}", kinds=kinds, without=without, place=track.place)


def _enter(act: Act, track: Track, place: str) -> Track:
    """Set the track's place; archiving cancels the round's penalties, and gives way if others stand.

    Whoever was acquitted and owes nothing has nothing to be enforced: wherever the road leads, the case is archived.
    """
    left = track.place
    reason = ""
    if place == ENFORCEMENT and track.acquitted and not any(stands(each) for each in act.draft.in_scope(track)):
        place = ACQUITTED
    if place.startswith(ARCHIVED):
        reason = place.partition("/")[2]
        extinguished = act.rule.does == "extinguish"
        owed = own if extinguished else Draft.in_scope
        mine = [each for each in owed(act.draft, track) if each.round == track.round]
        cancel(act.draft, [each for each in mine if each.status == "imposed" or not extinguished], reason)
        if any(stands(each) for each in owed(act.draft, track)):
            place, reason = ENFORCEMENT, ""
    elif place == ENFORCEMENT and act.rule.does == "cure":
        cancel(act.draft, current_round(act.draft, track), CURED)
    if place == left:
        return track
    moved = act.draft.track(
        track,
        place=place,
        reason=reason,
        since=act.law_day,
        failed=(),
        tries=(),
        dispatched=None,
        pending=None,
        agreed_on=None,
        agreed_by="",
        paused=(),
    )
    if place.startswith(ARCHIVED):
        void(act.draft, act.rules, moved)
        if not any(stands(each) for each in act.draft.in_scope(moved)):
            act.draft.track(moved, cure="")
    else:
        overtake(act.draft, act.rules, moved, left)
    return act.draft.tracks[track.id]


def _arrive(act: Act, track: Track, *, entered: bool) -> None:
    if not entered:
        return
    if track.place == ENFORCEMENT:
        on = _finality_day(act)
        act.day = on
        make_final(act.draft, act, track, on)
        _rejoin(act, on)
    elif act.rule.does == "extinguish":
        _rejoin(act, act.day)
    act.draft.issue(act.rules.place_papers(track.place if not track.reason else f"{ARCHIVED}/{track.reason}"), track.id)


def _finality_day(act: Act) -> date:
    """A lapse on D makes final on D+1; service, waiver and withdrawal on their own day."""
    lapse = act.command.by == CLOCK and act.command.deadline
    return act.law_day + DAY if lapse else act.day


def _rejoin(act: Act, on: date) -> None:
    """Joint tracks: the last one to arrive, or to leave, makes the shared obligations final for those already there."""
    for other in list(act.draft.tracks.values()):
        if other.place == ENFORCEMENT:
            make_final(act.draft, act, other, on)


def _use(act: Act) -> None:
    if act.rules.guard(act.rule, "once") is None or act.outcome == LATE:
        return
    for track in act.tracks:
        current = act.current(track)
        act.draft.track(current, used=tuple(dict.fromkeys((*current.used, act.step))))


def _papers(act: Act) -> None:
    tags = ["always", act.outcome, *act.tags, *((TOLD,) if act.told and not act.moving else ())]
    each = act.rules.procedure.tracks.owes == "each" and act.rule.does == "fix_amounts"
    tracks = [track.id for track in (act.tracks if each else act.tracks[:1])] or [""]
    first: dict[str, str] = {}
    for track in act.tracks:
        first.setdefault(track.respondent, track.id)
    about = act.text("kind") if act.rule.does in ("order_measure", "lift_measure") else ""
    went_out = act.rule.does == "serve" and act.command.by == CLOCK  # with the service, which only now takes effect
    for tag in dict.fromkeys(filter(None, tags)):
        for kind in () if went_out and tag == "always" else act.rule.issues.get(tag, ()):
            # Each respondent has a letter of his own, and where each owes his own, a slip too.
            for name in (first.values() or [""]) if kind in LETTERS else tracks:
                act.draft.issue((kind,), name, about)
        act.draft.warnings.extend(act.rule.warns.get(tag, ()))
        act.draft.cite(act.rule.basis.get(tag, ()))
