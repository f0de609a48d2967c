"""A million open deadlines: a round with nothing due, ten thousand due at once, a start to find nothing.

The cases are copies of one that was drawn up, under other numbers. Those that come due have all that the clock reads
and tells: event, personal data, snapshot. Of the others there is what a query meets: the case's row, its snapshot left
out, and its deadline's.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

from app import clock
from app.casework import handle
from app.office import Office
from app.request import Request
from bench.measuring import Work, each, in_turn
from bench.offices import Place, new_office, on_file, told, unsafe
from bench.story import LAW, TOWN, noon
from bench.table import Line, Table
from storage import sql
from storage.numbers import number_text
from tests.databases import Cluster
from tests.server import Server

DEADLINES, DUE = 1_000_000, 10_000
QUIET, DUE_ON, FAR = date(2027, 4, 6), date(2027, 4, 16), "2029-01-02"
"""The day after the notices, the morning after their ten days, and when the clock looks at the others."""

IDLE, FIRED, START = (2.0, 2.0), (8.0, 3.0), (1.0, 1.0)
IDLE_ON_POSTGRES, FIRED_ON_POSTGRES = (5.0, 5.0), (15.0, 6.0)
_ASLEEP = {"wakes_on": FAR, "snapshot": b"{}"}
_STARTED = """
import sys
from pathlib import Path
from app.cli import main
code = main(sys.argv[1:])
queued = int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
print(queued, file=sys.stderr)
sys.exit(code)
"""


def measure(rounds: int, deadlines: int, due: int, folder: Path, at: Place = on_file) -> Table:
    """Plant the deadlines, then in each round: idle rounds, a start, and so many cases that come due."""
    on_server = at is not on_file
    office = new_office(folder, at)
    planting, idle, fired = _Planting(office), "nada vence", "vencem"
    starts: list[float] = []

    def planted(plant: Callable[[int], list[str]], count: int) -> list[str]:
        with nullcontext() if on_server else unsafe(office):
            return plant(count)

    planted(planting.sleeping, deadlines - due)

    def prepare(_: int) -> dict[str, Work]:
        cases = planted(planting.awake, due)
        starts.append(_start(office))
        return {idle: lambda: _idle(office), fired: lambda: _fire(office, cases)}

    rates = in_turn(rounds, prepare)
    lines = [
        _line("uma ronda em que nada vence (ms)", each(rates[idle], 1000), IDLE_ON_POSTGRES if on_server else IDLE),
        _line(f"uma ronda em que vencem {due} (s)", each(rates[fired], due), FIRED_ON_POSTGRES if on_server else FIRED),
        _line("um comando novo, nada vence (s)", tuple(starts), START),
    ]
    name = "PostgreSQL" if on_server else "SQLite FULL"
    return Table(
        title=f"{deadlines} prazos em aberto, {name}",
        unit="cada linha na sua",
        of="",
        lines=lines,
        notes=[f"{rounds} × {due} atos da ronda, conferidos: um por processo, nenhum a mais."],
    )


def on_postgres(rounds: int, deadlines: int, due: int, folder: Path) -> Table:
    """The same on a server of our own, which waits for the disk."""
    with closing(Cluster(Server(safe=True))) as cluster:

        def at(home: Path) -> str:
            home.mkdir(parents=True, exist_ok=True)
            return cluster.address(cluster.copy())

        return measure(rounds, deadlines, due, folder, at)


def _line(name: str, values: tuple[float, ...], marks: tuple[float, float]) -> Line:
    return Line(name=name, values=values, floor=marks[0], goal=marks[1], less=True)


def _idle(office: Office, times: int = 200) -> int:
    for _ in range(times):
        assert not clock.run(office, noon(QUIET)).rings
    return times


def _fire(office: Office, cases: list[str]) -> int:
    """Everything due, exactly once: each case has then its second act, and no case a third."""
    rings = clock.run(office, noon(DUE_ON)).rings
    assert sorted(ring.case for ring in rings) == sorted(cases)
    assert all(ring.version == 2 for ring in rings)
    return len(rings)


def _start(office: Office) -> float:
    """Seconds that a process of its own takes, as an operator's, but for those in which others had the CPU."""
    place, database = str(office.settings.data), office.settings.database
    begun = time.perf_counter()
    asked = ("--home", place, "--town", TOWN, "clock", "run", "--dry-run", "--on", QUIET.isoformat())
    where = {"PYTHONPATH": ":".join(sys.path), "DEVIDO_DATABASE_URL": database}
    done = subprocess.run(
        [sys.executable, "-c", _STARTED, *asked], capture_output=True, text=True, check=False, env=where
    )
    assert done.returncode == 0, done.stderr
    return time.perf_counter() - begun - float(done.stderr.split()[-1])


