"""The respondent's other cases, found in the record: infractions that may count as repeat, and the same fact before."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any

from app.office import Office
from app.paper.story import Story
from storage.views import Views
from workflow.case import Case, Obligation
from workflow.event import Command, Event
from workflow.facts import Earlier, Prior
from workflow.facts_in_force import NAMES_THE_RESPONDENT, names_another
from workflow.procedure import Procedure
from workflow.same_fact import told_apart
from workflow.standing import ended, state_of

_AFTER_DECISION = ("appeal", "reconsideration")
"""Time limits that every law opens by the day the decision was served."""


def subject_of(office: Office, respondent: Any) -> str | None:
    """The digest by which a respondent's cases are found, or ``None`` without a tax number.

    Keyed with the town's secret: without it, trying every number says nothing.
    """
    tax_id = str(respondent.get("tax_id", "")) if isinstance(respondent, Mapping) else ""
    kept = "".join(sign for sign in tax_id.upper() if sign.isalnum())
    return hmac.new(office.secret, f"subject\0{kept}".encode(), "sha256").hexdigest() if kept else None


def named_by(command: Command) -> Any:
    """The respondent that an act names, opening the case, replacing another or putting the name right; else None."""
    data = command.data
    return data.get("value") if names_another(data) else data.get("respondent")


def priors_of(office: Office, command: Command, case_id: str = "") -> Iterator[Prior]:
    """The final infractions, in this town's other cases, of the respondent an act names: one for each item of each."""
    for case in _cases(office, command, case_id):
        final: dict[str, list[Obligation]] = {}
        for each in case.obligations:
            if each.final_on is not None and each.status != "cancelled":
                final.setdefault(each.item, []).append(each)
        if case.head.fact_on is not None:
            cured = any(track.cure == "proved" for track in case.tracks)
            told = next((each.anchor for each in case.deadlines if each.kind in _AFTER_DECISION), None)
            for item, penalties in final.items():
                yield Prior(
                    item=item,
                    fact_on=case.head.fact_on,
                    final_on=min(each.final_on for each in penalties if each.final_on is not None),
                    outcome="upheld",
                    cured=cured,
                    decided_on=min(each.imposed_on for each in penalties),
                    served_on=told,
                    paid_on=max(_paid_on(penalties), default=None),
                    kinds=tuple(dict.fromkeys(each.kind for each in penalties)),
                )


def _paid_on(penalties: list[Obligation]) -> Iterator[date]:
    yield from (each.settled_on for each in penalties if each.kind == "fine" and each.settled_on is not None)


def earlier_of(office: Office, procedure: Procedure, command: Command, case_id: str = "") -> Iterator[Earlier]:
    """The respondent's other cases that ended, by which the law may refuse a second notice for the same fact."""
    for case in _cases(office, command, case_id):
        if case.head.fact_on is not None and ended(case):
            apart = told_apart(procedure, command.data, _notice(office, procedure, case)) if procedure.same_fact else ()
            yield Earlier(
                case=case.id, items=case.head.items, fact_on=case.head.fact_on, reason=state_of(case)[1], apart=apart
            )


def _notice(office: Office, procedure: Procedure, case: Case) -> Mapping[str, Any]:
    """What the notice of another case says, as later corrections left it."""
    drawn = list(Story(procedure, office.store.history(case.id)).of("open"))
    return drawn[-1].data if drawn else {}


def known_priors(procedure: Procedure, acts: Iterable[tuple[str, tuple[Prior, ...]]]) -> tuple[Prior, ...]:
    """The priors a case goes by: those known when its respondent was last named, or the first told after that."""
    known: tuple[Prior, ...] = ()
    for step, priors in acts:
        rule = procedure.steps.get(step)
        if rule is not None and rule.does in NAMES_THE_RESPONDENT:
            known = priors
        known = known or priors
    return known


def respondent_in_force(procedure: Procedure, events: Iterable[Event]) -> Any:
    """The respondent as the acts up to now leave it: who was named last, as later corrections put it right."""
    named = list(Story(procedure, events).of(*NAMES_THE_RESPONDENT))
    return named[-1].data.get("respondent") if named else None


def _cases(office: Office, command: Command, but: str) -> list[Case]:
    subject = subject_of(office, named_by(command))
    found = Views(office.database).of_subject(subject) if subject else []
    return [case for case in found if case.id != but]
