"""The product beside other engines in one run: each does the same small unit of work, the product its whole act.

A peer's step is a change of state and one row of history, durable. The product's act is that and all the rest: the
law's decision, the sealed event, deadlines, obligations, the key, the papers. Peers run in Pythons of their own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Mapping
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from app.office import Office
from bench.measuring import queued
from bench.offices import Place, new_office, on_file, play, told
from bench.table import Line, Table
from tests.databases import Cluster
from tests.server import Server

SCRIPTS = Path(__file__).with_name("peers")
PEERS = {
    "driver puro": ("driver", ""),
    "python-statemachine sobre o driver": ("statemachine_peer", "core"),
    "SQLModel, uma sessão por passo": ("sqlmodel_peer", ""),
    "eventsourcing": ("eventsourcing_peer", "core"),
    "SpiffWorkflow": ("spiff_peer", "spiff"),
    "DBOS": ("dbos_peer", "dbos"),
    "viewflow, Flow": ("viewflow_peer", "viewflow"),
}
"""Each peer's script, and the environment it runs in; without one it runs in the project's own."""

LIMIT, OURS, BARE = "driver puro", "Devido, ato inteiro com peças", "Devido, ato inteiro sem peças"
RATIOS = {"SpiffWorkflow": (3.0, 5.0), "viewflow, Flow": (10.0, 15.0)}
STEPS = 6

Rate: TypeAlias = Callable[[], float]


def measure(
    rounds: int,
    cases: int,
    folder: Path,
    at: Place = on_file,
    title: str = "Ao lado de outros, SQLite FULL",
    peers: Mapping[str, tuple[str, str]] = PEERS,
) -> Table:
    """A line for each peer and the product, in turn round after round; then the product over each that has a mark."""
    folder.mkdir(parents=True, exist_ok=True)
    pythons = {name: _python(folder, name) for _, name in peers.values()}
    offices = {name: new_office(folder / str(place), at) for place, name in enumerate((OURS, BARE))}
    for name, office in offices.items():
        _play(office, name, 1, "ensaio")
    rates: dict[str, list[float]] = {}
    for turn in range(rounds):
        works: list[tuple[str, Rate]] = []
        for name, (script, environment) in peers.items():
            place = folder / f"peer-{script}-{turn}"
            works.append((name, partial(_peer, pythons[environment], script, place, at, cases)))
        works += [
            (name, partial(_play, office, name, max(1, cases // 2), str(turn))) for name, office in offices.items()
        ]
        for name, work in reversed(works) if turn % 2 else works:
            rates.setdefault(name, []).append(work())
    return Table(
        title=title,
        unit="atos ou passos por segundo",
        of="do driver puro",
        lines=[
            *(_line(name, rates) for name in (*peers, BARE, OURS)),
            *(_ratio(ours, name, rates) for ours in (OURS, BARE) for name in peers if name in RATIOS),
        ],
        notes=[f"{cases} processos de {STEPS} passos por rodada; os do Devido, metade deles, são de doze atos."],
    )


def on_postgres(rounds: int, cases: int, folder: Path) -> Table:
    """The same on a server of our own, which waits for the disk."""
    with closing(Cluster(Server(safe=True))) as cluster:

        def at(home: Path) -> str:
            """The product's record; a peer makes its own tables in an empty database, as its superuser."""
            home.mkdir(parents=True, exist_ok=True)
            return (
                cluster.address(cluster.empty(), "")
                if home.name.startswith("peer")
                else cluster.address(cluster.copy())
            )

        return measure(rounds, cases, folder, at, "Ao lado de outros, PostgreSQL")


def _line(name: str, rates: Mapping[str, list[float]]) -> Line:
    return Line(name=name, values=tuple(rates[name]), share=_over(rates[name], rates[LIMIT], 100))


def _ratio(ours: str, theirs: str, rates: Mapping[str, list[float]]) -> Line:
    floor, goal = RATIOS[theirs] if ours == OURS else (None, None)
    values = _over(rates[ours], rates[theirs])
    return Line(name=f"{ours} ÷ {theirs} (vezes)", values=values, floor=floor, goal=goal)


def _over(mine: list[float], theirs: list[float], scale: float = 1) -> tuple[float, ...]:
    return tuple(scale * one / other for one, other in zip(mine, theirs, strict=True))


def _python(folder: Path, name: str) -> str:
    """The Python a peer runs in, made anew from its pinned requirements."""
    if not name:
        return sys.executable
    home = folder / f"venv-{name}"
    venv.create(home, with_pip=True)
    asked = SCRIPTS / f"requirements-{name}.txt"
    subprocess.run([home / "bin" / "pip", "install", "-q", "-r", asked], check=True)
    return str(home / "bin" / "python")


def _peer(python: str, script: str, folder: Path, at: Place, cases: int) -> float:
    run = [python, str(SCRIPTS / f"{script}.py"), str(at(folder)), str(cases)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{script}: {done.stderr}")
    said = json.loads(done.stdout.strip().splitlines()[-1])
    return float(said["steps"] / said["seconds"])


def _play(office: Office, name: str, cases: int, turn: str) -> float:
    scenes = told(cases)
    acts = sum(map(len, scenes))
    with nullcontext() if name == OURS else patch("app.casework.frozen_papers", lambda *_: []):
        waited, start = queued(), time.perf_counter()
        for number, case in enumerate(scenes):
            play(office, case, f"{turn}:{number}")
        spent = time.perf_counter() - start - (queued() - waited)
    return acts / spent
