"""The acts of people as later corrections leave them: the facts a case is computed again from (``format.md`` 2.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from workflow.deadlines import label
from workflow.errors import (
    InvalidData,
    NoSuchAct,
)
from workflow.event import CLOCK, Command, Event
from workflow.facts import Facts, Prior
from workflow.field_values import problem_of
from workflow.fields import as_declared
from workflow.owing import named_anew, one_named
from workflow.perform import Recorded
from workflow.procedure import DataField
from workflow.rules import Rules, rules_of

NAMES_THE_RESPONDENT = ("open", "replace")


class Fact(Struct, kw_only=True):
    """An act of people in force: what was asked, how it went, and with what law and facts it was decided.

    ``corrected`` by an act on record, or by the one being decided (``correcting``). ``told`` are the priors that came
    to be known with this act, and not with who the respondent is.
    """

    key: str
    command: Command
    recorded: Recorded | None
    rules: Rules
    facts: Facts
    corrected: bool = False
    correcting: bool = False
    told: tuple[Prior, ...] = ()

    @property
    def names(self) -> bool:
        """Whether it says who a respondent is."""
        return self.rules.steps[self.command.step].does in NAMES_THE_RESPONDENT

    def weighing(self, going_by: Collection[Prior]) -> tuple[Prior, ...]:
        """The priors it is decided with once more: what it weighed of another person falls, and nothing is added.

        Who names the respondent brings those of the person named.
        """
        mine = self.facts.priors
        return mine if self.names else tuple(each for each in mine if each in going_by or each in self.told)


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
            suspensions.append(days_of(event.data))
        elif does == "rectify":
            fact = named(found, event.data["of"])
            fact.command = rectified(fact, event.data)
            fact.corrected = True
            if rules is not None:
                fact.rules, fact.facts = rules, of_whom(known, fact.facts, event.data)
        elif does == "reopen":
            found.remove(named(found, event.data["of"]))
        elif rules is not None:
            found.append(
                Fact(
                    key=f"a{event.version}",
                    command=event.command,
                    recorded=Recorded(event.outcome, event.moved, event.told),
                    rules=rules,
                    facts=known,
                    told=_first_told(found, known.priors),
                )
            )
    return placed(found), suspensions


def going_by(acts: Iterable[Fact]) -> tuple[Prior, ...]:
    """The priors a case goes by after these acts: those known when each respondent was last named, or told since."""
    known: tuple[Prior, ...] = ()
    respondents: Sequence[str] = ()
    for fact in acts:
        data = fact.command.data
        respondents = respondents or data.get("respondents") or ()
        if fact.names:
            known = named_anew(known, fact.facts.priors, one_named(respondents, data))
        elif not known:
            known = fact.told
    return known


def _first_told(found: Iterable[Fact], priors: Sequence[Prior]) -> tuple[Prior, ...]:
    known = going_by(placed(found)) if priors else ()
    return tuple(each for each in priors if each not in known)


def placed(found: Iterable[Fact]) -> list[Fact]:
    """In the order of the days they happened on; of one day, as they stand."""
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


def days_of(data: Any) -> tuple[date, date]:
    """The first and last day of a suspension. Raises ``InvalidData`` for one that ends before it begins."""
    start, end = date.fromisoformat(data["from"]), date.fromisoformat(data["until"])
    if end < start:
        raise InvalidData(f"a suspensão acaba em {label(end)}, antes de começar ({label(start)})")
    return start, end


def named(acts: Sequence[Fact], of: Any) -> Fact:
    """The act that a correction names by step and day; of several, the last. Raises ``NoSuchAct``."""
    day = date.fromisoformat(of["date"])
    found = [fact for fact in acts if fact.command.step == of["step"] and fact.command.on == day]
    if not found:
        raise NoSuchAct(f"Não há no processo um ato de gente {of['step']!r} em {label(day)} que se possa corrigir.")
    return found[-1]


def names_another(data: Any) -> bool:
    """Whether a correction puts right who the respondent is."""
    return bool(data.get("field") == "respondent")


def of_whom(facts: Facts, first: Facts, data: Any) -> Facts:
    """The facts a corrected act is held to: other cases tell what they told, unless they were another person's."""
    return facts if names_another(data) else replace(facts, priors=first.priors, earlier=first.earlier)


DAY_OF_ACT = "date"
"""What a correction calls the day of the act itself, which is no field of it."""

_DAY = DataField(type="date")


def rectified(fact: Fact, data: Any) -> Command:
    """The act's command with one field put right; ``date`` is the day of the act."""
    name, value, command = data["field"], data["value"], fact.command
    if name == DAY_OF_ACT:
        if problem := problem_of(_DAY, value):
            raise InvalidData(f"a data certa do ato: {problem}")
        return replace(command, on=date.fromisoformat(value))
    return replace(command, data=as_declared(fact.rules.steps[command.step], {**command.data, name: value}))
