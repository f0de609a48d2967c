"""The money of a case, frozen: the slip in force, who has paid how much, the instalments agreed."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from msgspec import Struct


class SlipDiscount(NamedTuple):
    """A discount that a slip shows: its name, what is to be paid with it, until when if that is known, whose it is."""

    name: str
    total: Decimal
    until: date | None = None
    owner: str = ""


class Slip(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The payment slip in force: the day it was issued and each fine's amount in reais.

    ``discounts`` are those open that day. ``asked`` is what turned out to be enough for a fine, where that is
    not its line, once payments reached it; ``earned`` the discounts by which it was. ``charges`` are what was
    owed besides for being late, on the day it was issued.
    """

    issued_on: date
    lines: dict[str, Decimal]
    discounts: tuple[SlipDiscount, ...] = ()
    asked: dict[str, Decimal] = {}
    earned: dict[str, tuple[str, ...]] = {}
    charges: dict[str, Decimal] = {}


class Purse(NamedTuple):
    """What one who owes a fine of his own has paid, whether that was enough, and what goes back to him."""

    owner: str
    paid: Decimal = Decimal(0)
    discharged: bool = False
    refund: Decimal = Decimal(0)


class Part(NamedTuple):
    """An instalment: the deadline by which it is due, whose it is, how much, and what payments then come to."""

    deadline: str
    owner: str
    amount: Decimal
    reaches: Decimal
