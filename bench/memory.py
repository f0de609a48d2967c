"""What a loaded case weighs: beyond its events, and by itself from its snapshot, over many of them."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from app.office import Office
from bench.offices import new_office, play, told
from bench.table import Line, Table
from storage.codec import decode_case, encode_case
from workflow.case import Case
from workflow.fold import replay

Loaded = TypeVar("Loaded")
FLOOR, GOAL = 4.0, 1.0
BEYOND = "o processo, além dos seus eventos"


def measure(rounds: int, cases: int, folder: Path) -> Table:
    """Each round weighs so many copies of a whole case of twelve events."""
    office = new_office(folder)
    found: dict[str, list[float]] = {}
    for turn in range(rounds):
        case = play(office, told(1)[0], f"m{turn}").case
        for name, weight in _weights(office, case, cases).items():
            found.setdefault(name, []).append(weight / 1024)
    events_weight = tuple(found["os eventos de um processo"])
    lines = []
    for name, values in found.items():
        share = tuple(100 * mine / whole for mine, whole in zip(values, events_weight, strict=True))
        judged = name == BEYOND
        lines.append(
            Line(
                name=name, values=tuple(values), share=share, floor=FLOOR if judged else None,
                goal=GOAL if judged else None, less=True,
            )
        )  # fmt: skip
    return Table(
        title="Memória por processo carregado",
        unit="KiB",
        of="dos eventos",
        lines=lines,
        notes=[f"{cases} processos por rodada, medidos por tracemalloc."],
    )


def _weights(office: Office, case: Case, cases: int) -> dict[str, float]:
    histories, events = _weighed(lambda _: office.store.history(case.id), range(cases))
    _, folded = _weighed(lambda history: replay(history, case.id), histories)
    _, loaded = _weighed(decode_case, [encode_case(case)] * cases)
    return {"os eventos de um processo": events, BEYOND: folded, "o processo só, lido do instantâneo": loaded}


def _weighed(load: Callable[[Any], Loaded], each: Sequence[object]) -> tuple[list[Loaded], float]:
    """What was loaded, and the bytes one weighs, its place in a list included."""
    load(each[0])
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    loaded = [load(one) for one in each]
    gc.collect()
    weight = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return loaded, weight / len(loaded)
