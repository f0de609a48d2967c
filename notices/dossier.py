"""The case as its papers tell it: town, law, people, fact, infractions; frozen and plain.

Dates, moments and amounts are raw and are written by the filters of ``words``; the rest is text as printed.
No field holds a child's data, and the narrative must not either.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from msgspec import Struct

from notices.words import Gender


class Quote(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A provision as printed: ``art. 33, § 2º`` and its literal words; ``source`` when not the case's own law."""

    citation: str
    text: str
    source: str = ""


class Body(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who decides or acts, with the gender its article takes: ``a Comissão``, ``o Prefeito``."""

    name: str
    gender: Gender = "f"


class Act(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a term lets one do: ``defesa`` (f), ``recurso`` (m), ``pagamento`` (m)."""

    name: str
    gender: Gender


class Law(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """``Lei Municipal nº 4.814, de 26 de outubro de 2026``; ``subject`` follows "que trata": ``do serviço …``."""

    name: str
    subject: str
    gender: Gender = "f"


class Town(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The municipality as its papers show it.

    ``arms`` is SVG text (empty: a neutral shield); ``channels`` are the other ways to file, one
    sentence each; ``examples`` names the data that are examples, shown on every paper until replaced.
    """

    name: str
    state: str
    letterhead: tuple[str, ...]
    protocol_address: str
    protocol_hours: str
    gazette: str
    verification_address: str
    calculator_address: str
    data_protection: str
    channels: tuple[str, ...] = ()
    arms: str = ""
    examples: tuple[str, ...] = ()


class Signer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who signs, in what post, by what act of appointment."""

    name: str
    post: str
    act: str = ""


class Document(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """This paper: its number ``NNNNNN/AAAA``, civil date, the moment stamped in the file, and its code.

    ``automatic`` names the rule and run when the clock issued it, and the paper then says so.
    """

    number: str
    issued_on: date
    issued_at: datetime
    code: str
    url: str
    automatic: str = ""


class Trail(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the act of a paper stands in the town's log: position, digest (hexadecimal), and the last root before it.

    Known only after the act is recorded, and the same ever after; ``size`` is 0 where nothing was signed before.
    """

    log: str
    position: int
    digest: str
    size: int = 0
    root: str = ""


class Respondent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The person cited: never a child. ``tax_id`` whole and with points; public papers mask it themselves.

    ``addressed`` is to whom letters go in that person's place: the estate of one who died; empty for the person.
    """

    name: str
    tax_id: str
    role: str
    address: tuple[str, ...] = ()
    attorney: str = ""
    addressed: str = ""


class Vehicle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    plate: str
    make: str
    kind: str = ""


class Fact(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was found; ``origin`` tells a finding that came from another authority."""

    on: date
    time: str
    place: str
    narrative: str
    evidence: tuple[str, ...] = ()
    origin: str = ""


class Factor(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a memo: what, how much, and the act or article behind it."""

    label: str
    value: str
    source: str


class Penalty(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A penalty, proposed or imposed: ``detail`` is its length or amount in units; ``memo`` how the amount was made."""

    code: str
    label: str
    citation: str
    detail: str = ""
    amount: Decimal | None = None
    memo: tuple[Factor, ...] = ()


class Item(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An infraction charged: ``36-II``, its citation and literal text, and what the law attaches to it."""

    code: str
    citation: str
    quote: str
    penalties: tuple[Penalty, ...] = ()


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The case as every paper of it tells it. ``notice_number`` is the infraction notice's own."""

    number: str
    opened_on: date
    notice_number: str
    notice_on: date
    authority: Body
    law: Law
    respondent: Respondent
    fact: Fact
    items: tuple[Item, ...]
    inspector: Signer
    vehicle: Vehicle | None = None
    permit: str = ""
    others: tuple[Respondent, ...] = ()
