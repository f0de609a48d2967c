"""A campaign's notices, a thousand to a commit, beside the raw driver putting in the very same rows.

The product does for each notice all that it does for one alone: intake, decision, fold, event, papers, rows, log. The
raw driver is given the rows ready, table by table, as the product puts them in.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.casework import handle
from app.office import Office
from app.request import Handled, Request
from app.together import AT_ONCE, handle_all
from bench.measuring import Work, in_turn, percent
from bench.offices import Place, Script, new_office, noted_office, on_file, repeat, told
from bench.story import LAW, noon
from bench.table import Line, Table
from storage.database import Database
from tests.databases import Cluster
from tests.server import Server

MARKS, MARKS_ON_POSTGRES = (4_000, 10_000), (1_500, 2_500)
PAPERS = {"com peças": True, "sem peças": False}
RAW, ALONE, TOGETHER = "driver puro", "um a um", "juntos"
_ALONE = 10
"""One notice in so many is also sent alone, to be compared with."""


def measure(
    rounds: int,
    notices: int,
    folder: Path,
    at: Place = on_file,
    title: str = "Autos em lote, SQLite FULL",
    marks: tuple[int, int] = MARKS,
) -> Table:
    """With papers and without them: the raw driver, the product one by one, the product together."""
    sides = [_Side(name, with_papers, folder / str(with_papers), at) for name, with_papers in PAPERS.items()]
    rates = in_turn(rounds, lambda turn: {name: work for side in sides for name, work in side.works(turn, notices)})
    return Table(
        title=title,
        unit="autos/s",
        of="do driver puro",
        lines=[
            Line(
                name=f"{name}: {part}", values=rates[f"{name}: {part}"],
                share=percent(rates[f"{name}: {part}"], rates[f"{name}: {RAW}"]),
                floor=marks[0] if part == TOGETHER else None, goal=marks[1] if part == TOGETHER else None,
            )
            for name in PAPERS
            for part in (RAW, ALONE, TOGETHER)
        ],
        notes=[f"{notices} autos por rodada, {AT_ONCE} por COMMIT, cada um de outra pessoa, com auto e notificação."],
    )  # fmt: skip


def on_postgres(rounds: int, notices: int, folder: Path) -> Table:
    """The same on a server of our own, which waits for the disk."""
    with closing(Cluster(Server(safe=True))) as cluster:

        def at(home: Path) -> str:
            home.mkdir(parents=True, exist_ok=True)
            return cluster.address(cluster.copy())

        return measure(rounds, notices, folder, at, "Autos em lote, PostgreSQL", MARKS_ON_POSTGRES)


class _Side:
    """With papers or without: the product's office, the model whose rows are noted, and the raw driver's twin."""

    def __init__(self, name: str, with_papers: bool, folder: Path, at: Place) -> None:
        self.name, self.with_papers = name, with_papers
        self.office, self.alone = new_office(folder / "product", at), new_office(folder / "alone", at)
        self.model, self.scribe = noted_office(folder / "model", at)
        self.twin = Database(at(folder / "raw")).connection
        for _, work in self.works(-1, _ALONE):  # what is read, compiled and kept once is no part of a notice
            work()

    def works(self, turn: int, notices: int) -> list[tuple[str, Work]]:
        """What this side does in one round."""
        asked = [
            Request(command=scenes[0].command, key=f"{turn}:{number}", law=LAW, person="p:9")
            for number, scenes in enumerate(told(notices))
        ]
        with self._papers():
            _together(self.model, asked)
        script = self.scribe.noted()
        return [
            (f"{self.name}: {RAW}", lambda: _raw(self.twin, script, notices)),
            (f"{self.name}: {ALONE}", lambda: self._alone(asked[::_ALONE])),
            (f"{self.name}: {TOGETHER}", lambda: self._together(asked)),
        ]

    def _alone(self, asked: list[Request]) -> int:
        with self._papers():
            for request in asked:
                handle(self.alone, request, noon(request.command.on))
        return len(asked)

    def _together(self, asked: list[Request]) -> int:
        with self._papers():
            return _together(self.office, asked)

    def _papers(self) -> AbstractContextManager[Any]:
        return nullcontext() if self.with_papers else patch("app.casework.frozen_papers", lambda *_: [])


def _together(office: Office, asked: list[Request]) -> int:
    answers = [answer for _, answer in handle_all(office, asked, noon(asked[0].command.on))]
    assert all(isinstance(each, Handled) and each.event is not None for each in answers)
    return len(answers)


def _raw(connection: Any, script: Script, acts: int) -> int:
    repeat(connection, script)
    return acts
