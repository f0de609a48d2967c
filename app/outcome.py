"""What a rehearsal came to, under every key that an expectation can have (``tests/golden/README.md``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from app.alerts import alerts
from app.play import Refused
from workflow.case import Case, Obligation, ProposedFine
from workflow.discount import Standing, open_on, reduced, taken
from workflow.errors import UnitMissing
from workflow.event import Event
from workflow.facts import Facts
from workflow.forms import REAIS
from workflow.late import charges
from workflow.money import conversion_day, to_reais, value_on
from workflow.procedure import Procedure
from workflow.rules import rules_of, sorted_articles
from workflow.running import counted, unsettled
from workflow.standing import stands, state_of

_BY_DAYS = ("suspension", "temporary_bar")
_ENGINE_PAPERS = ("alternate_summons", "discharge", "refund_order", "withdrawal_record")


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A case as an expectation speaks of it; ``events`` are what happened.

    ``not_documents`` are the papers that the law knows and this case did not have. ``total`` is unknown
    (``None``) while a fine cannot be converted into reais.
    """

    state: str
    reason: str | None
    no_defense: bool
    confession: bool
    due: dict[str, date]
    due_literal: dict[str, date]
    timely: dict[str, bool]
    fines: list[dict[str, Any]]
    proposed_fines: list[dict[str, Any]]
    total: Decimal | None
    total_units: Decimal
    suspension_days: dict[str, int]
    bar_days: dict[str, int]
    penalties: list[dict[str, str]]
    added_codes: list[str]
    refund: Decimal
    documents: list[str]
    not_documents: list[str]
    gazette: list[str]
    measures: list[str]
    articles: list[str]
    flags: list[str]
    refused: list[dict[str, Any]]
    events: list[dict[str, Any]]


def outcome_of(
    procedure: Procedure, case: Case, events: Sequence[Event], refused: Sequence[Refused], facts: Facts
) -> Outcome:
    """Read a case, its events and its refusals off under the words of an expectation."""
    state, reason = state_of(case)
    standing = [each for each in case.obligations if stands(each)]
    fines = list(_fines(procedure, case, standing, facts))
    amounts = [each["amount"] for each in fines]
    documents = {paper.kind for event in events for paper in event.derived.papers}
    cited = [each for event in events for each in event.derived.articles]
    warnings = [each for event in events for each in event.derived.warnings]
    return Outcome(
        state=state,
        reason=reason or None,
        no_defense="no_defense" in case.head.marks,
        confession="confession" in case.head.marks,
        due={each.kind: each.due for each in case.deadlines},
        due_literal={each.kind: each.literal for each in case.deadlines},
        timely=dict(case.head.timely),
        fines=fines,
        proposed_fines=list(_proposed(procedure, case, facts)),
        total=None if None in amounts else sum(amounts, Decimal(0)),
        total_units=sum((each["units"] for each in fines if each["units"] is not None), Decimal(0)),
        suspension_days=_days(case, "suspension"),
        bar_days=_days(case, "temporary_bar"),
        penalties=[
            {"item": each.item, "kind": each.kind}
            for each in standing
            if each.kind not in ("fine", *_BY_DAYS) and not each.added
        ],
        added_codes=_added_codes(case, standing),
        refund=case.head.refund,
        documents=sorted(documents),
        not_documents=sorted({*_papers_of(procedure)} - documents),
        gazette=[what for event in events for what in event.derived.gazette],
        measures=list(case.head.measures),
        articles=list(sorted_articles([*cited, *(each for one in refused for each in one.refusal.articles)])),
        flags=list(dict.fromkeys([*warnings, *alerts(procedure, case, facts.today)])),
        refused=[_refused(each) for each in refused],
        events=[event_told(event) for event in events],
    )


def _fines(procedure: Procedure, case: Case, standing: Sequence[Obligation], facts: Facts) -> Iterator[dict[str, Any]]:
    """Each fine imposed: the slip's amount, or before one a preview at the value of the day asked."""
    rules = rules_of(procedure)
    for each in (counted(rules, fine, facts.today) for fine in standing):
        if each.kind != "fine":
            continue
        amount = None if unsettled(rules, each, facts.today) else each.amount
        if amount is None and each.units is not None:
            day = conversion_day(procedure.money, case, each, facts.today)
            amount = _preview(procedure, facts, each.unit, each.units, day)
        line = _line(each.item, _in_units(each), amount, each.repeat, each.origin)
        late = _late(procedure, case, each, amount, facts.today)
        yield {**line, "discounted": _discounted(procedure, case, each, amount, facts.today), "charges": late}


