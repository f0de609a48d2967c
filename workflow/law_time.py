"""The law in time: the first day of facts that a law governs, from its publication and vacatio."""

from __future__ import annotations

from datetime import date, timedelta

from workflow.deadlines import add_months
from workflow.procedure import Procedure


def first_day_in_force(procedure: Procedure) -> date:
    """The first day of facts under this law.

    Without vacatio, the day of publication. With it, the day after its last day; ``same_day`` counts the
    day of publication as the first (LC 95/1998 art. 8 §1), ``next_day`` does not. Never rolled.
    """
    rule = procedure.in_force
    if rule.vacatio == "none" or rule.vacatio.amount == 0:
        return rule.published_on
    if rule.vacatio.unit in ("months", "years"):
        months = rule.vacatio.amount * (12 if rule.vacatio.unit == "years" else 1)
        last = add_months(rule.published_on, months)
    else:
        last = rule.published_on + timedelta(days=rule.vacatio.amount)
    return last + timedelta(days=0 if rule.first_day == "same_day" else 1)
