"""How dates, money, numbers and names are written in Portuguese, on every paper alike."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal, Protocol

from babel.dates import format_date
from babel.numbers import format_currency, format_decimal

Gender = Literal["f", "m"]
LOCALE = "pt_BR"


class Named(Protocol):
    """Anything with a name that takes an article: a body, a law, an act."""

    @property
    def name(self) -> str: ...
    @property
    def gender(self) -> Gender: ...


class Driven(Protocol):
    """A vehicle as papers tell it; a part that nobody gave is empty."""

    @property
    def plate(self) -> str: ...
    @property
    def make(self) -> str: ...
    @property
    def kind(self) -> str: ...


def short_date(day: date) -> str:
    """``02/04/2027``."""
    return day.strftime("%d/%m/%Y")


@lru_cache(maxsize=1024)
def long_date(day: date) -> str:
    """``2 de abril de 2027``; the first of a month is ``1º``, as Portuguese writes it."""
    ordinal = "1º" if day.day == 1 else str(day.day)
    return format_date(day, f"'{ordinal} de' MMMM 'de' y", locale=LOCALE)


@lru_cache(maxsize=1024)
def weekday_date(day: date) -> str:
    """``sexta-feira, 2 de abril de 2027``: how a due date is told to people."""
    return f"{format_date(day, 'EEEE', locale=LOCALE)}, {long_date(day)}"


def moment(when: datetime) -> str:
    """``12/04/2027, às 9h05``, in the zone the moment carries; whole hours without minutes, midnight the day alone.

    A paper received on a day at an hour that nobody noted is kept as midnight.
    """
    if not (when.hour or when.minute):
        return short_date(when)
    minutes = f"{when.minute:02d}" if when.minute else ""
    return f"{short_date(when)}, às {when.hour}h{minutes}"


def money(amount: Decimal) -> str:
    """``R$ 1.234,56``, the space never breaking."""
    return format_currency(amount, "BRL", locale=LOCALE)


def money_in_words(amount: Decimal) -> str:
    """``mil duzentos e trinta e quatro reais e cinquenta e seis centavos``; no ``zero reais e``."""
    from num2words import num2words  # noqa: PLC0415 - it loads every language it knows

    words: str = num2words(amount, lang=LOCALE, to="currency")
    return words.replace(",", "").removeprefix("zero reais e ")


@lru_cache(maxsize=1024)
def number(value: Decimal | int) -> str:
    """``0,75``; ``1.250``."""
    return format_decimal(value, locale=LOCALE)


@lru_cache(maxsize=1024)
def in_words(value: int, gender: Gender = "m") -> str:
    """``trinta``; feminine where Portuguese has one: ``duas``, ``vinte e uma``."""
    from num2words import num2words  # noqa: PLC0415 - same

    words: str = num2words(value, lang=LOCALE).replace(",", "")
    if gender == "m":
        return words
    feminine = [_FEMININE.get(word, word.replace("entos", "entas")) for word in words.split()]
    return " ".join(feminine)


_FEMININE = {"um": "uma", "dois": "duas", "quinhentos": "quinhentas"}


def counted(value: int, singular: str, plural: str, gender: Gender = "m") -> str:
    """``30 (trinta) dias corridos``, as statutes count."""
    return f"{value} ({in_words(value, gender)}) {singular if value == 1 else plural}"


def days(value: int) -> str:
    """``5 (cinco) dias``."""
    return counted(value, "dia", "dias")


def vehicle(thing: Driven, *, short: bool = False) -> str:
    """``placa EXM0A10, Van Exemplo, van escolar``: what is known of it, and no comma for what is not.

    In short, its kind only where nobody gave the make.
    """
    plate = f"placa {thing.plate}" if thing.plate else ""
    what = (thing.make or thing.kind,) if short else (thing.make, thing.kind)
    return ", ".join(filter(None, (plate, *what)))


def listed(words: Sequence[str]) -> str:
    """``a, b e c``."""
    return " e ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def the(thing: Named) -> str:
    """``a Comissão``, ``o Prefeito``."""
    return f"{'a' if thing.gender == 'f' else 'o'} {thing.name}"


def of(thing: Named) -> str:
    """``da Comissão``, ``do Prefeito``."""
    return f"d{the(thing)}"


def to(thing: Named) -> str:
    """``à Comissão``, ``ao Prefeito``."""
    return f"{'à' if thing.gender == 'f' else 'ao'} {thing.name}"


def by(thing: Named) -> str:
    """``pela Comissão``, ``pelo Prefeito``."""
    return f"pel{the(thing)}"


def within(thing: Named) -> str:
    """``na Comissão``, ``no Diário``."""
    return f"n{the(thing)}"


def capital(text: str) -> str:
    """The first letter upper case, the rest as it stands (``str.capitalize`` would lower names)."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """What someone typed, as a sentence: first letter upper case, closed by a full stop unless it closes itself."""
    said = capital(text.strip())
    return said if not said or said[-1] in ".!?…" else f"{said}."


OUTCOMES = {
    "upheld": "auto de infração mantido",
    "partial": "auto de infração mantido em parte",
    "dismissed": "auto de infração julgado insubsistente",
    "maintained": "decisão mantida",
    "affirmed": "recurso não provido",
    "reversed": "recurso provido",
    "aggravated": "decisão agravada",
    "remanded": "processo devolvido para nova decisão",
    "inadmissible": "recurso não conhecido",
}
APPEAL_OUTCOMES = OUTCOMES | {"partial": "recurso provido em parte"}


def outcome(name: str, *, on_appeal: bool = False) -> str:
    """What was decided, told of the notice at first instance and of the appeal above it."""
    return (APPEAL_OUTCOMES if on_appeal else OUTCOMES)[name]


ITEM_OUTCOMES = {
    "upheld": "infração confirmada",
    "partial": "infração confirmada, com penalidade menor",
    "dismissed": "infração afastada",
    "maintained": "decisão mantida",
    "affirmed": "penalidade mantida",
    "reversed": "infração afastada",
    "aggravated": "penalidade agravada",
    "remanded": "a decidir de novo",
    "inadmissible": "decisão mantida",
}


def item_outcome(name: str) -> str:
    """What was decided on one infraction."""
    return ITEM_OUTCOMES[name]
