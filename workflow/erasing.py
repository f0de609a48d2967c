"""Until when the law has a case's personal data kept, and the act that has them erased."""

from __future__ import annotations

from datetime import date, timedelta

from workflow.act import Act
from workflow.case import Case
from workflow.counting import in_months
from workflow.dates import add_months, short_label
from workflow.errors import RetentionRunning
from workflow.length import Length
from workflow.procedure import Procedure, Step
from workflow.standing import ended


def kept_until(case: Case, retention: Length) -> date | None:
    """The last day on which the data are kept, from the case's latest act; None while the case has not ended."""
    if not ended(case) or case.day is None:
        return None
    if retention.unit in ("years", "months"):
        return add_months(case.day, in_months(retention))
    return case.day + timedelta(days=retention.amount)


def erasing_step(procedure: Procedure) -> tuple[str, Step] | None:
    """The act by which a law has personal data erased, if it has one."""
    return next(((name, step) for name, step in procedure.steps.items() if step.does == "erase"), None)


def erased(act: Act) -> None:
    """``erase``: nothing of what is recorded changes; the record destroys what it had kept apart.

    Raises ``RetentionRunning`` while the case goes on, or its data are still to be kept.
    """
    if act.forced:
        return
    retention = act.rule.retention
    if retention is None:  # pragma: no cover - a law without it is refused before
        raise RetentionRunning("A lei não diz até quando se guardam os dados.")
    until = kept_until(act.case, retention)
    if until is None:
        raise RetentionRunning(
            "O processo ainda corre: os dados dele se conservam para cumprir obrigação legal, e o pedido de os apagar "
            "se recusa. Quem pede pode receber as peças com tarjas."
        )
    if act.on <= until:
        raise RetentionRunning(
            f"Os dados deste processo se conservam até {short_label(until)}, {retention.in_portuguese} depois do "
            "último ato, para cumprir obrigação legal, e o pedido de os apagar se recusa. Quem pede pode receber as "
            "peças com tarjas."
        )
