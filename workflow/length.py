"""A length of time as a law writes it: ``30 days``, ``15 business days``, ``24 hours``, ``12 months``, ``5 years``."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Unit = Literal["hours", "days", "business days", "months", "years"]

_SHAPE = re.compile(r"(\d{1,4}) (hours?|days?|business days?|months?|years?)")
_PLURAL: dict[str, Unit] = {
    "hour": "hours",
    "day": "days",
    "business day": "business days",
    "month": "months",
    "year": "years",
}
_PORTUGUESE: dict[Unit, tuple[str, str]] = {
    "hours": ("hora", "horas"),
    "days": ("dia", "dias"),
    "business days": ("dia útil", "dias úteis"),
    "months": ("mês", "meses"),
    "years": ("ano", "anos"),
}


_MEANT: dict[str, Unit] = {word: unit for unit, words in _PORTUGUESE.items() for word in words} | {"mes": "months"}


def as_typed(text: str) -> str:
    """``10 anos`` as the files write it, ``10 years``; what is no length in Portuguese, as it is."""
    amount, _, unit = " ".join(text.casefold().split()).partition(" ")
    meant = _MEANT.get(unit)
    return text if meant is None or not (amount.isascii() and amount.isdecimal()) else f"{amount} {meant}"


class Length(NamedTuple):
    """So many hours, calendar days, business days, months or years; ``amount`` is zero or more."""

    amount: int
    unit: Unit

    @classmethod
    def parse(cls, text: str) -> Length:
        """Read ``"30 days"``; raises ``ValueError`` in Portuguese if it is not of that shape."""
        match = _SHAPE.fullmatch(" ".join(text.split()))  # a blank pasted from a page may be one of another kind
        if match is None:
            raise ValueError(
                f"prazo {text!r} não se entende; escreva por exemplo '30 days' ou '15 business days' "
                "(30 dias, 15 dias úteis)"
            )
        unit = match[2]
        return cls(int(match[1]), _PLURAL.get(unit, unit))  # type: ignore[arg-type]  # the shape lets no other unit through

    def __str__(self) -> str:
        return f"{self.amount} {self.unit}"

    @property
    def in_portuguese(self) -> str:
        """``30 dias``, ``1 dia útil``: as letters and screens say it."""
        one, many = _PORTUGUESE[self.unit]
        return f"{self.amount} {one if self.amount == 1 else many}"
