"""The times the record was put back from a copy, which every later copy tells too."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from storage import sql
from storage.database import Database
from storage.instants import instant_text, read_instant


class Restoration(NamedTuple):
    """One restoration, the ``id``-th: when, from a copy made when, of so many acts with this root.

    ``known_size`` is how many acts the record was known to have had, outside the copy: those beyond ``size`` were lost
    to it. ``files_missing`` had been missing when it was copied.
    """

    id: int
    at: datetime
    copied_at: datetime
    size: int
    root: bytes
    known_size: int
    files_missing: int

    @property
    def lost(self) -> int:
        """The acts that the copy lacked."""
        return max(self.known_size - self.size, 0)


class Restorations:
    """The restorations of this database, which are only added to."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, made: Restoration) -> None:
        """Keep one restoration for good, after the others whatever its ``id``."""
        with self.database.writing() as connection:
            number = 1 + sum(1 for _ in connection.execute(sql.RESTORATIONS))
            at, copied_at = instant_text(made.at), instant_text(made.copied_at)
            connection.execute(sql.ADD_RESTORATION, made._asdict() | {"id": number, "at": at, "copied_at": copied_at})

    def all(self) -> list[Restoration]:
        """Every restoration, in order."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.RESTORATIONS).fetchall()
        return [
            Restoration(number, read_instant(at), read_instant(copied_at), size, bytes(root), known_size, missing)
            for number, at, copied_at, size, root, known_size, missing in rows
        ]
