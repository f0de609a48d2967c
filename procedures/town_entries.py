"""What a town file is made of: days, unit values, members, answers, addresses, each with its act."""

from __future__ import annotations

import re
from datetime import date, time
from difflib import get_close_matches
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, StrictBool

_AMOUNT = re.compile(r"\d{1,9}(\.\d{1,6})?")
_HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def _amount(text: str) -> str:
    if not _AMOUNT.fullmatch(text) or float(text) == 0:
        raise ValueError(f'valor {text!r} não se entende; escreva entre aspas e com ponto, como "137.45"')
    return text


def _hour(given: object) -> object:
    # Pydantic would take a bare 8 for eight seconds past midnight.
    if not (isinstance(given, time) or _HOUR.fullmatch(str(given))):
        raise ValueError(f"hora {str(given)!r} não se entende; escreva como 08:00 ou 17:30")
    return given


def _zone(name: str) -> str:
    if name[:1].isupper() and _opens(name):
        return name
    known = available_timezones()  # looks through some thousand files
    if name not in known:
        near = get_close_matches(name, known, n=1)
        raise ValueError(
            f"fuso horário {name!r} desconhecido; "
            + (f"quis dizer {near[0]!r}?" if near else "escreva um nome IANA, como 'America/Sao_Paulo'")
        )
    return name


def _opens(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _ibge(code: str) -> str:
    if not re.fullmatch(r"\d{7}", code):
        raise ValueError(f'código do IBGE {code!r} não tem a forma certa: são 7 algarismos, como "3160702"')
    return code


Words = Annotated[str, Field(min_length=1)]
Day = Annotated[date, Field(strict=True)]
Hour = Annotated[
    time, BeforeValidator(_hour), PlainSerializer(lambda hour: f"{hour:%H:%M}", return_type=str, when_used="json")
]
Amount = Annotated[str, AfterValidator(_amount)]
Zone = Annotated[str, AfterValidator(_zone)]
IbgeCode = Annotated[str, AfterValidator(_ibge)]


class Entry(BaseModel):
    """An entry of the file; unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Replaceable(Entry):
    """An entry that may be a mere example: it works, and is called an example wherever it shows."""

    example: StrictBool = False


class Enacted(Replaceable):
    """An entry that rests on an act: its law, decree or ordinance, as papers are to cite it."""

    act: Words

    @property
    def said_act(self) -> str:
        """The act as screens and papers show it: an example says that it is one."""
        return f"{self.act}; exemplo" if self.example else self.act


class SpecialDay(Enacted):
    """A day on which the counter does not keep its normal hours."""

    day: Day
    name: Words


class ClosedDay(SpecialDay):
    """A day without office hours; an ``optional`` one (ponto facultativo) is closed only because its act says so."""

    kind: Literal["national", "state", "municipal", "optional"]


class OfficeDays(Entry):
    """The calendar: only the years listed are known, any other refuses."""

    years: Annotated[tuple[Annotated[int, Field(strict=True, ge=1900, le=2999)], ...], Field(min_length=1)]
    closed: tuple[ClosedDay, ...]
    early_closings: tuple[SpecialDay, ...] = ()
    late_openings: tuple[SpecialDay, ...] = ()
    outages: tuple[SpecialDay, ...] = Field(default=(), exclude_if=lambda days: not days)
    """Days on which the portal was down; a town without any is the same town, digest and all, as before there were."""


class UnitValue(Enacted):
    """What one fiscal unit is worth in reais from a day on, until the next value or the end of that calendar year."""

    since: Day = Field(alias="from")
    value: Amount


class Member(Enacted):
    """A seat on a body: the days from ``since`` to ``until``, both included; without ``until`` it has no end yet."""

    name: Words
    body: Words
    permanent: StrictBool
    lawyer: StrictBool = False
    alternate: StrictBool = False
    since: Day
    until: Day | None = None

    def sits_on(self, day: date) -> bool:
        return self.since <= day and (self.until is None or day <= self.until)


class Answer(Enacted):
    """The town's answer to a question that its law leaves open, from a day on."""

    answer: Words
    since: Day


class Signer(Enacted):
    """Who signs papers of one kind, in what post, appointed by what act."""

    name: Words
    post: Words


class Protocol(Replaceable):
    """Where papers are filed: the counter, its hours, and the other channels, one sentence each."""

    address: Words
    opens: Hour
    closes: Hour
    phone: Words | None = None
    email: Words | None = None
    channels: tuple[Words, ...] = ()


class Gazette(Replaceable):
    """The official gazette: its name and where it is read."""

    name: Words
    address: Words


class Treasury(Replaceable):
    """Where fines are paid, a sentence each, and the revenue code of the slip."""

    where: Annotated[tuple[Words, ...], Field(min_length=1)]
    revenue_code: str = ""


class Arms(Replaceable):
    """The coat of arms: an SVG beside the town file; without one, papers carry a neutral shield."""

    file: Words | None = None


class Addresses(Replaceable):
    """Where a paper's code is checked, and where anyone may count a term anew."""

    check: Words
    calculator: Words


class DataProtection(Replaceable):
    """Who answers for personal data (LGPD art. 41), as printed."""

    contact: Words
