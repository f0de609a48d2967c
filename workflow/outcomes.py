"""What a step turns on: the eight ways an act gets its outcome, and nothing else decides where a track goes."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from workflow.act import Act
from workflow.cures import all_in_time
from workflow.deadlines import in_time
from workflow.errors import InvalidData
from workflow.fields import fields_of
from workflow.graph import ways
from workflow.imposing import at_stake
from workflow.judgment import outcome_of, sitting
from workflow.obligations import current_round
from workflow.procedure import Step
from workflow.standing import confessed_only, stands
from workflow.terms import filing_deadline

TIMELY, LATE = "timely", "late"
OVER, UP_TO = "over", "up_to"


def known_outcomes(step: Step) -> tuple[str, ...]:
    """The outcomes a step knows, in the order of the file."""
    return tuple(dict.fromkeys(outcome for outcome, _, _ in ways(step) if outcome))


def outcome(act: Act) -> str:
    """The act's outcome, empty for a step that turns on nothing. May refuse: nothing decides it."""
    turns_on = act.rule.turns_on
    if act.rule.does in ("decide", "review") and act.rule.outcome is None:
        act.sitting = sitting(act.command.data, act.body, act.body_rule, act.facts.members, act.on)
    if turns_on is None:
        return ""
    return _WAYS[turns_on](act)


def _decided(act: Act) -> str:
    if act.rule.outcome is not None:
        return act.rule.outcome
    present = act.sitting.present if act.sitting else 1
    return outcome_of(act.command.data, known_outcomes(act.rule), act.body_rule, present, act.case.head.items)


def _timeliness(act: Act) -> str:
    by_item = all_in_time(act, act.track) if act.rule.does == "cure" else None
    if by_item is not None:
        return TIMELY if by_item else LATE
    deadline = filing_deadline(act.draft, act.rules, act.step, act.track)
    if deadline is None or not in_time(deadline, act.on, act.at):
        return LATE
    kind = act.text("kind")
    special = f"{TIMELY}_{kind}"
    return special if kind and special in known_outcomes(act.rule) else TIMELY


def standing(act: Act) -> str:
    """``stands`` if any penalty still stands on the track, else ``falls``."""
    track = act.current(act.track)
    return "stands" if any(stands(each) for each in act.draft.in_scope(track)) else "falls"


def _confession(act: Act) -> str:
    rule = act.rules.procedure.confession
    silent = rule is None or act.track.served_via in rule.unless_served_by
    return "silent" if silent else "confessed"


def _how_fixed(act: Act) -> str:
    return "confessed" if confessed_only(act.draft.in_scope(act.track), act.draft.head) else "judged"


def _amount(act: Act) -> str:
    """``over`` or ``up_to`` the step's threshold: the fines of the round that stand, or those the notice announced.

    A fine that the notice leaves to the decision between two values counts at its most: that is what was at stake.
    """
    fines = [each for each in current_round(act.draft, act.track) if each.kind == "fine" and stands(each)]
    total = sum((each.units or Decimal(0) for each in fines), Decimal(0)) if fines else at_stake(act, act.track)
    return OVER if total > (act.rule.threshold or 0) else UP_TO


def _field(name: str) -> Callable[[Act], str]:
    def read(act: Act) -> str:
        value = act.text(name)
        known = known_outcomes(act.rule)
        if value not in known:
            field = fields_of(act.rule).get(name)
            said = f"{field.label} ({name})" if field is not None and field.label else name
            found = f"{said}: veio {value!r}" if value else f"falta {said}"
            raise InvalidData(f"{found}; escolha entre {', '.join(known)}", act.rule.ground)
        return value

    return read


_WAYS: dict[str, Callable[[Act], str]] = {
    "outcome": _decided,
    "timeliness": _timeliness,
    "standing": standing,
    "confession": _confession,
    "how_fixed": _how_fixed,
    "amount": _amount,
    "reason": _field("reason"),
    "kind": _field("kind"),
}
