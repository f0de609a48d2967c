"""One unit of work, the same for every peer: a case changes state and a row of history goes with it, in one COMMIT.

Six steps a case, a guard on each, some two hundred bytes said with each. Only the standard library is used here: each
peer runs in a Python of its own, that its packages be no part of the project.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

STATES = ("drafted", "notified", "defended", "judged", "appealed", "decided", "paid")
STEPS = ("notify", "defend", "judge", "appeal", "decide", "pay")
MOVES = {step: (STATES[place], STATES[place + 1]) for place, step in enumerate(STEPS)}
SAID = {
    "document": "OF-2026/000123",
    "reason": "notice delivered by registered mail, receipt attached to the file",
    "legal_basis": "Municipal Law 4.567/2019, art. 42, par. 1",
    "attachments": [101, 102],
}
SAID_JSON = json.dumps(SAID, separators=(",", ":"))
ACTOR, AT = "inspector-7", "2026-03-02T12:00:00.000000+00:00"
SCHEMA = (
    """CREATE TABLE cases(id BIGINT PRIMARY KEY, number TEXT NOT NULL, state TEXT NOT NULL,
       version INTEGER NOT NULL DEFAULT 0, data TEXT NOT NULL DEFAULT '{}', updated_at TEXT)""",
    """CREATE TABLE history(case_id BIGINT NOT NULL, seq INTEGER NOT NULL, event TEXT NOT NULL,
       from_state TEXT NOT NULL, to_state TEXT NOT NULL, actor TEXT NOT NULL, at TEXT NOT NULL, payload TEXT NOT NULL,
       PRIMARY KEY(case_id, seq))""",
)


class Peer(NamedTuple):
    """How a peer makes cases ready, takes one through its six steps, and says where it ended and with what history."""

    create: Callable[[int], list[Any]]
    play: Callable[[Any], None]
    check: Callable[[Any], tuple[str, int]]


class Driver:
    """A database through its bare driver, both spoken to alike: ``?`` where values go."""

    def __init__(self, place: str) -> None:
        self.on_server = place.startswith("postgresql://")
        if self.on_server:
            import psycopg

            self.connection: Any = psycopg.connect(place)
            self.cursor = self.connection.cursor()
        else:
            self.connection = sqlite3.connect(place, isolation_level=None, check_same_thread=False)
            self.cursor = self.connection.cursor()
            for pragma in PRAGMAS:
                self.cursor.execute(f"PRAGMA {pragma}")

    def begin(self) -> None:
        """Begin to write; the server's driver does it by itself."""
        if not self.on_server:
            self.cursor.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make it last."""
        if self.on_server:
            self.connection.commit()
        else:
            self.cursor.execute("COMMIT")

    def run(self, statement: str, values: Any = ()) -> Any:
        """Run one statement."""
        return self.cursor.execute(statement.replace("?", "%s") if self.on_server else statement, values)

    def one(self, statement: str, values: Any = ()) -> Any:
        """Its first row."""
        self.run(statement, values)
        return self.cursor.fetchone()

    def prepare(self) -> None:
        """Make the two tables."""
        self.begin()
        for table in SCHEMA:
            self.run(table)
        self.commit()

    def add(self, rows: list[tuple[int, str]]) -> None:
        """Cases just drawn up, each with what is kept of it."""
        self.begin()
        for number, data in rows:
            self.run(
                "INSERT INTO cases(id, number, state, data) VALUES (?,?,?,?)", (number, f"AI-{number}", STATES[0], data)
            )
        self.commit()

    def tell(self, number: int, version: int, step: str) -> None:
        """One row of history."""
        values = (number, version, step, *MOVES[step], ACTOR, AT, SAID_JSON)
        self.run("INSERT INTO history VALUES (?,?,?,?,?,?,?,?)", values)

    def ended(self, number: int) -> tuple[str, int]:
        """Where a case ended, and with how many rows of history."""
        state = self.one("SELECT state FROM cases WHERE id=?", (number,))[0]
        return state, self.one("SELECT count(*) FROM history WHERE case_id=?", (number,))[0]


PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000")


class Numbers:
    """Numbers for cases, each given once."""

    def __init__(self) -> None:
        self.last = 0

    def take(self, count: int) -> list[int]:
        """The next so many."""
        first, self.last = self.last + 1, self.last + count
        return list(range(first, self.last + 1))


def measure(make: Callable[[str], Peer]) -> None:
    """Play so many cases and print how many steps were done and how long they took, not counting waits for a CPU."""
    options = argparse.ArgumentParser()
    options.add_argument("place", help="an SQLite file, or a postgresql:// address")
    options.add_argument("cases", type=int)
    given = options.parse_args()
    peer = make(given.place)
    for case in peer.create(2):
        peer.play(case)
    cases = peer.create(given.cases)
    queued, start = _queued(), time.perf_counter()
    for case in cases:
        peer.play(case)
    spent = time.perf_counter() - start - (_queued() - queued)
    if (found := peer.check(cases[-1])) != (STATES[-1], len(STEPS)):
        raise SystemExit(f"the last case ended as {found}")
    print(json.dumps({"steps": len(STEPS) * len(cases), "seconds": spent}), flush=True)


def _queued() -> float:
    return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
