"""The SQLite library in use: one outside the range whose write-ahead log can be damaged, wherever there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
else:
    try:
        from pysqlite3 import dbapi2 as sqlite3
    except ModuleNotFoundError:
        import sqlite3

SAFE_WAL = (3, 51, 3)
"""From this version on a reset of the write-ahead log cannot lose pages; below it, a rollback journal is used."""

__all__ = ["SAFE_WAL", "sqlite3"]
