"""Two processes, each with the office open, that do one thing each: one before the other, or at the same instant."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.app import desk as here
from tests.races import jobs

ONE_FIRST, OTHER_FIRST, AT_ONCE = "one first", "other first", "at once"
APART = 0.003
"""Seconds, at most, that one is behind the other where both begin at once: so every moment of either is met."""


class Job(NamedTuple):
    """Something to do: the name of a function of ``tests.races.jobs``, and what it is given.

    ``anew``: the office is opened for it, as a command of its own would do, before either begins.
    """

    name: str
    given: dict[str, Any]
    anew: bool = False


class Answer(NamedTuple):
    """What came of it: ``done``, or the refusal's or the defect's name; and what was answered, or said."""

    said: str
    what: Any


class Racers:
    """The two processes."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.together = context.Barrier(2)
        self.ends, self.workers = [], []
        for _ in range(2):
            mine, theirs = context.Pipe()
            self.workers.append(context.Process(target=_work, args=(theirs, self.together), daemon=True))
            self.workers[-1].start()
            self.ends.append(mine)

    def tell(self, what: str, given: Any) -> None:
        """``folder``: where the record is from now on; ``defect``: what is wrong with the program from now on."""
        for end in self.ends:
            end.send((what, given))
        for end in self.ends:
            end.recv()

    def run(self, one: Job, other: Job, order: str, chance: random.Random) -> tuple[Answer, Answer]:
        """Both jobs, in that order."""
        for end, job in zip(self.ends, (one, other), strict=True):
            if job.anew:
                end.send(("anew", None))
                end.recv()
        if order == AT_ONCE:
            late = [0.0, chance.uniform(0, APART)]
            chance.shuffle(late)
            for end, job, wait in zip(self.ends, (one, other), late, strict=True):
                end.send(("race", (job, wait)))
            return self.ends[0].recv(), self.ends[1].recv()
        answers: list[Any] = [None, None]
        for place in (0, 1) if order == ONE_FIRST else (1, 0):
            if (one, other)[place].anew:
                self.ends[place].send(("anew", None))
                self.ends[place].recv()
            self.ends[place].send(("alone", (one, other)[place]))
            answers[place] = self.ends[place].recv()
        return answers[0], answers[1]

    def close(self) -> None:
        for end, worker in zip(self.ends, self.workers, strict=True):
            end.send(("end", None))
            worker.join(10)


@contextmanager
def racers() -> Iterator[Racers]:
    made = Racers()
    try:
        yield made
    finally:
        made.close()


def _work(pipe, together) -> None:
    jobs.settle()
    desk, folder = None, Path()
    while True:
        what, given = pipe.recv()
        if what == "end":
            return
        if what in ("folder", "anew"):
            folder = given or folder
            if desk is not None:
                desk.database.close()
            desk = here.office(folder)
            pipe.send(None)
        elif what == "defect":
            jobs.DEFECTS[given]()
            pipe.send(None)
        elif what == "alone":
            pipe.send(_answer(desk, given))
        else:
            job, wait = given
            together.wait()
            until = time.perf_counter() + wait
            while time.perf_counter() < until:
                pass
            pipe.send(_answer(desk, job))


def _answer(desk, job: Job) -> Answer:
    try:
        return Answer("done", getattr(jobs, job.name)(desk, **job.given))
    except Exception as refusal:  # noqa: BLE001 - a defect is an answer that no pair expects
        return Answer(type(refusal).__name__, str(refusal))
