"""The terms that a paper opens for the party, as parts of its context: to file, to pay, and the rest as notes."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.paper.early import early_payments, paying_waives
from app.paper.material import Material
from app.paper.openings import Opened, at_stake, filed_within, once_final, opened_for_party
from app.paper.terms import term_of
from notices.acts import Term
from notices.words import weekday_date
from workflow.case import Track

Parts = dict[str, Any]
"""Parts of a paper's context, by name."""


def terms_opened(material: Material, track: Track | None, letter: str, by: str = "") -> Parts:
    """The term to file within, the term to pay, and what else this paper opens for the party, each as a note.

    ``by`` is the body whose decision alone the paper is about.
    """
    rules = material.book.rules
    about = at_stake(material, track, by)
    opened = [replace(each, about=about) for each in opened_for_party(material, track)]
    filing = [each for each in opened if filed_within(rules, rules.limits[each.name])]
    paying = [each for each in opened if each.name in rules.falls_due]
    others = [each for each in opened if each not in filing and each not in paying and each.name not in rules.early]
    parts: Parts = {"early_payments": early_payments(material, track, opened), "paying_waives": paying_waives(material)}
    if filing:
        parts["term"] = term_of(material, filing[0], letter)
    if paying:
        parts["payment_term"] = _payment(material, paying[0], letter, appealable=bool(filing))
    if others:
        parts["notes"] = tuple(_noted(term_of(material, each, letter)) for each in others)
    return parts


def add_later(material: Material, parts: Parts, letter: str) -> None:
    """To a letter that opens a term to appeal and none to pay: the term to pay that begins once the other is over."""
    later = once_final(material) if "term" in parts and "payment_term" not in parts else None
    if later is not None:
        parts["notes"] = (*parts.get("notes", ()), _noted(term_of(material, later, letter)))


def _noted(term: Term) -> str:
    """A term in one line."""
    until = f", até {weekday_date(term.due)}" if term.due else ""
    return f"{term.label}: {term.length}, {term.rule}{until}.{f' {term.silence}' if term.silence else ''}"


def _payment(material: Material, opened: Opened, letter: str, *, appealable: bool) -> Term:
    term = term_of(material, opened, letter)
    limit = material.procedure.time_limits[opened.name]
    suspends = appealable and any(
        material.procedure.steps[name].does == "file" for name in limit.suspended_by if name in material.procedure.steps
    )
    pause = "O recurso apresentado no prazo suspende o prazo de pagamento até a decisão final. " if suspends else ""
    return replace(term, silence=f"{pause}{term.silence}")
