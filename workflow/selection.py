"""On which tracks an act falls, who may do it, and why it does not fit: asked before anything changes."""

from __future__ import annotations

from workflow.act import Act
from workflow.agreements import require_free
from workflow.case import Deadline, Track
from workflow.dates import short_label
from workflow.deadlines import label
from workflow.errors import (
    InvalidData,
    NotCompetent,
    NotDue,
    StepNotAllowed,
    UsedUp,
)
from workflow.event import CLOCK
from workflow.instalments import enough_missed
from workflow.nearest import advice
from workflow.payments import fine_to_refer
from workflow.procedure import NOT_OPENED
from workflow.rules import Rules
from workflow.standing import state_of
from workflow.terms import lapse_day


def select(act: Act) -> None:
    """Which tracks the act moves, and failing that on which it is only told."""
    rule, rules = act.rule, act.rules
    if rule.does == "open":
        if act.case.tracks:
            raise StepNotAllowed("Este processo já foi aberto; outro fato abre outro processo.")
        return
    if not act.case.tracks:
        raise StepNotAllowed("Ainda não há auto lavrado neste processo.")
    tracks = _addressed(act)
    fits = all(act.command.data.get(name) == value for name, value in rule.when.items())
    act.moving = [track for track in tracks if fits and rules.moves_from(rule, track.place)]
    if not act.moving:
        act.told = [track for track in tracks if rules.tells(act.step, track.place)]
    if not act.tracks:
        lapsed = _lapsed_for(act, tracks)
        grounds = act.rules.limits[lapsed.kind].basis if lapsed is not None else ()
        raise StepNotAllowed(_why_not_from(act, tracks, lapsed)).citing((*_confessed_by(act), *grounds))
    require_free(act, act.moving)
    if rule.moves == "all" and act.moving:
        behind = [each for each in act.case.tracks if not rules.moves_from(rule, each.place) and not _has_ended(each)]
        if behind:
            raise StepNotAllowed(
                f"“{rule.label or act.step}” é um ato só para todos, e "
                f"{behind[0].respondent or 'outra parte'} ainda está em “{_place_label(act, behind[0].place)}”."
            )
    if rule.moves == "one" and len(act.moving) > 1:
        raise InvalidData(f"há {len(act.moving)} autuados nesta fase; diga a quem se refere o ato (to)")


def _has_ended(track: Track) -> bool:
    return track.place.startswith("archived")


def _addressed(act: Act) -> list[Track]:
    if act.command.track:
        return [each for each in act.case.tracks if each.id == act.command.track]
    to = act.text("to")
    named = [each for each in act.case.tracks if each.respondent]
    if not to or not named:
        return list(act.case.tracks)
    mine = [each for each in named if each.respondent == to]
    if not mine:
        raise InvalidData(f"não há autuado {to!r} neste processo; há {', '.join(each.respondent for each in named)}")
    return mine


def _lapsed_for(act: Act, tracks: list[Track]) -> Deadline | None:
    """The term that the act would have met, and that ended before its day: the true reason why it no longer fits."""
    mine = {track.id for track in tracks}
    for each in reversed(act.case.deadlines):
        if each.track in mine and each.status == "lapsed" and act.step in act.rules.limits[each.kind].met_by:
            return each if act.on > each.due else None
    return None


def _why_not_from(act: Act, tracks: list[Track], lapsed: Deadline | None) -> str:
    name = act.rule.label or act.step
    here = _place_label(act, tracks[0].place) if tracks else state_of(act.case)[0]
    where = [_place_label(act, place) for place in act.rule.source if place != NOT_OPENED]
    when = f"; cabe em: {', '.join(where)}" if where else ""
    why = " Não há o que julgar: o que o auto propôs foi confessado pelo silêncio." if _confessed_by(act) else ""
    if lapsed is not None:
        limit = act.rules.limits[lapsed.kind]
        why += f" {limit.label or lapsed.kind}: terminou em {label(lapsed.due)}, e o ato é de {label(act.on)}."
    if act.on < act.facts.today:
        return f"“{name}” não cabe em {short_label(act.on)}: nesse dia o processo estava em “{here}”{when}.{why}"
    return f"“{name}” não cabe agora: o processo está em “{here}”{when}.{why}"


def _confessed_by(act: Act) -> tuple[str, ...]:
    """The ground of the confession that leaves a decision without object, if that is what happened."""
    rule = act.rules.procedure.confession
    if rule is None or act.rule.does != "decide" or not any(each.confessed for each in act.case.obligations):
        return ()
    return rule.basis


def _place_label(act: Act, place: str) -> str:
    states = act.rules.procedure.states
    for key in (place, place.split("/", 1)[0]):
        if key in states and states[key].label:
            return states[key].label
    return place


def require_actor(act: Act) -> None:
    """Refuse whoever the law does not give the step. Raises ``NotCompetent``."""
    require_competent(act.rules, act.step, act.body)
    if act.body == CLOCK:
        require_due(act)


def require_competent(rules: Rules, step: str, by: str) -> None:
    """Refuse an actor whom the law does not give the step; without one, the first it names acts."""
    rule, bodies = rules.steps[step], rules.procedure.bodies
    if by and by not in rule.by:
        who = ", ".join(bodies[each].label or each if each in bodies else _ACTORS.get(each, each) for each in rule.by)
        name = bodies[by].label or by if by in bodies else _ACTORS.get(by, by)
        hint = "" if by in bodies or by in _ACTORS else advice(by, rule.by)
        close = "" if hint.endswith("?") else "."
        raise NotCompetent(f"Quem pode praticar “{rule.label or step}”: {who}. Não pode: {name}{hint}{close}")


_ACTORS = {"party": "o autuado", "clock": "o relógio"}


def require_not_waived(act: Act) -> None:
    """Who paid with a discount that gives something up can no longer do it."""
    slip = act.case.head.slip
    for name in () if slip is None else dict.fromkeys(name for names in slip.earned.values() for name in names):
        rule = act.rules.procedure.money.discounts[name]
        if act.step in rule.waives:
            raise UsedUp(
                f"A multa foi paga com “{rule.label or name}”, e quem paga assim abre mão de "
                f"“{act.rule.label or act.step}”.",
                rule.basis,
            )


def require_due(act: Act) -> None:
    """The clock acts only when the deadline is open and its day, tolerance included, is past."""
    if act.rule.does == "take_effect":
        track = next((each for each in act.tracks if each.pending), None)
        if track is None or track.pending is None or track.pending.effective_on > act.on:
            raise NotDue("Nenhuma ciência pendente vence neste dia.")
        act.day = act.law_day = track.pending.effective_on
        return
    deadline = next((each for each in act.case.deadlines if each.id == act.command.deadline), None)
    if deadline is None or deadline.status != "open" or deadline.fires != act.step:
        raise NotDue("O prazo já não está aberto; nada a fazer.")
    if not enough_missed(act.rules, act.case, deadline):
        raise NotDue("Faltam menos parcelas do que as que a lei pede para isto.")
    day, act_on = lapse_day(act.rules, act.case, deadline)
    if act.on < act_on:
        raise NotDue(f"O prazo vai até {label(day)}; o relógio só age a partir de {label(act_on)}.")
    if act.rule.does == "refer" and not fine_to_refer(act.case, deadline):
        raise NotDue("A multa deste prazo ainda não é definitiva ou já não é devida.")
    act.day = act.law_day = day
