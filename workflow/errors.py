"""Refusals: every "no" of the core carries what happened, the article, and what would be accepted.

DevidoError
├── LawFaults          a law file does not hold: every fault at once, with its place
└── Refusal            an act cannot be done; nothing was changed
    ├── UnknownStep  InvalidData  StepNotAllowed  NotCompetent
    ├── BeforeTheLaw  FutureDate  NotInForce  QuestionUnanswered  OutOfScope
    ├── ItemUnknown  ItemNotPriced  AlreadyArchived
    ├── NotDue  TooLate  TooEarly  UsedUp
    ├── NoQuorum  Recused  NotCarried  MissingReasons  PenaltyNotAllowed  WouldAggravate
    ├── NothingToPay  PartsNotAllowed  NothingToServe  NothingToCure  NothingToBreach  Conditioned
    ├── NoSuchAct  SecondPersonMissing  NotExtendable  RetentionRunning
    └── CalendarMissing  UnitMissing
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class DevidoError(Exception):
    """Anything this product refuses on purpose; the message is for people, in Portuguese."""


class Fault(NamedTuple):
    """One thing wrong in a law file: where (``file:line:column`` or a path) and what."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class LawFaults(DevidoError):
    """A law, layer or town file does not hold; ``faults`` lists all that was found, not just the first."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class Refusal(DevidoError):
    """An act is refused; the case stays as it was.

    ``message`` says what happened and what would be accepted; ``articles`` are the citations
    (``33 §1``, ``Lei 9.784 art. 18``) of the rule that refused and of the step's own ground.
    """

    def __init__(self, message: str, articles: Iterable[str] = ()) -> None:
        self.message = message
        self.articles = tuple(dict.fromkeys(articles))
        super().__init__(message)

    @property
    def code(self) -> str:
        """The refusal's kind, stable for programs: the class name."""
        return type(self).__name__

    def citing(self, articles: Iterable[str]) -> Refusal:
        """The same refusal that also cites ``articles`` (after its own)."""
        self.articles = tuple(dict.fromkeys((*self.articles, *articles)))
        return self

    def __str__(self) -> str:
        ground = f" ({'; '.join(self.articles)})" if self.articles else ""
        return f"{self.message}{ground}"


class UnknownStep(Refusal):
    """The procedure has no step of that name."""


class InvalidData(Refusal):
    """A field of the act is missing, unknown, or not of its kind."""


class StepNotAllowed(Refusal):
    """The law's graph has no way for this step from where the case is."""


class NotCompetent(Refusal):
    """Whoever acts is not among those the law empowers for this step or penalty."""


class BeforeTheLaw(Refusal):
    """The fact happened before this law was in force (or after it ended): another law governs it."""


class FutureDate(Refusal):
    """The day given has not come yet."""


class NotInForce(Refusal):
    """The provision was not valid, or is stale wording, on the day of the fact."""


class QuestionUnanswered(Refusal):
    """An open question without a default has no answer; nothing opens until the town gives one."""


class OutOfScope(Refusal):
    """The law does not reach this person, service or matter."""


class ItemUnknown(Refusal):
    """The law lists no such infraction."""


class ItemNotPriced(Refusal):
    """The item has no penalty in the law, or lacks a fact it depends on."""


class AlreadyArchived(Refusal):
    """The same fact was already archived because the authority let its term lapse."""


class NotDue(Refusal):
    """The clock may not act: the deadline is not past, or is no longer open."""


class TooLate(Refusal):
    """A term that binds the authority has lapsed; the act no longer takes effect."""


class TooEarly(Refusal):
    """A term still runs, or a condition of the act is still to come."""


class UsedUp(Refusal):
    """The party has already used this means once."""


class NoQuorum(Refusal):
    """Too few unrecused members with the qualities the law asks for."""


class Recused(Refusal):
    """Someone votes who may not take part in this case."""


class NotCarried(Refusal):
    """The votes do not carry the outcome, or nothing decides it."""


class MissingReasons(Refusal):
    """The act needs reasons and none were given."""


class PenaltyNotAllowed(Refusal):
    """The penalty is not the law's for this item, this body, or these days."""


class WouldAggravate(Refusal):
    """A review would make the party's position worse without prior warning."""


class NothingToPay(Refusal):
    """No fine stands, or no payment slip was issued."""


class PartsNotAllowed(Refusal):
    """So many instalments, or so small, are not what the law allows."""


class NotConfirmed(Refusal):
    """What silence confessed has not been confirmed by an authority."""


class NothingToConfirm(Refusal):
    """Nothing that silence confessed awaits an authority's confirmation."""


class NothingToServe(Refusal):
    """There is no penalty to begin or to end here."""


class NothingToCure(Refusal):
    """No cure was ordered in this case."""


class NothingToBreach(Refusal):
    """No agreement is being kept in this case."""


class Conditioned(Refusal):
    """The act was made to depend on something the law does not let it depend on."""


class NoSuchAct(Refusal):
    """The act named by a correction is not in the record, or cannot be corrected so."""


class SecondPersonMissing(Refusal):
    """A correction needs reasons and a second person, other than the one who records it."""


class NotExtendable(Refusal):
    """This term may not be extended."""


class RetentionRunning(Refusal):
    """The law has these personal data kept still."""


class NotServed(Refusal):
    """The service lacks something without which the law gives it no effect."""


class TermNotAllowed(Refusal):
    """The term set, or the day set for what it must precede, is outside what the law allows."""


class CalendarMissing(Refusal):
    """The municipality's calendar does not cover a year the count goes through."""


class UnitMissing(Refusal):
    """No value of the fiscal unit is published for that day."""
