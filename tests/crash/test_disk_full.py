"""A disk with no room left, at many points: a clean refusal, reads go on, nothing half done, and on once there is room.

The room is a limit on how large a file may grow (``RLIMIT_FSIZE``), taken from the very process that goes on after.
"""

from __future__ import annotations

import io
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import BinaryIO, NamedTuple

import pytest

from app import delivery
from app.office import Office
from storage import files, sqlite
from storage.connection import Connection
from storage.faults import DiskFailed, DiskFull, StorageFault
from storage.files import Files, StoredFile
from storage.views import Views
from tests.app import desk as here
from tests.crash import town
from tests.crash.scale import FILLINGS, say, sized
from tests.crash.town import Ack

LARGE = 300_000
"""Bytes of a file that somebody joins."""
A_PAPER = 2_500
"""Times that a paper says its code of thirty letters."""
LOOK = 10
"""After so many fillings the whole record is verified."""
LATER = here.noon("2027-04-13")


class Work(NamedTuple):
    """What is done while there is no room: ``before`` with room, ``do`` without; ``most`` is what a file of it takes.

    ``do`` gives, in the end, the acts it was answered, and raises a ``StorageFault`` for what it is refused.
    """

    before: Callable[[Office, str], object]
    do: Callable[[Office, str], Iterator[Ack]]
    most: int


def nothing(desk: Office, name: str) -> None:
    pass


def join_a_file(desk: Office, name: str) -> Iterator[Ack]:
    content = name.encode() * (LARGE // len(name))
    stored = desk.files.put(io.BytesIO(content), "text/plain")
    assert desk.files.read(stored.sha256) == content
    yield from ()


def some_acts(desk: Office, name: str) -> list[Ack]:
    return list(town.acts(desk, name))


def print_papers(desk: Office, name: str) -> Iterator[Ack]:
    stopped = delivery.deliver(desk, LATER).stopped
    if stopped:
        raise DiskFull(stopped)
    yield from ()


WORKS = (
    Work(nothing, town.acts, 440_000),
    Work(nothing, join_a_file, LARGE),
    Work(some_acts, print_papers, 100_000),
)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file grows beyond so many bytes meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def filled(desk: Office, work: Work, name: str, size: int) -> tuple[list[Ack], list[str], bool]:
    """The work with room for so much and then with all it needs: its acts, what was wrong, whether it was refused."""
    work.before(desk, name)
    desk.database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    answered, wrong, refused = list[Ack](), list[str](), False
    with room_for(size):
        try:
            for ack in work.do(desk, name):
                answered.append(ack)
        except StorageFault as fault:
            refused = True
            if not isinstance(fault, DiskFull | DiskFailed) or "Nada foi gravado" not in str(fault):
                wrong.append(f"{type(fault).__name__}: {fault}")
        except Exception as error:  # noqa: BLE001 - any other answer is one that nobody could understand
            wrong.append(f"{type(error).__name__}: {error}")
        Views(desk.database).cases()
        desk.store.load("000001/2027")
    wrong += [
        f"left: {path.name}" for path in desk.files.root.rglob("*") if path.is_file() and not holds(desk, path.name)
    ]
    acks = list(work.do(desk, name))
    if acks[: len(answered)] != answered:
        wrong.append(f"answered {answered}, and then {acks}")
    return acks, [f"{name}, room for {size}: {each}" for each in wrong], refused


def holds(desk: Office, name: str) -> bool:
    return len(name) == 64 and desk.files.holds(name)


def fill(desk: Office, many: int, works: tuple[Work, ...] = WORKS) -> tuple[list[str], int]:
    """What was wrong at so many points, spread over what each work writes; and how often it was refused."""
    acks, found, refusals = list(town.acts(desk, "antes")), list[str](), 0
    for number in range(many):
        work = works[number % len(works)]
        size = 1 + work.most * number // many
        told, wrong, refused = filled(desk, work, f"d{number}", size)
        acks, found, refusals = acks + told, found + wrong, refusals + refused
        if number % LOOK == 0 or number == many - 1:
            found += town.wrong(desk, acks)
    return found, refusals


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Iterator[Office]:
    monkeypatch.setattr(delivery, "render", partial(town.in_short, size=A_PAPER))
    desk = town.opened(tmp_path)
    yield desk
    desk.database.close()


@sized(FILLINGS)
def test_without_room_nothing_is_half_done_and_with_room_again_it_goes_on(desk, many):
    found, refusals = fill(desk, many)
    say(f"{many} fillings, {refusals} refusals")
    assert found == []
    assert refusals > many // 2


def test_an_error_at_the_end_of_an_act_that_is_passed_over_is_seen(desk, monkeypatch):
    """The harness's own proof: the act is answered for, and is not there."""
    insist = sqlite._insist

    def careless(connection: Connection, statement: str, until: float) -> None:
        try:
            insist(connection, statement, until)
        except sqlite.sqlite3.OperationalError:
            if statement != "COMMIT":
                raise

    monkeypatch.setattr(sqlite, "_insist", careless)
    found, _ = fill(desk, 1, WORKS[:1])
    assert found != []


def test_a_file_written_where_it_is_to_stay_is_seen(desk, monkeypatch):
    def put(self: Files, source: BinaryIO, media_type: str) -> StoredFile:
        content = source.read()
        digest = files.sha256(content).hexdigest()
        self.path(digest).parent.mkdir(parents=True, exist_ok=True)
        with files.file_faults(self.root):
            self.path(digest).write_bytes(content)
        return StoredFile(digest, media_type, len(content))

    monkeypatch.setattr(Files, "put", put)
    found, _ = fill(desk, FILLINGS.sample, WORKS[1:2])
    assert any("left" in each for each in found)
