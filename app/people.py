"""The respondent's other cases, found in the record: infractions that may count as repeat, and the same fact before."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from app.office import Office
from storage.views import Views
from workflow.case import Case, Command, Earlier, Prior
from workflow.standing import ended, state_of


def subject_of(office: Office, command: Command) -> str | None:
    """The digest by which a respondent's cases are found, or ``None`` without a tax number."""
    respondent = command.data.get("respondent")
    tax_id = str(respondent.get("tax_id", "")) if isinstance(respondent, Mapping) else ""
    kept = "".join(sign for sign in tax_id.upper() if sign.isalnum())
    return hashlib.sha256(f"{office.store.log.name}\0{kept}".encode()).hexdigest() if kept else None


def priors_of(office: Office, command: Command) -> Iterator[Prior]:
    """The respondent's final infractions in this town's record, one for each item of each case."""
    for case in _cases(office, command):
        final: dict[str, Any] = {}
        for each in case.obligations:
            if each.final_on is not None and each.status != "cancelled":
                final[each.item] = min(each.final_on, final.get(each.item, each.final_on))
        if case.head.fact_on is not None:
            cured = any(track.cure == "proved" for track in case.tracks)
            for item, final_on in final.items():
                yield Prior(item=item, fact_on=case.head.fact_on, final_on=final_on, outcome="upheld", cured=cured)


def earlier_of(office: Office, command: Command) -> Iterator[Earlier]:
    """The respondent's ended cases, by which the law may refuse a second notice for the same fact."""
    for case in _cases(office, command):
        if case.head.fact_on is not None and ended(case):
            yield Earlier(case=case.id, items=case.head.items, fact_on=case.head.fact_on, reason=state_of(case)[1])


def _cases(office: Office, command: Command) -> list[Case]:
    subject = subject_of(office, command)
    return Views(office.database).of_subject(subject) if subject else []
