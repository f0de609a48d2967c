"""Runs one docket under one or more laws or answers, spread over processes: the sum is the same for any number."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from app.facts import answers_of
from app.simulation.docket import run
from app.simulation.rates import Rates
from app.simulation.scene import Scene, end_of_year, scene
from app.simulation.tally import Tally
from procedures.municipality import load_town
from procedures.registry import law
from workflow.procedure import Procedure

_PART = 250
_WORTH_A_PROCESS = 2_000
Progress = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True)
class Side:
    """A law and the answers it is run under: ``answers`` over the town's own."""

    name: str
    law: str
    law_dir: Path | None = None
    answers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Docket:
    """What is run: so many cases, from a day on, with what behaviour, in which town (``None``: only weekends close).

    ``dispatches``: dispatches are recorded, because a limit hangs on one on some side; then on all, to compare alike.
    """

    cases: int
    seed: int
    rates: Rates
    first: date | None = None
    town: Path | None = None
    dispatches: bool = False

    @property
    def last(self) -> date:
        """The last day, once the first is known."""
        assert self.first is not None
        return end_of_year(self.first)

    def starting(self, first: date) -> Docket:
        """The same docket from this day on."""
        return replace(self, first=first)


def simulate(sides: Sequence[Side], docket: Docket, *, processes: int = 0, progress: Progress) -> list[Tally]:
    """The docket under each side, the same cases in each. ``processes``: how many at most, 0 for one a core.

    Raises ``LawFaults``, ``UnknownLaw`` or ``NothingOpens`` before anything is run.
    """
    for side in sides:
        # What cannot be simulated says so before the waiting.
        _scene(side, docket).require_openings()
    docket = replace(docket, dispatches=any(_scene(side, docket).hangs_on_dispatch for side in sides))
    parts = [(index, part) for index in range(len(sides)) for part in _parts(docket.cases)]
    tallies = [Tally() for _ in sides]
    done, total = 0, docket.cases * len(sides)
    for index, tally in _run(sides, docket, parts, processes or len(os.sched_getaffinity(0))):
        tallies[index].add(tally)
        done += tally.cases
        progress(done, total)
    return tallies


def began(sides: Sequence[Side], docket: Docket) -> date:
    """The first day of the docket: the one asked for, else the first that serves every side."""
    return docket.first or max(_scene(side, docket).first for side in sides)


def _run(
    sides: Sequence[Side], docket: Docket, parts: list[tuple[int, range]], processes: int
) -> Iterator[tuple[int, Tally]]:
    if processes == 1 or docket.cases * len(sides) < _WORTH_A_PROCESS:
        for index, part in parts:
            yield index, _share(sides[index], docket, part)
        return
    # Spawned, not forked: a fork would copy whatever threads and locks the parent has at that moment.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        asked = {pool.submit(_share, sides[index], docket, part): index for index, part in parts}
        try:
            for finished in as_completed(asked):
                yield asked[finished], finished.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _parts(cases: int) -> list[range]:
    return [range(start, min(start + _PART, cases)) for start in range(0, cases, _PART)]


def _share(side: Side, docket: Docket, numbers: range) -> Tally:
    """A part of the docket under one side: what each process does."""
    return run(_scene(side, docket), numbers)


def resolved(side: Side, docket: Docket | None) -> Procedure:
    """The side's procedure: the town's answers on the first day, where both are known, and the side's over them."""
    found = law(side.law, side.law_dir)
    given: dict[str, str] = {}
    if docket is not None and docket.town is not None and docket.first is not None:
        town = answers_of(load_town(docket.town), docket.first)
        given = {name: answer for name, answer in town.items() if name in found.questions}
    return found.resolve({**given, **dict(side.answers)})


@lru_cache(maxsize=4)
def _scene(side: Side, docket: Docket) -> Scene:
    town = load_town(docket.town) if docket.town is not None else None
    staged = scene(resolved(side, docket), town, docket.rates, docket.seed, docket.first)
    return replace(staged, dispatches=docket.dispatches)