class _Planting:
    """Copies one case, drawn up as any other, under as many numbers as are asked for."""

    def __init__(self, office: Office) -> None:
        self.office, self.database = office, office.database
        (scenes,) = told(1)
        request = Request(command=scenes[0].command, key="modelo", law=LAW, person="p:9")
        self.model, self.last = handle(office, request, noon(scenes[0].command.on)).case.id, 1
        self.case = self._rows("case_file")[0]
        self.deadlines, self.events = self._rows("deadline"), self._rows("event")
        self.private = self._rows("private_value")
        clock.run(office, noon(DUE_ON))  # the model's own deadline is none of those counted

    def sleeping(self, count: int) -> list[str]:
        """Cases whose deadline is far away."""
        numbers = self._numbers(count)
        while some := list(islice(numbers, 5000)):
            with self.database.writing() as connection:
                connection.executemany(sql.NEW_CASE, [self._case(each) | _ASLEEP for each in some])
                rows = [row | {"due": FAR, "act_on": FAR} for each in some for row in self._of(self.deadlines, each)]
                connection.executemany(sql.SET_DEADLINE, rows)
        return []

    def awake(self, count: int) -> list[str]:
        """Cases whose deadline comes due, whole; their numbers."""
        numbers = list(self._numbers(count))
        with self.database.writing() as connection:
            seq, latest = connection.execute(sql.HEAD).fetchone()
            events = [
                row | {"seq": seq + place, "cause": f"copy:{each}"}
                for place, each in enumerate(numbers, 1)
                for row in self._of(self.events, each)
            ]
            connection.executemany(sql.NEW_CASE, [self._case(each) for each in numbers])
            connection.executemany(sql.NEW_EVENT, events)
            connection.executemany(sql.NEW_PRIVATE, [row for each in numbers for row in self._of(self.private, each)])
            connection.executemany(
                sql.SET_DEADLINE, [row for each in numbers for row in self._of(self.deadlines, each)]
            )
            connection.execute(sql.MOVE_HEAD, {"seq": seq + count, "leaf": events[-1]["leaf"], "recorded_at": latest})
        return [number_text(each, 2027) for each in numbers]

    def _numbers(self, count: int) -> Iterator[int]:
        first, self.last = self.last + 1, self.last + count
        return iter(range(first, first + count))

    def _rows(self, table: str) -> list[dict[str, Any]]:
        found = self.database.connection.execute(f"SELECT * FROM {table} WHERE case_id = :id", {"id": self.model})
        names = [each[0] for each in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]

    def _of(self, rows: list[dict[str, Any]], ordinal: int) -> Iterator[dict[str, Any]]:
        number = number_text(ordinal, 2027)
        for row in rows:
            yield row | {"case_id": number}

    def _case(self, ordinal: int) -> dict[str, Any]:
        number = number_text(ordinal, 2027)
        snapshot = bytes(self.case["snapshot"]).replace(self.model.encode(), number.encode())
        return self.case | {"case_id": number, "ordinal": ordinal, "snapshot": snapshot}
