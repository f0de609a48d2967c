"""The town's stream: every change of its data with the act behind it, who made it, and what it was before and after."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from storage import sql
from storage.database import Database
from storage.faults import TownChanged
from storage.instants import instant_text, read_instant


class TownChange(NamedTuple):
    """One change, the ``id``-th: ``said`` is what was asked for, as JSON; ``old`` and ``new`` are digests of the data.

    ``key`` is the digest of what was asked, so that asking again is the same change. ``act`` is the town's own act.
    """

    id: int
    key: str
    at: datetime
    person: str
    approved_by: str
    kind: str
    act: str
    said: str
    old: str
    new: str


class TownChanges:
    """The changes of this database's town, which are only added to."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, change: TownChange) -> None:
        """Keep one change, for good. Raises ``TownChanged`` if another came since this one was thought of."""
        with self.database.writing() as connection:
            count = sum(1 for _ in connection.execute(sql.TOWN_CHANGES))
            if change.id != count + 1:
                raise TownChanged
            connection.execute(sql.ADD_TOWN_CHANGE, change._asdict() | {"at": instant_text(change.at)})

    def all(self) -> list[TownChange]:
        """Every change, in order."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.TOWN_CHANGES).fetchall()
        return [TownChange(*row)._replace(at=read_instant(row[2])) for row in rows]
