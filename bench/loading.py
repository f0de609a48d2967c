"""Loading and checking the law in a new process: cold, then from the cache, beside the readers it stands on.

The time is that of the law alone, from its files to a procedure ready for work, not of Python's own start.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measuring import queued
from bench.story import LAW
from bench.table import Line, Table

COLD, CACHED = 1.0, 0.1


def measure(rounds: int) -> Table:
    """A cache of its own each round: empty, then as the first reading left it."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            for name, part in (
                ("ler o YAML com a ruamel", "yaml"),
                ("ler e conferir a lei, do zero", "law"),
                ("ler o cache com a json", "json"),
                ("ler e conferir a lei, com cache", "law"),
            ):
                found.setdefault(name, []).append(_spent(part, Path(cache)))
    lines = []
    for limit, ours, most in (
        ("ler o YAML com a ruamel", "ler e conferir a lei, do zero", COLD),
        ("ler o cache com a json", "ler e conferir a lei, com cache", CACHED),
    ):
        raw, took = tuple(found[limit]), tuple(found[ours])
        lines.append(Line(name=limit, values=raw))
        share = tuple(100 * mine / theirs for mine, theirs in zip(took, raw, strict=True))
        lines.append(Line(name=ours, values=took, share=share, floor=most, goal=most, less=True))
    return Table(
        title="Carregar a lei",
        unit="s",
        of="do tempo do leitor",
        lines=lines,
        notes=["Cada medida num processo novo, sem o tempo de iniciar o Python."],
    )


def _spent(part: str, cache: Path) -> float:
    """Seconds that a new process spent on its part."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.loading", part],
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def _law() -> None:
    from procedures.registry import law

    law(LAW).resolve()


def _yaml() -> None:
    """The same files through the reader alone."""
    from ruamel.yaml import YAML

    for file in _files():
        YAML(typ="rt", pure=True).load(file)


def _json() -> None:
    for file in sorted(Path(os.environ["XDG_CACHE_HOME"], "devido").glob("*.json")):
        json.loads(file.read_bytes().partition(b"\n")[2])


def _files() -> list[Path]:
    from procedures.layering import LAYERS
    from procedures.loader import FILE
    from procedures.registry import LAWS

    return [LAWS / LAW / FILE, *sorted(LAYERS.glob("*.yaml"))]


def child(part: str) -> None:
    """Do one part in this new process and print its seconds."""
    import procedures.registry  # noqa: F401 - Python's own start is not the law's

    waited, start = queued(), time.perf_counter()
    {"law": _law, "yaml": _yaml, "json": _json}[part]()
    print(max(1e-6, time.perf_counter() - start - (queued() - waited)))


if __name__ == "__main__":
    child(sys.argv[1])
