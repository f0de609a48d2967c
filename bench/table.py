"""What a bench found, as a table in Markdown: medians, extremes, the share of the limit, floor and goal."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from typing import Literal

from babel.numbers import format_decimal

HEAD = "| o que | mediana | de … a | % {of} | piso | meta | |"


@dataclass(frozen=True, kw_only=True)
class Line:
    """One thing measured, once a round. ``floor`` and ``goal`` judge the median of ``judged``, if there are any.

    ``share`` is the percentage of the limit in the same round; ``less`` says that smaller is better.
    """

    name: str
    values: tuple[float, ...]
    share: tuple[float, ...] = ()
    floor: float | None = None
    goal: float | None = None
    judged: Literal["values", "share"] = "values"
    less: bool = False

    @property
    def median(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.values)

    @property
    def figure(self) -> float:
        """What floor and goal are held against."""
        return statistics.median(self.share if self.judged == "share" else self.values)

    def reaches(self, mark: float) -> bool:
        """Whether the figure is as good as that."""
        return self.figure <= mark if self.less else self.figure >= mark

    @property
    def verdict(self) -> str:
        """``meta``, ``piso``, ``abaixo do piso``; empty where nothing is asked."""
        if self.floor is None or self.goal is None:
            return ""
        return "meta" if self.reaches(self.goal) else "piso" if self.reaches(self.floor) else "**abaixo do piso**"


@dataclass(frozen=True, kw_only=True)
class Table:
    """The lines of one bench; ``of`` names the limit that shares are of."""

    title: str
    unit: str
    of: str
    lines: list[Line]
    notes: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """The table as it stands in the README."""
        rows = [f"### {self.title} ({self.unit})", "", HEAD.format(of=self.of), "|---|--:|--:|--:|--:|--:|---|"]
        rows += [_row(line) for line in self.lines]
        return "\n".join([*rows, *(f"\n{note}" for note in self.notes)])


def _row(line: Line) -> str:
    share = spoken(statistics.median(line.share)) if line.share else ""
    mark = " %" if line.judged == "share" else ""
    asked = [f"{spoken(each)}{mark}" if each is not None else "" for each in (line.floor, line.goal)]
    spread = f"{spoken(min(line.values))} … {spoken(max(line.values))}"
    return f"| {line.name} | {spoken(line.median)} | {spread} | {share} | {asked[0]} | {asked[1]} | {line.verdict} |"


def spoken(number: float) -> str:
    """A number with three digits that count, as people write it: ``15.230``, ``62,4``, ``0,087``."""
    size = abs(number)
    pattern = "#,##0" if size >= 100 else "0.0" if size >= 10 else "0.00" if size >= 1 else "0.0000"
    return str(format_decimal(number, pattern, locale="pt_BR"))
