"""Rounds of the clock as they were: when each ran, what it did, why one stopped and who let the next go on."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from storage import sql
from storage.database import Database
from storage.instants import instant_text, read_instant


class ClockRound(NamedTuple):
    """One round: ``acts`` done and ``failures`` (cases not handled).

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
        """Keep one round, for good."""
        row = done._asdict() | {
            "started_at": instant_text(done.started_at),
            "finished_at": instant_text(done.finished_at),
            "morning": done.morning.isoformat(),
        }
        with self.database.writing() as connection:
            connection.execute(sql.ADD_ROUND, row)

    def latest(self, limit: int = 1) -> list[ClockRound]:
        """The last rounds, the newest first."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.LATEST_ROUNDS, {"limit": limit}).fetchall()
        return [_read(*row) for row in rows]

    def last_ran(self) -> datetime | None:
        """When a round that was not stopped last ended, or ``None`` if there has been none."""
        with self.database.reading() as connection:
            (found,) = connection.execute(sql.ROUND_RAN).fetchone()
        return None if found is None else read_instant(found)

    def acts_since(self, moment: datetime) -> int:
        """How many acts the rounds since then did together."""
        with self.database.reading() as connection:
            return int(connection.execute(sql.ROUND_ACTS, {"since": instant_text(moment)}).fetchone()[0])

    def latest_event(self) -> datetime:
        """When the record's latest event was recorded; the first day of the year 1 for an empty record."""
        with self.database.reading() as connection:
            _, found = connection.execute(sql.HEAD).fetchone()
        return read_instant(found)


def _read(
    started_at: str, finished_at: str, morning: str, acts: int, failures: int, stopped: str, confirmed_by: str
) -> ClockRound:
    return ClockRound(
        read_instant(started_at), read_instant(finished_at), date.fromisoformat(morning), acts, failures, stopped,
        confirmed_by,
    )  # fmt: skip
