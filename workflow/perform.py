"""Deciding one act on the case as it stands: first failure refuses, otherwise one event (``format.md`` 2.1)."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from datetime import time

from workflow.act import Act
from workflow.case import Case, Deadline
from workflow.deadlines import label
from workflow.effects import EFFECTS, besides
from workflow.errors import (
    FutureDate,
    InvalidData,
    NotDue,
    Refusal,
    UnknownStep,
)
from workflow.event import CLOCK, Command, Event
from workflow.facts import Facts
from workflow.fields import require_valid
from workflow.fold import Draft
from workflow.guards import GUARDS
from workflow.instalments import break_off
from workflow.moves import finish
from workflow.outcomes import outcome
from workflow.owing import require_whose
from workflow.procedure import Step
from workflow.rules import Rules
from workflow.selection import require_actor, require_not_waived, select
from workflow.spans import remember

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
        if facts.priors and rule.does in _REMEMBERS_PRIORS:
            require_whose(case.head.respondents or tuple(command.data.get("respondents") or ()), facts.priors)
        if recorded is None:
            _require_dates(act)
            require_valid(command.step, rule, command.data)
            select(act)
            require_actor(act)
            act.outcome = outcome(act)
            for use in rule.requires:
                try:
                    GUARDS[use.name](act, use)
                except Refusal as refusal:
                    raise refusal.citing(use.basis) from None
            require_not_waived(act)
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
    if pending is None:  # pragma: no cover - require_due found it
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
