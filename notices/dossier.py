"""The case as its papers tell it: town, law, people, fact, infractions; frozen and plain.

Dates, moments and amounts are raw and are written by the filters of ``words``; the rest is text as printed.
No field holds a child's data, and the narrative must not either.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from notices.words import Gender


@dataclass(frozen=True, kw_only=True)
class Quote:
    """A provision as printed: ``art. 33, § 2º`` and its literal words; ``source`` when not the case's own law."""

    citation: str
    text: str
    source: str = ""


@dataclass(frozen=True, kw_only=True)
class Body:
    """Who decides or acts, with the gender its article takes: ``a Comissão``, ``o Prefeito``."""

    name: str
    gender: Gender = "f"


@dataclass(frozen=True, kw_only=True)
class Act:
    """What a term lets one do: ``defesa`` (f), ``recurso`` (m), ``pagamento`` (m)."""

    name: str
    gender: Gender


@dataclass(frozen=True, kw_only=True)
class Law:
    """``Lei Municipal nº 4.814, de 26 de outubro de 2026``; ``subject`` follows "que trata": ``do serviço …``."""

    name: str
    subject: str
    gender: Gender = "f"


@dataclass(frozen=True, kw_only=True)
class Town:
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


@dataclass(frozen=True, kw_only=True)
class Signer:
    """Who signs, in what post, by what act of appointment."""

    name: str
    post: str
    act: str = ""


@dataclass(frozen=True, kw_only=True)
class Document:
    """This paper: its number ``NNNNNN/AAAA``, civil date, the moment stamped in the file, and its code.

    ``automatic`` names the rule and run when the clock issued it, and the paper then says so.
    """

    number: str
    issued_on: date
    issued_at: datetime
    code: str
    url: str
    automatic: str = ""


@dataclass(frozen=True, kw_only=True)
class Trail:
    """Where the act of a paper stands in the town's log: position, digest (hexadecimal), and the last root before it.

    Known only after the act is recorded, and the same ever after; ``size`` is 0 where nothing was signed before.
    """

    log: str
    position: int
    digest: str
    size: int = 0
    root: str = ""


@dataclass(frozen=True, kw_only=True)
class Respondent:
    """The person cited: never a child. ``tax_id`` whole and with points; public papers mask it themselves."""

    name: str
    tax_id: str
    role: str
    address: tuple[str, ...] = ()
    attorney: str = ""


@dataclass(frozen=True, kw_only=True)
class Vehicle:
    plate: str
    make: str
    kind: str = ""


@dataclass(frozen=True, kw_only=True)
class Fact:
    """What was found; ``origin`` tells a finding that came from another authority."""

    on: date
    time: str
    place: str
    narrative: str
    evidence: tuple[str, ...] = ()
    origin: str = ""


@dataclass(frozen=True, kw_only=True)
class Factor:
    """One line of a memo: what, how much, and the act or article behind it."""

    label: str
    value: str
    source: str


@dataclass(frozen=True, kw_only=True)
class Penalty:
    """A penalty, proposed or imposed: ``detail`` is its length or amount in units; ``memo`` how the amount was made."""

    code: str
    label: str
    citation: str
    detail: str = ""
    amount: Decimal | None = None
    memo: tuple[Factor, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Item:
    """An infraction charged: ``36-II``, its citation and literal text, and what the law attaches to it."""

    code: str
    citation: str
    quote: str
    penalties: tuple[Penalty, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Case:
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
