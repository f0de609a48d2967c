"""What comes of a decision: slips, orders to serve a penalty, closings, refunds, debts, and acts withdrawn."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from msgspec import Struct

from notices.dossier import Factor, Penalty


class SlipLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    description: str
    citation: str
    amount: Decimal
    memo: tuple[Factor, ...] = ()
    goes_to: str = ""


class Discounted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is enough with a discount: until when, if that is known; ``waives`` what whoever pays so gives up."""

    label: str
    citation: str
    total: Decimal
    until: date | None = None
    waives: str = ""


class Instalment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One part of a fine that is paid in parts, and its last day: paid, or with what is ``left`` of it if some was."""

    amount: Decimal
    due: date
    paid: bool = False
    left: Decimal | None = None


class Slip(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A payment slip: ``total`` is what is left to pay, ``paid`` having come in already.

    ``due`` is None while the term's start is to come.
    """

    lines: tuple[SlipLine, ...]
    total: Decimal
    due: date | None
    where: tuple[str, ...]
    revenue_code: str = ""
    after_due: str = ""
    discounts: tuple[Discounted, ...] = ()
    charges: Decimal | None = None
    charges_citation: str = ""
    parts: tuple[Instalment, ...] = ()
    parts_citation: str = ""
    paid: Decimal | None = None


class Order(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A penalty to be served: its days, when known, what is collected and where it is handed over.

    ``final_because`` is empty where the law gives it effect at once: ``final_on`` is then the day from which it has it.
    """

    penalty: Penalty
    final_on: date
    final_because: str
    effect: str
    infraction: str = ""
    days: int | None = None
    starts: date | None = None
    ends: date | None = None
    starts_rule: str = ""
    collects: tuple[str, ...] = ()
    hand_over: str = ""
    returns: str = ""
    breach: str = ""


class Paid(Struct, frozen=True, kw_only=True, omit_defaults=True):
    on: date
    amount: Decimal
    proof: str


class Closing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The end of a case: ``reason`` in words, why, and what it means for the respondent, a sentence each.

    ``words`` are those of whoever ended it, which public copies leave out. ``ends`` is False for a discharge of the
    fine in a case that goes on.
    """

    reason: str
    on: date
    because: tuple[str, ...]
    words: tuple[str, ...] = ()
    effects: tuple[str, ...]
    paid: tuple[Paid, ...] = ()
    ends: bool = True


class Collected(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Documents collected or given back, with the penalty's first and last day where known.

    ``place`` comes with its preposition: ``na sede da Secretaria``.
    """

    items: tuple[str, ...]
    on: date
    place: str
    holder: str
    penalty: str
    first_day: date | None = None
    last_day: date | None = None
    returns_on: date | None = None


class Withdrawal(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act of the clock that falls because the fact it rested on was another."""

    act: str
    act_on: date
    fact: str
    learned_on: date
    reasons: str
    recorded_by: str
    approved_by: str
    effects: tuple[str, ...]


class Refund(Struct, frozen=True, kw_only=True, omit_defaults=True):
    paid: tuple[Paid, ...]
    amount: Decimal
    because: str
    how: tuple[str, ...]


class Debt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fine on its way to active debt: the fields a debt certificate asks for.

    ``amount`` is the fine's own; where something of it was ``paid``, ``left`` is what the debt is.
    """

    amount: Decimal
    due: date
    final_on: date
    origin: str
    grounds: tuple[str, ...]
    charges: str
    charges_from: date | None = None
    lines: tuple[SlipLine, ...] = ()
    paid: Decimal | None = None
    left: Decimal | None = None
