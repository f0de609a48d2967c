"""Every bench in one run: ``python -m bench [NAME …]``; prints the tables of ``bench/README.md``."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bench import (
    bulk,
    core,
    costs,
    durable,
    letters,
    loading,
    memory,
    million,
    postgres,
    proof,
    rivals,
    sweep,
    verifying,
)
from bench.chart import chart
from bench.measuring import disk_wait
from bench.offices import logging_to
from bench.table import Table
from storage.driver import sqlite3

DISK, NO_DISK = "no disco", "sem disco"
MEMORY = Path("/dev/shm")
"""Where a file waits for no disk."""


def main(argv: list[str] | None = None) -> int:
    """Run the benches asked for, all of them by default."""
    options = argparse.ArgumentParser(prog="python -m bench", description="Mede o Devido ao lado dos seus limites.")
    every = BENCHES | ASKED_BY_NAME
    options.add_argument("names", nargs="*", metavar="NOME", help=f"o que medir: {', '.join(every)}")
    options.add_argument("--rounds", type=int, default=9, help="quantas rodadas (padrão: 9)")
    options.add_argument("--scale", type=float, default=1.0, help="quanto trabalho por rodada, em relação ao normal")
    options.add_argument("--folder", type=Path, help="pasta no disco a medir (padrão: a temporária do sistema)")
    options.add_argument("--chart", type=Path, help="escreve também um gráfico SVG neste arquivo")
    given = options.parse_args(argv)
    unknown = set(given.names) - set(every)
    if unknown:
        options.error(f"não há {', '.join(sorted(unknown))}; há {', '.join(every)}")
    with _places(given.folder) as media:
        print(_machine(media))
        done = []
        for name in given.names or BENCHES:
            print(f"{name} …", file=sys.stderr, flush=True)
            done.append(every[name](given.rounds, given.scale, {each: path / name for each, path in media.items()}))
            print(f"\n{done[-1].markdown()}", flush=True)
    if given.chart:
        given.chart.write_text(chart(done), encoding="utf-8")
    return 0


def _at(scale: float, normal: int) -> int:
    return max(1, round(scale * normal))


Media = Mapping[str, Path]
BENCHES: dict[str, Callable[[int, float, Media], Table]] = {
    "core": lambda rounds, scale, _: core.measure(rounds, _at(scale, 200)),
    "durable": lambda rounds, scale, media: durable.measure(rounds, _at(scale, 20), media),
    "postgres": lambda rounds, scale, media: postgres.measure(rounds, _at(scale, 20), media[DISK]),
    "costs": lambda rounds, scale, media: costs.measure(rounds, _at(scale, 20), media[NO_DISK]),
    "letters": lambda rounds, scale, media: letters.measure(rounds, _at(scale, 20), media[NO_DISK]),
    "loading": lambda rounds, _, __: loading.measure(rounds),
    "bulk": lambda rounds, scale, media: bulk.measure(min(rounds, 5), _at(scale, 2000), media[DISK]),
    "bulk-postgres": lambda rounds, scale, media: bulk.on_postgres(min(rounds, 5), _at(scale, 2000), media[DISK]),
    "million": lambda rounds, scale, media: million.measure(
        min(rounds, 3), _at(scale, million.DEADLINES), _at(scale, million.DUE), media[DISK]
    ),
    "million-postgres": lambda rounds, scale, media: million.on_postgres(
        min(rounds, 3), _at(scale, million.DEADLINES), _at(scale, million.DUE), media[DISK]
    ),
    "memory": lambda rounds, scale, media: memory.measure(min(rounds, 3), _at(scale, 2000), media[NO_DISK]),
    "proof": lambda rounds, scale, media: proof.measure(min(rounds, 5), _at(scale, 100_000), media[DISK]),
    "verifying": lambda rounds, scale, media: verifying.measure(min(rounds, 5), _at(scale, 100), media[NO_DISK]),
    "sweep": lambda rounds, scale, media: sweep.measure(min(rounds, 5), _at(scale, 1000), media[DISK]),
}

ASKED_BY_NAME = {
    "rivals": lambda rounds, scale, media: rivals.measure(min(rounds, 7), _at(scale, 60), media[DISK]),
    "rivals-postgres": lambda rounds, scale, media: rivals.on_postgres(min(rounds, 7), _at(scale, 40), media[DISK]),
}
"""Not part of a whole run: they fetch the other engines, each into an environment of its own."""


@contextmanager
def _places(folder: Path | None) -> Iterator[Media]:
    """A folder on the disk and one in memory, with the product's log on; both gone at the end."""
    with ExitStack() as stack:
        disk = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-", dir=folder))
        memory_folder = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="bench-", dir=MEMORY if MEMORY.is_dir() else folder)
        )
        stack.enter_context(logging_to(Path(disk) / "log.jsonl"))
        yield {DISK: Path(disk), NO_DISK: Path(memory_folder)}


def _machine(media: Media) -> str:
    waits = "; ".join(f"{place}, {1e6 * disk_wait(folder):.0f} µs" for place, folder in media.items())
    return (
        f"{datetime.now(UTC):%d/%m/%Y}: {_cpu()}, {os.cpu_count()} núcleos, carga {os.getloadavg()[0]:.1f}; "
        f"Linux {platform.release()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}. "
        f"Uma página a salvo: {waits}."
    )


def _cpu() -> str:
    names = (
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if "model name" in line
    )
    return next(names, platform.machine())


if __name__ == "__main__":
    sys.exit(main())
