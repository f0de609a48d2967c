"""What each part of a durable act costs: the same acts with a stopwatch at the door of each part.

A part's time is its own, without that of the parts it calls; the stopwatch costs something too, so the parts add
up to more than an act takes without it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app import casework, logs
from app.office import Office
from bench.offices import new_office, play, told
from bench.table import Line, Table
from storage import reading, transaction
from storage.database import Database
from storage.outbox import Outbox
from storage.person_keys import PersonKey
from storage.store import Store

DOORS: dict[str, tuple[tuple[Any, str], ...]] = {
    "procedimento e fatos do dia": ((Office, "procedure_now"), (Office, "facts"), (Office, "procedure_for_opening")),
    "outros processos do autuado": ((casework, "Found"), (casework, "subjects_of")),
    "decodificar o processo": ((reading, "decode_case"),),
    "decidir": ((casework, "decide"),),
    "somar o evento ao processo": ((transaction, "evolve"),),
    "próxima manhã do relógio": ((casework, "next_morning_of"),),
    "congelar as peças": ((casework, "frozen_papers"),),
    "bytes canônicos e resumo do evento": ((transaction, "seal_event"),),
    "compromisso da chave": ((transaction, "command_commitment"),),
    "codificar o processo": ((transaction, "encode_case"),),
    "cifrar e abrir os dados pessoais": ((PersonKey, "seal"), (PersonKey, "open")),
    "linha no log": ((logs, "handled"),),
}
SQL, COMMIT, REST = "instruções SQL", "COMMIT", "o resto (transação, linhas, parâmetros)"


class Stopwatch:
    """Adds up the own time of each part, in seconds."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._inner = [0.0]

    def at(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function with the watch at its door."""

        def timed(*given: Any, **named: Any) -> Any:
            self._inner.append(0.0)
            start = time.thread_time()
            try:
                return function(*given, **named)
            finally:
                took = time.thread_time() - start
                self.spent[part] += took - self._inner.pop()
                self._inner[-1] += took

        return timed


class _Watched(Database):
    """A database whose statements are timed, the commit apart: with ``synchronous=FULL`` it waits for the disk."""

    watch: Stopwatch

    @property
    def connection(self) -> Any:
        return _Timed(super().connection, self.watch)


class _Timed:
    def __init__(self, connection: Any, watch: Stopwatch) -> None:
        self._connection = connection
        self._execute = watch.at(SQL, connection.execute)
        self._commit = watch.at(COMMIT, connection.execute)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *values: Any) -> Any:
        return (self._commit if sql == "COMMIT" else self._execute)(sql, *values)


def measure(rounds: int, cases: int, folder: Path) -> Table:
    """Microseconds a part, act by act, the mean of a round."""
    watch = Stopwatch()
    _Watched.watch = watch
    office, database = new_office(folder), _Watched(folder / "watched.db")
    office = replace(
        office, database=database, store=Store(database, office.store.log, office.files), outbox=Outbox(database)
    )
    found: defaultdict[str, list[float]] = defaultdict(list)
    play(office, told(1)[0], "warm")
    with ExitStack() as doors:
        for part, places in DOORS.items():
            for owner, name in places:
                doors.enter_context(patch.object(owner, name, watch.at(part, getattr(owner, name))))
        for turn in range(rounds):
            scenes = told(cases)
            watch.spent.clear()
            start = time.thread_time()
            for number, each in enumerate(scenes):
                play(office, each, f"{turn}:{number}")
            whole = time.thread_time() - start
            acts = sum(map(len, scenes))
            for part in (*DOORS, SQL, COMMIT):
                found[part].append(1e6 * watch.spent[part] / acts)
            found[REST].append(1e6 * (whole - sum(watch.spent.values())) / acts)
    lines = [Line(name=part, values=tuple(values)) for part, values in found.items()]
    return Table(
        title="O que custa cada parte de um ato",
        unit="µs",
        of="",
        lines=sorted(lines, key=lambda line: -line.median),
        notes=["Tempo de CPU, sem disco que esconda o que é nosso; o cronômetro em cada porta também custa."],
    )
