"""Power cuts: whatever the disk had not synced is lost in every way, and no act that was acknowledged is."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.office import DATABASE, FILES, SECRET
from storage import sqlite
from storage.appended import Log
from storage.database import Database
from storage.files import Files
from storage.ledger import verify
from storage.person_keys import MASTER
from storage.store import Store
from tests.crash import town
from tests.crash.disk import Done, Image, Recorded, Recorder, images
from tests.crash.scale import IMAGES, say, sized
from tests.crash.town import Ack
from tests.server import MEMORY

CASES, A_RECORDING = 6, 1_000
CHECKPOINTS = (1_000, 60, 20)
"""After how many pages the log is written into the file: as the product has it, and so often that cuts fall within."""
FAULTY = 80
"""Images by which a seeded fault is seen."""
AGAIN = 20
"""On every so many an image the command that was cut short is repeated, and work goes on."""


class Recording(NamedTuple):
    """Some acts as they reached the disk, from a record at rest on."""

    before: dict[str, bytes]
    log: list[Done]
    acks: list[Ack]
    keys: dict[str, bytes]
    name: str
    book: Log


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory where there is such a place: an image is written and read once."""
    place = Path(tempfile.mkdtemp(prefix="devido-cut-", dir=MEMORY if MEMORY.is_dir() else None))
    yield place
    shutil.rmtree(place)


@pytest.fixture(params=["wal", "truncate"])
def mode(request, monkeypatch) -> str:
    """The product's mode, and the one it falls back to where the library's own log is not safe."""
    if request.param == "truncate":
        monkeypatch.setattr(sqlite, "SAFE_WAL", (99,))
    return request.param


def recorded(place: Path, turn: int, mode: str, keeps: str = "FULL") -> Recording:
    """Some cases of acts done through the recorder, by an office that opened for them and closed."""
    desk = town.opened(place)
    list(town.acts(desk, "antes"))
    folder = desk.settings.folder
    desk.database.close()
    before = {DATABASE: (folder / DATABASE).read_bytes()}
    recorder, acks = Recorder(f"recorder-{place.name}-{turn}"), list[Ack]()

    def through(name: str) -> Recorded:
        connection = Recorded(name, recorder)
        for each in sqlite._EVERY_CONNECTION:
            connection.execute(f"PRAGMA {each.replace('=FULL', f'={keeps}')}")
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINTS[turn % len(CHECKPOINTS)]}")
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "_open", through)
        desk = town.opened(place)
        assert desk.database.connection.execute("PRAGMA journal_mode").fetchone() == (mode,)
        for case in range(CASES):
            for ack in town.acts(desk, f"{turn}-{case}"):
                acks.append(ack)
                recorder.log.append(Done("", "answer", len(acks)))
        desk.database.close()
    recorder.unregister()
    keys = {name: (folder / name).read_bytes() for name in (SECRET, MASTER)}
    return Recording(before, recorder.log, acks, keys, folder.name, desk.store.log)


def left(image: Image, of: Recording, place: Path, *, again: bool) -> list[str]:
    """What is wrong with what a cut left, opened as the product opens it."""
    folder = place / of.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in {**image.files, **of.keys}.items():
        (folder / name).write_bytes(content)
    answered = of.acks[: image.answers]
    try:
        return [f"{each} ({image.told})" for each in _left(place, of, answered, again=again)]
    except Exception as error:  # noqa: BLE001 - whatever keeps the record from being read is what is looked for
        return [f"{type(error).__name__}: {error} ({image.told})"]


def _left(place: Path, of: Recording, answered: list[Ack], *, again: bool) -> list[str]:
    if again:
        desk = town.opened(place)
        cut = of.acks[len(answered)] if len(answered) < len(of.acks) else of.acks[-1]
        repeated = list(town.acts(desk, cut.key.rpartition(":")[0]))
        found = town.wrong(desk, [*answered, *repeated])
        desk.database.close()
        return found
    folder = place / of.name
    database, files = Database(folder / DATABASE, master=folder / MASTER), Files(folder / FILES)
    rows = database.connection.execute("SELECT cause, leaf FROM event").fetchall()
    there = {cause: bytes(leaf) for cause, leaf in rows}
    found = [f"lost: {ack}" for ack in answered if there.get(ack.key) != ack.leaf]
    found += map(str, verify(Store(database, of.book, files), files))
    database.close()
    return found


def cut(place: Path, many: int, mode: str, keeps: str = "FULL") -> tuple[list[str], int]:
    """What was wrong in so many cuts, and how many cuts there were."""
    found, seen = list[str](), 0
    for turn in range(-(-many // A_RECORDING)):
        of = recorded(place / f"r{turn}", turn, mode, keeps)
        for image in images(of.before, of.log, min(many, A_RECORDING), seed=turn):
            found += left(image, of, place, again=seen % AGAIN == 0)
            seen += 1
    return found, seen


@sized(IMAGES)
def test_no_power_cut_takes_an_act_that_was_acknowledged_or_leaves_half_of_one(memory, mode, many):
    found, seen = cut(memory, many, mode)
    say(f"{mode}: {seen} images")
    assert (found, seen) == ([], many)


def test_a_record_that_does_not_wait_for_the_disk_is_seen_to_lose_acts(memory):
    """The harness's own proof: NORMAL loses what FULL keeps; OFF does not even stay whole."""
    found, _ = cut(memory, FAULTY, "wal", keeps="NORMAL")
    assert len([each for each in found if each.startswith("lost")]) > FAULTY // 10
    assert {each.split(":")[0] for each in found} == {"lost"}


def test_a_record_that_never_syncs_is_seen_to_break(memory):
    found, _ = cut(memory, FAULTY, "wal", keeps="OFF")
    assert any(not each.startswith("lost") for each in found)
