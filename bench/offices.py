"""Offices to measure in: a town's record in a folder, one whose statements are noted, and who plays the story there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from validate_docbr import CPF

from app import logs
from app.casework import handle
from app.office import Office, open_office
from app.request import Handled, Request
from app.settings import Settings
from bench.story import LAW, RESPONDENT, TOWN, Scene, noon, story
from storage.database import Database
from storage.outbox import Outbox
from storage.postgres_connection import PostgresConnection, spoken
from storage.store import Store

Script: TypeAlias = list[tuple[str | bytes, Any]]
"""Statements with their values, as the driver was given them."""


class Scribe:
    """Stands before a connection and notes every statement with its values, for the raw driver to repeat."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.seen: Script = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)

    def execute(self, sql: str, values: Any = ()) -> Any:
        """Run a statement and note it; how the product waits for its turn is its own affair."""
        if not sql.startswith("PRAGMA"):
            self.seen.append((sql, values))
        return self.connection.execute(sql, values)

    def executemany(self, sql: str, rows: Any) -> Any:
        """Run a statement with each of many rows, and note them as one list."""
        rows = list(rows)
        self.seen.append((sql, rows))
        return self.connection.executemany(sql, rows)

    def noted(self) -> Script:
        """What was noted since the last time."""
        seen, self.seen = self.seen, []
        return seen


class Noted(Database):
    """A database whose statements a scribe notes."""

    @property
    def connection(self) -> Any:
        return self._gathering or self.scribe

    @cached_property
    def scribe(self) -> Scribe:
        return Scribe(super().connection)


def on_file(folder: Path) -> Path:
    """Where a folder's record is: a file in it."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "registro.db"


Place: TypeAlias = Callable[[Path], Path | str]
"""Where a folder's record is: a file, or an address on a server."""


def new_office(folder: Path, at: Place = on_file) -> Office:
    """A town's office with a record of its own, its files in that folder."""
    address = at(folder)
    return open_office(Settings(data=folder, town=TOWN, database="" if isinstance(address, Path) else address))


def noted_office(folder: Path, at: Place = on_file) -> tuple[Office, Scribe]:
    """An office with its scribe, who has not noted the making of the schema: the raw side has one of its own."""
    office = new_office(folder, at)
    database = Noted(at(folder / "noted"), master=office.settings.master_file)
    database.scribe.noted()
    return replace(
        office, database=database, store=Store(database, office.store.log, office.files), outbox=Outbox(database)
    ), database.scribe


def plain(connection: Any, script: Script) -> tuple[Any, Script]:
    """The driver's own connection, and the statements as it takes them."""
    if isinstance(connection, PostgresConnection):
        return connection.driver, [(spoken(str(sql)), values) for sql, values in script]
    return connection, script


def repeat(connection: Any, script: Script) -> None:
    """The raw driver's part: the same statements with the same values, ready; every row fetched.

    What the product puts in as many rows of one statement goes in so here too.
    """
    execute = connection.execute
    for sql, values in script:
        if isinstance(values, list):
            connection.executemany(sql, values)
            continue
        cursor = execute(sql, values)
        if cursor.description:
            cursor.fetchall()


def told(cases: int) -> list[list[Scene]]:
    """So many cases of the story without what is refused, each of another respondent."""
    cpf = CPF()
    people = [{**RESPONDENT, "tax_id": cpf.generate(mask=True)} for _ in range(cases)]
    return [[scene for scene in story(person) if not scene.refused] for person in people]


def play(office: Office, scenes: list[Scene], key: str) -> Handled:
    """One case through ``handle``, act by act as a person would send them."""
    done: Handled | None = None
    for number, (command, _) in enumerate(scenes):
        case, law = ("", LAW) if done is None else (done.appended.case_id, "")
        request = Request(command=command, key=f"{key}:{number}", case=case, law=law, person="p:9")
        done = handle(office, request, noon(command.on))
    assert done is not None
    return done


@contextmanager
def unsafe(office: Office) -> Iterator[None]:
    """Without waiting for the disk, to make ready what is not measured."""
    connection = office.database.connection
    connection.execute("PRAGMA synchronous=OFF")
    yield
    connection.execute("PRAGMA synchronous=FULL")


@contextmanager
def logging_to(file: Path) -> Iterator[None]:
    """The product's log, on and as JSON, in a file."""
    with file.open("w", encoding="utf-8") as log:
        with redirect_stderr(log):
            logs.configure(as_json=True)
        yield
