"""What chance has in store for one case: a draw by purpose, the same whatever the law asks and in whatever order."""

from __future__ import annotations

from random import Random

_PURPOSES = (
    "opened", "item", "late", "after_late", "served", "defense", "defense_late", "defense_day", "judge_day",
    "dismissed", "penalty", "days", "cure_ordered", "cured", "cure_day", "appeal", "appeal_late", "appeal_day",
    "review_day", "reversed", "paid", "pay_day", "office",
)  # fmt: skip
_GOLDEN = 0.6180339887498949


class Fate:
    """The draws of the case of this number under this seed.

    Each purpose has its own draw, so that two versions of a law meet the same people: who appeals under one
    appeals under the other. A purpose asked again (another round, another service) gets another number.
    """

    __slots__ = ("_drawn", "_turns")

    def __init__(self, seed: int, number: int) -> None:
        chance = Random(f"{seed}:{number}")  # noqa: S311 — invented cases, nothing secret
        self._drawn = {name: chance.random() for name in _PURPOSES}
        self._turns: dict[str, int] = {}

    def draw(self, purpose: str) -> float:
        """A number from 0 to 1, 1 excluded."""
        turn = self._turns.get(purpose, 0)
        self._turns[purpose] = turn + 1
        return (self._drawn[purpose] + turn * _GOLDEN) % 1.0

    def happens(self, purpose: str, share: float) -> bool:
        """Whether what happens in this share of the cases happens here."""
        return self.draw(purpose) < share

    def between(self, purpose: str, least: int, most: int) -> int:
        """A whole number between the two, both included; ``least`` where they cross."""
        return least + int(self.draw(purpose) * (most - least + 1)) if most > least else least

    def delay(self, purpose: str, usual: float) -> int:
        """Days, from one to the double of what is usual."""
        return self.between(purpose, 1, max(1, round(2 * usual)))
