"""All that a paper may say: the frozen data that templates read, and nothing else.

Dates, moments and amounts come raw and are written by the filters of ``words``; everything else is
text as it will be printed. A field left empty is not printed; what a kind of paper cannot do
without is in ``kinds``. No field holds a child's data, and the narrative must not either.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal

from pydantic import TypeAdapter

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
    """``Lei Municipal nº 4.814, de 26 de outubro de 2026``; ``subject`` completes "que trata": ``do transporte escolar``."""

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


@dataclass(frozen=True, kw_only=True)
class TermExample:
    """The count worked once: received that day, counted from, last day, and why it moved if it did."""

    received: date
    first_day: date
    due: date
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Term:
    """A term and how it is counted.

    ``due`` is None while the start is still to come: then two ``examples`` are printed instead, and
    ``opens`` says what starts it (``o recebimento desta notificação``) and ``event`` heads the examples. ``length`` is in words
    (``30 (trinta) dias corridos``), ``rule`` says from when and what if the last day is closed,
    ``explanation`` is the count of the date itself. ``silence`` is the effect of doing nothing,
    exactly as the law states it. ``body`` judges what is filed.
    """

    label: str
    act: Act
    length: str
    rule: str
    quote: Quote
    opens: str = ""
    event: str = "do recebimento"
    due: date | None = None
    until: str = ""
    explanation: tuple[str, ...] = ()
    examples: tuple[TermExample, ...] = ()
    body: Body | None = None
    attach: tuple[str, ...] = ()
    silence: str = ""


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """A service tried and failed."""

    via: str
    on: date
    reason: str
    address: str = ""


@dataclass(frozen=True, kw_only=True)
class Service:
    """A service done: of what, when, how, and what proves it."""

    of: str
    on: date
    via: str
    proof: str
    received_by: str = ""


@dataclass(frozen=True, kw_only=True)
class FiledPaper:
    """A file received with a petition, identified by its digest."""

    name: str
    size: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Filing:
    """A petition received: ``due`` is the last day it could come, ``count`` how that day was reached."""

    act: Act
    protocol: str
    received_at: datetime
    filed_by: str
    timely: bool
    due: date
    via: str = ""
    count: tuple[str, ...] = ()
    papers: tuple[FiledPaper, ...] = ()
    next_step: str = ""


@dataclass(frozen=True, kw_only=True)
class Vote:
    """A member and how they voted (``acompanha``, ``diverge``); ``qualification`` tells the seat they hold."""

    name: str
    post: str
    vote: str
    qualification: str = ""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One claim of the defense or appeal, and the body's answer to it."""

    claim: str
    answer: str


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """What was decided on one item, and what it costs."""

    item: str
    citation: str
    quote: str
    outcome: str
    penalties: tuple[Penalty, ...] = ()
    repeat: str = ""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A decision: ``outcome`` is about the notice at first instance, about the appeal above it.

    ``stands`` says whether anything is left against the respondent. ``tally`` is ``por unanimidade``
    or ``por 2 votos a 1``; ``total`` the fines together, in reais, where they can be told.
    """

    body: Body
    on: date
    outcome: str
    stands: bool
    tally: str
    summary: str
    report: tuple[str, ...]
    reasons: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    number: str = ""
    sitting: str = ""
    on_appeal: bool = False
    members: tuple[Vote, ...] = ()
    claims: tuple[Claim, ...] = ()
    total: Decimal | None = None
    amount_note: str = ""
    rapporteur: str = ""


@dataclass(frozen=True, kw_only=True)
class Matter:
    """One case on a sitting's table."""

    case_number: str
    subject: str
    rapporteur: str
    outcome: str
    tally: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """A sitting of a collegiate body, for its minutes; ``place`` comes with its preposition (``na sala …``)."""

    number: str
    body: Body
    on: date
    opened: str
    closed: str
    place: str
    president: str
    members: tuple[Vote, ...]
    quorum: str
    quorum_basis: Quote
    matters: tuple[Matter, ...]
    absent: tuple[str, ...] = ()
    recused: tuple[str, ...] = ()
    incidents: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SlipLine:
    description: str
    citation: str
    amount: Decimal
    memo: tuple[Factor, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Slip:
    """A payment slip. ``due`` is None while the term's start is to come."""

    lines: tuple[SlipLine, ...]
    total: Decimal
    due: date | None
    where: tuple[str, ...]
    revenue_code: str = ""
    after_due: str = ""


@dataclass(frozen=True, kw_only=True)
class Order:
    """A penalty to be served: its days, when known, what is collected and where it is handed over."""

    penalty: Penalty
    final_on: date
    final_because: str
    effect: str
    days: int | None = None
    starts: date | None = None
    ends: date | None = None
    starts_rule: str = ""
    collects: tuple[str, ...] = ()
    hand_over: str = ""
    returns: str = ""
    breach: str = ""


@dataclass(frozen=True, kw_only=True)
class Paid:
    on: date
    amount: Decimal
    proof: str


@dataclass(frozen=True, kw_only=True)
class Closing:
    """The end of a case: ``reason`` in words, why, and what it means for the respondent, a sentence each."""

    reason: str
    on: date
    because: tuple[str, ...]
    effects: tuple[str, ...]
    paid: tuple[Paid, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Collected:
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


@dataclass(frozen=True, kw_only=True)
class Withdrawal:
    """An act of the clock that falls because the fact it rested on was another."""

    act: str
    act_on: date
    fact: str
    learned_on: date
    reasons: str
    recorded_by: str
    approved_by: str
    effects: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Refund:
    paid: tuple[Paid, ...]
    amount: Decimal
    because: str
    how: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Debt:
    """An unpaid fine on its way to active debt: the fields a debt certificate asks for."""

    amount: Decimal
    due: date
    final_on: date
    origin: str
    grounds: tuple[str, ...]
    charges: str
    charges_from: date | None = None
    lines: tuple[SlipLine, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Row:
    label: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Plain:
    """The whole of a paper on the shared layout: an opening, data and paragraphs."""

    paragraphs: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    closing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Context:
    """Everything one paper may say; a template sees these names and no others.

    ``terms`` are the terms this paper opens or tells of for the party, the one to defend or appeal first
    (``term``), then the one to pay (``payment_term``); ``authority_term`` binds the authority.
    ``notes`` are what this law or town wants told besides, a sentence each; ``plain_language`` adds lines to
    the box "Em poucas palavras" after the template's own.
    """

    town: Town
    document: Document
    case: Case
    signers: tuple[Signer, ...] = ()
    term: Term | None = None
    payment_term: Term | None = None
    authority_term: Term | None = None
    service: Service | None = None
    attempts: tuple[Attempt, ...] = ()
    filing: Filing | None = None
    decision: Decision | None = None
    appealed: Decision | None = None
    sitting: Sitting | None = None
    slip: Slip | None = None
    order: Order | None = None
    closing: Closing | None = None
    collected: Collected | None = None
    withdrawal: Withdrawal | None = None
    refund: Refund | None = None
    debt: Debt | None = None
    plain: Plain | None = None
    notes: tuple[str, ...] = ()
    articles: tuple[Quote, ...] = ()
    plain_language: tuple[str, ...] = ()


Audience = Literal["letter", "party", "internal", "public"]
"""``letter`` is posted to the party, so it has an address block; ``party`` is handed over or fetched; ``public`` is for
the gazette, and is redacted; ``internal`` stays in the case, which the party may read."""

_CODEC = TypeAdapter(Context)


def freeze(context: Context) -> str:
    """The context as JSON, to be kept with the document row: the paper is written from this and nothing else."""
    return _CODEC.dump_json(context).decode()


def thaw(frozen: str) -> Context:
    """The context that ``freeze`` wrote. Raises pydantic's ValidationError if it is not one."""
    return _CODEC.validate_json(frozen)


def holder(value: Any, characters: tuple[str, ...], path: str = "") -> str:
    """The path of the first field whose text has one of those characters (``case.respondent.name``), or empty."""
    if isinstance(value, str):
        return path if any(character in value for character in characters) else ""
    if isinstance(value, tuple):
        inside = [(path, one) for one in value]
    elif is_dataclass(value):
        inside = [(f"{path}.{field.name}" if path else field.name, getattr(value, field.name)) for field in fields(value)]
    else:
        return ""
    return next(filter(None, (holder(one, characters, at) for at, one in inside)), "")
