"""Deciding one act on the case as it stands: first failure refuses, otherwise one event (``format.md`` 2.1)."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from datetime import time

from workflow.act import Act
from workflow.agreements import require_free
from workflow.case import CLOCK, Case, Command, Deadline, Event, Facts, Track
from workflow.deadlines import label
from workflow.effects import EFFECTS, besides
from workflow.errors import (
    FutureDate,
    InvalidData,
    NotCompetent,
    NotDue,
    Refusal,
    StepNotAllowed,
    UnknownStep,
    UsedUp,
)
from workflow.fields import require_valid
from workflow.fold import Draft
from workflow.guards import GUARDS
from workflow.instalments import break_off, enough_missed
from workflow.moves import finish
from workflow.nearest import advice
from workflow.outcomes import outcome
from workflow.payments import fine_to_refer
from workflow.procedure import NOT_OPENED, Step
from workflow.rules import Rules
from workflow.spans import remember
from workflow.standing import state_of
from workflow.terms import lapse_day

_REMEMBERS_PRIORS = ("open", "replace", "decide", "review", "lapse", "accept")


@dataclass(frozen=True, slots=True)
class Recorded:
    """How an act of people went when it was first decided; a correction leaves it so (``format.md`` 2.5)."""

    outcome: str
    moved: tuple[str, ...]
    told: bool


def perform(rules: Rules, case: Case, command: Command, facts: Facts, recorded: Recorded | None = None) -> Event:
    """The event that a command is, on this case and in this order; raises a ``Refusal`` that says why not.

    With ``recorded`` the act stands as it was recorded: neither graph nor actor nor guards are asked.
    """
    rule = rules.steps.get(command.step)
    if rule is None:
        near = difflib.get_close_matches(command.step, rules.steps, 1)
        hint = f" Quis dizer {near[0]!r}?" if near else f" Os passos são: {', '.join(rules.steps)}."
        raise UnknownStep(f"{rules.procedure.short} não tem o passo {command.step!r}.{hint}")
    act = _act(rules, rule, case, command, facts)
    try:
        if recorded is None:
            _require_dates(act)
            require_valid(command.step, rule, command.data)
            _select(act)
            _require_actor(act)
            act.outcome = outcome(act)
            for use in rule.requires:
                try:
                    GUARDS[use.name](act, use)
                except Refusal as refusal:
                    raise refusal.citing(use.basis) from None
            _require_not_waived(act)
        else:
            _impose_record(act, recorded)
        return _effect(act)
    except Refusal as refusal:
        raise refusal.citing(rule.ground) from None


def _act(rules: Rules, rule: Step, case: Case, command: Command, facts: Facts) -> Act:
    by = command.by or rule.by[0]
    return Act(
        rules=rules,
        step=command.step,
        rule=rule,
        command=command,
        facts=facts,
        case=case,
        draft=Draft(case),
        moving=[],
        told=[],
        on=command.on,
        day=command.on,
        law_day=command.on,
        body=by,
        at=_hour(command.data.get("at_time")),
    )


def _hour(given: object) -> time | None:
    """The hour of the act, if it is one; that it is not is for the checks of data to refuse."""
    try:
        return time.fromisoformat(given) if isinstance(given, str) and len(given) == 5 else None
    except ValueError:
        return None


def _require_dates(act: Act) -> None:
    opened = act.case.head.opened_on
    if act.on > act.facts.today:
        raise FutureDate(f"O ato é de {label(act.on)}, que ainda não chegou; hoje é {label(act.facts.today)}.")
    if opened is not None and act.on < opened:
        raise InvalidData(f"o ato é de {label(act.on)}, antes da lavratura do auto ({label(opened)})")


def _select(act: Act) -> None:
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
        raise StepNotAllowed(_why_not_from(act, tracks)).citing(_confessed_by(act))
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


def _why_not_from(act: Act, tracks: list[Track]) -> str:
    name = act.rule.label or act.step
    here = _place_label(act, tracks[0].place) if tracks else state_of(act.case)[0]
    where = [_place_label(act, place) for place in act.rule.source if place != NOT_OPENED]
    when = f"; cabe em: {', '.join(where)}" if where else ""
    why = " Não há o que julgar: o que o auto propôs foi confessado pelo silêncio." if _confessed_by(act) else ""
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


def _require_actor(act: Act) -> None:
    require_competent(act.rules, act.step, act.body)
    if act.body == CLOCK:
        _require_due(act)


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


def _require_not_waived(act: Act) -> None:
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


def _require_due(act: Act) -> None:
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
    day, act_on = lapse_day(act.rules, act.case.deadlines, deadline)
    if act.on < act_on:
        raise NotDue(f"O prazo vai até {label(day)}; o relógio só age a partir de {label(act_on)}.")
    if act.rule.does == "refer" and not fine_to_refer(act.case, deadline):
        raise NotDue("A multa deste prazo ainda não é definitiva ou já não é devida.")
    act.day = act.law_day = day


def _impose_record(act: Act, recorded: Recorded) -> None:
    """Take tracks and outcome from the record: acts of people stand."""
    by_id = {each.id: each for each in act.case.tracks}
    tracks = [by_id[each] for each in recorded.moved if each in by_id] or list(act.case.tracks)
    act.moving, act.told = ([], tracks) if recorded.told else (tracks, [])
    if act.rule.does in ("decide", "review"):
        outcome(act)
    act.outcome = recorded.outcome
    act.forced = True


def _effect(act: Act) -> Event:
    command, rule = act.command, act.rule
    working = act
    if rule.does == "take_effect":
        working = _finishing(act)
    else:
        touched = act.tracks
        EFFECTS[rule.does](act)
        besides(act)
        remember(act, touched or act.tracks)
    for name, on in rule.marks.items():
        working.draft.mark(name, on=on)
    if command.deadline and command.deadline in act.draft.deadlines:
        deadline = act.draft.deadlines[command.deadline]
        if deadline.status == "open":
            act.draft.deadline(deadline, status="lapsed")
            _cure_lapsed(act, deadline)
            break_off(act, deadline)
        act.draft.cite(act.rules.limits[deadline.kind].basis)
    finish(working)
    clock = command.by == CLOCK
    return Event(
        version=act.case.version + 1,
        step=act.step,
        by=act.body,
        occurred_on=act.law_day if clock else act.on,
        recorded_on=act.facts.today,
        data=command.data,
        outcome=working.outcome,
        told=bool(working.told) and not working.moving,
        moved=tuple(each.id for each in (working.moving or working.told)),
        recorded_by=command.recorded_by,
        approved_by=command.approved_by,
        ran_on=act.on if clock else None,
        deadline=command.deadline,
        track=command.track,
        procedure=act.rules.procedure.digest or act.rules.procedure.id,
        town=act.facts.town,
        priors=act.facts.priors if rule.does in _REMEMBERS_PRIORS else (),
        earlier=act.facts.earlier if rule.does == "open" else (),
        derived=act.draft.derived(act.rules.answers[act.step]),
    )


def _cure_lapsed(act: Act, deadline: Deadline) -> None:
    """An order to cure whose term lapsed without proof was not kept."""
    if act.rules.limits[deadline.kind].only_if != "cure_ordered":
        return
    track = act.draft.tracks[deadline.track]
    if track.cure == "ordered" and track.round == deadline.round:
        act.draft.track(track, cure="missing")


def _finishing(act: Act) -> Act:
    """The act that a pending service becomes on its day: the original step's way, papers and limits."""
    track = next(each for each in act.tracks if each.pending is not None)
    pending = track.pending
    if pending is None:  # pragma: no cover - _require_due found it
        raise NotDue("Nenhuma ciência pendente.")
    via = str(pending.data.get("via", ""))
    act.draft.track(track, pending=None, served_via=via)
    if act.draft.head.notified_on is None:
        act.draft.note(notified_on=pending.effective_on)
    act.draft.cite(act.rule.ground)
    original = act.rules.steps[pending.step]
    return Act(
        rules=act.rules, step=pending.step, rule=original,
        command=Command(step=pending.step, on=act.on, by=CLOCK, data=pending.data),
        facts=act.facts, case=act.case, draft=act.draft, moving=[act.draft.tracks[track.id]], told=[], on=act.on,
        day=pending.effective_on, law_day=pending.effective_on, body=act.body, at=act.at,
    )  # fmt: skip
