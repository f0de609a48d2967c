"""Items by their codes or by the names of groups: what a rule that lists some applies to."""

from __future__ import annotations

from workflow.procedure import Procedure


def is_listed(procedure: Procedure, item: str, items: tuple[str, ...] | str) -> bool:
    """Whether an item is among these: all, items by their codes, or groups by their names."""
    return items == "all" or item in items or any(item in procedure.groups.get(each, ()) for each in items)
