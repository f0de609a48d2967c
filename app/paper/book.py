"""A law and a town as papers quote them: made once for each content, and used by every paper after."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from app.office import Office
from app.paper.citing import cited, said, said_together
from app.paper.wording import PENALTY, body_of, lower_first, units_words
from notices.dossier import Body, Law, Quote, Signer, Town
from notices.words import money
from procedures import loader
from procedures import municipality as towns
from procedures.wording import price_said
from workflow.citation import Order, order
from workflow.forms import REAIS
from workflow.procedure import Procedure
from workflow.rules import Rules, rules_of


class Book:
    """One procedure, with the words its papers need: quotes, bodies, names of penalties.

    ``home`` is the body that draws up notices, in whose name a case runs unless its opening says otherwise.
    """

    def __init__(self, law: loader.Law, procedure: Procedure) -> None:
        self.procedure = procedure
        self.rules: Rules = rules_of(procedure)
        self.sources: dict[str, str] = {}
        self._texts: dict[str, str] = {}
        for layer in law.layers.values():
            self.sources |= layer.document.data.get("sources") or {}
            self._texts |= {name: each["quote"] for name, each in layer.articles.items() if each.get("quote")}
        self.sources |= procedure.sources
        self._texts |= {name: each.quote for name, each in procedure.articles.items() if each.quote}
        self._quotes: dict[str, Quote | None] = {}
        self._places: dict[Quote, Order] = {}
        self.bodies = {name: body_of(each.label or name, each.gender) for name, each in procedure.bodies.items()}
        opening = next((each for each in procedure.steps.values() if each.does == "open"), None)
        known = [each for each in (opening.by if opening else ()) if each in self.bodies]
        self.home = (known or [*self.bodies, ""])[0]
        official = procedure.official
        self.law = (
            Law(name=official.name, subject=official.subject, gender=official.gender)
            if official
            else Law(name=procedure.short, subject=f"de {lower_first(procedure.title)}")
        )

    def quote(self, citation: str) -> Quote | None:
        """The provision with its literal words; None where they are not on file."""
        if citation not in self._quotes:
            text = self._texts.get(citation)
            place, source = cited(citation)
            named = self.sources.get(source, source)
            found = None if text is None else Quote(citation=place, text=text, source=named)
            self._quotes[citation] = found
            if found is not None:
                self._places[found] = order(citation)
        return self._quotes[citation]

    def quotes(self, citations: Iterable[str], *, leaving: Iterable[str] = ()) -> tuple[Quote, ...]:
        """The provisions that have literal words, each once, but for those left out."""
        out = set(leaving)
        found = (self.quote(each) for each in dict.fromkeys(citations) if each not in out)
        return tuple(each for each in found if each is not None)

    def in_order(self, quotes: Iterable[Quote]) -> tuple[Quote, ...]:
        """Provisions in reading order; one that this book never quoted comes last, as it was given."""
        places = self._places
        return tuple(sorted(quotes, key=lambda each: (each not in places, places.get(each, ()))))

    def grounds(self, citations: Iterable[str]) -> tuple[Quote, ...]:
        """The provisions, those without literal words on file by their citation alone."""
        found = []
        for each in dict.fromkeys(citations):
            place, source = cited(each)
            named = Quote(citation=place, text="", source=self.sources.get(source, source))
            found.append(self.quote(each) or named)
        return tuple(found)

    def cite(self, *citations: str) -> str:
        """Citations in one line."""
        return said_together(tuple(citations), self.sources)

    def cite_one(self, citation: str) -> str:
        """One citation in a line."""
        return said(citation, self.sources)

    def body(self, name: str) -> Body | None:
        """A body of the law by its id."""
        return self.bodies.get(name)

    def units_of(self, units: Decimal, unit: str) -> str:
        """``0,5 URM``; by the unit's label where its id is not what people call it: ``2 × valor da multa no ano``."""
        if unit == REAIS:
            return money(units)
        rule = self.procedure.units.get(unit)
        if rule is None or not rule.label or unit.replace("_", "") == unit:
            return units_words(units, unit)
        return units_words(units, f"× {lower_first(rule.label)}")

    def price(self, item: str, code: str) -> str:
        """What a fine costs as the law says it, before anybody fixes it; empty where the law does not say."""
        form = self.rules.form(item, code)
        return self.units_of(form.simple, form.unit) if form.simple is not None else price_said(form)

    def code(self, code: str) -> str:
        """A penalty's code where the law prints one (``B-2``); empty for a mere id of the file."""
        return code if code.upper() == code else ""

    def penalty(self, code: str) -> str:
        """What a penalty is called: its kind where a length or price follows, else the law's own label.

        A law that calls a suspension something else (``Interdição``) is told in its own word.
        """
        rule = self.procedure.penalties[code]
        if not rule.label or rule.kind == "fine":
            return PENALTY[rule.kind]
        label = lower_first(rule.label)
        same = label.split()[0] == PENALTY[rule.kind].split()[0]
        return PENALTY[rule.kind] if rule.days is not None and same else label


_books: dict[str, Book] = {}


def book_of(office: Office, procedure: Procedure) -> Book:
    """The book of a procedure, kept by its digest."""
    kept = _books.get(procedure.digest)
    if kept is None:
        kept = _books[procedure.digest] = Book(office.law_of(procedure.digest), procedure)
    return kept


_letterheads: dict[str, Town] = {}


def letterhead(office: Office) -> Town:
    """The town as its papers show it, kept by its digest."""
    town = office.town
    kept = _letterheads.get(town.digest)
    if kept is None:
        kept = _letterheads[town.digest] = Town(
            name=town.name,
            state=town.state,
            letterhead=town.letterhead,
            protocol_address=town.protocol.address,
            protocol_hours=town.protocol_hours,
            gazette=town.gazette.name,
            verification_address=town.verification.check,
            calculator_address=town.verification.calculator,
            data_protection=f"{_LGPD} {town.data_protection.contact}.",
            channels=tuple(map(lower_first, town.protocol.channels)),
            arms=_arms(office),
            examples=town.examples,
        )
    return kept


_LGPD = (
    "Os dados pessoais deste documento são tratados para o exercício da fiscalização municipal "
    "(Lei 13.709/2018, art. 7º, III)."
)


def _arms(office: Office) -> str:
    name = office.town.arms.file
    file = office.settings.town_file.parent / name if name else None
    return file.read_text("utf-8").strip() if file and file.is_file() else ""


def signer_of(town: towns.Town, body: str) -> tuple[Signer, ...]:
    """Who signs for a body; nobody where the town's file names nobody, and then no paper of it goes out."""
    found = town.signers.get(body)
    return (Signer(name=found.name, post=found.post, act=found.said_act),) if found else ()
