"""A durable act: the product's whole transaction beside the raw driver running the same statements with ready bytes.

Both sides act in turn, round after round, on databases of the same schema in the same folder; the ratio is the
median of the rounds'. Usage: ``python bench/transition.py [--rounds 9] [--cases 60] [--folder DIR]``.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from storage.database import Database
from storage.papers import FrozenPaper
from storage.store import Store
from storage.transaction import Log, Transaction
from workflow.case import Case, Command, Deadline, Derived, Event, Head, Paper, Track
from workflow.fold import evolve

LOG = Log(name="3160702/1", zone="America/Sao_Paulo", tzdata="2026f")
NOW = datetime(2027, 3, 1, 15, 0, tzinfo=UTC)
DAY = timedelta(days=1)
ACTS = ("dispatch_notice", "serve_notice", "file_defense", "judge", "serve_decision", "file_appeal")
Script: TypeAlias = list[list[tuple[str, Any]]]


def deadline(kind: str, on: date) -> Deadline:
    due = on + 15 * DAY
    return Deadline(
        id=f"{kind}:t1:1", kind=kind, track="t1", round=1, anchor=on, first=on + DAY, literal=due, due=due,
        act_on=due + DAY, fires=f"{kind}_lapses", opened_by="draw_up",
    )  # fmt: skip


def opened(case: Case) -> Event:
    on = date(2027, 3, 1)
    return Event(
        version=1, step="draw_up", by="inspector", occurred_on=on, recorded_on=on, recorded_by="p:7",
        procedure="a" * 64, town="b" * 64, data={"items": ["36-II"], "fact_on": "2027-03-01", "inspector": "fiscal-7"},
        derived=Derived(
            tracks=(Track(id="t1", place="awaiting_notification", since=on),), deadlines=(deadline("notice", on),),
            head=Head(opened_on=on, fact_on=on, items=("36-II",), inspector="fiscal-7"), articles=("33", "36 II"),
        ),
    )  # fmt: skip


def acted(case: Case, step: str) -> Event:
    """The prepared act: one limit met, one opened, the track moved, one paper issued."""
    on = (case.day or date(2027, 3, 1)) + DAY
    running = next(each for each in case.deadlines if each.status == "open")
    return Event(
        version=case.version + 1, step=step, by="secretariat", occurred_on=on, recorded_on=on, recorded_by="p:9",
        procedure="a" * 64, town="b" * 64, data={"via": "post", "receipt": "ar", "tracking": "BR123456789BR"},
        derived=Derived(
            tracks=(replace(case.tracks[0], place=f"after_{step}", since=on),),
            deadlines=(replace(running, status="met"), deadline(step, on)), papers=(Paper("notice_letter", "t1"),),
            articles=("33 §1", "33 §2"), answers={"payment_first_day": "next_day"},
        ),
    )  # fmt: skip


def paper(tx: Transaction, code: str) -> FrozenPaper:
    return FrozenPaper(
        kind="notice_letter", series="notice_letter", number=tx.number("notice_letter", 2027), code=code,
        template="c" * 64, context=b"x" * 1500, track="t1",
    )  # fmt: skip


class Product:
    """The product, as the application uses it; ``decide`` is replaced by an event made before."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = Store(self.database, LOG)
        self.made = 0

    def open(self) -> str:
        self.made += 1
        with self.store.opening(
            2027, key=f"o{self.made}", command=Command(step="draw_up", on=date(2027, 3, 1)), now=NOW
        ) as tx:
            tx.append(opened(tx.case), phase="opening", wakes_on=None)
        return tx.case.id

    def act(self, case_id: str, event: Event, command: Command, key: str) -> None:
        with self.store.transaction(case_id, key=key, command=command, now=NOW, person="p:9") as tx:
            tx.append(event, phase="defense", wakes_on=event.occurred_on, papers=[paper(tx, key)])


class Scribe:
    """Stands before a connection and notes every statement with its values, for the raw driver to repeat."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.seen: list[tuple[str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, sql: str, values: Any = ()) -> Any:
        if not sql.startswith("PRAGMA"):  # how the product waits for its turn is its own affair
            self.seen.append((sql, values))
        return self.connection.execute(sql, values)

    def noted(self) -> list[tuple[str, Any]]:
        seen, self.seen = self.seen, []
        return seen


class Noted(Database):
    """A database whose statements a scribe notes."""

    @property
    def connection(self) -> Any:
        return self.scribe

    @cached_property
    def scribe(self) -> Scribe:
        return Scribe(super().connection)


def timed(run: Callable[[], None]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--cases", type=int, default=60)
    options.add_argument("--folder")
    given = options.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="bench-", dir=given.folder))
    try:
        print(json.dumps(measure(folder, given.rounds, given.cases), indent=1))
    finally:
        shutil.rmtree(folder)


def measure(folder: Path, rounds: int, cases: int) -> dict[str, Any]:
    """Rates of both sides and their ratio. The raw side repeats what a scribe saw the product do elsewhere."""
    noted, twin = Noted(folder / "model.db"), Database(folder / "raw.db").connection
    product, model, scribe = Product(Database(folder / "product.db")), Product(noted), noted.scribe
    scribe.noted()  # the making of the schema, which the twin has of its own
    script: Script = []
    ratios, ours, theirs = [], [], []
    for turn in range(rounds):
        acts: list[Any] = []
        script = []
        opened_now = [(product.open(), model.store.load(model.open())) for _ in range(cases)]
        repeat(twin, [scribe.noted()])
        for case_id, new in opened_now:
            case = new
            for step in ACTS:
                act = case_id, acted(case, step), acted(case, step).command, f"{case_id}:{step}"
                acts.append(act)
                model.act(*act)
                script.append(scribe.noted())
                case = evolve(case, act[1])

        def run_raw(script: Script = script) -> None:
            repeat(twin, script)

        def run_product(acts: list[Any] = acts) -> None:
            for act in acts:
                product.act(*act)

        took = {run: timed(run) for run in ((run_raw, run_product) if turn % 2 else (run_product, run_raw))}
        ours.append(len(acts) / took[run_product])
        theirs.append(len(acts) / took[run_raw])
        ratios.append(took[run_raw] / took[run_product])
    return {
        "acts": rounds * cases * len(ACTS),
        "statements_per_act": len(script[0]),
        "raw_per_s": round(statistics.median(theirs)),
        "product_per_s": round(statistics.median(ours)),
        "percent_of_raw": round(100 * statistics.median(ratios), 1),
        "percent_from_to": [round(100 * min(ratios), 1), round(100 * max(ratios), 1)],
    }


def repeat(connection: Any, script: Script) -> None:
    """The raw driver's part: the same statements, the same values, rows fetched."""
    execute = connection.execute
    for statements in script:
        for sql, values in statements:
            cursor = execute(sql, values)
            if cursor.description:
                cursor.fetchone()


if __name__ == "__main__":
    main()
