"""What a verification found: one line each, with where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple


class Finding(NamedTuple):
    """One thing that does not hold.

    ``layer`` says what was being checked, ``case`` and ``position`` where: the act's number in its case, or,
    without a case, the position in the log; 0 when it is about the whole.
    """

    layer: str
    case: str
    position: int
    what: str

    def __str__(self) -> str:
        where = (
            f"processo {self.case}, ato {self.position}"
            if self.case and self.position
            else self.case and f"processo {self.case}"
        )
        where = where or (f"posição {self.position}" if self.position else "")
        return f"[{self.layer}] {where + ': ' if where else ''}{self.what}"


def differing_triggers(found: Mapping[str, object], expected: Mapping[str, object]) -> Iterator[Finding]:
    """The triggers that are not there, are not ours, or say something else."""
    for name in sorted(expected.keys() | found.keys()):
        if found.get(name) != expected.get(name):
            what = "falta" if name not in found else "sobra" if name not in expected else "foi alterado"
            yield Finding("banco", "", 0, f"o gatilho de proteção {name} {what}")


def differing(found: dict[Any, Any], expected: dict[Any, Any], otherwise: str) -> Iterator[tuple[Any, str]]:
    """Each key that one side has alone, or that the two have ``otherwise``, with what is to be said of it."""
    for key in sorted(found.keys() | expected.keys()):
        if key not in found:
            yield key, "falta"
        elif key not in expected:
            yield key, "sobra"
        elif found[key] != expected[key]:
            yield key, otherwise
