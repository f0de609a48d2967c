"""Which rules stand on each unit of the law: what coverage and the step table are made of."""

from __future__ import annotations

from workflow.procedure import Procedure
from workflow.walk import citations_of


def cited(procedure: Procedure) -> dict[str, list[str]]:
    """Each citation with the paths of the rules that make it, in the order of the file, each path once."""
    found: dict[str, dict[str, None]] = {}
    for citation, path in citations_of(procedure):
        found.setdefault(citation, {})[path] = None
    return {citation: list(paths) for citation, paths in found.items()}
