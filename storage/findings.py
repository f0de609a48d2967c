"""What a verification found: one line each, with where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple


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
