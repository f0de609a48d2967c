"""Rounds of the clock as they were: when each ran, what it did, why one stopped and who let the next go on."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, insert, literal_column, select

from storage.database import Database
from storage.rows import instant_text, read_instant
from storage.statements import compiled, paged, table, word

_round, _head = table("clock_round"), table("log_head")
_COLUMNS = ("started_at", "finished_at", "morning", "acts", "failures", "stopped", "confirmed_by")
_ADD = compiled(insert(_round).values({name: bindparam(name) for name in _COLUMNS}))
_LAST = paged(select(*(_round.c[name] for name in _COLUMNS)).order_by(_round.c.id.desc()))
_RAN = compiled(select(func.max(_round.c.finished_at)).where(_round.c.stopped == word("")))
_SINCE = compiled(
    select(func.coalesce(func.sum(_round.c.acts), literal_column("0"))).where(
        _round.c.stopped == word(""), _round.c.finished_at >= bindparam("since")
    )
)
_LATEST_EVENT = compiled(select(_head.c.recorded_at))


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
            connection.execute(_ADD, row)

    def latest(self, limit: int = 1) -> list[ClockRound]:
        """The last rounds, the newest first."""
        with self.database.reading() as connection:
            rows = connection.execute(_LAST, {"limit": limit}).fetchall()
        return [_read(*row) for row in rows]

    def last_ran(self) -> datetime | None:
        """When a round that was not stopped last ended, or ``None`` if there has been none."""
        with self.database.reading() as connection:
            (found,) = connection.execute(_RAN).fetchone()
        return None if found is None else read_instant(found)

    def acts_since(self, moment: datetime) -> int:
        """How many acts the rounds since then did together."""
        with self.database.reading() as connection:
            return int(connection.execute(_SINCE, {"since": instant_text(moment)}).fetchone()[0])

    def latest_event(self) -> datetime:
        """When the record's latest event was recorded; the first day of the year 1 for an empty record."""
        with self.database.reading() as connection:
            (found,) = connection.execute(_LATEST_EVENT).fetchone()
        return read_instant(found)


def _read(
    started_at: str, finished_at: str, morning: str, acts: int, failures: int, stopped: str, confirmed_by: str
) -> ClockRound:
    return ClockRound(
        read_instant(started_at), read_instant(finished_at), date.fromisoformat(morning), acts, failures, stopped,
        confirmed_by,
    )  # fmt: skip
