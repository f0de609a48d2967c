"""By what means a step may give notice: all that the law has, or those that a condition on ``via`` names."""

from __future__ import annotations

from workflow.procedure import Procedure, Service, Step


def means_of(procedure: Procedure, step: Step) -> dict[str, Service]:
    """The means of service that a step may use, by name."""
    named = [
        set(use.several("values"))
        for use in step.requires
        if use.name == "field_is" and use.parameters.get("field") == "via"
    ]
    return {name: each for name, each in procedure.services.items() if all(name in names for names in named)}
