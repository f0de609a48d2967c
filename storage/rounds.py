"""Rounds of the clock as they were: when each ran, what it did, why one stopped and who let the next go on."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from storage import sql
from storage.database import Database
from storage.instants import instant_text, read_instant


class ClockRound(NamedTuple):
    """One round, or the part of one that a machine did: ``acts`` done and ``failures`` (cases not handled).

    ``stopped`` says why it did nothing; ``confirmed_by`` is who let it go on where it would have stopped.
    """

    started_at: datetime
    finished_at: datetime
    morning: date
    acts: int
    failures: int
    stopped: str = ""
    confirmed_by: str = ""


class Rounds:
    """The rounds of this database's clock, which are only added to."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, done: ClockRound) -> None:
        """Keep one round, or a part of one, for good."""
        row = done._asdict() | {
            "started_at": instant_text(done.started_at),
            "finished_at": instant_text(done.finished_at),
            "morning": done.morning.isoformat(),
        }
        with self.database.writing() as connection:
            connection.execute(sql.ADD_ROUND, row)

    def latest(self, limit: int = 1) -> list[ClockRound]:
        """The last rounds, the newest first; the parts of one, which have its ``started_at``, taken together."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.LATEST_ROUNDS, {"limit": _PARTS + limit}).fetchall()
        whole: dict[datetime, ClockRound] = {}
        for part in (_read(*row) for row in rows):
            other = whole.get(part.started_at)
            whole[part.started_at] = part if other is None else _together(part, other)
        return list(whole.values())[:limit]

    def last_ran(self) -> datetime | None:
        """When the last round kept that was not stopped ended, or ``None`` if there has been none.

        The last kept, not the latest hour: one kept while a machine's clock was years ahead must not hide, from then
        on, that its clock leaps again.
        """
        with self.database.reading() as connection:
            row = connection.execute(sql.ROUND_RAN, {"limit": 1}).fetchone()
        return None if row is None else read_instant(row[0])

    def acts_since(self, moment: datetime) -> int:
        """How many acts the rounds since then did together."""
        with self.database.reading() as connection:
            return int(connection.execute(sql.ROUND_ACTS, {"since": instant_text(moment)}).fetchone()[0])

    def acts_recorded(self) -> int:
        """How many acts the record has."""
        with self.database.reading() as connection:
            return int(connection.execute(sql.HEAD).fetchone()[0])

    def latest_event(self) -> datetime:
        """When the record's latest event was recorded; the first day of the year 1 for an empty record."""
        with self.database.reading() as connection:
            _, found = connection.execute(sql.HEAD).fetchone()
        return read_instant(found)


_PARTS = 1000
"""Parts of rounds looked through for the last ones: a hundred thousand cases due at once make as many."""


def _together(part: ClockRound, later: ClockRound) -> ClockRound:
    return later._replace(
        finished_at=max(part.finished_at, later.finished_at),
        acts=part.acts + later.acts,
        failures=part.failures + later.failures,
        stopped=part.stopped or later.stopped,
        confirmed_by=part.confirmed_by or later.confirmed_by,
    )


def _read(
    started_at: str, finished_at: str, morning: str, acts: int, failures: int, stopped: str, confirmed_by: str
) -> ClockRound:
    return ClockRound(
        read_instant(started_at), read_instant(finished_at), date.fromisoformat(morning), acts, failures, stopped,
        confirmed_by,
    )  # fmt: skip
