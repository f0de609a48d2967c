"""A first draft of a town's calendar, and a second opinion on one; never the authority for any day.

Both come from the ``holidays`` library, which knows no town and gives no act. What counts is the town file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from holidays import country_holidays

from procedures.municipality import Town

_LEI_662 = "Lei 662/1949, art. 1º (redação da Lei 10.607/2002)"
_NATIONAL = {
    (1, 1): ("Confraternização Universal", _LEI_662),
    (4, 21): ("Tiradentes", _LEI_662),
    (5, 1): ("Dia do Trabalho", _LEI_662),
    (9, 7): ("Independência do Brasil", _LEI_662),
    (10, 12): ("Nossa Senhora Aparecida", "Lei 6.802/1980, art. 1º"),
    (11, 2): ("Finados", _LEI_662),
    (11, 15): ("Proclamação da República", _LEI_662),
    (11, 20): ("Dia Nacional de Zumbi e da Consciência Negra", "Lei 14.759/2023, art. 1º"),
    (12, 25): ("Natal", _LEI_662),
}
_GOOD_FRIDAY = "Sexta-feira Santa"


class Difference(NamedTuple):
    """A day on which the library and the town file do not agree, and how."""

    day: date
    name: str
    what: str


def drafted(state: str, years: Iterable[int]) -> str:
    """The ``calendar`` section of a new town file, as YAML, for people to complete with the acts.

    ``state`` is the two letters of the Union's list. Days off by mere custom come as comments: they are
    closed only when an act of the town says so.
    """
    years = tuple(years)
    lines = ["calendar:", f"  years: [{', '.join(map(str, years))}]", "  closed:"]
    for year in years:
        lines += _drafted_year(state, year)
    return "\n".join([*lines, "  early_closings: []", "  late_openings: []", ""])


def differences(town: Town) -> tuple[Difference, ...]:
    """What the library would have otherwise, in the order of the days: a reason to look, not an error."""
    days = {closed.day: closed for closed in town.office_days.closed}
    theirs = _public(town.state, town.office_days.years)
    found = []
    for day, name in theirs.items():
        if day not in days:
            found.append(Difference(day, name, "a biblioteca dá por feriado; o arquivo não o tem"))
        elif days[day].kind in ("municipal", "optional"):
            found.append(Difference(day, name, "a biblioteca dá por nacional ou estadual; no arquivo é do Município"))
    for day, closed in days.items():
        if closed.kind in ("national", "state") and day not in theirs:
            found.append(Difference(day, closed.name, "o arquivo dá por nacional ou estadual; a biblioteca não o tem"))
    return tuple(sorted(found))


def _drafted_year(state: str, year: int) -> Iterator[str]:
    public = _public(state, [year])
    for day, name in sorted({**_optional(state, year), **public}.items()):
        if day not in public:
            yield f"    # {{day: {day}, name: {name}, kind: optional, act: a indicar}}"
        elif (day.month, day.day) in _NATIONAL:
            ours, act = _NATIONAL[day.month, day.day]
            yield f'    - {{day: {day}, name: {ours}, kind: national, act: "{act}"}}'
        elif name == _GOOD_FRIDAY:
            # Lei 9.093/1995 art. 2 makes it a religious holiday that the town's own law declares.
            yield f'    - {{day: {day}, name: Sexta-feira da Paixão, kind: municipal, act: "lei municipal a indicar"}}'
        else:
            yield f'    - {{day: {day}, name: "{name}", kind: state, act: "lei estadual a indicar"}}'


def _public(state: str, years: Iterable[int]) -> dict[date, str]:
    return dict(country_holidays("BR", subdiv=state, years=list(years), language="pt_BR"))


def _optional(state: str, year: int) -> dict[date, str]:
    return dict(country_holidays("BR", subdiv=state, years=year, language="pt_BR", categories=("optional",)))
