"""How the clock is doing: when it last ran, what waits for it, what it could not do, what is about to lapse."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from app import copies
from app.breaker import PATIENCE, apart
from app.facts import local_day
from app.office import Office
from app.saying import count_said
from app.unprinted import HOW_TO_MEND, waiting_for_someone
from storage.rounds import ClockRound, Rounds
from storage.views import DeadlineLine, Views

AHEAD = timedelta(days=3)
"""How long before its last day a time limit of the authority is announced."""


class Ending(NamedTuple):
    """A time limit of the authority that is about to lapse: with which step, on which day, by which articles."""

    case: str
    limit: str
    label: str
    due: date
    step: str
    articles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Health:
    """``due`` cases wait for the clock; ``given_up`` papers did not come out and were not replaced.

    ``ailing`` says what is wrong.

    ``copied_at`` is when the worker's last copy was made, where copies are asked for.
    """

    last_ran: datetime | None
    rounds: tuple[ClockRound, ...]
    due: int
    given_up: int
    ending: tuple[Ending, ...]
    copied_at: datetime | None
    ailing: tuple[str, ...]


def health_of(office: Office, now: datetime, rounds: int = 5) -> Health:
    """The clock's health at this moment, with the latest ``rounds`` and the limits that end within ``AHEAD``."""
    views, kept, today = Views(office.database), Rounds(office.database), local_day(now, office.town.zone)
    latest, ran, due = tuple(kept.latest(rounds)), kept.last_ran(), views.due_count(today)
    ailing = []
    if due and ran is None:
        ailing.append("o relógio nunca correu, e há processos à espera dele")
    if ran is not None and now - ran > PATIENCE:
        ailing.append("o relógio não corre há mais de dois dias")
    if latest and latest[0].stopped:
        ailing.append(f"a última ronda parou: {latest[0].stopped}")
    if latest and latest[0].failures:
        ailing.append(f"a última ronda não conseguiu tratar {latest[0].failures} processo(s)")
    if told := apart(office, now):
        ailing.append(told)
    given_up = len(waiting_for_someone(office))
    if given_up:
        ailing.append(f"{count_said(given_up, 'peça não saiu', 'peças não saíram')}; {HOW_TO_MEND}")
    ailing.extend(copies.trouble(office, now))
    return Health(
        last_ran=ran,
        rounds=latest,
        due=due,
        given_up=given_up,
        ending=tuple(_ending(office, line) for line in views.running(today, today + AHEAD) if _announced(office, line)),
        copied_at=copies.made_at(office.settings),
        ailing=tuple(ailing),
    )


def _announced(office: Office, line: DeadlineLine) -> bool:
    limit = office.procedure(office.store.pinned(line.case_id).procedure).time_limits[line.kind]
    return limit.binds == "authority" and bool(line.fires)


def _ending(office: Office, line: DeadlineLine) -> Ending:
    procedure = office.procedure(office.store.pinned(line.case_id).procedure)
    limit = procedure.time_limits[line.kind]
    return Ending(line.case_id, line.kind, limit.label or line.kind, line.due, line.fires, limit.basis)
