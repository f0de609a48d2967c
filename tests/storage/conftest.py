"""A town's record in a temporary folder, and a plain story to put in it: acts made by hand, without a law."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from storage.appended import Appended, Log
from storage.database import Database
from storage.files import Files
from storage.papers import FrozenPaper
from storage.store import Store
from storage.transaction import Transaction
from tests.databases import BOTH, opened, record, without_triggers
from workflow.case import Case, Deadline, Head, Obligation, Track
from workflow.event import Command, Derived, Event, Paper

LOG = Log(name="3160702/1", zone="America/Sao_Paulo", tzdata="2026f")
NOON = datetime(2027, 3, 1, 15, 0, tzinfo=UTC)
NAME, TAX_ID = "Fulano de Tal Exemplo", "529.982.247-25"
DAY = timedelta(days=1)


def deadline(kind: str, opened: date, status: str = "open", days: int = 15) -> Deadline:
    due = opened + days * DAY
    return Deadline(
        id=f"{kind}:t1:1",
        kind=kind,
        track="t1",
        round=1,
        anchor=opened,
        first=opened + DAY,
        literal=due,
        due=due,
        act_on=due + DAY,
        fires=f"{kind}_lapses",
        status=status,
        opened_by="draw_up",
    )


def drawn_up(case: Case, on: date = date(2027, 3, 1)) -> Event:
    head = Head(opened_on=on, fact_on=on, items=("36-II",), inspector="fiscal-7")
    return Event(
        version=case.version + 1,
        step="draw_up",
        by="inspector",
        occurred_on=on,
        recorded_on=on,
        data={
            "items": ["36-II"],
            "fact_on": on.isoformat(),
            "respondent": {"name": NAME, "cpf": TAX_ID},
            "narrative": f"{NAME} conduzia…",
        },
        recorded_by="p:7",
        procedure="a" * 64,
        town="b" * 64,
        derived=Derived(
            tracks=(Track(id="t1", place="awaiting_notification", since=on),),
            deadlines=(deadline("notice", on),),
            head=head,
            papers=(Paper("infraction_notice", "t1"),),
            gazette=("public_notice",),
            articles=("33",),
            answers={"payment_first_day": "next_day"},
        ),
    )


def followed(case: Case, step: str = "serve_notice") -> Event:
    """The next act: closes the deadline that runs, opens another, moves the track."""
    on = case.day + DAY
    (running,) = (each for each in case.deadlines if each.status == "open")
    kind = f"term{case.version}"
    return Event(
        version=case.version + 1,
        step=step,
        by="secretariat",
        occurred_on=on,
        recorded_on=on,
        data={"via": "post", "receipt": "ar"},
        recorded_by="p:9",
        procedure="a" * 64,
        town="b" * 64,
        derived=Derived(
            tracks=(replace(case.tracks[0], place=f"place_{case.version}", since=on),),
            deadlines=(replace(running, status="met"), deadline(kind, on)),
            papers=(Paper("decision_letter", "t1"),),
            articles=("33 §2",),
        ),
    )


def judged(case: Case) -> Event:
    event = followed(case, "judge")
    fine = Obligation(
        id="o1",
        item="36-II",
        code="M1",
        kind="fine",
        round=1,
        imposed_on=event.occurred_on,
        origin="36 II",
        unit="URM",
        units=Decimal("0.50"),
    )
    return replace(event, derived=replace(event.derived, obligations=(fine,)))


def together(jobs: list[tuple[Callable[..., None], object]]) -> None:
    """Do each in a thread of its own, at the same time; the first failure of any is the test's."""
    failures: list[BaseException] = []

    def do(job: Callable[..., None], given: object) -> None:
        try:
            job(given)
        except BaseException as failure:  # noqa: BLE001 - told to the test below
            failures.append(failure)

    threads = [threading.Thread(target=do, args=job) for job in jobs]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    if failures:
        raise failures[0]


def command_of(event: Event) -> Command:
    return event.command


@pytest.fixture(params=BOTH)
def on(request) -> str:
    """Which database the test is on: every one runs on both, but for those about one database's own ways."""
    return request.param


@pytest.fixture
def folder(on, tmp_path: Path, empty: Path) -> Iterator[Path]:
    """A folder with a new record."""
    with record(on, tmp_path, empty):
        yield tmp_path


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    database = opened(folder)
    yield database
    database.close()


@pytest.fixture
def store(database: Database, folder: Path) -> Store:
    return Store(database, LOG, Files(folder / "files"))


class Clerk:
    """Does the acts of the story on a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.law = ""

    def open(self, *, key: str = "", papers: bool = True, now: datetime = NOON) -> Appended:
        key = key or secrets.token_hex(8)
        with self.store.opening(
            2027, key=key, command=drawn_up(Case()).command, now=now, law=self.law, person="p:7"
        ) as tx:
            if tx.recorded is None:
                event = drawn_up(tx.case)
                tx.append(
                    event, phase="opening", wakes_on=date(2027, 3, 17), papers=[paper(tx, event)] if papers else []
                )
        return tx.recorded

    def act(
        self,
        case_id: str,
        make: Callable[[Case], Event] = followed,
        *,
        key: str = "",
        papers: bool = True,
        now: datetime = NOON,
        **more,
    ) -> Appended:
        key = key or secrets.token_hex(8)
        command = make(self.store.load(case_id)).command
        with self.store.transaction(case_id, key=key, command=command, now=now, **more) as tx:
            if tx.recorded is None:
                event = make(tx.case)
                tx.append(
                    event,
                    phase="defense",
                    wakes_on=event.occurred_on + 16 * DAY,
                    papers=[paper(tx, event)] if papers else [],
                )
        return tx.recorded


def paper(tx: Transaction, event: Event) -> FrozenPaper:
    kind = event.derived.papers[0].kind
    return FrozenPaper(
        kind=kind,
        series=kind,
        number=tx.number(kind, 2027),
        code=secrets.token_hex(13),
        template="c" * 64,
        context=f'{{"name": "{NAME}"}}'.encode(),
        track="t1",
    )


@pytest.fixture
def clerk(store: Store) -> Clerk:
    return Clerk(store)


@pytest.fixture
def story() -> SimpleNamespace:
    """The story's acts, for tests that tell it themselves."""
    return SimpleNamespace(
        drawn_up=drawn_up,
        followed=followed,
        judged=judged,
        paper=paper,
        deadline=deadline,
        noon=NOON,
        log=LOG,
        name=NAME,
        tax_id=TAX_ID,
        without_triggers=without_triggers,
    )
