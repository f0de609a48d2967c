"""The provisions that a paper prints: those it stands on, literally, in reading order."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from app.paper.book import Book
from app.paper.material import Material
from app.paper.reckoning import grounds_of
from app.paper.serving import ordered, starting_step
from notices.dossier import Quote
from workflow.event import Paper
from workflow.rules import sorted_articles

ORDERS = ("written_warning", "suspension_order", "temporary_bar_order", "revocation_order")
_PRICED = (
    "infraction_notice", "notice_letter", "decision", "appeal_decision", "decision_letter", "final_decision_letter",
    "payment_slip",
)  # fmt: skip


def articles_of(material: Material, paper: Paper, parts: dict[str, Any]) -> tuple[Quote, ...]:
    """The provisions the paper stands on, literally; those of its items are in it already."""
    found = _quoted(material.book, _grounds(material, paper), material.after.head.items, paper.kind)
    terms = [parts[name].quote for name in ("term", "payment_term", "authority_term") if name in parts]
    more = tuple(each for each in dict.fromkeys(terms) if each.text and each not in found)
    ordered_found = material.book.in_order((*found, *more)) if more else found
    return ordered_found or material.book.grounds(material.step.ground)


@lru_cache(maxsize=2048)
def _quoted(book: Book, grounds: tuple[str, ...], items: tuple[str, ...], kind: str) -> tuple[Quote, ...]:
    """The provisions in reading order, without what the paper quotes elsewhere or does not touch who reads it."""
    procedure = book.procedure
    out = {book.rules.citation(each) for each in items}
    offered = [procedure.infractions[each].penalties for each in items if each in procedure.infractions]
    own = {citation for codes in offered for code in codes for citation in procedure.penalties[code].basis}
    for unit in procedure.units.values():
        # Of the provisions that a unit rests on, those of the penalties of these items say it; else the first.
        said = own.intersection(unit.basis) or set(unit.basis[:1])
        out.update(citation for citation in unit.basis if citation not in said)
    if kind == "notice_letter":
        out.update(
            each for limit in procedure.time_limits.values() if limit.binds == "authority" for each in limit.basis
        )
    return book.in_order(book.quotes(sorted_articles(grounds), leaving=out))


def _grounds(material: Material, paper: Paper) -> tuple[str, ...]:
    """The citations a paper stands on: all of its act's where it prices, the penalty's own for an order."""
    procedure = material.procedure
    if paper.kind in _PRICED:
        return material.event.derived.articles
    if paper.kind in ORDERS and (obligation := ordered(material, paper)):
        begins = starting_step(material, obligation.kind)
        rests_on = grounds_of(procedure, obligation.item, obligation.code)
        return (*rests_on, *(begins.ground if begins and begins.collects else ()))
    tags = ("always", material.event.outcome)
    return tuple(citation for tag in tags for citation in material.step.basis.get(tag, ()))
