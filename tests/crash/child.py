"""Processes at work on a record, to be killed: each tells through a pipe what it was answered, act by act.

They are forked from a process that has everything loaded and nothing open, so that a thousand of them cost little.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from app import clock, delivery
from app.delivery import Delivered, deliver_some
from storage import postgres_connection
from storage.appended import Appended
from storage.faults import StorageFault
from storage.transaction import Transaction
from tests.app import desk as here
from tests.crash import town
from tests.crash.town import Ack

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.crash.warm"])
CLOCK = "2027-02-20"
"""A day on which the clock has the keeper's cases to see to, and none of the writers'."""

A_PAGE = 3
"""Papers that the keeper prints before it turns to something else: the writers make more than it could."""
PATIENCE = 60
"""Seconds for which an answer is waited for, on a machine with much else to do."""


def write(folder: Path, name: str, tell: Connection) -> None:
    """Case after case, until killed."""
    desk = town.opened(folder)
    for number in count():
        for ack in town.acts(desk, f"{name}-{number}"):
            tell.send(ack)


def write_hastily(folder: Path, name: str, tell: Connection) -> None:
    """With a seeded fault: the answer is given before the act is safe."""
    append = Transaction.append

    def hasty(self: Transaction, *given: Any, **more: Any) -> Appended:
        done = append(self, *given, **more)
        tell.send(Ack(self.cause.key, done.case_id, done.version, done.leaf))
        return done

    Transaction.append = hasty  # type: ignore[method-assign]  # in this process alone
    write(folder, name, tell)


def keep(folder: Path, name: str, tell: Connection) -> None:
    """What a worker does: the clock's acts, the papers, the checkpoint; until killed."""
    delivery.PAGE = A_PAGE
    desk = town.opened(folder)
    for number in count():
        for ack in town.served(desk, f"{name}-{number}"):
            tell.send(ack)
        for ring in clock.run(desk, here.noon(CLOCK)).rings:
            leaf = (
                desk.store.history(ring.case)
                and desk.database.connection.execute(
                    "SELECT cause, leaf FROM event WHERE case_id = ? AND version = ?", (ring.case, ring.version)
                ).fetchone()
            )
            tell.send(Ack(leaf[0], ring.case, ring.version or 0, bytes(leaf[1])))
        deliver_some(desk, here.noon(CLOCK), Delivered())
        desk.checkpoints.sign(here.noon(CLOCK))


def insist(folder: Path, name: str, tell: Connection) -> None:
    """Case after case, and what was not answered again with the same keys, until killed."""
    for number in count():
        while True:
            try:
                desk = town.opened(folder)
                for ack in town.acts(desk, f"{name}-{number}"):
                    tell.send(ack)
                desk.database.close()
                break
            except StorageFault:
                time.sleep(0.02)


def insist_carelessly(folder: Path, name: str, tell: Connection) -> None:
    """With a seeded fault: the server is not asked to make an act last before it answers."""
    postgres_connection._SETTINGS["synchronous_commit"] = "off"
    insist(folder, name, tell)


@dataclass
class Child:
    """A process at work, and what it was answered."""

    process: Any
    pipe: Connection
    acks: list[Ack] = field(default_factory=list)

    def wait_for(self, acks: int) -> None:
        """Wait until it was answered so many times."""
        while len(self.acks) < acks and self.pipe.poll(PATIENCE):
            self.acks.append(Ack(*self.pipe.recv()))

    def hear(self) -> None:
        """Take what it told up to now, or to its end."""
        try:
            while self.pipe.poll() and not self.pipe.closed:
                self.acks.append(Ack(*self.pipe.recv()))
        except (EOFError, OSError):  # killed while it told: it was not answered then
            self.pipe.close()

    def kill(self) -> list[Ack]:
        """End it where it is; all that it had been answered."""
        self.process.kill()
        self.process.join()
        self.hear()
        return self.acks


def _begin(job: Callable[..., None], folder: Path, name: str, tell: Connection) -> None:
    tell.send("begun")
    job(folder, name, tell)


@contextmanager
def at_work(*jobs: tuple[Callable[..., None], Path, str]) -> Iterator[list[Child]]:
    """Some of them at once, from the moment all have begun; whoever is left at the end is killed."""
    children = []
    for job, folder, name in jobs:
        mine, theirs = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=_begin, args=(job, folder, name, theirs), daemon=True)
        process.start()
        theirs.close()
        children.append(Child(process, mine))
    try:
        for each in children:
            each.pipe.recv()
        yield children
    finally:
        for each in children:
            each.process.kill()
            each.process.join()
