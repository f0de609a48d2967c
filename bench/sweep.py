"""The clock's round when nothing is due, and when a thousand terms lapse on one morning, beside the raw driver."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from app import clock
from app.casework import handle
from app.office import Office
from app.request import Request
from bench.measuring import Work, each, in_turn, percent
from bench.offices import Script, new_office, noted_office, repeat, told, unsafe
from bench.story import LAW, noon
from bench.table import Line, Table
from storage import sql
from storage.database import Database

QUIET, DUE = date(2027, 4, 6), date(2027, 4, 16)
"""The day after the notices were drawn up, and the morning after their term of ten days."""


def measure(rounds: int, cases: int, folder: Path) -> Table:
    """So many notices a round, none delivered: an idle round, then the one that archives them all."""
    office, twin = new_office(folder / "product"), Database(folder / "raw.db").connection
    model, scribe = noted_office(folder / "model")

    def prepare(turn: int) -> dict[str, Work]:
        for each_office in (model, office):
            _draw_up(each_office, cases, turn)
        twin.execute("PRAGMA synchronous=OFF")
        repeat(twin, scribe.noted())
        twin.execute("PRAGMA synchronous=FULL")
        with unsafe(model):
            clock.run(model, noon(DUE))
        script = scribe.noted()
        return {
            "nada vence: a consulta": _asked(office),
            "nada vence: a ronda": lambda: _idle(office),
            "vencem todos: driver puro": _raw(twin, script, cases),
            "vencem todos: a ronda": lambda: len(clock.run(office, noon(DUE)).rings),
        }

    rates = in_turn(rounds, prepare)
    asked, idle = rates["nada vence: a consulta"], rates["nada vence: a ronda"]
    raw, ours = rates["vencem todos: driver puro"], rates["vencem todos: a ronda"]
    return Table(
        title=f"Ronda do relógio, {cases} prazos",
        unit="por segundo",
        of="do driver puro",
        lines=[
            Line(name="nada vence: a consulta", values=asked, share=percent(asked, asked)),
            Line(name="nada vence: a ronda", values=idle, share=percent(idle, asked)),
            Line(name="vencem todos: driver puro, atos", values=raw, share=percent(raw, raw)),
            Line(name="vencem todos: a ronda, atos", values=ours, share=percent(ours, raw)),
        ],
        notes=[f"Uma ronda ociosa: {1e6 * sorted(each(idle))[len(idle) // 2]:.0f} µs."],
    )


def _draw_up(office: Office, cases: int, turn: int) -> None:
    with unsafe(office):
        for number, scenes in enumerate(told(cases)):
            command = scenes[0].command
            handle(office, Request(command=command, key=f"{turn}:{number}", law=LAW, person="p:9"), noon(command.on))


def _idle(office: Office, times: int = 500) -> int:
    for _ in range(times):
        assert not clock.run(office, noon(QUIET)).rings
    return times


def _asked(office: Office, times: int = 500) -> Work:
    def work() -> int:
        for _ in range(times):
            first_page = {"on": QUIET.isoformat(), "day": "", "number": "", "limit": 500}
            office.database.connection.execute(sql.DUE, first_page).fetchall()
        return times

    return work


def _raw(connection: Any, script: Script, acts: int) -> Work:
    def work() -> int:
        repeat(connection, script)
        return acts

    return work
