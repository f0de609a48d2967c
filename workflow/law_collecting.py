"""What a law says of collecting a fine: less for who pays early, more for who pays late, and paying by instalments."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from workflow.law_base import ALength, AllOrNames, Exact, Grounded, Names, Percent, Share


class Discount(Grounded):
    """So much less for who pays while a time limit runs: what it needs, what it gives up, what loses it.

    ``needs``: acts that must have been done. ``waives``: acts that whoever has paid with it can no longer do.
    ``lost_by``: acts that end it, even after it was paid with. ``conduct``: only for fines that no earlier infraction
    made heavier (``first``), or only for those (``repeat``). ``with_others``: added to the best of the others.
    """

    less: Share
    until: str
    items: AllOrNames = "all"
    penalties: AllOrNames = "all"
    conduct: Literal["first", "repeat"] | None = None
    with_others: bool = False
    needs: Names = ()
    waives: Names = ()
    lost_by: Names = ()


class Late(Grounded):
    """What a final fine owes besides, from the day after its term to pay: once, and for each month or day, simple.

    ``count``: a month counts from its first day (``started``) or only when it is over (``whole``). ``up_to``
    bounds all of it, as a share of the fine.
    """

    fine: Percent | None = None
    interest: Percent | None = None
    per: Literal["month", "day"] = "month"
    count: Literal["started", "whole"] = "started"
    up_to: Percent | None = None


class Instalments(Grounded):
    """In how many parts a fine may be paid: the least of each, when each falls due, how many missed end it.

    ``term`` is the party's limit of which each instalment has one: the first falls due when it ends, each other one
    ``every`` so much after the one before. What its lapse does is what missing one brings.
    """

    term: str
    at_most: int = Field(ge=2)
    every: ALength
    least: Exact | None = None
    missed: int = Field(default=1, ge=1)
