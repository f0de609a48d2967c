"""The clock's round under watch: stopped where a person should look first, and kept in the record, as it went."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from app import breaker, clock, logs
from app.clock import Round
from app.facts import local_day
from app.office import Office
from storage.rounds import ClockRound, Rounds
from storage.views import Views


def make_round(
    office: Office,
    now: datetime,
    *,
    on: date | None = None,
    dry: bool = False,
    confirmed_by: str = "",
    moment: Callable[[], datetime],
    halt: Callable[[], bool] = clock.never,
) -> Round:
    """Run the clock as ``clock.run`` does, unless there are objections and nobody (``confirmed_by``) took them.

    A round that was stopped did nothing and says why in ``stopped``. ``moment`` tells when it ended.
    """
    morning = on or local_day(now, office.town.zone)
    due = Views(office.database).due_count(morning)
    against = list(breaker.objections(office, now, due))
    if dry:
        done = clock.run(office, now, on=on, dry=True)
        done.stopped = against
        return done
    if against and not confirmed_by:
        logs.stopped("relógio: ronda parada, à espera de uma pessoa", against)
        done = Round(morning=morning, dry=False, stopped=against)
    else:
        done = clock.run(office, now, on=on, halt=halt)
    keep(office, done, now, moment(), confirmed_by if against else "")
    return done


def keep(office: Office, done: Round, started_at: datetime, finished_at: datetime, confirmed_by: str = "") -> None:
    """Keep a round, or its part that was done here, in the record: those of one ``started_at`` are one round."""
    Rounds(office.database).add(
        ClockRound(
            started_at=started_at,
            finished_at=max(finished_at, started_at),
            morning=done.morning,
            acts=len(done.rings),
            failures=len(done.failures),
            stopped="; ".join(done.stopped),
            confirmed_by=confirmed_by,
        )
    )
