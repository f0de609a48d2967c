"""What a synthetic docket came to: counts of what happened, of how cases stand at the end, and each body's load."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

HAPPENED = (
    "opened", "served", "lapsed", "defended", "decided", "dismissed", "appealed", "reversed", "paid", "overdue",
    "debt", "cured", "serving", "revoked", "running",
)  # fmt: skip
"""What is counted, once a case, in the order it is shown."""


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts that add up, whatever the order in which cases were run.

    ``happened``: cases by what happened in them. ``stands``: cases by state and reason on the last day.
    ``load``: acts by month (``2027-03``) and actor. ``refused``: acts that the engine refused, by step and refusal.
    """

    cases: int = 0
    events: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    stands: Counter[tuple[str, str]] = field(default_factory=Counter)
    load: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in the counts of another part of the docket."""
        self.cases += other.cases
        self.events += other.events
        self.happened.update(other.happened)
        self.stands.update(other.stands)
        self.load.update(other.load)
        self.refused.update(other.refused)
