"""Where a process may be killed, each point by name, and how it is killed there.

A point is before or after something that the product does in one of the commands: a statement by its name in
``storage.sql``, the beginning or end of a transaction, or any function by its dotted name. Nothing of it is in the
product: a process that is to die has them replaced.
"""

from __future__ import annotations

import io
import os
import secrets
import signal
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from functools import partial
from hashlib import sha256
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from app import casework, delivery
from app.office import Office
from app.request import Handled, Request
from storage import sql
from storage.driver import sqlite3
from storage.files import StoredFile
from storage.outbox import RenderTask
from tests.app import desk
from tests.crash.commands import COMMANDS


class Point(NamedTuple):
    """In which command, on which side of what."""

    command: str
    side: Literal["before", "after"]
    what: str

    def __str__(self) -> str:
        return f"{self.command}: {self.side} {self.what}"


def _of(command: str, told: str) -> list[Point]:
    """``<what`` is before it, ``what>`` after it, ``<what>`` both."""
    found = []
    for word in told.split():
        what = word.strip("<>")
        found += [Point(command, "before", what)] if word.startswith("<") else []
        found += [Point(command, "after", what)] if word.endswith(">") else []
    return found


POINTS: tuple[Point, ...] = (
    *_of("open", """
        <storage.upgrade.migrate alembic.op.create_table> storage.upgrade.migrate> <os.link os.link>
        NEW_SOURCE> NEW_CASE> <COMMIT COMMIT>
    """),
    *_of("file", """
        tempfile.mkstemp> <os.fsync os.fsync> <pathlib.Path.rename pathlib.Path.rename>
        <BEGIN BEGIN> CASE> KEY> CHANGE_CASE> NEW_EVENT> NEW_PRIVATE> NEW_FILE> TAKE_NUMBER> NEW_PAPER> NEW_TASK>
        NEW_KEY> MOVE_HEAD> <COMMIT COMMIT>
    """),
    *_of("judge", "SET_DEADLINE> SET_OBLIGATION> NEW_PRIVATE> COMMIT>"),
    *_of("round", "<COMMIT COMMIT> <ADD_ROUND ADD_ROUND>"),
    *_of("print", """
        LEASE_TASK> <app.delivery.render app.delivery.render> <pathlib.Path.rename pathlib.Path.rename> FINISH_TASK>
        MARK_PAPER> COMMIT>
    """),
    *_of("first signature", "<os.link os.link> NEW_CHECKPOINT> COMMIT>"),
    *_of("signature", """
        NEW_CHECKPOINT> <COMMIT COMMIT> <storage.signing.SigningKey.remember <pathlib.Path.replace pathlib.Path.replace>
    """),
    *_of("publish", "PUBLISH> COMMIT>"),
    *_of("mail", "<app.duties.send app.duties.send> <pathlib.Path.write_text pathlib.Path.write_text>"),
    *_of("town", "ADD_TOWN_CHANGE> <COMMIT COMMIT> <pathlib.Path.replace pathlib.Path.replace>"),
    *_of("backup", """
        app.backup.copy_database> <storage.archive.SealedWriter.close app.backup.write_copy> <pathlib.Path.rename
        pathlib.Path.rename>
    """),
    *_of("restore", """
        app.restore._unpack> <app.restore._verified <app.restore._report> <pathlib.Path.rename pathlib.Path.rename>
        <app.restore.sync_folder>
    """),
    *_of("rotate", """
        <storage.rotation.make_master storage.rotation.make_master> ADD_ROTATION> <COMMIT COMMIT> <os.link os.link>
        <pathlib.Path.replace pathlib.Path.replace> <storage.rotation._rewrap storage.rotation._rewrap>
        <storage.rotation._done <storage.rotation.scrub>
    """),
    *_of("tidy", "<pathlib.Path.unlink pathlib.Path.unlink>"),
)  # fmt: skip

Reached = Callable[[Point], None]


def run(
    command: str, folder: Path, now: datetime, stop: tuple[Point, int] | None, tell: Connection, fault: str = ""
) -> None:
    """In a process of its own: the command, killed the nth time it comes to a point; or not, and how often it came.

    ``fault`` is the name of one to be seeded.
    """
    if fault:
        FAULTS[fault](setattr)
    seen: Counter[Point] = Counter()

    def reached(point: Point) -> None:
        seen[point] += 1
        if stop is not None and point == stop[0] and seen[point] == stop[1]:
            os.kill(os.getpid(), signal.SIGKILL)

    watch([each for each in POINTS if each.command == command], reached)
    COMMANDS[command].run(folder, now)
    tell.send(dict(seen))


def _marked_before_it_is_there(put: Put) -> None:
    """A paper is said to be printed before its file is where it belongs."""

    def deliver(office: Office, task: RenderTask, now: datetime) -> None:
        pdf = b"%PDF " + task.code.encode()
        office.outbox.rendered(task, StoredFile(sha256(pdf).hexdigest(), "application/pdf", len(pdf)), now)
        office.files.put(io.BytesIO(pdf), "application/pdf")

    put(delivery, "_deliver", deliver)


def _deaf_to_keys(put: Put) -> None:
    """Every command is taken for a new one."""

    def handle(office: Office, request: Request, now: datetime) -> Handled:
        return casework.handle(office, replace(request, key=secrets.token_hex(8)), now)

    put(desk, "handle", handle)


Put = Callable[[Any, str, Any], None]
FAULTS: dict[str, Callable[[Put], None]] = {
    "marked before it is there": _marked_before_it_is_there,
    "deaf to keys": _deaf_to_keys,
}
"""Faults to be seeded in a process, which must then be seen."""


def watch(points: list[Point], reached: Reached) -> None:
    """Have ``reached`` told of each point, in this process, for good."""
    statements: dict[str, list[Point]] = {}
    functions: dict[str, list[Point]] = {}
    for point in points:
        if point.what.isupper() or ("_" in point.what and point.what == point.what.upper()):
            statements.setdefault(_START.get(point.what) or getattr(sql, point.what), []).append(point)
        else:
            functions.setdefault(point.what, []).append(point)

    class Watched(sqlite3.Connection):
        def execute(self, statement: str, *given: Any) -> sqlite3.Cursor:
            here = statements.get(statement, ())
            return _watched(here, reached, partial(super().execute, statement, *given))

    sqlite3.connect = partial(sqlite3.connect, factory=Watched)
    for what, mine in functions.items():
        owner, name = _found(what)
        setattr(owner, name, _wrapped(getattr(owner, name), mine, reached))


_START = {"BEGIN": "BEGIN IMMEDIATE", "COMMIT": "COMMIT"}


def _wrapped(function: Callable[..., Any], points: list[Point], reached: Reached) -> Callable[..., Any]:
    def wrapped(*given: Any, **more: Any) -> Any:
        return _watched(points, reached, partial(function, *given, **more))

    return wrapped


def _watched(points: Any, reached: Reached, do: Callable[[], Any]) -> Any:
    for each in points:
        if each.side == "before":
            reached(each)
    done = do()
    for each in points:
        if each.side == "after":
            reached(each)
    return done


def _found(what: str) -> tuple[Any, str]:
    """The module or class that holds a function of that dotted name, and the function's name there."""
    parts = what.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            owner = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:-1]:
            owner = getattr(owner, name)
        return owner, parts[-1]
    raise LookupError(what)
