"""Acts as Hypothesis invents them: mostly what the law foresees from where a case is, sometimes not."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from workflow.case import Case
from workflow.event import CLOCK, Event
from workflow.procedure import Procedure
from workflow.rules import rules_of

DAY = timedelta(days=1)
ITEMS = ("36-II", "36-V", "36-XIV", "36-XIX", "36-XXI", "36-XXVIII", "36-XXXI")
ANSWERS: dict[str, tuple[str, ...]] = {
    "party_terms_end": ("literal",),
    "first_day": ("next_business_day",),
    "notice_limit_from": ("dispatch",),
    "notice_limit_end": ("next_business_day",),
    "notice_limit_met_by": ("dispatch",),
    "archive_tolerance": ("3 business days", "2 days"),
    "appeal_suspends": ("no",),
    "payment_runs_from": ("finality",),
    "payment_first_day": ("same_day",),
    "tie_rule": ("notice_stands", "new_vote"),
    "prior_counts": ("any", "final_before_decision"),
    "same_nature": ("code",),
    "repeat_window": ("none", "12 months"),
    "fourth_repeat": ("basic_value",),
    "revocation_absorbs": ("no",),
    "bar_collects_documents": ("no",),
    "public_notice_after": ("one_failed_means",),
    "public_notice_effective_after": ("15 days",),
    "conversion_date": ("fact", "notice", "decision", "payment"),
    "gazette_of_first_decision": ("required",),
}
answers = st.dictionaries(st.sampled_from(sorted(ANSWERS)), st.integers(0, 3), max_size=3).map(
    lambda chosen: {name: ANSWERS[name][number % len(ANSWERS[name])] for name, number in chosen.items()}
)
priors = st.lists(
    st.tuples(st.sampled_from(ITEMS), st.integers(5, 120), st.sampled_from([True, True, False])), max_size=4
)
reasons = st.sampled_from(["constam dos autos"] * 9 + [""])
means = st.sampled_from(["personal", "post", "post", "electronic", "appearance", "public_notice"])
receipts = st.sampled_from(["signed", "ar", "ar", "ar_undated", "refusal_certified", None])
VOTES = {"judge": ("upheld", "dismissed", "partial"), "judge_appeal": ("affirmed", "reversed", "partial", "aggravated")}


def _service(draw: Any) -> dict[str, Any]:
    data = {"via": draw(means)}
    receipt = draw(receipts)
    return data if receipt is None else {**data, "receipt": receipt}


def _judgment(draw: Any, step: str, items: tuple[str, ...]) -> dict[str, Any]:
    data: dict[str, Any] = {"voters": draw(st.sampled_from([3, 3, 3, 4, 5, 2])), "reasons": draw(reasons)}
    how = draw(st.sampled_from(["outcome", "outcome", "votes", "rulings"]))
    outcomes = VOTES[step]
    if how == "outcome":
        data["outcome"] = draw(st.sampled_from(outcomes))
    elif how == "votes":
        data["votes"] = {each: draw(st.integers(0, 2)) for each in outcomes[:2]}
    else:
        data["rulings"] = [{"item": item, "outcome": draw(st.sampled_from(outcomes[:2]))} for item in items]
    if draw(st.booleans()):
        data["penalties"] = [
            {"item": item, "code": "D", "days": draw(st.sampled_from([31, 60, 90, 180, 181])), "reasons": "gravidade"}
            for item in items
            if item == "36-XXVIII"
        ]
    if draw(st.booleans()):
        data["warned_on"] = "2027-06-01"
    return data


def _past(draw: Any, events: list[Event]) -> dict[str, Any]:
    people = [each for each in events if each.by != CLOCK]
    if not people or draw(st.integers(0, 9)) == 0:
        return {"step": "judge", "date": "2027-01-05"}
    one = draw(st.sampled_from(people))
    return {"step": one.step, "date": one.occurred_on.isoformat()}


def _rectified(draw: Any, events: list[Event]) -> dict[str, Any]:
    of = _past(draw, events)
    moved = date.fromisoformat(of["date"]) + draw(st.integers(-9, 9)) * DAY
    field, value = draw(
        st.sampled_from([("date", moved.isoformat())] * 4 + [("via", "personal"), ("amount", "68.72"), ("via", "nada")])
    )
    return {"of": of, "field": field, "value": value, "reasons": draw(reasons)}


def _suspended(draw: Any, today: date) -> dict[str, Any]:
    start = today + draw(st.integers(-20, 20)) * DAY
    return {
        "from": start.isoformat(),
        "until": (start + draw(st.integers(-1, 15)) * DAY).isoformat(),
        "reasons": draw(reasons),
    }


def data_for(draw: Any, step: str, case: Case, events: list[Event], today: date) -> dict[str, Any]:
    """Data for an act of that step, mostly fit."""
    items = case.head.items
    if step in {"serve_notice", "serve_decision", "serve_final_decision"}:
        return _service(draw)
    if step in VOTES:
        return _judgment(draw, step, items)
    made: dict[str, Any] = {
        "dispatch_notice": lambda: {"via": draw(means)},
        "record_failed_service": lambda: {"via": draw(means), "reason": "mudou-se"},
        "publish": lambda: {"what": draw(st.sampled_from(["final_decision", "final_decision", "revocation"]))},
        "pay": lambda: {"amount": draw(st.sampled_from(["68.72", "137.45", "343.62", "687.25", "5000.00", "0.01"]))},
        "annul": lambda: {
            "reason": draw(st.sampled_from(["void", "out_of_scope", "extinguished"])),
            "reasons": draw(reasons),
        },
        "extinguish": lambda: {"reason": draw(st.sampled_from(["death", "pardon", "x"])), "reasons": draw(reasons)},
        "extend_term": lambda: {
            "term": draw(st.sampled_from(["decision", "appeal_decision", "notice", "defense", "x"])),
            "length": draw(st.sampled_from(["30 days", "2 months", "30 dias"])),
            "reasons": draw(reasons),
        },
        "rectify": lambda: _rectified(draw, events),
        "suspend_terms": lambda: _suspended(draw, today),
        "recount_terms": lambda: {"town_act": "Decreto nº 1/2027", "reasons": draw(reasons)},
        "reopen": lambda: {"of": _past(draw, events), "reasons": draw(reasons)},
        "join_document": lambda: {"kind": "authority_communication"},
    }.get(step, dict)
    return made() if callable(made) else {}


def steps_of_people(procedure: Procedure) -> list[str]:
    return [name for name, step in procedure.steps.items() if CLOCK not in step.by]


ENDING = {"annul", "extinguish", "replace_respondent"}
NEXT = {
    "awaiting_notification": ["serve_notice", "dispatch_notice", "record_failed_service"],
    "awaiting_defense": ["file_defense"],
    "under_first_judgment": ["judge"],
    "awaiting_decision_notice": ["serve_decision", "issue_payment_slip"],
    "awaiting_appeal": ["file_appeal", "waive_appeal", "pay", "issue_payment_slip"],
    "under_appeal_judgment": ["judge_appeal", "withdraw_appeal"],
    "awaiting_final_notice": ["serve_final_decision", "publish", "dispatch_notice"],
    "enforcement": [
        "issue_payment_slip",
        "pay",
        "collect_documents",
        "return_documents",
        "start_suspension",
        "enter_active_debt",
    ],
}
# How far a history has gone before it is left to chance: each step with the days that pass before it.
STAGES: list[tuple[str, int, dict[str, Any]]] = [
    ("serve_notice", 2, {"via": "personal", "receipt": "signed"}),
    ("file_defense", 10, {}),
    ("judge", 15, {"voters": 3, "outcome": "upheld"}),
    ("serve_decision", 5, {"via": "post", "receipt": "ar"}),
    ("issue_payment_slip", 1, {}),
    ("file_appeal", 6, {}),
    ("judge_appeal", 20, {"voters": 3, "outcome": "affirmed"}),
    ("serve_final_decision", 3, {"via": "post", "receipt": "ar"}),
    ("publish", 1, {"what": "final_decision"}),
]


def next_steps(case: Case) -> list[str]:
    """What the law foresees next, in the ordinary course."""
    return [step for track in case.tracks for step in NEXT.get(track.place.split("/")[0], ["join_document"])]


def likely_steps(procedure: Procedure, case: Case) -> list[str]:
    """The steps that move some track from where it is."""
    rules = rules_of(procedure)
    return [
        name
        for name in steps_of_people(procedure)
        if any(rules.moves_from(procedure.steps[name], track.place) for track in case.tracks)
    ] or ["join_document"]
