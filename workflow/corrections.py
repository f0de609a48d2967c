"""Corrections: late facts, ``rectify``, ``suspend_terms``, ``reopen`` are one operation on the list of facts.

Change the facts, recompute the case, compare (``format.md`` 2.5). The clock does again what it had done,
each act on its own new date, and nothing it had not done. Clock acts that the new case lacks fall,
visibly. Acts of people stand: one that would now be refused or go otherwise is marked for review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from workflow.case import CLOCK, Case, Command, Event, Facts, Paper, Prior, Review
from workflow.clock import due
from workflow.deadlines import label
from workflow.errors import (
    FutureDate,
    InvalidData,
    ItemNotPriced,
    ItemUnknown,
    MissingReasons,
    NoSuchAct,
    OutOfScope,
    PenaltyNotAllowed,
    Refusal,
)
from workflow.field_values import problem_of
from workflow.fields import as_declared, require_valid
from workflow.fold import difference, evolve
from workflow.guards_correcting import require_second_person
from workflow.perform import Recorded, perform, require_competent
from workflow.procedure import DataField, Step
from workflow.rules import Rules, rules_of
from workflow.standing import ended

CORRECTING = ("rectify", "suspend_terms", "reopen")
NAMES_THE_RESPONDENT = ("open", "replace")
FLAG = "a rever"
_NEVER_SO = (
    InvalidData, FutureDate, ItemUnknown, ItemNotPriced, OutOfScope, PenaltyNotAllowed, MissingReasons,
)  # fmt: skip
"""What no act can have been: a correction to it is refused. Any other refusal is a consequence, and is flagged."""


@dataclass(slots=True, kw_only=True)
class Fact:
    """An act of people in force: what was asked, how it went, and with what law and facts it was decided.

    ``corrected`` by an act on record, or by the one being decided (``correcting``).
    """

    key: str
    command: Command
    recorded: Recorded | None
    rules: Rules
    facts: Facts
    corrected: bool = False
    correcting: bool = False


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


def is_late(case: Case, command: Command) -> bool:
    """Whether an act of people happened before the latest act on the record."""
    return command.by != CLOCK and bool(case.tracks) and case.day is not None and command.on < case.day


def correct(rules: Rules, case: Case, command: Command, facts: Facts) -> Event:
    """The one event that a correction or late fact is; refuses what cannot be, and changes nothing then."""
    step = rules.steps[command.step]
    standing_facts, suspensions = facts_in_force(facts)
    done = clock_acts(facts.history)
    before = recompute(case, standing_facts, suspensions, done, facts, rules)
    try:
        if step.does in CORRECTING:
            require_competent(rules, command.step, command.by)
        new_facts, new_suspensions = _changed(rules, case, command, facts, step, standing_facts, suspensions)
        after = recompute(case, new_facts, new_suspensions, done, facts, rules, fresh=_fresh(command))
        after.again = _again(new_facts, after)
        if step.does == "reopen" and (not ended(case) or ended(after.case)):
            raise NoSuchAct("Só se reabre o ato de gente que encerrou o processo; este não o encerrou.")
        fallen = [event for key, event in before.clock.items() if key not in after.clock]
        guarded = command.step in rules.steps and step.does in CORRECTING
        if guarded or fallen:
            use = rules.guard(step, "second_person")
            data = dict(command.data)
            require_second_person(data, command.recorded_by, command.approved_by, use.basis if use else ())
    except Refusal as refusal:
        raise refusal.citing(step.ground) from None
    return _event(rules, case, command, facts, step, before, after, fallen)


def _again(acts: list[Fact], after: Redone) -> tuple[Paper, ...]:
    """The papers of the corrected act, written again as long as nothing, not even the clock, has followed it.

    Once something rests on the first papers they stay as they went out, and only the differences are issued.
    """
    last = next(reversed(after.made), None)
    fact = next((each for each in acts if each.correcting and each.key == last), None)
    return after.made[fact.key].derived.papers if fact is not None else ()


def facts_in_force(facts: Facts) -> tuple[list[Fact], list[tuple[date, date]]]:
    """The acts of people as later corrections left them, in the order they are placed, and the suspensions."""
    found: list[Fact] = []
    suspensions: list[tuple[date, date]] = []
    for event in facts.history:
        if event.by == CLOCK:
            continue
        procedure, known = facts.known(event) if facts.known else (None, facts)
        rules = rules_of(procedure) if procedure is not None else None
        does = rules.steps[event.step].does if rules else ""
        if does == "suspend_terms":
            suspensions.append(_range(event.data))
        elif does == "rectify":
            fact = _named(found, event.data["of"])
            fact.command = _rectified(fact, event.data)
            fact.corrected = True
            if rules is not None:
                fact.rules, fact.facts = rules, _of_whom(known, fact.facts, event.data)
        elif does == "reopen":
            found.remove(_named(found, event.data["of"]))
        elif rules is not None:
            found.append(
                Fact(
                    key=f"a{event.version}",
                    command=event.command,
                    recorded=Recorded(event.outcome, event.moved, event.told),
                    rules=rules,
                    facts=known,
                )
            )
    return _placed(found), suspensions


def _placed(found: Iterable[Fact]) -> list[Fact]:
    return sorted(found, key=lambda fact: fact.command.on)


def clock_acts(history: Sequence[Event]) -> Counter[tuple[str, str]]:
    """What the clock has done and still stands, by step and track: what fell is not done, what was done again is."""
    done = Counter((event.step, event.track) for event in history if event.by == CLOCK)
    for event in history:
        done.update(_named_acts(event.derived.redone))
        done.subtract(_named_acts(event.derived.withdrawn))
    return done


def _named_acts(acts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for act in acts:
        step, track, _ = act.split(":", 2)
        yield step, track


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
    for fact in acts:
        _mornings(redone, fact.rules, fact.facts, left, fact.command.on)
        _decide_again(redone, fact, fresh)
        redone.next_day = fact.command.on + timedelta(days=1)
        if fact.facts.priors or fact.rules.steps[fact.command.step].does in NAMES_THE_RESPONDENT:
            redone.priors = fact.facts.priors
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
    known = replace(fact.facts, today=max(fact.facts.today, fact.command.on))
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


def _fresh(command: Command) -> str:
    return "new" if command.step not in ("rectify", "suspend_terms", "reopen") else ""


def _changed(
    rules: Rules,
    case: Case,
    command: Command,
    facts: Facts,
    step: Step,
    acts: list[Fact],
    suspensions: list[tuple[date, date]],
) -> tuple[list[Fact], list[tuple[date, date]]]:
    if command.on > facts.today:
        raise FutureDate(f"O ato é de {label(command.on)}, que ainda não chegou; hoje é {label(facts.today)}.")
    require_valid(command.step, step, command.data)
    if step.does == "suspend_terms":
        return acts, [*suspensions, _range(command.data)]
    if step.does == "reopen":
        return _without(acts, command), suspensions
    if step.does == "rectify":
        return _with_rectified(rules, case, command, facts, acts), suspensions
    opened = case.head.opened_on
    if opened is not None and command.on < opened:
        raise InvalidData(f"o ato é de {label(command.on)}, antes da lavratura do auto ({label(opened)})")
    late = Fact(key="new", command=command, recorded=None, rules=rules, facts=facts)
    return _placed([*acts, late]), suspensions


def _range(data: Any) -> tuple[date, date]:
    start, end = date.fromisoformat(data["from"]), date.fromisoformat(data["until"])
    if end < start:
        raise InvalidData(f"a suspensão acaba em {label(end)}, antes de começar ({label(start)})")
    return start, end


def _named(acts: Sequence[Fact], of: Any) -> Fact:
    day = date.fromisoformat(of["date"])
    found = [fact for fact in acts if fact.command.step == of["step"] and fact.command.on == day]
    if not found:
        raise NoSuchAct(f"Não há no processo um ato de gente {of['step']!r} em {label(day)} que se possa corrigir.")
    return found[-1]


def _without(acts: list[Fact], command: Command) -> list[Fact]:
    fact = _named(acts, command.data["of"])
    if fact.rules.steps[fact.command.step].does == "open":
        raise NoSuchAct("A lavratura não se desfaz pela reabertura; anule o auto.")
    return [each for each in acts if each is not fact]


def _with_rectified(rules: Rules, case: Case, command: Command, facts: Facts, acts: list[Fact]) -> list[Fact]:
    fact = _named(acts, command.data["of"])
    corrected = _rectified(fact, command.data)
    opened = case.head.opened_on
    is_opening = fact.rules.steps[fact.command.step].does == "open"
    if corrected.on > facts.today:
        raise FutureDate(f"A data corrigida é {label(corrected.on)}, que ainda não chegou.")
    if not is_opening and opened is not None and corrected.on < opened:
        raise InvalidData(f"a data corrigida é {label(corrected.on)}, antes da lavratura do auto ({label(opened)})")
    if is_opening and any(each.command.on < corrected.on for each in acts if each is not fact):
        raise InvalidData(f"a lavratura não pode passar a {label(corrected.on)}, depois de outro ato do processo")
    step = fact.rules.steps[corrected.step]
    require_valid(corrected.step, step, corrected.data)
    _require_known(fact.rules, step, corrected.data)
    known = _of_whom(facts, fact.facts, command.data)
    changed = replace(fact, command=corrected, corrected=True, correcting=True, rules=rules, facts=known)
    return _placed([changed if each is fact else each for each in acts])


def _require_known(rules: Rules, step: Step, data: Mapping[str, Any]) -> None:
    """Refuse names the law does not have: they are slips of the pen, not true facts that came too late."""
    law = rules.procedure
    if step.does == "open":
        _require_one_of("items", data["items"], law.infractions)
    elif step.does == "serve":
        _require_one_of("via", [data["via"]], law.services)
        _require_one_of("receipt", [data["receipt"]] if data.get("receipt") else [], law.receipts)


def _require_one_of(name: str, given: Iterable[str], known: Mapping[str, object]) -> None:
    for each in given:
        if each not in known:
            raise InvalidData(f"{name}: {each!r} não está na lei; use {', '.join(known)}")


def names_another(data: Any) -> bool:
    """Whether a correction puts right who the respondent is."""
    return bool(data.get("field") == "respondent")


def _of_whom(facts: Facts, first: Facts, data: Any) -> Facts:
    """The facts a corrected act is held to: other cases tell what they told, unless they were another person's."""
    return facts if names_another(data) else replace(facts, priors=first.priors, earlier=first.earlier)


