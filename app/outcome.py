"""What a rehearsal came to, under every key that an expectation can have (``golden/README.md``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from app.alerts import alerts
from workflow.case import Case, Event, Facts
from workflow.errors import Refusal, UnitMissing
from workflow.money import conversion_day, to_reais, value_on
from workflow.procedure import Procedure
from workflow.rules import sorted_articles
from workflow.standing import stands, state_of


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A case as the expectation speaks of it; ``events`` are what happened."""

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
    gazette: list[str]
    measures: list[str]
    articles: list[str]
    flags: list[str]
    refused: list[dict[str, Any]]
    events: list[dict[str, Any]]


def outcome_of(
    procedure: Procedure,
    case: Case,
    events: Sequence[Event],
    refused: Sequence[tuple[date, str, Refusal]],
    facts: Facts,
) -> Outcome:
    """Read a case, its events and its refusals off under the words of an expectation."""
    state, reason = state_of(case)
    fines = [_fine(procedure, case, each, facts) for each in case.obligations if each.kind == "fine" and stands(each)]
    amounts = [each["amount"] for each in fines]
    cited = [c for event in events for c in event.derived.articles] + [
        c for _, _, refusal in refused for c in refusal.articles
    ]
    warnings = [w for event in events for w in event.derived.warnings] + alerts(procedure, case, facts.today)
    codes = [_code(procedure, each.code) for each in case.obligations if each.added and stands(each)]
    return Outcome(
        state=state,
        reason=reason or None,
        no_defense="no_defense" in case.head.marks,
        confession="confession" in case.head.marks,
        due={each.kind: each.due for each in case.deadlines},
        due_literal={each.kind: each.literal for each in case.deadlines},
        timely=dict(case.head.timely),
        fines=fines,
        proposed_fines=[_proposed(procedure, case, each, facts) for each in case.head.proposed],
        total=None if None in amounts else sum(amounts, Decimal(0)),
        total_units=sum((each["units"] for each in fines), Decimal(0)),
        suspension_days=_days(case, "suspension"),
        bar_days=_days(case, "temporary_bar"),
        penalties=[
            {"item": each.item, "kind": each.kind}
            for each in case.obligations
            if stands(each) and each.kind not in ("fine", "suspension", "temporary_bar") and not each.added
        ],
        added_codes=list(dict.fromkeys(codes))
        or [_code(procedure, code) for code in case.head.proposed_codes if not case.obligations],
        refund=case.head.refund,
        documents=sorted({paper.kind for event in events for paper in event.derived.papers}),
        gazette=[what for event in events for what in event.derived.gazette],
        measures=list(case.head.measures),
        articles=list(sorted_articles(cited)),
        flags=list(dict.fromkeys(warnings)),
        refused=[
            {
                "date": day,
                "step": step,
                "article": list(refusal.articles),
                "code": refusal.code,
                "message": refusal.message,
            }
            for day, step, refusal in refused
        ],
        events=[_event(event) for event in events],
    )


def _fine(procedure: Procedure, case: Case, each: Any, facts: Facts) -> dict[str, Any]:
    amount = each.amount
    if amount is None and each.units is not None:
        try:
            value = value_on(facts.units, each.unit, conversion_day(procedure.money, case, each, facts.today))
            amount = to_reais(each.units, value.value, procedure.money)
        except UnitMissing:
            amount = None
    return {"item": each.item, "units": each.units, "amount": amount, "repeat": each.repeat, "origin": each.origin}


def _proposed(procedure: Procedure, case: Case, each: Any, facts: Facts) -> dict[str, Any]:
    day = case.head.fact_on if procedure.money.convert_on == "fact" and case.head.fact_on else facts.today
    try:
        amount = to_reais(each.units, value_on(facts.units, each.unit, day).value, procedure.money)
    except UnitMissing:
        amount = None
    return {"item": each.item, "units": each.units, "amount": amount, "repeat": each.repeat, "origin": each.origin}


def _days(case: Case, kind: str) -> dict[str, int]:
    days: dict[str, int] = {}
    for each in case.obligations:
        if each.kind == kind and each.status != "cancelled" and each.days is not None:
            days[each.item] = days.get(each.item, 0) + each.days
    return {**days, "total": sum(days.values())} if days else {}


def _code(procedure: Procedure, code: str) -> str:
    return code


def _event(event: Event) -> dict[str, Any]:
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
