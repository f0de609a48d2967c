"""A big record copied, put back and verified whole, timed: ``python -m bench.restoring ATOS [PASTA]``.

Beside the seconds stand those of CPU, of all processes: on a machine that others use too, only these say anything.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from app import facts
from app.backup import back_up, copy_key
from app.restore import restore
from bench.offices import logging_to
from bench.planting import plant
from bench.table import spoken


class Spent(NamedTuple):
    """What a part took: seconds that passed, seconds of CPU in this process and those it waited for."""

    seconds: float
    cpu: float


def measured(acts: int, folder: Path, say: Callable[[str], object]) -> dict[str, Spent]:
    """What each part took. Raises ``AssertionError`` if the record put back is not whole, or not all of it."""
    spent: dict[str, Spent] = {}
    begun, cpu = time.perf_counter(), _cpu()

    def done(part: str, told: str) -> None:
        nonlocal begun, cpu
        now, used = time.perf_counter(), _cpu()
        spent[part] = Spent(now - begun, used - cpu)
        say(f"{part} ({told}): {spoken(now - begun)} s, {spoken(used - cpu)} s de CPU")
        begun, cpu = now, used

    office = plant(folder / "registro", acts)
    size = office.checkpoints.size()
    done("plantar", f"{spoken(size)} atos")
    key = copy_key(office.settings, None)
    key.make()
    copied = back_up(office, folder / "registro.copia", key, facts.now())
    done("copiar", f"{spoken(copied.size / 1e6)} MB")
    restored = restore(copied.file, key, folder / "de-volta", office.settings, facts.now())
    done("restaurar e conferir tudo", f"{os.cpu_count()} núcleos")
    assert (restored.holds, restored.manifest.size) == (True, size)
    office.database.close()
    return spent


def _cpu() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def main(argv: list[str] | None = None) -> int:
    """Do it once, and say what each part took."""
    options = argparse.ArgumentParser(
        prog="python -m bench.restoring", description="Mede a restauração de um registro grande."
    )
    options.add_argument("acts", type=int, metavar="ATOS")
    options.add_argument("folder", type=Path, nargs="?", metavar="PASTA", help="uma pasta no disco a medir")
    given = options.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=given.folder) as place, logging_to(Path(place) / "log.jsonl"):
        measured(given.acts, Path(place), lambda said: print(said, flush=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
