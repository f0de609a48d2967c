"""An act that says anew who a respondent is: it brings what that person did before, and of nobody else anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from app.already_known import Known, named_otherwise
from app.office import Office
from app.people import Found, named_by, people_in_force, subject_of
from app.respondents import People, called, named_in, require_each_named
from workflow.event import Event
from workflow.facts import Facts, Prior
from workflow.facts_in_force import Fact, facts_in_force, going_by, names_another
from workflow.owing import one_named
from workflow.procedure import Procedure

if TYPE_CHECKING:
    from app.request import Request, Standing

MAY_NAME_ANOTHER = ("replace", "rectify", "reopen")
"""The verbs of acts after which a case may be against somebody else, or somebody named otherwise."""


def known_priors(office: Office, procedure: Procedure, facts: Facts, at: Standing) -> tuple[Prior, ...]:
    """The priors a case goes by: those known when its respondents were last named, or the first told after that."""
    acts = at.priors()
    does = [procedure.steps[step].does if step in procedure.steps else "" for step, _ in acts]
    if "replace" in does or "rectify" in does:
        return going_by(facts_in_force(replace(facts, history=at.history(), known=office.known))[0])
    return next((priors for _, priors in acts if priors), ())


def named_anew_by(office: Office, procedure: Procedure, request: Request, facts: Facts, at: Standing) -> Facts:
    """The facts of an act that names a respondent anew: earlier infractions and cases of whom it names.

    Of whom a correction leaves the same person, what was known is kept. Raises ``InvalidData``.
    """
    command, respondents = request.command, at.case.head.respondents
    people, to = named_by(command), one_named(respondents, command.data)
    before: People = {}
    known: tuple[Prior, ...] = ()
    cited: Sequence[str] = ()
    if names_another(command.data):
        fact = _corrected(office, facts, at, command.data.get("of"))
        if fact is None:
            return facts  # it is refused for that
        before, known = named_in(fact.command.data.get("respondent")), fact.facts.priors
        opens = fact.rules.steps[fact.command.step].does == "open"
        to, cited = ("", respondents) if opens else (one_named(respondents, fact.command.data), ())
    require_each_named(people, cited, procedure.steps[command.step].ground)
    now, had = called(people, to), called(before, to)
    found = Found(office, now, request.case)
    same = {each for each in had if _is_same(office, had[each], now.get(each, {}))}
    fresh = [each for each in found.priors() if each.whose not in same or not subject_of(office, had[each.whose])]
    kept = [each for each in known if each.whose in same and each not in fresh]
    return replace(
        facts, priors=(*request.priors, *kept, *fresh), earlier=tuple(found.earlier(procedure, command.data))
    )


def known_of_renamed(office: Office, procedure: Procedure, at: Standing, event: Event) -> tuple[Known, ...]:
    """What other cases say of whom the act that comes next (``event``) names otherwise than those before it."""
    if procedure.steps[event.step].does not in MAY_NAME_ANOTHER:
        return ()
    history = at.history()
    before, after = people_in_force(procedure, history), people_in_force(procedure, (*history, event))
    anew = {whose: person for whose, person in after.items() if person != before.get(whose)}
    return tuple(named_otherwise(Found(office, anew, at.case.id))) if anew else ()


def _is_same(office: Office, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether it is the same person, by number; where the first had none, by name."""
    number = subject_of(office, before)
    return number == subject_of(office, now) if number else before.get("name") == now.get("name")


def _corrected(office: Office, facts: Facts, at: Standing, of: Any) -> Fact | None:
    """The act that a correction names, as those before leave it."""
    acts, _ = facts_in_force(replace(facts, history=at.history(), known=office.known))
    said = (of.get("step"), of.get("date")) if isinstance(of, Mapping) else ()
    return next((each for each in reversed(acts) if (each.command.step, each.command.on.isoformat()) == said), None)
