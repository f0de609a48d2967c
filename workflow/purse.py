"""Who has paid how much: one purse for the case, or one for each respondent where each owes a fine of his own."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from workflow.case import Head, Obligation
from workflow.case_money import Purse
from workflow.fold import Draft


class Owed(NamedTuple):
    """A purse and the fines it pays."""

    purse: Purse
    fines: tuple[Obligation, ...]


def owed(head: Head, obligations: Iterable[Obligation]) -> list[Owed]:
    """Each purse that some fine of the case falls on, in the order in which they were imposed."""
    by_owner: dict[str, list[Obligation]] = {}
    for each in obligations:
        if each.kind == "fine":
            by_owner.setdefault(each.respondent, []).append(each)
    return [Owed(purse_of(head, owner), tuple(fines)) for owner, fines in by_owner.items()]


def owners_of(draft: Draft) -> list[str]:
    """Whoever owes a fine of the case, in that order; nobody in particular, where all owe together."""
    return list(dict.fromkeys(each.respondent for each in draft.obligations.values() if each.kind == "fine"))


def purse_of(head: Head, owner: str) -> Purse:
    """What was paid for one who owes; the case's whole, where all owe together."""
    if not owner:
        return Purse("", head.paid, head.discharged, head.refund)
    return next((each for each in head.purses if each.owner == owner), Purse(owner))


def keep(draft: Draft, purse: Purse) -> None:
    """Put a purse back; the case's own sums are those of all purses together."""
    if not purse.owner:
        draft.note(paid=purse.paid, discharged=purse.discharged, refund=purse.refund)
        return
    others = [each for each in draft.head.purses if each.owner != purse.owner]
    every = (*others, purse)
    draft.note(
        purses=every,
        paid=sum((each.paid for each in every), Decimal(0)),
        refund=sum((each.refund for each in every), Decimal(0)),
        discharged=all(each.discharged for each in every),
    )
