"""What lists show of a case's parts, as rows: read off the events, and compared with them by the verification."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Any

from workflow.case import Deadline, Obligation
from workflow.event import Event

_SHA256 = re.compile("[0-9a-f]{64}")


def attached(event: Event) -> list[str]:
    """The digests of the files that an act, or its correction, joins; a bare number of attachments names none."""
    corrects = event.data.get("field") == "attachments"
    named = event.data.get("value" if corrects else "attachments")
    if not isinstance(named, list):
        return []
    return [each for each in named if isinstance(each, str) and _SHA256.fullmatch(each)]


def deadline_row(case_id: str, deadline: Deadline, version: int) -> dict[str, Any]:
    """A deadline's row, as last set by the event ``version``."""
    return {
        "case_id": case_id, "id": deadline.id, "version": version, "kind": deadline.kind, "track": deadline.track,
        "round": deadline.round, "literal": day_text(deadline.literal), "due": day_text(deadline.due),
        "act_on": day_text(deadline.act_on), "fires": deadline.fires, "status": deadline.status,
    }  # fmt: skip


def obligation_row(case_id: str, obligation: Obligation, version: int) -> dict[str, Any]:
    """An obligation's row, as last set by the event ``version``."""
    units, amount = obligation.units, obligation.amount
    return {
        "case_id": case_id, "id": obligation.id, "version": version, "item": obligation.item, "code": obligation.code,
        "kind": obligation.kind, "round": obligation.round, "status": obligation.status,
        "units": None if units is None else str(units), "amount": None if amount is None else str(amount),
        "final_on": day_text(obligation.final_on), "overdue_on": day_text(obligation.overdue_on),
        "settled_on": day_text(obligation.settled_on),
    }  # fmt: skip


@lru_cache(maxsize=4096)
def day_text(day: date | None) -> str | None:
    """A civil day as kept, ``YYYY-MM-DD``."""
    return None if day is None else day.isoformat()
