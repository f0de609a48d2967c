"""After the verb: limits met, tracks moved (and parted), limits opened, finality, papers, payments settled.

The order is the law's (``format.md`` 2.1) and the same for every verb.
"""

from __future__ import annotations

from datetime import date, timedelta

from workflow.act import Act
from workflow.case import CLOCK, Track
from workflow.errors import StepNotAllowed
from workflow.fold import Draft
from workflow.graph import TOLD
from workflow.imposing import charged
from workflow.instalments import meet_payment, schedule
from workflow.judgment import DROPS, PARTIAL
from workflow.obligations import cancel, current_round, make_effective, make_final, own
from workflow.outcomes import LATE, known_outcomes, standing
from workflow.payments import remember_done, settle_fines
from workflow.penalties import held_before, offers
from workflow.procedure import ARCHIVED, ENFORCEMENT, STAY, Together
from workflow.running import stop
from workflow.spans import length_of_limit, span_of
from workflow.standing import CURED, stands
from workflow.terms import acts_from, meet, open_by, overtake, restart, suspend, void

DAY = timedelta(days=1)


def finish(act: Act) -> None:
    """Everything an act does beyond its verb."""
    _meet_limits(act)
    destinations = {track.id: _destination(act, track) for track in act.moving}
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
    if act.rule.does in _MAY_FELL:
        _end_fallen(act)
    _use(act)
    _papers(act)
    remember_done(act)
    if act.rule.does == "spread":
        schedule(act)
    settle_fines(act.draft, act.rules, act.day)


_MAY_FELL = ("decide", "review", "cancel", "cure", "extinguish")


def _end_fallen(act: Act) -> None:
    """The term of a penalty that fell while it ran ends with it; of one whose days changed, is counted again."""
    draft, rules = act.draft, act.rules
    for deadline in list(draft.deadlines.values()):
        limit = rules.limits[deadline.kind]
        if deadline.status != "open" or limit.binds != "penalty" or limit.of is None:
            continue
        track = draft.tracks[deadline.track]
        mine = [e for e in draft.in_scope(track) if e.kind == limit.of and e.round == deadline.round and stands(e)]
        if not mine:
            draft.deadline(deadline, status="void")
            continue
        length = length_of_limit(act, track, limit, mine)
        if limit.length == "penalty" and length is not None and length.amount:
            span = span_of(rules, limit, length, deadline.anchor, act.calendar, (), deadline.anchor_at)
            if span.due != deadline.due:
                draft.deadline(
                    deadline, literal=span.literal, due=span.due, act_on=acts_from(limit, span, act.calendar)
                )


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


def _destination(act: Act, track: Track) -> dict[str, str | None]:
    """Where the track goes: one place under ``""``, or a place by kind of penalty; ``None`` stays."""
    if "proposed" in act.tags or "items_left" in act.tags:
        return {"": None}
    rule = act.rule
    if rule.together_with is not None and not _both_done(act, track, rule.together_with):
        act.draft.track(act.current(track), together=(*act.current(track).together, _key(act)))
        act.tags.append("first")
        return {"": None}
    if rule.turns_on == "standing":
        act.outcome = standing(act)
    way = _way(act, track)
    where = rule.to if isinstance(rule.to, str) else rule.to.get(way, rule.to.get("always", STAY))
    if isinstance(where, dict):
        return _parted(act, track, where)
    if where == STAY:
        return {"": None}
    return {"": where if act.forced else _followed(act, track, way)}


def _way(act: Act, track: Track) -> str:
    """The outcome by which the track goes: a dismissal that leaves another authority's penalty goes as ``partial``."""
    dismissed = act.rule.does == "decide" and act.outcome in DROPS and PARTIAL in known_outcomes(act.rule)
    if dismissed and any(stands(each) for each in current_round(act.draft, act.current(track))):
        return PARTIAL
    return act.outcome


def _followed(act: Act, track: Track, way: str) -> str:
    place = act.rules.graph.follow(track.place, act.step, way)
    if place is None:
        raise StepNotAllowed(
            f"“{act.rule.label or act.step}” não tem caminho desde {track.place} com resultado {way or '—'}.",
            act.rule.ground,
        )
    return place


def _key(act: Act) -> str:
    return "|".join((act.step, *(f"{name}={value}" for name, value in sorted(act.rule.when.items()))))


def _both_done(act: Act, track: Track, other: Together) -> bool:
    key = "|".join((other.step, *(f"{name}={value}" for name, value in sorted(other.data.items()))))
    return key in act.current(track).together


def _parted(act: Act, track: Track, where: dict[str, str]) -> dict[str, str | None]:
    """Kinds named go where they are sent; ``rest`` is every other kind at stake; empty sides do not part.

    What may only stand in for the law's own penalty is not at stake until a decision chooses it.
    """
    head = act.draft.head
    at_stake = {
        offer.penalty.kind
        for item in charged(act, act.current(track))
        for offer in offers(
            act.rules,
            item,
            track.round,
            head.fact_on or act.on,
            act.law_day,
            act.facts.priors,
            act.draft.obligations.values(),
            held_before(act.rules, head.items, item, act.command.data),
        )
        if offer.code not in act.rules.procedure.choice.exception
    } | {each.kind for each in current_round(act.draft, act.current(track))}
    at_stake = {kind for kind in at_stake if (track.kinds is None or kind in track.kinds) and kind not in track.without}
    named = {kind: place for kind, place in where.items() if kind != "rest" and kind in at_stake}
    rest = at_stake - set(named)
    if not named:
        return {"": where.get("rest")}
    if not rest or "rest" not in where:
        places = set(named.values())
        return {"": next(iter(places))} if len(places) == 1 else dict(named)
    return {**named, "rest": where["rest"]}


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
    """Set the track's place; archiving cancels the round's penalties, and gives way if others stand."""
    left = track.place
    reason = ""
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
    about = act.text("kind") if act.rule.does in ("order_measure", "lift_measure") else ""
    for tag in dict.fromkeys(filter(None, tags)):
        for track in tracks:  # where each owes his own, each has a slip of his own
            act.draft.issue(act.rule.issues.get(tag, ()), track, about)
        act.draft.warnings.extend(act.rule.warns.get(tag, ()))
        act.draft.cite(act.rule.basis.get(tag, ()))
