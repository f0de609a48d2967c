"""Files that no act names: what was joined to an act that was then refused goes after a day, and nothing else does."""

from __future__ import annotations

from storage import sql
from storage.database import Database
from storage.files import KEPT, Files


def remove_orphans(database: Database, files: Files, now: float) -> int:
    """Remove what no act names and was last stored over a day before ``now`` (in seconds); says how many files.

    An act that names one is either recorded before, and keeps it, or looks for it after, and is refused: both hold the
    database's write lock. In a record that only lets itself be read nothing goes: the files of lost acts are what is
    left of them.
    """
    left = files.tidy(now)
    if database.closed:
        return left
    with database.reading() as connection:
        orphans = [
            digest
            for digest, at in files.stored()
            if now - at > KEPT and connection.execute(sql.FILE_KNOWN, {"sha256": digest}).fetchone() is None
        ]
    if orphans:
        with database.writing() as connection:
            for digest in orphans:
                if connection.execute(sql.FILE_KNOWN, {"sha256": digest}).fetchone() is None:
                    left += files.remove_older(digest, now)
    return left
