"""One municipality's office days: what is closed, closes early or opens late, each with the act that says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Struct

from workflow.errors import CalendarMissing, InvalidData

_DAY = timedelta(days=1)
_WEEKEND = {5: "sábado", 6: "domingo"}


class DayNote(NamedTuple):
    """Why a day is unlike the others: its ``name``, the ``act`` that says so, and in a word its ``kind``."""

    day: date
    name: str
    act: str
    kind: str = "feriado"

    def __str__(self) -> str:
        return _told(self.kind, self)


def _told(word: str, note: DayNote) -> str:
    name = f": {note.name}" if note.name else ""
    act = f" ({note.act})" if note.act else ""
    return f"{word}{name}{act}"


def _noted(days: Iterable[date], kind: str) -> dict[date, DayNote]:
    return {day: DayNote(day, "", "", kind) for day in days}


# Compared and hashed by identity: a town has few calendars and results are kept per calendar.
class Calendar(Struct, frozen=True, kw_only=True, eq=False):
    """Office days of one municipality.

    ``zone`` is the IANA name of the legal time. ``years`` are those whose closed days are known: any look at
    another year raises ``CalendarMissing``, never an empty set of holidays. ``closed`` is what is closed besides
    Saturdays and Sundays; an early closing or an outage of the portal moves a term that would end
    on it, a late opening does not.
    ``opens`` and ``closes`` are the hours of the protocol counter. Raises ``InvalidData`` if the zone is unknown.
    """

    zone: str
    years: frozenset[int]
    closed: Mapping[date, DayNote]
    early_closings: Mapping[date, DayNote]
    late_openings: Mapping[date, DayNote]
    opens: time
    closes: time
    outages: Mapping[date, DayNote] = {}

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError):
            raise InvalidData(
                f"fuso horário {self.zone!r} desconhecido; escreva um nome IANA, como 'America/Sao_Paulo'"
            ) from None

    @classmethod
    def of(
        cls,
        closed_days: Iterable[date],
        *,
        late_openings: Iterable[date] = (),
        early_closings: Iterable[date] = (),
        zone: str = "America/Sao_Paulo",
        opens: time = time(8),
        closes: time = time(17),
    ) -> Calendar:
        """A calendar from plain dates, as rehearsals give it: it covers the years that appear in ``closed_days``."""
        closed = _noted(closed_days, "dia sem expediente")
        return cls(
            zone=zone,
            years=frozenset(day.year for day in closed),
            closed=closed,
            early_closings=_noted(early_closings, ""),
            late_openings=_noted(late_openings, ""),
            opens=opens,
            closes=closes,
        )

    def has_hours(self, day: date) -> bool:
        """Is ``day`` a business day, be it with shortened hours? Raises ``CalendarMissing``."""
        if day.year not in self.years:
            raise _missing(day.year)
        return day.weekday() < 5 and day not in self.closed

    def full_hours(self, day: date) -> bool:
        """Can papers be filed on ``day``, by every way, up to the normal hour? Raises ``CalendarMissing``."""
        return self.has_hours(day) and day not in self.early_closings and day not in self.outages

    def next_full_day(self, day: date) -> date:
        """``day`` itself, or the first later one with full hours. Raises ``CalendarMissing``."""
        while not self.full_hours(day):
            day += _DAY
        return day

    def plus_business_days(self, day: date, n: int) -> date:
        """The ``n``-th business day after ``day``; for zero, ``day`` itself. Raises ``CalendarMissing``."""
        while n > 0:
            day += _DAY
            n -= self.has_hours(day)
        return day

    def why_not(self, day: date) -> str:
        """Why a term cannot end on ``day``, in Portuguese; empty if it can. Raises ``CalendarMissing``."""
        if self.full_hours(day):
            return ""
        if day.weekday() in _WEEKEND:
            return _WEEKEND[day.weekday()]
        if day in self.closed:
            return str(self.closed[day])
        if day in self.early_closings:
            return _told("expediente encerrado mais cedo", self.early_closings[day])
        return _told("protocolo eletrônico fora do ar", self.outages[day])

    def act_on(self, day: date) -> str | None:
        """The act that closes ``day`` or cuts it short; ``None`` where no act is needed or known."""
        note = self.closed.get(day) or self.early_closings.get(day) or self.outages.get(day)
        return (note.act or None) if note else None


def _missing(year: int) -> CalendarMissing:
    return CalendarMissing(
        f"o calendário do município não cobre o ano de {year}; registre os dias sem expediente de {year}, "
        "com os atos que os fixam, e repita o pedido"
    )
