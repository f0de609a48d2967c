"""What a case should warn of today: targets not kept, limits about to lapse. Nothing here moves anything."""

from __future__ import annotations

from datetime import date

from workflow.case import Case
from workflow.deadlines import label
from workflow.procedure import Procedure
from workflow.terms import late_target


def alerts(procedure: Procedure, case: Case, today: date) -> list[str]:
    """Warnings in force on a day: each target of the authority that is past, with its article."""
    said = []
    for deadline in case.deadlines:
        limit = procedure.time_limits[deadline.kind]
        if deadline.status != "open":
            continue
        if limit.on_expiry == "warn" and today > deadline.due:
            said.append(late_target(limit, deadline.kind, deadline))
        elif limit.binds == "authority" and deadline.fires and today <= deadline.due:
            left = (deadline.due - today).days
            if left <= 3:
                said.append(
                    f"{limit.label or deadline.kind}: termina em {label(deadline.due)} ({'; '.join(limit.basis)})."
                )
    return said
