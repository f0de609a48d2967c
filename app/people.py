"""The respondent's other cases, found in the record: infractions that may count as repeat, and the same fact before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date

from app.office import Office
from storage.views import Views
from workflow.case import Case, Command, Earlier, Obligation, Prior
from workflow.standing import ended, state_of

_AFTER_DECISION = ("appeal", "reconsideration")
"""Time limits that every law opens by the day the decision was served."""


def subject_of(office: Office, command: Command) -> str | None:
    """The digest by which a respondent's cases are found, or ``None`` without a tax number."""
    respondent = command.data.get("respondent")
    tax_id = str(respondent.get("tax_id", "")) if isinstance(respondent, Mapping) else ""
    kept = "".join(sign for sign in tax_id.upper() if sign.isalnum())
    return hashlib.sha256(f"{office.store.log.name}\0{kept}".encode()).hexdigest() if kept else None


def priors_of(office: Office, command: Command) -> Iterator[Prior]:
    """The respondent's final infractions in this town's record, one for each item of each case."""
    for case in _cases(office, command):
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


def earlier_of(office: Office, command: Command) -> Iterator[Earlier]:
    """The respondent's ended cases, by which the law may refuse a second notice for the same fact."""
    for case in _cases(office, command):
        if case.head.fact_on is not None and ended(case):
            yield Earlier(case=case.id, items=case.head.items, fact_on=case.head.fact_on, reason=state_of(case)[1])


def _cases(office: Office, command: Command) -> list[Case]:
    subject = subject_of(office, command)
    return Views(office.database).of_subject(subject) if subject else []
