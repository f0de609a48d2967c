"""A town as its file tells it: who it is, its office days, unit values, members and answers on any day."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

from pydantic import Field

from procedures.reader import cached_read, validated
from procedures.town_checks import contradictions
from procedures.town_entries import (
    Addresses,
    Answer,
    Arms,
    DataProtection,
    Entry,
    Gazette,
    IbgeCode,
    Member,
    OfficeDays,
    Protocol,
    Replaceable,
    Signer,
    SpecialDay,
    Treasury,
    UnitValue,
    Words,
    Zone,
)
from workflow.calendar import Calendar, DayNote
from workflow.dates import hour_label, short_label
from workflow.errors import Fault, LawFaults, UnitMissing

TOWNS: Final = Path(__file__).parent / "municipalities"
"""The towns that come with the product."""

_KINDS = {
    "national": "feriado nacional",
    "state": "feriado estadual",
    "municipal": "feriado municipal",
    "optional": "ponto facultativo",
}
State = Literal[
    "RO", "AC", "AM", "RR", "PA", "AP", "TO", "MA", "PI", "CE", "RN", "PB", "PE", "AL", "SE", "BA", "MG", "ES",
    "RJ", "SP", "PR", "SC", "RS", "MS", "MT", "GO", "DF",
]  # fmt: skip
Dated = TypeVar("Dated", UnitValue, Answer)


class Town(Entry):
    """One municipality. What it says is the authority for days and values; where it is silent it refuses."""

    name: Words
    state: State
    ibge: IbgeCode
    zone: Zone
    letterhead: Annotated[tuple[Words, ...], Field(min_length=1)]
    arms: Arms = Arms()
    protocol: Protocol
    gazette: Gazette
    treasury: Treasury | None = None
    verification: Addresses
    data_protection: DataProtection
    signers: dict[str, Signer]
    office_days: OfficeDays = Field(alias="calendar")
    units: dict[str, Annotated[tuple[UnitValue, ...], Field(min_length=1)]]
    members: tuple[Member, ...]
    answers: dict[str, Annotated[tuple[Answer, ...], Field(min_length=1)]] = Field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of what the file says (not of how it is laid out), in hexadecimal."""
        said = json.dumps(self.model_dump(mode="json", by_alias=True), sort_keys=True, ensure_ascii=False)
        return sha256(said.encode()).hexdigest()

    @cached_property
    def _calendar(self) -> Calendar:
        return Calendar(
            zone=self.zone,
            years=frozenset(self.office_days.years),
            closed={
                closed.day: DayNote(closed.day, closed.name, closed.said_act, _KINDS[closed.kind])
                for closed in self.office_days.closed
            },
            early_closings=_notes(self.office_days.early_closings),
            late_openings=_notes(self.office_days.late_openings),
            outages=_notes(self.office_days.outages),
            opens=self.protocol.opens,
            closes=self.protocol.closes,
        )

    def calendar(self) -> Calendar:
        """The calendar that the core counts with; always the same object."""
        return self._calendar

    def unit_value(self, unit: str, day: date) -> UnitValue:
        """The value in force on ``day``; raises ``UnitMissing`` where none was published for that calendar year."""
        if unit not in self.units:
            known = ", ".join(self.units) or "nenhuma"
            raise UnitMissing(f"o Município não tem a unidade {unit!r}; as que tem: {known}")
        value = _latest(self.units[unit], day)
        if value is None or value.since.year != day.year:
            raise UnitMissing(_no_value(unit, day, value))
        return value

    def members_of(self, body: str, day: date) -> tuple[Member, ...]:
        """Who sits on the body that day, alternates included, in the order of the file."""
        return tuple(member for member in self.members if member.body == body and member.sits_on(day))

    def answers_on(self, day: date) -> dict[str, Answer]:
        """By question, the answer in force that day; a question without one is not there."""
        latest = {question: _latest(given, day) for question, given in self.answers.items()}
        return {question: answer for question, answer in latest.items() if answer is not None}

    @property
    def protocol_hours(self) -> str:
        """``nos dias úteis, das 8h às 17h``."""
        return f"nos dias úteis, das {hour_label(self.protocol.opens)} às {hour_label(self.protocol.closes)}"

    @property
    def examples(self) -> tuple[str, ...]:
        """What in this file is still an example, as screens and papers must say until it is replaced."""
        days = self.office_days
        parts: tuple[tuple[str, Iterable[Replaceable]], ...] = (
            ("brasão", [self.arms]),
            ("endereço e horário do protocolo", [self.protocol]),
            ("Diário Oficial", [self.gazette]),
            ("onde pagar", [self.treasury] if self.treasury else []),
            ("endereço de verificação", [self.verification]),
            ("contato do encarregado de dados", [self.data_protection]),
            ("quem assina", self.signers.values()),
            (
                "feriados municipais e expediente",
                [*days.closed, *days.early_closings, *days.late_openings, *days.outages],
            ),
            *((f"valor da {_unit_said(unit)}", values) for unit, values in self.units.items()),
            ("membros dos órgãos julgadores", self.members),
            ("respostas às questões em aberto", (answer for given in self.answers.values() for answer in given)),
        )
        return tuple(said for said, entries in parts if any(entry.example for entry in entries))


def load_town(path: Path, name: str | None = None, *, beside: Path | None = None) -> Town:
    """The town of this file; raises ``LawFaults`` with every mistake and its place.

    ``name``: as messages call it. ``beside``: the folder of its arms, where that is not the file's own.
    """
    document = cached_read(path, name)
    town = validated(document, Town)
    faults = [Fault(document.where(where), what) for where, what in contradictions(town, beside or path.parent)]
    if faults:
        raise LawFaults(faults)
    return town


def _notes(days: Iterable[SpecialDay]) -> Mapping[date, DayNote]:
    return {special.day: DayNote(special.day, special.name, special.said_act) for special in days}


def _latest(entries: tuple[Dated, ...], day: date) -> Dated | None:
    return max((entry for entry in entries if entry.since <= day), key=lambda entry: entry.since, default=None)


def _unit_said(unit: str) -> str:
    """What people call a unit: by its id, unless that is a name of the law's file alone (``FINE_BRL``)."""
    return "unidade fiscal" if "_" in unit else unit


def _no_value(unit: str, day: date, last: UnitValue | None) -> str:
    known = (
        f"o último conhecido, de {short_label(last.since)}, valeu até 31 de dezembro de {last.since.year}"
        if last
        else "não há valor anterior"
    )
    return (
        f"não há valor da {unit} publicado para {short_label(day)}: {known}; "
        f"registre o valor de {day.year}, com o ato que o fixa, e repita o pedido"
    )
