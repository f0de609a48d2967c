"""What a paper tells besides the case: terms, services, filings, decisions and sittings."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from msgspec import Struct

from notices.dossier import Act, Body, Penalty, Quote


class TermExample(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The count worked once: received that day, counted from, last day, and why it moved if it did."""

    received: date
    first_day: date
    due: date
    note: str = ""


class Term(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A term and how it is counted.

    ``due`` is None while the start is still to come: then one or two ``examples`` are printed instead, headed by
    ``event`` (``do recebimento``), and ``opens`` says what starts it (``o recebimento desta notificação``).
    ``length`` is in words (``30 (trinta) dias corridos``), ``rule`` says from when and what if the last day is
    closed, ``explanation`` is the count of the date itself. ``silence`` is the effect of doing nothing, exactly
    as the law states it. ``body`` judges what is filed; ``attach`` is what to file with it. Where more is to be said
    of who judges, ``judged`` says it in sentences, and ``sent_to`` to whom the petition goes (``ao Prefeito, por …``).
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
    first: Body | None = None
    attach: tuple[str, ...] = ()
    silence: str = ""
    judged: str = ""
    sent_to: str = ""


class EarlyPayment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A discount for who pays while a term of this paper runs: ``until`` names the term.

    ``needs`` is what must be done to have it, ``waives`` what whoever pays so gives up, ``lost_by`` what ends it,
    ``whose`` for whom it is where not for all; each in words.
    """

    label: str
    citation: str
    until: str
    due: date | None = None
    needs: str = ""
    waives: str = ""
    lost_by: str = ""
    whose: str = ""


class Attempt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A service tried and failed."""

    via: str
    on: date
    reason: str
    address: str = ""


class Service(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A service done: of what, when, how, and what proves it."""

    of: str
    on: date
    via: str
    proof: str
    received_by: str = ""


class FiledPaper(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file received with a petition, identified by its digest."""

    name: str
    size: str
    digest: str


class Filing(Struct, frozen=True, kw_only=True, omit_defaults=True):
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


class Vote(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A member and how they voted (``acompanha``, ``diverge``); ``qualification`` tells the seat they hold."""

    name: str
    post: str
    vote: str
    qualification: str = ""


class Claim(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One claim of the defense or appeal, and the body's answer to it."""

    claim: str
    answer: str


class Ruling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was decided on one item, and what it costs."""

    item: str
    citation: str
    quote: str
    outcome: str
    penalties: tuple[Penalty, ...] = ()
    repeat: str = ""


class Decided(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Another authority's decision that the same letter tells of."""

    body: Body
    on: date


class Decision(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A decision: ``outcome`` is about the notice at first instance, about the appeal above it.

    ``stands`` says whether anything is left against the respondent. ``tally`` is ``por unanimidade``
    or ``por 2 votos a 1``; ``total`` the fines together, in reais, where they can be told. ``beside`` are the decisions
    of other authorities told with it, ``limits`` what it does not decide because it is another authority's.
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
    beside: tuple[Decided, ...] = ()
    limits: str = ""

    @property
    def fines(self) -> int:
        """How many fines it imposes."""
        return sum(map(_is_fine, self._penalties))

    @property
    def besides(self) -> tuple[str, ...]:
        """What it imposes besides fines, each once: ``suspensão de 5 (cinco) dias``."""
        return tuple(dict.fromkeys(_in_words(each) for each in self._penalties if not _is_fine(each)))

    @property
    def _penalties(self) -> list[Penalty]:
        return [each for ruling in self.rulings for each in ruling.penalties]


def _is_fine(penalty: Penalty) -> bool:
    return penalty.amount is not None or penalty.label == "multa"


def _in_words(penalty: Penalty) -> str:
    joint = " " if penalty.detail.startswith("(") else " de "
    return joint.join(filter(None, (penalty.label, penalty.detail)))


class Matter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One case on a sitting's table."""

    case_number: str
    subject: str
    rapporteur: str
    outcome: str
    tally: str
    note: str = ""


class Sitting(Struct, frozen=True, kw_only=True, omit_defaults=True):
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


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One datum of a paper; ``personal`` is what somebody wrote or is known by, which no public paper carries."""

    label: str
    value: str
    personal: bool = False


class Plain(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole of a paper on the shared layout: an opening, data and paragraphs."""

    paragraphs: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    closing: tuple[str, ...] = ()
