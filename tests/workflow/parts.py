"""The pushcart law with instalments: up to four, a month apart, none under R$ 40, and what missing one brings."""

from __future__ import annotations

from typing import Any

from tests.workflow import carts
from tests.workflow.play import Play

TERM = {
    "length": "10 days",
    "binds": "party",
    "of": "fine",
    "opened_by": ["spread"],
    "met_by": ["pay"],
    "on_expiry": "mark_overdue",
    "basis": "113",
}
SPREAD = {"label": "Parcelar", "does": "spread", "by": ["party"], "from": ["enforcement"], "basis": "110"}
RULE = {"term": "instalment", "at_most": 4, "every": "1 month", "least": "40.00", "basis": "111"}


def by_parts(**extra: Any) -> dict[str, Any]:
    return {
        "time_limits.instalment": dict(TERM),
        "time_limits.payment.suspended_by": ["spread"],
        "steps.spread": dict(SPREAD),
        "money.instalments": dict(RULE),
        **extra,
    }


def parted(parts: int = 3, **extra: Any) -> Play:
    """R$ 200 final on 30 March, parted on 1 April: the first part is due on Monday, the 12th."""
    play = carts.final(changes=by_parts(**extra))
    play.do("spread", "2027-04-01", parts=parts)
    return play
