"""The infractions charged, each with its literal words and the penalties that the law attaches to it."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from app.paper.book import Book
from app.paper.material import Material
from app.paper.reckoning import preview
from app.paper.wording import ROLES
from notices.dossier import Item, Penalty
from notices.words import days
from workflow.procedure import DayRange


def item(material: Material, code: str) -> Item:
    """An infraction charged: its literal words, and the penalties that the law attaches to it.

    A fine's amount, where the law leaves no choice, is a preview of the day.
    """
    head = material.after.head
    own = [each for each in head.proposed_own if each.fine.item == code]
    if own:
        amounts = tuple(Announced(fine.units, fine.unit, preview(material, fine), whose) for whose, fine in own)
        return _item(material.book, code, head.proposed_codes, amounts)
    fine = next((each for each in head.proposed if each.item == code), None)
    announced = () if fine is None else (Announced(fine.units, fine.unit, preview(material, fine)),)
    return _item(material.book, code, head.proposed_codes, announced)


class Announced(NamedTuple):
    """A fine as the notice announces it; ``whose``, where it is one respondent's alone."""

    units: Decimal
    unit: str
    amount: Decimal | None
    whose: str = ""


@lru_cache(maxsize=4096)
def _item(book: Book, code: str, added: tuple[str, ...], fines: tuple[Announced, ...]) -> Item:
    citation = book.rules.citation(code)
    quote = book.quote(citation)
    infraction = book.procedure.infractions.get(code)
    codes = dict.fromkeys((*infraction.penalties, *added)) if infraction else {}
    return Item(
        code=code,
        citation=book.cite(citation),
        quote=quote.text if quote else infraction.label if infraction else code,
        penalties=tuple(_proposed(book, code, each, fines) for each in codes),
    )


def _proposed(book: Book, item: str, code: str, fines: tuple[Announced, ...]) -> Penalty:
    rule = book.procedure.penalties[code]
    announced = fines if rule.kind == "fine" else ()
    return Penalty(
        code=book.code(code),
        label=book.penalty(code),
        citation=book.cite(*rule.basis),
        detail="; ".join(_said(book, each) for each in announced) or _range(book, item, code),
        amount=announced[0].amount if len(announced) == 1 else None,
    )


def _said(book: Book, fine: Announced) -> str:
    units = book.units_of(fine.units, fine.unit)
    return f"{units} ({ROLES.get(fine.whose, fine.whose)})" if fine.whose else units


def _range(book: Book, item: str, code: str) -> str:
    rule = book.procedure.penalties[code]
    if isinstance(rule.days, DayRange):
        return f"de {rule.days.start} a {rule.days.end} dias"
    if rule.days is not None:
        return days(rule.days)
    return book.price(item, code) if rule.kind == "fine" else ""
