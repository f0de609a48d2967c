"""What the record already knows of whom an act names: the same fact in another case, the number of somebody else.

The law refuses little of this; whoever does the act is told, and decides.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from workflow.procedure import ARCHIVED
from workflow.standing import state_of

if TYPE_CHECKING:
    from app.people import Found
    from workflow.event import Command
    from workflow.procedure import Procedure

SAME_FACT, OTHER_NAME = "same_fact", "other_name"


class Known(Struct, frozen=True, kw_only=True):
    """One such thing, and the ``case`` that tells it; ``what`` is ``same_fact`` or ``other_name``."""

    what: str
    case: str
    items: tuple[str, ...] = ()
    name: str = ""

    @property
    def said(self) -> str:
        """As people are told it."""
        if self.what == SAME_FACT:
            which = "item" if len(self.items) == 1 else "itens"
            return f"mesmo autuado, {which} ({', '.join(self.items)}) e dia já no processo {self.case}."
        return f"o CPF ou CNPJ do autuado já está no processo {self.case} em nome de {self.name}; confira o número."


def already_known(found: Found, procedure: Procedure, command: Command) -> Iterator[Known]:
    """What other cases of the people named say that whoever draws up the notice should know.

    The same fact is the same person, item and day with nothing that the law lets tell two facts apart; a case that was
    archived charges nobody any more, and whether it bars another notice is the law's to say.
    """
    items = command.data.get("items") or ()
    for case in found.cases:
        same = tuple(each for each in case.head.items if each in items)
        day = case.head.fact_on.isoformat() if case.head.fact_on else ""
        if not same or day != str(command.data.get("fact_on")) or state_of(case)[0] == ARCHIVED:
            continue
        if not found.apart(procedure, command.data, case):
            yield Known(what=SAME_FACT, case=case.id, items=same)
    yield from named_otherwise(found)


def named_otherwise(found: Found) -> Iterator[Known]:
    """The other cases in which a number of the people named is somebody else's."""
    for person, case_id, before in found.names():
        if _letters(person) != _letters(before):
            yield Known(what=OTHER_NAME, case=case_id, name=_name(before))


def _name(person: Mapping[str, Any]) -> str:
    return str(person.get("name") or "")


def _letters(person: Mapping[str, Any]) -> str:
    """A name as far as it tells people apart: no accents, no case, no doubled spaces."""
    plain = unicodedata.normalize("NFKD", _name(person))
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).casefold().split())
