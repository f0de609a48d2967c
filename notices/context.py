"""All that a paper may say, and nothing else: the frozen data that its template reads.

A field left empty is not printed; what a kind of paper cannot do without is in ``kinds``.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from notices.acts import Attempt, Decision, EarlyPayment, Filing, Plain, Service, Sitting, Term
from notices.dossier import Case, Document, Quote, Signer, Town
from notices.endings import Closing, Collected, Debt, Order, Refund, Slip, Withdrawal


class Context(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything one paper may say; a template sees these names and no others.

    ``terms`` are the terms this paper opens or tells of for the party, the one to defend or appeal first
    (``term``), then the one to pay (``payment_term``); ``authority_term`` binds the authority.
    ``early_payments`` are the discounts that those terms open; ``paying_waives`` says that some discount of this law
    makes who pays with it give something up.
    ``notes`` are what this law or town wants told besides, a sentence each; ``plain_language`` adds lines to
    the box "Em poucas palavras" after the template's own. ``fault`` says why the context could not be made whole;
    such a paper is never issued.
    """

    town: Town
    document: Document
    case: Case
    signers: tuple[Signer, ...] = ()
    term: Term | None = None
    payment_term: Term | None = None
    authority_term: Term | None = None
    early_payments: tuple[EarlyPayment, ...] = ()
    paying_waives: bool = False
    service: Service | None = None
    attempts: tuple[Attempt, ...] = ()
    by_edital: str = ""
    to_cure: bool = False
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
    fault: str = ""


Audience = Literal["letter", "party", "internal", "public"]
"""``letter`` is posted to the party, so it has an address block; ``party`` is handed over or fetched; ``public`` is for
the gazette, and is redacted; ``internal`` stays in the case, which the party may read."""

_frozen = msgspec.json.Encoder()
_thawed = msgspec.json.Decoder(Context)


def freeze(context: Context) -> bytes:
    """The context as JSON, to be kept with the document row: the paper is written from this and nothing else."""
    return _frozen.encode(context)


def thaw(frozen: bytes) -> Context:
    """The context that ``freeze`` wrote. Raises ``ValueError`` if it is not one."""
    return _thawed.decode(frozen)


def holder(value: Any, characters: tuple[str, ...], path: str = "") -> str:
    """The path of the first field whose text has one of those characters (``case.respondent.name``), or empty."""
    if isinstance(value, str):
        return path if any(character in value for character in characters) else ""
    if isinstance(value, tuple):
        inside = [(path, one) for one in value]
    elif isinstance(value, Struct):
        inside = [
            (f"{path}.{field.name}" if path else field.name, getattr(value, field.name)) for field in fields(value)
        ]
    else:
        return ""
    return next(filter(None, (holder(one, characters, at) for at, one in inside)), "")