def _discounted(
    procedure: Procedure, case: Case, fine: Obligation, amount: Decimal | None, day: date
) -> Decimal | None:
    """What was enough with the discount earned, else what would be enough on the day asked; none without one."""
    slip = case.head.slip
    if slip is not None and fine.id in slip.earned:
        return slip.asked[fine.id]
    if amount is None or not procedure.money.discounts:
        return None
    rules = rules_of(procedure)
    found = taken(open_on(rules, Standing.of(case), fine, day))
    return reduced(rules, amount, found) if found else None


def _late(procedure: Procedure, case: Case, fine: Obligation, amount: Decimal | None, day: date) -> Decimal | None:
    """What was paid besides for being late, else what would be owed on the day asked; none in a law without it."""
    slip = case.head.slip
    if amount is None or procedure.money.late is None:
        return None
    if slip is not None and fine.id in slip.asked:
        return max(slip.asked[fine.id] - slip.lines[fine.id], Decimal(0))
    return charges(rules_of(procedure), case.tracks, case.deadlines, fine, amount, day)


def _in_units(fine: Obligation | ProposedFine) -> Decimal | None:
    """How many fiscal units the fine is; none, if it is in reais."""
    return None if fine.unit == REAIS else fine.units


def _proposed(procedure: Procedure, case: Case, facts: Facts) -> Iterator[dict[str, Any]]:
    head = case.head
    day = head.fact_on if procedure.money.convert_on == "fact" and head.fact_on else facts.today
    for whose, each in [*(("", fine) for fine in head.proposed), *head.proposed_own]:
        amount = _preview(procedure, facts, each.unit, each.units, day)
        line = _line(each.item, _in_units(each), amount, each.repeat, each.origin)
        yield {**line, "respondent": whose} if whose else line


def _preview(procedure: Procedure, facts: Facts, unit: str, units: Decimal, day: date) -> Decimal | None:
    """The amount at the unit's value of that day; unknown where none is published yet."""
    try:
        return to_reais(units, value_on(facts.units, unit, day, procedure).value, procedure.money)
    except UnitMissing:
        return None


def _line(item: str, units: Decimal | None, amount: Decimal | None, repeat: int, origin: str) -> dict[str, Any]:
    return {"item": item, "units": units, "amount": amount, "repeat": repeat, "origin": origin}


def _days(case: Case, kind: str) -> dict[str, int]:
    days: dict[str, int] = {}
    for each in case.obligations:
        if each.kind == kind and each.status != "cancelled" and each.days is not None:
            days[each.item] = days.get(each.item, 0) + each.days
    return {**days, "total": sum(days.values())} if days else {}


def _added_codes(case: Case, standing: Sequence[Obligation]) -> list[str]:
    """Codes that repetition added; before a decision, those the notice announces."""
    imposed = list(dict.fromkeys(each.code for each in standing if each.added))
    return imposed or ([] if case.obligations else list(case.head.proposed_codes))


def _papers_of(procedure: Procedure) -> Iterator[str]:
    """Every kind of paper a case under this procedure can issue."""
    yield from _ENGINE_PAPERS
    for step in procedure.steps.values():
        yield from (kind for kinds in step.issues.values() for kind in kinds)
    for section in (procedure.services, procedure.receipts, procedure.penalties, procedure.states, procedure.origins):
        yield from (kind for entry in section.values() for kind in entry.issues)


def _refused(each: Refused) -> dict[str, Any]:
    refusal = each.refusal
    return {
        "place": each.place,
        "date": each.on,
        "step": each.step,
        "article": list(refusal.articles),
        "code": refusal.code,
        "message": refusal.message,
    }


def event_told(event: Event) -> dict[str, Any]:
    """An event as programs read it: no personal data, only what the law made of it."""
    derived = event.derived
    return {
        "n": event.version,
        "step": event.step,
        "by": event.by,
        "occurred_on": event.occurred_on,
        "recorded_on": event.recorded_on,
        "ran_on": event.ran_on,
        "outcome": event.outcome,
        "places": {
            track.id: track.place + (f"/{track.reason}" if track.reason and "/" not in track.place else "")
            for track in derived.tracks
        },
        "deadlines": [
            {"kind": each.kind, "due": each.due, "literal": each.literal, "status": each.status}
            for each in derived.deadlines
        ],
        "documents": [paper.kind for paper in derived.papers],
        "articles": list(derived.articles),
        "warnings": list(derived.warnings),
    }
