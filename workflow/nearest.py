"""The nearest right name: how a message about an unknown name ends, so that the author need not look it up."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

_SHOWN = 12


def nearest(name: str, known: Collection[str], cutoff: float = 0.6) -> str | None:
    """The known name most like this one, if any is like it at all: as much as ``cutoff`` of it, by difflib."""
    found = get_close_matches(name, list(known), n=1, cutoff=cutoff)
    return found[0] if found else None


def advice(name: str, known: Collection[str], cutoff: float = 0.6) -> str:
    """How a message about an unknown name ends: the right name if one is near, else those there are."""
    near = nearest(name, known, cutoff)
    if near is not None:
        return f"; quis dizer {near!r}?"
    if not known:
        return "; não há nenhum"
    listed = list(known)
    rest = f" e mais {len(listed) - _SHOWN}" if len(listed) > _SHOWN else ""
    return f"; há {', '.join(listed[:_SHOWN])}{rest}"
