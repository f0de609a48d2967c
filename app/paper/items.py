"""The infractions charged, each with its literal words and the penalties that the law attaches to it."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from app.paper.book import Book
from app.paper.material import Material
from app.paper.reckoning import preview
from notices.dossier import Item, Penalty
from notices.words import days
from workflow.procedure import DayRange


def item(material: Material, code: str) -> Item:
    """An infraction charged: its literal words, and the penalties that the law attaches to it.

    A fine's amount, where the law leaves no choice, is a preview of the day.
    """
    head = material.after.head
    fine = next((each for each in head.proposed if each.item == code), None)
    announced = None if fine is None else Announced(fine.units, fine.unit, preview(material, fine))
    return _item(material.book, code, head.proposed_codes, announced)


class Announced(NamedTuple):
    """A fine as the notice announces it."""

    units: Decimal
    unit: str
    amount: Decimal | None


@lru_cache(maxsize=4096)
def _item(book: Book, code: str, added: tuple[str, ...], fine: Announced | None) -> Item:
    citation = book.rules.citation(code)
    quote = book.quote(citation)
    infraction = book.procedure.infractions.get(code)
    codes = dict.fromkeys((*infraction.penalties, *added)) if infraction else {}
    return Item(
        code=code,
        citation=book.cite(citation),
        quote=quote.text if quote else infraction.label if infraction else code,
        penalties=tuple(_proposed(book, code, each, fine) for each in codes),
    )


def _proposed(book: Book, item: str, code: str, fine: Announced | None) -> Penalty:
    rule = book.procedure.penalties[code]
    announced = fine if rule.kind == "fine" else None
    return Penalty(
        code=book.code(code),
        label=book.penalty(code),
        citation=book.cite(*rule.basis),
        detail=book.units_of(announced.units, announced.unit) if announced else _range(book, item, code),
        amount=announced.amount if announced else None,
    )


def _range(book: Book, item: str, code: str) -> str:
    rule = book.procedure.penalties[code]
    if isinstance(rule.days, DayRange):
        return f"de {rule.days.start} a {rule.days.end} dias"
    if rule.days is not None:
        return days(rule.days)
    return book.price(item, code) if rule.kind == "fine" else ""
