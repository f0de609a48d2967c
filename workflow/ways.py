"""Where an act leads a track: by its outcome, by what fell, by what another act did."""

from __future__ import annotations

from workflow.act import Act
from workflow.case import Track
from workflow.errors import StepNotAllowed
from workflow.imposing import charged, past_of
from workflow.judgment import DROPS, PARTIAL
from workflow.obligations import current_round
from workflow.outcomes import known_outcomes, standing
from workflow.penalties import held_before, offers
from workflow.procedure import STAY, Together
from workflow.spans import length_of_limit, span_of
from workflow.standing import stands
from workflow.terms import acts_from

MAY_FELL = ("decide", "review", "cancel", "cure", "extinguish")


def end_fallen(act: Act) -> None:
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


def destination(act: Act, track: Track) -> dict[str, str | None]:
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
        return parted(act, track, where)
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


def parted(act: Act, track: Track, where: dict[str, str]) -> dict[str, str | None]:
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
            past_of(act, track, held_before(act.rules, head.items, item, act.command.data)),
            act.draft.obligations.values(),
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
