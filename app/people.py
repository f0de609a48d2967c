"""The respondents' other cases, found in the record: infractions that may count as repeat, and the same fact before."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from app.paper.story import Story
from app.respondents import People, in_force, named_in
from storage.faults import Damaged, MasterKeyLost
from storage.views import Cited, Views
from workflow.case import Case, Obligation
from workflow.event import Command, Event
from workflow.facts import Earlier, Prior
from workflow.facts_in_force import NAMES_THE_RESPONDENT, names_another
from workflow.procedure import Procedure
from workflow.same_fact import told_apart
from workflow.standing import ended, state_of

if TYPE_CHECKING:
    from app.office import Office

_AFTER_DECISION = ("appeal", "reconsideration")
"""Time limits that every law opens by the day the decision was served."""


def subject_of(office: Office, person: Mapping[str, Any]) -> str:
    """The digest by which a person's cases are found; empty without a tax number.

    Keyed with the town's secret: without it, trying every number says nothing.
    """
    kept = "".join(sign for sign in str(person.get("tax_id", "")).upper() if sign.isalnum())
    return hmac.new(office.secret, f"subject\0{kept}".encode(), "sha256").hexdigest() if kept else ""


def subjects_of(office: Office, people: People) -> dict[str, str]:
    """What each respondent is found by, by the name he answers under; empty for whom nothing finds."""
    return {whose: subject_of(office, person) for whose, person in people.items()}


def named_by(command: Command) -> People:
    """Those whom an act names, opening the case, replacing another or putting a name right."""
    data = command.data
    return named_in(data.get("value") if names_another(data) else data.get("respondent"))


class Found:
    """The other cases of people, as the record finds each by his number, and what they count for here.

    ``people`` by whose priors those are to be; ``but`` is the case that the act is on.
    """

    def __init__(self, office: Office, people: People, but: str = "") -> None:
        self._office, self._people = office, people
        views = Views(office.database)
        self._cases = {
            whose: [each for each in views.of_subject(subject) if each.case.id != but]
            for whose, subject in subjects_of(office, people).items()
            if subject
        }

    def priors(self) -> Iterator[Prior]:
        """The final infractions of each in this town's other cases: one for each item of each case."""
        for whose, cases in self._cases.items():
            for each in cases:
                yield from _priors(each, whose)

    def earlier(self, procedure: Procedure, data: Mapping[str, Any]) -> Iterator[Earlier]:
        """The other cases that ended, by which the law may refuse a second notice (``data``) for the same fact."""
        for case in self.cases:
            if case.head.fact_on is not None and ended(case):
                yield Earlier(
                    case=case.id,
                    items=case.head.items,
                    fact_on=case.head.fact_on,
                    reason=state_of(case)[1],
                    apart=self.apart(procedure, data, case),
                )

    @property
    def cases(self) -> list[Case]:
        """Those cases, each once, in order of number."""
        return list({each.case.id: each.case for cases in self._cases.values() for each in cases}.values())

    def apart(self, procedure: Procedure, data: Mapping[str, Any], case: Case) -> tuple[str, ...]:
        """By what the law tells the fact of a notice (``data``) from that of one of these cases; empty: by nothing."""
        return told_apart(procedure, data, _notice(self._office, procedure, case)) if procedure.same_fact else ()

    def names(self) -> Iterator[tuple[Mapping[str, Any], str, Mapping[str, Any]]]:
        """Each as named now and as the latest of his cases names him, with its number; none where that was erased."""
        for whose, cases in self._cases.items():
            person = self._people[whose]
            if not cases or not person.get("name"):
                continue
            case = cases[-1].case
            before = people_in_force(self._office.procedure(case.procedure), self._office.store.history(case.id))
            yield from ((person, case.id, before[each]) for each in cases[-1].ids if before.get(each, {}).get("name"))


def _priors(found: Cited, whose: str) -> Iterator[Prior]:
    case = found.case
    mine = [track for track in case.tracks if found.answers_for(track.respondent)]
    if case.head.fact_on is None or all(each.respondent and each.place.startswith("archived") for each in mine):
        return  # let out of it, whatever the others came to
    final: dict[str, list[Obligation]] = {}
    for each in case.obligations:
        if each.final_on is not None and each.status != "cancelled" and found.answers_for(each.respondent):
            final.setdefault(each.item, []).append(each)
    ids = {track.id for track in mine}
    told = next((each.anchor for each in case.deadlines if each.kind in _AFTER_DECISION and each.track in ids), None)
    for item, penalties in final.items():
        yield Prior(
            item=item,
            fact_on=case.head.fact_on,
            final_on=min(each.final_on for each in penalties if each.final_on is not None),
            outcome="upheld",
            cured=any(track.cure == "proved" for track in mine),
            decided_on=min(each.imposed_on for each in penalties),
            served_on=told,
            paid_on=max(_paid_on(penalties), default=None),
            kinds=tuple(dict.fromkeys(each.kind for each in penalties)),
            whose=whose,
        )


def _paid_on(penalties: list[Obligation]) -> Iterator[date]:
    yield from (each.settled_on for each in penalties if each.kind == "fine" and each.settled_on is not None)


def _notice(office: Office, procedure: Procedure, case: Case) -> Mapping[str, Any]:
    """What the notice of another case says, as later corrections left it."""
    drawn = list(Story(procedure, office.store.history(case.id)).of("open"))
    return drawn[-1].data if drawn else {}


def people_in_force(procedure: Procedure, events: Iterable[Event]) -> People:
    """The respondents as the acts up to now leave them, later corrections included."""
    return in_force(Story(procedure, events).of(*NAMES_THE_RESPONDENT))


def reckon(office: Office) -> None:
    """Put down what the respondents are found by in cases that an older schema kept without.

    What cannot be read now stays marked: the verification tells of it, and the next time is another chance.
    """
    waiting = [] if office.database.closed else Views(office.database).unreckoned()
    for case_id in waiting:
        try:
            events = office.store.history(case_id)
            people = people_in_force(office.procedure(events[-1].procedure), events)
        except (MasterKeyLost, Damaged, LookupError):
            continue
        office.store.name_respondents(case_id, subjects_of(office, people))
