"""What a verification found: one line each, with where it is."""

from __future__ import annotations

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
