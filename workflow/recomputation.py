"""A case computed again from its facts, the clock doing in its mornings what it had done (``format.md`` 2.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from msgspec.structs import replace

from workflow.case import Case, Review
from workflow.clock import due
from workflow.errors import (
    FutureDate,
    InvalidData,
    ItemNotPriced,
    ItemUnknown,
    MissingReasons,
    OutOfScope,
    PenaltyNotAllowed,
    Refusal,
)
from workflow.event import Event, Paper
from workflow.facts import Facts, Prior
from workflow.facts_in_force import Fact, going_by
from workflow.fold import evolve
from workflow.perform import perform
from workflow.rules import Rules

FLAG = "a rever"
_NEVER_SO = (
    InvalidData, FutureDate, ItemUnknown, ItemNotPriced, OutOfScope, PenaltyNotAllowed, MissingReasons,
)  # fmt: skip
"""What no act can have been: a correction to it is refused. Any other refusal is a consequence, and is flagged."""


@dataclass(slots=True, kw_only=True)
class Redone:
    """A recomputation: the case it comes to, its clock acts, its papers, the acts that no longer fit.

    ``priors`` are those of the respondent as last named: what the clock does again is done with them too.
    ``again`` are the papers of a corrected act that are written once more; ``next_day`` follows the last act of people.
    """

    case: Case
    next_day: date = date.min
    priors: tuple[Prior, ...] = ()
    clock: dict[tuple[str, str, date, int], Event] = field(default_factory=dict)
    papers: dict[tuple[str, Paper], None] = field(default_factory=dict)
    review: list[Review] = field(default_factory=list)
    made: dict[str, Event] = field(default_factory=dict)
    again: tuple[Paper, ...] = ()


def recompute(
    case: Case,
    acts: Sequence[Fact],
    suspensions: Sequence[tuple[date, date]],
    done: Counter[tuple[str, str]],
    facts: Facts,
    rules: Rules,
    *,
    fresh: str = "",
) -> Redone:
    """Decide every fact again, in order, the clock doing in its mornings what it had done.

    ``fresh`` is the key of a fact that is decided as if new: its refusal is the correction's refusal.
    """
    start = Case(id=case.id, procedure=case.procedure)
    start = replace(start, head=replace(start.head, suspensions=tuple(suspensions)))
    redone = Redone(case=start)
    left = Counter(done)
    for place, fact in enumerate(acts, 1):
        _mornings(redone, fact.rules, fact.facts, left, fact.command.on)
        _decide_again(redone, fact, fresh)
        redone.next_day = fact.command.on + timedelta(days=1)
        redone.priors = going_by(acts[:place])
    _mornings(redone, rules, facts, left, facts.today)
    return redone


def _mornings(redone: Redone, rules: Rules, facts: Facts, left: Counter[tuple[str, str]], until: date) -> None:
    while True:
        owed = [each for each in due(rules, redone.case, until) if left[each.step, each.track] > 0]
        if not owed:
            return
        first = owed[0]
        # People act after the clock: what an act of theirs made due in the past waits for the next morning.
        morning = max(first.act_on, redone.next_day)
        if morning > until:
            return
        left[first.step, first.track] -= 1
        known = replace(facts, today=max(facts.today, morning), priors=redone.priors)
        event = perform(rules, redone.case, first.command(morning), known)
        ordinal = sum(1 for key in redone.clock if key[:3] == (first.step, first.track, first.legal_day))
        redone.clock[first.step, first.track, first.legal_day, ordinal] = event
        _take(redone, f"{first.step}:{first.track}:{first.legal_day}:{ordinal}", event)


def _decide_again(redone: Redone, fact: Fact, fresh: str) -> None:
    known = replace(fact.facts, today=max(fact.facts.today, fact.command.on), priors=fact.weighing(redone.priors))
    if fact.key == fresh:
        _take(redone, fact.key, perform(fact.rules, redone.case, fact.command, known))
        return
    try:
        event = perform(fact.rules, redone.case, fact.command, known)
    except Refusal as refusal:
        opens = fact.rules.steps[fact.command.step].does == "open"
        if fact.correcting and isinstance(refusal, _NEVER_SO):
            raise
        if fact.corrected and not opens:
            redone.review.append(Review(fact.command.step, fact.command.on))
            return
        event = None
    recorded = fact.recorded
    if (
        recorded is not None
        and (event is None or not fact.corrected)
        and (event is None or (event.outcome, event.told) != (recorded.outcome, recorded.told))
    ):
        redone.review.append(Review(fact.command.step, fact.command.on))
        event = perform(fact.rules, redone.case, fact.command, known, recorded)
    if event is not None:
        _take(redone, fact.key, event)


def _take(redone: Redone, key: str, event: Event) -> None:
    redone.case = evolve(redone.case, event)
    redone.made[key] = event
    for paper in event.derived.papers:
        redone.papers[key, paper] = None
