"""What a town file contradicts in itself: days out of their years, mandates that cross, values out of order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from procedures.nodes import FieldPath
from procedures.town_entries import Answer, Member, OfficeDays, UnitValue

if TYPE_CHECKING:
    from procedures.municipality import Town

# The first two digits of a municipality's IBGE code are its state's.
_STATES = {
    "RO": "11", "AC": "12", "AM": "13", "RR": "14", "PA": "15", "AP": "16", "TO": "17", "MA": "21", "PI": "22",
    "CE": "23", "RN": "24", "PB": "25", "PE": "26", "AL": "27", "SE": "28", "BA": "29", "MG": "31", "ES": "32",
    "RJ": "33", "SP": "35", "PR": "41", "SC": "42", "RS": "43", "MS": "50", "MT": "51", "GO": "52", "DF": "53",
}  # fmt: skip


def contradictions(town: Town, folder: Path) -> Iterator[tuple[FieldPath, str]]:
    """Where, and what, no entry shows by itself; ``folder`` is the one of the town file."""
    code = _STATES[town.state]
    if not town.ibge.startswith(code):
        yield ("ibge",), f"código do IBGE {town.ibge}: os municípios de {town.state} começam por {code}"
    if town.protocol.opens >= town.protocol.closes:
        yield ("protocol", "closes"), "o protocolo fecha antes de abrir"
    if town.arms.file is not None and not (folder / town.arms.file).is_file():
        yield ("arms", "file"), f"o brasão {town.arms.file!r} não está ao lado deste arquivo"
    yield from _odd_days(town.office_days)
    yield from _odd_mandates(town.members)
    for unit, values in town.units.items():
        yield from _out_of_order(("units", unit), "from", values)
    for question, given in town.answers.items():
        yield from _out_of_order(("answers", question), "since", given)


def _odd_mandates(members: Sequence[Member]) -> Iterator[tuple[FieldPath, str]]:
    for index, member in enumerate(members):
        if member.until is not None and member.until < member.since:
            yield ("members", index, "until"), f"o mandato de {member.name} termina antes de começar"
        for other in members[:index]:
            if (other.name, other.body) == (member.name, member.body) and _overlap(other, member):
                yield ("members", index), f"{member.name} já está em {member.body} nesses dias"


def _out_of_order(
    where: tuple[str, str], field: str, entries: Sequence[UnitValue] | Sequence[Answer]
) -> Iterator[tuple[FieldPath, str]]:
    for index in range(1, len(entries)):
        if entries[index].since <= entries[index - 1].since:
            yield (*where, index, field), f"em {'.'.join(where)}, os dias devem vir em ordem e sem repetição"


def _odd_days(days: OfficeDays) -> Iterator[tuple[FieldPath, str]]:
    sections = {
        "closed": days.closed, "early_closings": days.early_closings, "late_openings": days.late_openings,
        "outages": days.outages,
    }  # fmt: skip
    closed: set[date] = set()
    for section, entries in sections.items():
        seen: set[date] = set()
        for index, special in enumerate(entries):
            where, day = ("calendar", section, index, "day"), special.day
            if day.year not in days.years:
                yield where, f"o ano de {day} não está em calendar.years: acrescente-o ou tire o dia"
            if day in seen:
                yield where, f"o dia {day} já está em {section}"
            if day in closed:
                yield where, f"o dia {day} já está em closed, sem expediente algum"
            seen.add(day)
        closed |= seen if section == "closed" else set()
    for index, year in enumerate(days.years):
        if year not in {day.year for day in closed}:
            yield (
                ("calendar", "years", index),
                f"{year} não tem dia algum em calendar.closed: falta o calendário do ano",
            )
        if year in days.years[:index]:
            yield ("calendar", "years", index), f"{year} está repetido"


def _overlap(one: Member, other: Member) -> bool:
    return one.since <= (other.until or date.max) and other.since <= (one.until or date.max)
