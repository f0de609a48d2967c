"""What leaves with a proof: acts as the bytes they are, and what opens their commitments."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any, NamedTuple

from storage import sql
from storage.database import Database
from storage.instants import read_instant
from storage.numbers import number_text
from storage.reading import unsealed


class Opened(NamedTuple):
    """A personal value: its path in the act's data, and the salt that opens its commitment."""

    field: str
    salt: bytes
    value: bytes


class ActBytes(NamedTuple):
    """An act as recorded: its position in the log, its bytes and their digest, the values that were not erased."""

    seq: int
    version: int
    leaf: bytes
    record: bytes
    values: tuple[Opened, ...]


class PaperBytes(NamedTuple):
    """A paper's frozen text with the salt that opens its commitment; ``file`` is the digest of the printed one.

    Erased by law, it has neither text nor salt nor file, and its number is left.
    """

    version: int
    kind: str
    series: str
    body: str
    number: str
    context: bytes | None
    salt: bytes | None
    file: str | None


class Exhibits:
    """Reads for proofs. Raises a ``StorageFault`` when the database cannot be read."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def acts(self, case_id: str) -> list[ActBytes]:
        """The acts of a case, in order; none for an unknown case."""
        with self.database.reading() as connection:
            opened: defaultdict[int, list[Opened]] = defaultdict(list)
            for version, name, sealed, wrapped in connection.execute(sql.VALUES_SHOWN, {"case_id": case_id}):
                found = unsealed(self.database.keys, wrapped, sealed, case_id, version, name)
                if found is not None:
                    opened[version].append(Opened(name, *found))
            rows = connection.execute(sql.ACTS_SHOWN, {"case_id": case_id}).fetchall()
            return [ActBytes(seq, version, leaf, record, tuple(opened[version])) for seq, version, leaf, record in rows]

    def papers(self, case_id: str) -> list[PaperBytes]:
        """The papers of a case, in the order they were issued."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.PAPERS_SHOWN, {"case_id": case_id}).fetchall()
            return [self._paper(case_id, row) for row in rows]

    def _paper(self, case_id: str, row: Any) -> PaperBytes:
        version, kind, series, body, year, ordinal, code, sealed, file, wrapped = row
        found = unsealed(self.database.keys, wrapped, sealed, case_id, version, code)
        salt, context = found or (None, None)
        number = number_text(ordinal, year)
        return PaperBytes(version, kind, series, body, number, context, salt, file if found else None)

    def at(self, seq: int) -> ActBytes | None:
        """The act at a position in the log, without its personal values."""
        with self.database.reading() as connection:
            rows = connection.execute(sql.ACT_AT, {"seq": seq})
            return next((ActBytes(at, version, leaf, record, ()) for at, version, leaf, record in rows), None)

    def recorded_at(self, seq: int) -> datetime | None:
        """When the act at a position was recorded."""
        with self.database.reading() as connection:
            row = connection.execute(sql.RECORDED_AT, {"seq": seq}).fetchone()
            return read_instant(row[0]) if row else None
