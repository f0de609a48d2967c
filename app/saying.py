"""How people read values on a terminal or in a difference: days, amounts, yes and no."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from workflow.errors import DevidoError
from workflow.event import Event
from workflow.money import reais_label
from workflow.procedure import Procedure

_WEEKDAYS = ("seg", "ter", "qua", "qui", "sex", "sáb", "dom")
_MARKS = str.maketrans(",.", ".,")


def day_said(day: date | None) -> str:
    """``02/04/2027 (sex)``; nothing for no day."""
    return f"{day:%d/%m/}{day.year:04} ({_WEEKDAYS[day.weekday()]})" if day else ""


def effect_said(day: date, *, lapse: bool) -> str:
    """When an act of the clock takes effect: a term that ends on a day, on the next; a service, on its own day.

    ``day`` is the legal day by which the act is dated in the record.
    """
    if not lapse:
        return f"efeito em {day_said(day)}"
    return f"prazo até {day_said(day)}, efeito em {day_said(day + timedelta(days=1))}"


def reais_said(amount: Decimal | None) -> str:
    """``R$ 1.234,56``; nothing for no amount."""
    if amount is None:
        return ""
    return reais_label(amount)


def decimal_said(number: float, places: int = 1) -> str:
    """``2,7``, as Brazilians write it; ``1.234,5`` from a thousand on."""
    return f"{number:,.{places}f}".translate(_MARKS)


def count_said(number: int, one: str, many: str) -> str:
    """``1 problema``, ``3 problemas``."""
    return f"{number} {one if number == 1 else many}"


def said_of(procedure: Procedure, event: Event) -> str:
    """An act of the clock in a few words: what, and when it takes effect."""
    when = effect_said(event.occurred_on, lapse=bool(event.deadline))
    return f"{procedure.steps[event.step].label or event.step} ({when})"


def note_clock(error: DevidoError, acts: Iterable[str], verb: str) -> None:
    """Note on a refusal what the clock did before it (or would, of what is only looked at), for people to be told."""
    if said := "; ".join(acts):
        error.add_note(f"Antes, o relógio {verb}: {said}.")
