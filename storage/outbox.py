"""Papers are rendered after the act is safe: each task under a lease, once, again later when it fails, visibly."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from storage import sql
from storage.database import Database
from storage.files import StoredFile
from storage.instants import instant_text
from storage.numbers import number_text
from storage.reading import paper_text

LEASE = timedelta(minutes=5)
"""How long a task is held before another worker may take it up."""


class RenderTask(NamedTuple):
    """A paper to render: its document row, the frozen context and template, and who holds the task.

    ``context`` is None where the law had it erased.
    """

    task: int
    attempts: int
    document: int
    case_id: str
    version: int
    kind: str
    body: str
    number: str
    code: str
    template: str
    context: bytes | None
    owner: str


class Outbox:
    """The tasks that acts left behind."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._next_free = sql.NEXT_TASKS + database.skip
        self._end_held = sql.HEAD + database.lock

    def claim(self, owner: str, now: datetime, limit: int = 50) -> list[RenderTask]:
        """Take up to ``limit`` tasks that are due and free, held by ``owner`` for ``LEASE``."""
        with self.database.writing() as connection:
            rows = connection.execute(self._next_free, {"now": instant_text(now), "limit": limit}).fetchall()
            for row in rows:
                connection.execute(
                    sql.LEASE_TASK,
                    {"task": row[0], "owner": owner, "leased_until": instant_text(now + LEASE), "attempts": row[1] + 1},
                )
        return [self._task_of(row, owner) for row in rows]

    def rendered(self, task: RenderTask, file: StoredFile, now: datetime) -> bool:
        """The paper is on disk: record its digest, for good. False if the task had passed to someone else."""
        with self.database.writing() as connection:
            at = instant_text(now)
            if not self._finish(task, "done", at, ""):
                return False
            connection.execute(self._end_held)  # two papers may be one file, byte for byte
            if connection.execute(sql.FILE_KNOWN, {"sha256": file.sha256}).fetchone() is None:
                connection.execute(sql.NEW_FILE, {**file._asdict(), "stored_at": at})
            connection.execute(
                sql.MARK_PAPER,
                {"document": task.document, "new_status": "rendered", "file": file.sha256, "at": at, "reason": ""},
            )
        return True

    def failed(self, task: RenderTask, reason: str, retry_at: datetime | None, now: datetime) -> bool:
        """The paper did not come out: again at ``retry_at``, or never by itself if None. False as in ``rendered``."""
        with self.database.writing() as connection:
            status = "pending" if retry_at else "failed"
            if not self._finish(task, status, instant_text(retry_at or now), reason):
                return False
            connection.execute(
                sql.MARK_PAPER,
                {"document": task.document, "new_status": status, "file": None, "at": None, "reason": reason},
            )
        return True

    def give_back(self, tasks: Iterable[RenderTask]) -> None:
        """Let others take up at once tasks that their owner holds and will not do."""
        with self.database.writing() as connection:
            connection.executemany(sql.GIVE_BACK_TASK, [{"task": each.task, "by": each.owner} for each in tasks])

    def again(self, document: int, now: datetime) -> bool:
        """Put a paper that had been given up back in the queue. False if it had not."""
        with self.database.writing() as connection:
            found = connection.execute(sql.TASK_AGAIN, {"of": document, "next_try": instant_text(now)}).rowcount
            if found:
                connection.execute(
                    sql.MARK_PAPER,
                    {"document": document, "new_status": "pending", "file": None, "at": None, "reason": ""},
                )
        return bool(found)

    def _finish(self, task: RenderTask, status: str, next_try: str, reason: str) -> bool:
        done = self.database.connection.execute(
            sql.FINISH_TASK,
            {"task": task.task, "by": task.owner, "new_status": status, "next_try": next_try, "reason": reason},
        )
        return done.rowcount == 1

    def _task_of(self, row: Any, owner: str) -> RenderTask:
        task, attempts, document, case_id, version, kind, body, year, ordinal, code, template, sealed, wrapped = row
        context = paper_text(self.database.keys, wrapped, sealed, case_id, version, code)
        return RenderTask(
            task,
            attempts + 1,
            document,
            case_id,
            version,
            kind,
            body,
            number_text(ordinal, year),
            code,
            template,
            context,
            owner,
        )
