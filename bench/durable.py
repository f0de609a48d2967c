"""A whole durable act beside the raw driver doing the very same statements, on the disk and without it.

The product does everything: load, decide, fold, event, snapshot, deadlines, obligations, key, papers and their
tasks, a line in the log. Its statements are noted on a twin, and the raw driver repeats them with ready bytes.
Between the two stands the record alone, given events decided and papers written before.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from app.casework import handle
from app.office import Office
from app.request import Request
from bench.measuring import Rates, Work, in_turn, percent
from bench.offices import Place, Script, new_office, noted_office, on_file, plain, play, repeat, told
from bench.story import LAW, Scene, noon
from bench.table import Line, Table, spoken
from storage.appended import Appended
from storage.database import Database
from storage.store import Store
from storage.transaction import Transaction
from workflow.event import Event

FLOOR, GOAL = 45, 60
RAW, RECORD, WHOLE = "driver puro", "só o registro", "ato inteiro"
PAPERS = {"com peças": True, "sem peças": False}
Scenes = list[list[Scene]]


def measure(
    rounds: int,
    cases: int,
    media: Mapping[str, Path],
    at: Place = on_file,
    title: str = "Ato durável, SQLite FULL",
    marks: tuple[int, int] = (FLOOR, GOAL),
) -> Table:
    """Three lines a medium, with papers and without them: the raw driver, the record, the product.

    The goal is for the disk, which is the first of the media. ``at`` says where each folder's record is.
    """
    sides = [_Side(name, with_papers, media, at) for name, with_papers in PAPERS.items()]

    def prepare(turn: int) -> dict[str, Work]:
        scenes = told(cases)
        return {name: work for side in sides for name, work in side.works(turn, scenes).items()}

    rates = in_turn(rounds, prepare)
    counted = " e ".join(f"{spoken(side.statements)} {side.name}" for side in sides)
    return Table(
        title=title,
        unit="atos/s",
        of="do driver puro",
        lines=[
            _line(rates, f"{place}, {name}", part, marks if part == WHOLE and place == next(iter(media)) else None)
            for place in media
            for name in PAPERS
            for part in (RAW, RECORD, WHOLE)
        ],
        notes=[f"Instruções SQL por ato: {counted}. {cases} processos de doze atos por rodada, em alternância."],
    )


def _line(rates: Rates, where: str, part: str, marks: tuple[int, int] | None) -> Line:
    values, limit = rates[f"{where}: {part}"], rates[f"{where}: {RAW}"]
    floor, goal = marks or (None, None)
    return Line(
        name=f"{where}: {part}", values=values, share=percent(values, limit), judged="share" if marks else "values",
        floor=floor, goal=goal,
    )  # fmt: skip


class _Written(NamedTuple):
    """An act as it is asked for, and what it gave the record to write."""

    request: Request
    event: Event
    more: dict[str, Any]


class _Side:
    """The three on every medium, with or without papers, and the model that the first two repeat."""

    def __init__(self, name: str, with_papers: bool, media: Mapping[str, Path], at: Place) -> None:
        self.name, self.with_papers = name, with_papers
        folders = {place: folder / ("papers" if with_papers else "bare") for place, folder in media.items()}
        self.offices = {place: new_office(folder / "product", at) for place, folder in folders.items()}
        self.records = {place: new_office(folder / "record", at).store for place, folder in folders.items()}
        self.twins = {place: Database(at(folder / "raw")).connection for place, folder in folders.items()}
        self.model, self.scribe = noted_office(list(folders.values())[-1] / "model", at)
        self.statements = 0.0
        # What is read, compiled and kept once is no part of an act.
        for work in self.works(-1, told(1)).values():
            work()

    def works(self, turn: int, scenes: Scenes) -> dict[str, Work]:
        """What this side does in one round."""
        script, written = self._noted(turn, scenes)
        self.statements = len(script) / len(written)
        found: dict[str, Work] = {}
        for place, office in self.offices.items():
            where = f"{place}, {self.name}"
            found[f"{where}: {RAW}"] = _raw(self.twins[place], script, len(written))
            found[f"{where}: {RECORD}"] = _recorded(self.records[place], written)
            found[f"{where}: {WHOLE}"] = self._whole(office, written)
        return found

    def _noted(self, turn: int, scenes: Scenes) -> tuple[Script, list[_Written]]:
        """The model's statements, and what its acts had the record write."""
        written: list[_Written] = []
        append = Transaction.append

        def note(tx: Transaction, event: Event, **more: Any) -> Appended:
            opens = event.version == 1
            request = Request(
                command=tx.cause.command, key=tx.cause.key, person=tx.cause.person,
                case="" if opens else tx.case.id, law=LAW if opens else "",
            )  # fmt: skip
            written.append(_Written(request, event, more))
            return append(tx, event, **more)

        with patch.object(Transaction, "append", note), self._papers():
            for number, case in enumerate(scenes):
                play(self.model, case, f"{turn}:{number}")
        return self.scribe.noted(), written

    def _whole(self, office: Office, written: list[_Written]) -> Work:
        asked = [(each.request, noon(each.request.command.on)) for each in written]

        def work() -> int:
            with self._papers():
                for request, now in asked:
                    handle(office, request, now)
            return len(asked)

        return work

    def _papers(self) -> AbstractContextManager[Any]:
        return nullcontext() if self.with_papers else patch("app.casework.frozen_papers", lambda *_: [])


def _raw(connection: Any, script: Script, acts: int) -> Work:
    connection, script = plain(connection, script)

    def work() -> int:
        repeat(connection, script)
        return acts

    return work


def _recorded(store: Store, written: list[_Written]) -> Work:
    def work() -> int:
        for request, event, more in written:
            now, key, command = noon(event.recorded_on), request.key, request.command
            if request.law:
                act = store.opening(command.on.year, key=key, command=command, now=now, person=request.person)
            else:
                act = store.transaction(request.case, key=key, command=command, now=now, person=request.person)
            with act as tx:
                for paper in more["papers"]:
                    tx.number(paper.series, now.year, paper.body)
                tx.append(event, **more)
        return len(written)

    return work
