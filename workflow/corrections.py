"""Corrections: late facts, ``rectify``, ``suspend_terms``, ``reopen`` are one operation on the list of facts.

Change the facts, recompute the case, compare (``format.md`` 2.5). The clock does again what it had done,
each act on its own new date, and nothing it had not done. Clock acts that the new case lacks fall,
visibly. Acts of people stand: one that would now be refused or go otherwise is marked for review.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from msgspec.structs import replace

from workflow.case import Case
from workflow.deadlines import label
from workflow.errors import (
    FutureDate,
    InvalidData,
    NoSuchAct,
    Refusal,
)
from workflow.event import CLOCK, Command, Event, Paper
from workflow.facts import Facts
from workflow.facts_in_force import (
    DAY_OF_ACT,
    Fact,
    clock_acts,
    days_of,
    facts_in_force,
    named,
    names_another,
    of_whom,
    placed,
    rectified,
)
from workflow.fields import fields_of, require_valid
from workflow.fold import difference
from workflow.guards_correcting import require_second_person
from workflow.papers import SERVED
from workflow.procedure import Step
from workflow.recomputation import FLAG, Redone, recompute
from workflow.rules import Rules
from workflow.selection import require_competent
from workflow.served import served_tracks
from workflow.standing import ended

CORRECTING = ("rectify", "suspend_terms", "reopen")
"""Verbs that change the list of facts."""


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
            name = step.label or command.step
            require_second_person(name, data, command.recorded_by, command.approved_by, use.basis if use else ())
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
        return acts, [*suspensions, days_of(command.data)]
    if step.does == "reopen":
        return _without(acts, command), suspensions
    if step.does == "rectify":
        return _with_rectified(rules, case, command, facts, acts), suspensions
    opened = case.head.opened_on
    if opened is not None and command.on < opened:
        raise InvalidData(f"o ato é de {label(command.on)}, antes da lavratura do auto ({label(opened)})")
    late = Fact(key="new", command=command, recorded=None, rules=rules, facts=facts, told=facts.priors)
    return placed([*acts, late]), suspensions


def _without(acts: list[Fact], command: Command) -> list[Fact]:
    fact = named(acts, command.data["of"])
    if fact.rules.steps[fact.command.step].does == "open":
        raise NoSuchAct("A lavratura não se desfaz pela reabertura; anule o auto.")
    return [each for each in acts if each is not fact]


def _with_rectified(rules: Rules, case: Case, command: Command, facts: Facts, acts: list[Fact]) -> list[Fact]:
    fact = named(acts, command.data["of"])
    _require_field(fact.rules.steps[fact.command.step], fact.command.step, command.data["field"])
    corrected = rectified(fact, command.data)
    opened = case.head.opened_on
    is_opening = fact.rules.steps[fact.command.step].does == "open"
    if corrected.on > facts.today:
        raise FutureDate(f"A data corrigida é {label(corrected.on)}, que ainda não chegou.")
    if not is_opening and opened is not None and corrected.on < opened:
        raise InvalidData(f"a data corrigida é {label(corrected.on)}, antes da lavratura do auto ({label(opened)})")
    if is_opening and any(each.command.on < corrected.on for each in acts if each is not fact):
        raise InvalidData(f"a lavratura não pode passar a {label(corrected.on)}, depois de outro ato do processo")
    step = fact.rules.steps[corrected.step]
    _require_same_people(step, case, fact, corrected)
    require_valid(corrected.step, step, corrected.data)
    _require_known(fact.rules, step, corrected.data)
    known = of_whom(facts, fact.facts, command.data)
    changed = replace(fact, command=corrected, corrected=True, correcting=True, rules=rules, facts=known)
    return placed([changed if each is fact else each for each in acts])


def _require_field(step: Step, name: str, field: str) -> None:
    """Only what an act has is put right: its own day, which no field holds, or one of its fields."""
    known = (DAY_OF_ACT, *fields_of(step))
    if field in known:
        return
    near = difflib.get_close_matches(field, known, 1)
    hint = f"quis dizer {near[0]!r}?" if near else f"use {DAY_OF_ACT} (o dia do próprio ato) ou {', '.join(known[1:])}"
    raise InvalidData(f"campo desconhecido {field!r} em “{step.label or name}”; {hint}")


def _require_same_people(step: Step, case: Case, fact: Fact, corrected: Command) -> None:
    """Who they are may be put right; how many answer, and by what name each, is what tracks and penalties hang on."""
    name = {"open": "respondents", "replace": "to"}.get(step.does, "")
    before, after = fact.command.data.get(name), corrected.data.get(name)
    several = len(case.head.respondents) > 1 or (step.does == "open" and len(after or ()) > 1)
    if name and several and before != after:
        raise InvalidData(
            f"{name}: quem responde no processo, e por que nome, não se corrige onde os autuados são vários; anule o "
            "auto e lavre outro"
        )


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
    papers.extend(Paper(kind, track, "") for kind in own.get(SERVED, ()) for track in served_tracks(rules, case))
    new_events = [
        event
        for key, event in after.made.items()
        if key not in before.made or event.derived != before.made[key].derived
    ]
    articles = [citation for event in (*new_events, *fallen) for citation in event.derived.articles]
    names = rules.steps
    warnings = [f"{FLAG}: “{names[each.step].label or each.step}” de {label(each.on)}." for each in flagged]
    mine = after.made.get("new")
    # A count of before that moves nothing any more, because this one came first, is no news.
    telling = (each for each in new_events if each is mine or names[each.step].does != "recount")
    warnings.extend(warning for event in telling for warning in event.derived.warnings)
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
