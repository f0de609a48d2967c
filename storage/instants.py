"""Moments as the record keeps them."""

from __future__ import annotations

from datetime import UTC, datetime


def instant_text(moment: datetime) -> str:
    """A moment as kept: UTC, always the same width, so that text sorts as time. Refuses one without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"um instante sem fuso não entra no registro: {moment}")
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def read_instant(text: str) -> datetime:
    """The moment that ``instant_text`` wrote."""
    return datetime.fromisoformat(text)