_DAY = DataField(type="date")


def _rectified(fact: Fact, data: Any) -> Command:
    """The act's command with one field put right; ``date`` is the day of the act."""
    name, value, command = data["field"], data["value"], fact.command
    if name == "date":
        if problem := problem_of(_DAY, value):
            raise InvalidData(f"a data certa do ato: {problem}")
        return replace(command, on=date.fromisoformat(value))
    return replace(command, data=as_declared(fact.rules.steps[command.step], {**command.data, name: value}))


def _event(
    rules: Rules,
    case: Case,
    command: Command,
    facts: Facts,
    step: Step,
    before: Redone,
    after: Redone,
    fallen: list[Event],
) -> Event:
    flagged = [each for each in after.review if each not in case.head.review]
    final = replace(
        after.case, head=replace(after.case.head, review=tuple(dict.fromkeys((*case.head.review, *after.review))))
    )
    derived = difference(case, final)
    papers = list({*after.again, *(paper for (_, paper) in after.papers.keys() - before.papers.keys())})
    papers.sort(key=lambda paper: (paper.track, paper.kind, paper.about))
    withdrawn = [Paper("withdrawal_record", event.track, event.step) for event in fallen]
    own = step.issues if step.does in CORRECTING else {}
    papers.extend(Paper(kind, "", "") for kind in own.get("always", ()))
    new_events = [
        event
        for key, event in after.made.items()
        if key not in before.made or event.derived != before.made[key].derived
    ]
    articles = [citation for event in (*new_events, *fallen) for citation in event.derived.articles]
    names = rules.steps
    warnings = [f"{FLAG}: “{names[each.step].label or each.step}” de {label(each.on)}." for each in flagged]
    warnings.extend(warning for event in new_events for warning in event.derived.warnings)
    mine = after.made.get("new")
    return Event(
        version=case.version + 1,
        step=command.step,
        by=command.by or step.by[0],
        occurred_on=command.on,
        recorded_on=facts.today,
        data=command.data,
        outcome=mine.outcome if mine else "",
        told=mine.told if mine else False,
        moved=mine.moved if mine else (),
        recorded_by=command.recorded_by,
        approved_by=command.approved_by,
        procedure=rules.procedure.digest or rules.procedure.id,
        town=facts.town,
        track=command.track,
        priors=facts.priors if mine or names_another(command.data) else (),
        earlier=facts.earlier if names_another(command.data) else (),
        derived=replace(
            derived,
            papers=(*papers, *withdrawn),
            gazette=tuple(what for event in new_events for what in event.derived.gazette if event is mine),
            articles=tuple(dict.fromkeys((*step.ground, *articles))),
            answers=rules.answers[command.step],
            warnings=tuple(dict.fromkeys(warnings)),
            withdrawn=tuple(map(_name_of, fallen)),
            redone=tuple(_name_of(event) for key, event in after.clock.items() if key not in before.clock),
        ),
    )


def _name_of(event: Event) -> str:
    return f"{event.step}:{event.track}:{event.occurred_on}"


__all__ = ["CORRECTING", "clock_acts", "correct", "facts_in_force", "is_late", "recompute"]
