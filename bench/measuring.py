"""How things are measured: works in turn, round after round, without the time spent waiting for a busy CPU."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

Work: TypeAlias = Callable[[], int]
"""Does its work once and says how many units of it were done."""

Prepare: TypeAlias = Callable[[int], Mapping[str, Work]]
"""Makes ready, outside the clock, the works of one round, by name."""

Rates: TypeAlias = dict[str, tuple[float, ...]]
"""Units per second of each work, one for each round."""

_SCHEDSTAT = Path("/proc/thread-self/schedstat")


def queued() -> float:
    """Seconds this thread has stood ready to run while others had the CPU."""
    return int(_SCHEDSTAT.read_text().split()[1]) / 1e9


def in_turn(rounds: int, prepare: Prepare) -> Rates:
    """Run every work once a round, in reversed order every other round, so that slow drift cancels in pairs.

    The machine may be shared: what a work spent waiting for a CPU is taken off; waiting for the disk is not.
    """
    rates: dict[str, list[float]] = {}
    for turn in range(rounds):
        works = list(prepare(turn).items())
        for name, work in reversed(works) if turn % 2 else works:
            rates.setdefault(name, []).append(_rate(work))
    return {name: tuple(found) for name, found in rates.items()}


def _rate(work: Work) -> float:
    waited, start = queued(), time.perf_counter()
    units = work()
    spent = time.perf_counter() - start - (queued() - waited)
    return units / max(spent, 1e-9)


def percent(part: tuple[float, ...], whole: tuple[float, ...]) -> tuple[float, ...]:
    """Each round's rate as a percentage of the other's in the same round."""
    return tuple(100 * mine / other for mine, other in zip(part, whole, strict=True))


def each(rates: tuple[float, ...], scale: float = 1.0) -> tuple[float, ...]:
    """What one unit took in each round: seconds, or with ``scale`` parts of one."""
    return tuple(scale / rate for rate in rates)


def disk_wait(folder: Path, times: int = 60) -> float:
    """Median seconds that pages written over a file already there take to be safe, as those of a log do."""
    path = folder / "page"
    path.write_bytes(bytes(4096 * times))
    found = []
    with path.open("r+b", buffering=0) as file:
        os.fsync(file.fileno())
        for _ in range(times):
            file.write(bytes(4096))
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            found.append(time.perf_counter() - start)
    path.unlink()
    return statistics.median(found)
