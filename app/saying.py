"""How people read values on a terminal or in a difference: days, amounts, yes and no."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from workflow.money import reais_label

_WEEKDAYS = ("seg", "ter", "qua", "qui", "sex", "sáb", "dom")
_MARKS = str.maketrans(",.", ".,")


def day_said(day: date | None) -> str:
    """``02/04/2027 (sex)``; nothing for no day."""
    return f"{day:%d/%m/}{day.year:04} ({_WEEKDAYS[day.weekday()]})" if day else ""


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
