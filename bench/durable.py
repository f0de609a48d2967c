"""A whole durable act beside the raw driver doing the very same statements, on the disk and without it.

The product does everything: load, decide, fold, event, snapshot, deadlines, obligations, key, papers and their
tasks, a line in the log. Its statements are noted on a twin, and the raw driver repeats them with ready bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from unittest.mock import patch

from app.office import Office
from bench.measuring import Work, in_turn, percent
from bench.offices import Script, new_office, noted_office, play, repeat, told
from bench.story import Scene
from bench.table import Line, Table, spoken
from storage.database import Database

FLOOR, GOAL = 45, 60
PAPERS = {"com peças": True, "sem peças": False}


def measure(rounds: int, cases: int, media: Mapping[str, Path]) -> Table:
    """One line a medium for the raw driver and for the product, with papers and without them."""
    sides = [_Side(name, with_papers, media) for name, with_papers in PAPERS.items()]

    def prepare(turn: int) -> dict[str, Work]:
        scenes = told(cases)
        return {name: work for side in sides for name, work in side.works(turn, scenes).items()}

    rates = in_turn(rounds, prepare)
    lines = []
    for place in media:
        for papers in PAPERS:
            raw, ours = rates[f"{place}, {papers}: driver puro"], rates[f"{place}, {papers}: ato inteiro"]
            lines.append(Line(name=f"{place}, {papers}: driver puro", values=raw, share=percent(raw, raw)))
            lines.append(
                Line(
                    name=f"{place}, {papers}: ato inteiro", values=ours, share=percent(ours, raw), floor=FLOOR,
                    goal=GOAL, judged="share",
                )
            )  # fmt: skip
    return Table(
        title="Ato durável, SQLite FULL",
        unit="atos/s",
        of="do driver puro",
        lines=lines,
        notes=[f"{_counted(sides)} {cases} processos de doze atos por rodada; as duas partes alternam-se."],
    )


class _Side:
    """The product and the raw driver on every medium, with or without papers; the model is in the first one."""

    def __init__(self, name: str, with_papers: bool, media: Mapping[str, Path]) -> None:
        self.name, self.with_papers = name, with_papers
        slug = "papers" if with_papers else "bare"
        folders = {place: folder / slug for place, folder in media.items()}
        self.offices = {place: new_office(folder / "product") for place, folder in folders.items()}
        self.twins = {place: Database(folder / "raw.db").connection for place, folder in folders.items()}
        self.model, self.scribe = noted_office(list(folders.values())[-1] / "model")
        self.statements = 0.0
        self._warm_up()

    def _warm_up(self) -> None:
        """A first case on every side: what is read, compiled and kept once is no part of an act."""
        scenes = told(1)
        for office in (self.model, *self.offices.values()):
            self._play(office, scenes, -1)
        script = self.scribe.noted()
        for twin in self.twins.values():
            repeat(twin, script)

    def works(self, turn: int, scenes: list[list[Scene]]) -> dict[str, Work]:
        """What this side does in one round, in pairs."""
        self._play(self.model, scenes, turn)
        script = self.scribe.noted()
        self.statements = len(script) / sum(map(len, scenes))
        found: dict[str, Work] = {}
        for place, office in self.offices.items():
            found[f"{place}, {self.name}: driver puro"] = self._raw(place, script, scenes)
            found[f"{place}, {self.name}: ato inteiro"] = self._whole(office, scenes, turn)
        return found

    def _whole(self, office: Office, scenes: list[list[Scene]], turn: int) -> Work:
        return lambda: self._play(office, scenes, turn)

    def _raw(self, place: str, script: Script, scenes: list[list[Scene]]) -> Work:
        def work() -> int:
            repeat(self.twins[place], script)
            return sum(map(len, scenes))

        return work

    def _play(self, office: Office, scenes: list[list[Scene]], turn: int) -> int:
        if self.with_papers:
            return _played(office, scenes, turn)
        with patch("app.casework.frozen_papers", lambda *_: []):
            return _played(office, scenes, turn)


def _played(office: Office, scenes: list[list[Scene]], turn: int) -> int:
    for number, case in enumerate(scenes):
        play(office, case, f"{turn}:{number}")
    return sum(map(len, scenes))


def _counted(sides: list[_Side]) -> str:
    counted = " e ".join(f"{spoken(side.statements)} {side.name}" for side in sides)
    return f"Instruções SQL por ato: {counted}."
