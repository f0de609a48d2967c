"""What a law says of people: the bodies that decide, by what majority, who may not take part, who answers with whom."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from workflow.law_base import Grounded

Gender = Literal["f", "m"]
CASTING_VOTE = "casting_vote"
"""A tie that whoever presides breaks by a second vote, where other laws say what a tie means."""

_SHARE = re.compile(r"(more than )?([1-9])/([1-9]) of (present|members)")
_MOST = "most"


class Majority(NamedTuple):
    """How many votes carry: the most of all, or a share of who is present or of all members, reached or passed."""

    text: str = _MOST
    passed: bool = False
    part: int = 0
    whole: int = 1
    of: str = ""

    @classmethod
    def parse(cls, text: str) -> Majority:
        """Read ``most``, ``2/3 of members``, ``more than 1/2 of present``; raises ``ValueError`` in Portuguese."""
        if text == _MOST:
            return cls()
        match = _SHARE.fullmatch(text)
        if match is None or int(match[2]) > int(match[3]) or (match[1] and match[2] == match[3]):
            raise ValueError(
                f"maioria {text!r} não se entende; escreva most, 'more than 1/2 of members' (absoluta), "
                "'more than 1/2 of present' ou '2/3 of members'"
            )
        return cls(text, bool(match[1]), int(match[2]), int(match[3]), match[4])

    def needed(self, present: int, members: int) -> int:
        """The least number of votes that carries; 1 where the most votes do, whatever they are."""
        if not self.of:
            return 1
        base = members if self.of == "members" else present
        return base * self.part // self.whole + 1 if self.passed else -(-base * self.part // self.whole)

    @property
    def in_portuguese(self) -> str:
        """``mais de 1/2 dos membros``; as tables and refusals say it."""
        if not self.of:
            return "o resultado mais votado"
        who = "dos membros" if self.of == "members" else "dos presentes"
        return f"{'mais de ' if self.passed else ''}{self.part}/{self.whole} {who}"


def _majority(value: object) -> object:
    """A plain value is what every outcome needs; a map names outcomes (and ``always``)."""
    if isinstance(value, str):
        return {"always": Majority.parse(value)}
    if isinstance(value, Mapping):
        return {key: Majority.parse(each) if isinstance(each, str) else each for key, each in value.items()}
    return value


class Body(Grounded):
    """Who decides: how many there are, how many have to vote, with what qualities, and what carries.

    ``gender`` is that of the article papers put before its name; without it the name itself is asked. ``tie`` is the
    outcome of a tie, or ``casting_vote``; ``short`` that of a vote in which no outcome has its majority.
    """

    gender: Gender | None = None
    members: int | None = None
    votes: int = 1
    permanent: bool = False
    legal: int = 0
    majority: Annotated[dict[str, Majority], BeforeValidator(_majority)] = Field(default_factory=dict)
    tie: str | None = None
    short: str | None = None

    def majority_for(self, outcome: str) -> Majority:
        """What an outcome needs: its own majority, that of every outcome, or simply the most votes."""
        return self.majority.get(outcome) or self.majority.get("always") or Majority()


class Recusal(Grounded):
    """Kinship up to which a person may not take part (Lei 9.784 art. 18 where the law is silent)."""

    kinship_up_to: int = 3


class Tracks(Grounded):
    """How many tracks the opening makes: one, or one per respondent; and whether they owe together or each his own.

    ``letters``: who gets the notice and the decisions, one letter for all or each his own. It is ``one`` where a law
    does not say, for cases begun before it could.
    """

    per: Literal["respondent"] | None = None
    owes: Literal["jointly", "each"] = "jointly"
    letters: Literal["one", "each"] = "one"
