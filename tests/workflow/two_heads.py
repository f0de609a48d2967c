"""An invented law of two authorities, small enough to read: the head fines or warns, the mayor revokes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from workflow.calendar import Calendar
from workflow.case import Case
from workflow.engine import decide, due_acts, evolve, next_morning_of
from workflow.event import Command, Event
from workflow.facts import Facts, UnitValue
from workflow.procedure import Procedure

DAY = timedelta(days=1)
LAW: dict[str, Any] = {
    "id": "lei_inventada",
    "title": "Lei inventada",
    "short": "Lei inventada",
    "in_force": {"published_on": date(2027, 1, 1)},
    "articles": {str(number): {"quote": "…"} for number in range(1, 10)},
    "bodies": {"inspection": {}, "head": {"basis": "1"}, "mayor": {"label": "Prefeito", "basis": "2"}},
    "counting": {
        "party": {"starts": "next_day", "ends": "literal"},
        "authority": {"starts": "next_day", "ends": "literal"},
    },
    "services": {"personal": {}},
    "receipts": {"signed": {}},
    "time_limits": {
        "appeal": {"length": "10 days", "binds": "party", "opened_by": "serve_decision", "met_by": "file_appeal",
                   "on_expiry": "make_final", "basis": "3"},
        "cure": {"length": "5 days", "binds": "party", "if": "cure_ordered", "opened_by": "serve_decision",
                 "met_by": "prove_cure", "on_expiry": "none", "extendable": "double", "basis": "4"},
        "answer": {"length": "8 days", "binds": "party", "opened_by": "serve_decision", "on_expiry": "none",
                   "extendable": "2 days", "basis": "4"},
        "payment": {"length": "30 days", "binds": "party", "of": "fine", "opened_by": "serve_decision",
                    "met_by": "pay", "on_expiry": "mark_overdue", "basis": "5"},
        "collection": {"length": "5 years", "binds": "authority", "of": "fine", "opened_by": "mark_overdue",
                       "on_expiry": "none", "basis": "5"},
    },
    "states": {"under_first_judgment": {}, "awaiting_decision_notice": {"issues": "decision_letter"},
               "awaiting_appeal": {}, "under_reconsideration": {}, "under_appeal_judgment": {}, "enforcement": {},
               "archived": {}},
    "steps": {
        "draw_up": {"does": "open", "by": "inspection", "from": "not_opened", "to": "under_first_judgment"},
        "judge": {"does": "decide", "by": ["head", "mayor"], "from": "under_first_judgment", "turns_on": "outcome",
                  "to": {"upheld": "awaiting_decision_notice", "partial": "awaiting_decision_notice",
                         "dismissed": "archived/defense_upheld"},
                  "requires": ["penalties_allowed"], "basis": "6"},
        "serve_decision": {"does": "serve", "by": "inspection", "from": "awaiting_decision_notice",
                           "to": "awaiting_appeal"},
        "file_appeal": {"does": "file", "of": "appeal", "by": "party", "from": "awaiting_appeal",
                        "turns_on": "timeliness", "to": {"timely": "under_reconsideration", "late": "stay"}},
        "reconsider": {"does": "review", "by": ["head"], "from": "under_reconsideration", "turns_on": "outcome",
                       "to": {"maintained": "under_appeal_judgment", "reversed": "archived/reconsidered"},
                       "requires": ["own_decision"], "basis": "7"},
        "judge_appeal": {"does": "review", "by": ["mayor"], "from": "under_appeal_judgment", "turns_on": "outcome",
                         "to": {"affirmed": "enforcement", "partial": "enforcement", "aggravated": "enforcement",
                                "reversed": "archived/appeal_upheld"},
                         "requires": ["penalties_allowed", {"forewarned": {"basis": "7"}}], "basis": "7"},
        "send_up": {"does": "note", "by": "inspection", "from": "under_reconsideration",
                    "to": "under_appeal_judgment"},
        "make_final": {"does": "finalize", "by": "clock", "from": "awaiting_appeal", "to": "enforcement"},
        "prove_cure": {"does": "cure", "by": "party",
                       "also_in": ["awaiting_appeal", "under_first_judgment", "enforcement"],
                       "turns_on": "timeliness", "requires": [{"cure_ordered": {"basis": "8"}}]},
        "certify_noncure": {"does": "uncured", "by": "inspection", "from": "enforcement", "to": "under_first_judgment",
                            "requires": [{"cure_ordered": {"basis": "8"}}]},
        "mark_overdue": {"does": "refer", "by": "clock", "from": ["enforcement", "under_first_judgment"]},
        "rectify": {"does": "rectify", "by": "head", "also_in": "any"},
        "suspend_terms": {"does": "suspend_terms", "by": "head", "also_in": "any"},
        "reopen": {"does": "reopen", "by": "head", "also_in": "any"},
        "extend_term": {"does": "extend_term", "by": "head", "also_in": "any", "requires": ["extendable"]},
    },
    "penalties": {
        "warning": {"kind": "warning", "imposed_by": "head", "basis": "9"},
        "fine": {"kind": "fine", "unit": "UNIT", "imposed_by": "head", "basis": "1"},
        "revocation": {"kind": "revocation", "imposed_by": "mayor", "basis": "2"},
    },
    "choice": {"how": "any", "exception": "warning"},
    "noncure": {"fine": {"times": "2", "basis": "8"}},
    "infractions": {
        "5-I": {"penalties": ["fine"], "units": "10"},
        "5-II": {"penalties": ["fine", "revocation"], "units": "10"},
        "5-III": {"penalties": ["warning"]},
        "5-IV": {"penalties": ["revocation"]},
    },
    "units": {"UNIT": {}},
}  # fmt: skip
PROCEDURE = Procedure.model_validate(LAW)
FACTS = Facts(
    today=date(2027, 12, 31),
    calendar=Calendar.of([date(2027, 1, 1), date(2028, 1, 1)]),
    units={"UNIT": (UnitValue(date.min, Decimal(1), always=True),)},
)


class Played:
    """A case of this law while it is told: acts of people, and the mornings of the clock."""

    def __init__(self, *items: str) -> None:
        self.case, self.events = Case(id="1"), list[Event]()
        self.act("draw_up", 1, by="inspection", items=list(items), fact_on="2027-03-01")

    def act(self, step: str, day: int, by: str = "", **data: Any) -> Event:
        """One act on a day of March 2027 (the 32nd is 1 April); a refusal is raised."""
        on = date(2027, 3, 1) + DAY * (day - 1)
        self.mornings(on)
        mine: Mapping[str, Any] = {"reasons": "constam dos autos", **data}
        return self._record(Command(step=step, on=on, by=by, data=mine, recorded_by="ana", approved_by="bia"), on)

    def judge(self, day: int, by: str, outcome: str = "upheld", **data: Any) -> Event:
        """A decision of one of the two."""
        return self.act("judge", day, by, outcome=outcome, **data)

    def serve(self, day: int) -> Event:
        """The letter, delivered by hand."""
        return self.act("serve_decision", day, via="personal", receipt="signed")

    def mornings(self, until: date) -> None:
        """What the clock owes up to a day."""
        while self.case.tracks:
            morning = next_morning_of(PROCEDURE, self.case, self.events[-1])
            if morning is None or morning > until:
                return
            self._record(due_acts(PROCEDURE, self.case, morning)[0].command(morning), morning)

    def _record(self, command: Command, today: date) -> Event:
        facts = replace(FACTS, today=today, history=tuple(self.events), known=lambda _: (PROCEDURE, FACTS))
        event = decide(PROCEDURE, self.case, command, facts)
        self.case = evolve(self.case, event)
        self.events.append(event)
        return event

    @property
    def place(self) -> str:
        """Where the one track is."""
        return self.case.tracks[0].place

    @property
    def standing(self) -> list[str]:
        """The penalties that stand, by item and code and round."""
        return [each.id for each in self.case.obligations if each.status not in ("cancelled", "absorbed")]

    def due(self, kind: str) -> date:
        """The last day of the last limit of a kind."""
        return next(each.due for each in reversed(self.case.deadlines) if each.kind == kind)
