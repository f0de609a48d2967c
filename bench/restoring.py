"""A big record copied, put back and verified whole, timed: ``python -m bench.restoring ATOS [PASTA]``."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app import facts
from app.backup import back_up, copy_key
from app.restore import restore
from bench.offices import logging_to
from bench.planting import plant
from bench.table import spoken


def measured(acts: int, folder: Path, say: Callable[[str], object]) -> dict[str, float]:
    """Seconds of each part; raises ``AssertionError`` if the record put back is not whole."""
    begun = time.perf_counter()
    seconds: dict[str, float] = {}

    def done(part: str) -> None:
        nonlocal begun
        seconds[part] = time.perf_counter() - begun
        say(f"{part}: {spoken(seconds[part])} s")
        begun = time.perf_counter()

    office = plant(folder / "registro", acts)
    done(f"plantar {office.checkpoints.size()} atos")
    key = copy_key(office.settings, None)
    key.make()
    now = facts.now()
    copied = back_up(office, folder / "registro.copia", key, now)
    done(f"copiar ({copied.size / 1e6:.0f} MB)")
    restored = restore(copied.file, key, folder / "de-volta", office.settings, now)
    done("restaurar e conferir tudo")
    assert restored.holds
    office.database.close()
    return seconds


def main(argv: list[str] | None = None) -> int:
    """Do it once, and say what each part took."""
    options = argparse.ArgumentParser(prog="python -m bench.restoring", description=__doc__)
    options.add_argument("acts", type=int, metavar="ATOS")
    options.add_argument("folder", type=Path, nargs="?", metavar="PASTA", help="uma pasta no disco a medir")
    given = options.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=given.folder) as place, logging_to(Path(place) / "log.jsonl"):
        measured(given.acts, Path(place), lambda said: print(said, flush=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
