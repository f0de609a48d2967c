"""What is left to do once a case's key was destroyed: its files off the disk, its bytes out of the log, its id kept.

The key goes in the act's own transaction (``Transaction.append``); all here may be done again, and is done again by the
clock's round, so that a process killed in between leaves nothing behind for good.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from storage import sql
from storage.connection import Connection
from storage.database import Database
from storage.driver import sqlite3
from storage.faults import file_faults
from storage.files import Files
from storage.person_keys import wrapped_of

_OF_PAPER, _OF_EXHIBIT, _OF_VALUE = (wrapped_of(each) for each in ("document", "exhibit", "private_value"))
_HELD = f"""SELECT
    (SELECT count(*) FROM private_value
     WHERE case_id = :of AND sealed IS NOT NULL AND ({_OF_VALUE}) IS NOT NULL),
    (SELECT count(*) FROM document WHERE case_id = :of AND ({_OF_PAPER}) IS NOT NULL)"""  # noqa: S608 - our own words
_FILES = f"""SELECT file FROM document WHERE case_id = :of AND file IS NOT NULL AND ({_OF_PAPER}) IS NOT NULL
    UNION SELECT sha256 FROM exhibit WHERE case_id = :of AND ({_OF_EXHIBIT}) IS NOT NULL"""  # noqa: S608 - our own words
_GONE = "(SELECT DISTINCT case_id FROM person_key WHERE wrapped IS NULL) gone"
# CROSS JOIN: from the few cases erased to what they had, and never over every paper there is.
_FORGOTTEN = f"""SELECT document.file FROM {_GONE} CROSS JOIN document
      WHERE document.case_id = gone.case_id AND document.file IS NOT NULL AND ({_OF_PAPER}) IS NULL
    UNION SELECT exhibit.sha256 FROM {_GONE} CROSS JOIN exhibit
      WHERE exhibit.case_id = gone.case_id AND ({_OF_EXHIBIT}) IS NULL"""  # noqa: S608 - our own words
_USED = f"""SELECT 1 FROM document WHERE file = :digest AND ({_OF_PAPER}) IS NOT NULL
    UNION ALL SELECT 1 FROM exhibit WHERE sha256 = :digest AND ({_OF_EXHIBIT}) IS NOT NULL
    LIMIT 1"""  # noqa: S608 - our own words
_DESTROYED = "SELECT id FROM person_key WHERE wrapped IS NULL"
_ID = re.compile(r"[0-9a-f]{32}")
LIST = ".destruidas"
"""What follows the master key's name in the file that lists the keys destroyed."""


class Held(NamedTuple):
    """What a case holds of people: values kept apart, papers, and the digests of its files."""

    values: int
    papers: int
    files: tuple[str, ...]


def held(database: Database, case_id: str) -> Held:
    """What a case still holds that can be read."""
    with database.reading() as connection:
        values, papers = connection.execute(_HELD, {"of": case_id}).fetchone()
        files = tuple(sorted(row[0] for row in connection.execute(_FILES, {"of": case_id})))
    return Held(int(values), int(papers), files)


def forgotten(connection: Connection) -> Iterator[str]:
    """The files that only erased acts name: papers printed and what was joined."""
    for (digest,) in connection.execute(_FORGOTTEN).fetchall():
        if connection.execute(_USED, {"digest": digest}).fetchone() is None:
            yield digest


def remove_forgotten(database: Database, files: Files) -> int:
    """Take them off the disk; says how many. Their digests stay in the record. Raises a ``StorageFault``."""
    if database.closed:
        return 0
    with database.reading() as connection:
        there = [digest for digest in forgotten(connection) if files.path(digest).exists()]
    if there:
        with database.writing() as connection:
            # Under the lock that whoever names a file holds too: an act that joins it now finds it gone, and says so.
            connection.execute(sql.HEAD + database.lock)
            for digest in there:
                if connection.execute(_USED, {"digest": digest}).fetchone() is None:
                    files.remove(digest)
    return len(there)


def scrub(database: Database) -> None:
    """Leave no destroyed key in the write-ahead log of a file; a server's own upkeep sees to its pages."""
    connection: object = database.connection
    if isinstance(connection, sqlite3.Connection):
        with database.faults():
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def remembered(path: Path) -> frozenset[str]:
    """The keys that the list outside the database says were destroyed; none, if there is no list."""
    try:
        return frozenset(_ID.findall(path.read_text("ascii", "replace")))
    except FileNotFoundError:
        return frozenset()


def remember(database: Database, path: Path) -> None:
    """List, beside the master key, the keys that were destroyed: an older copy of the record does not know of them."""
    with database.reading() as connection:
        gone = {row[0] for row in connection.execute(_DESTROYED)}
    known = remembered(path)
    if gone <= known:
        return
    with file_faults(path.parent):
        descriptor, name = tempfile.mkstemp(prefix=f"{path.name}-", dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.writelines(f"{each}\n" for each in sorted(gone | known))
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
