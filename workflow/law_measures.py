"""What a law says of measures: precautions, never penalties, what they take into custody and what releases it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workflow.law_base import Grounded


class Measure(Grounded):
    """A measure by its name: what it holds, if it holds anything, and what must be shown for it to be released."""

    holds: Literal["goods", "vehicle", "documents", "animals", "place"] | None = None
    release: dict[str, Grounded] = Field(default_factory=dict)
