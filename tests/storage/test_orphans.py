"""Files that no act names: which go, which stay, under which lock."""

import io
import os
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from storage.faults import MissingFile
from storage.files import KEPT, Files
from storage.orphans import remove_orphans
from tests.storage.conftest import NOON, followed


@pytest.fixture
def files(store):
    return store.files


def kept(files, content=b"%PDF-1.7", age=0.0):
    file = files.put(io.BytesIO(content), "application/pdf")
    at = NOON.timestamp() - age
    os.utime(files.path(file.sha256), (at, at))
    return file


def joined(case, digest):
    event = followed(case)
    return replace(event, data={**event.data, "attachments": [digest]})


def named(store, case_id, file, files=()):
    event = joined(store.load(case_id), file.sha256)
    with store.transaction(case_id, key=file.sha256, command=event.command, now=NOON) as tx:
        tx.append(joined(tx.case, file.sha256), wakes_on=None, files=files)


def test_a_file_no_act_names_goes_after_a_day_and_not_before(database, store, clerk, files):
    case = clerk.open().case_id
    cited, orphan, young = kept(files, b"1", KEPT + 1), kept(files, b"2", KEPT + 1), kept(files, b"3", KEPT - 1)
    named(store, case, cited, [cited])
    assert remove_orphans(database, files, NOON.timestamp()) == 1
    assert [files.holds(each.sha256) for each in (cited, orphan, young)] == [True, False, True]


def test_a_file_stored_again_has_its_day_anew(database, files):
    old = kept(files, b"2")
    os.utime(files.path(old.sha256), (time.time() - 3 * KEPT,) * 2)
    assert files.put(io.BytesIO(b"2"), "application/pdf") == old
    assert remove_orphans(database, files, time.time()) == 0
    assert files.holds(old.sha256)


def test_an_act_that_names_a_file_removed_meanwhile_is_refused_whole(database, store, clerk, files):
    case = clerk.open().case_id
    file = kept(files, b"2", KEPT + 1)
    assert remove_orphans(database, files, NOON.timestamp()) == 1
    with pytest.raises(MissingFile, match="Não há arquivo guardado"):
        named(store, case, file, [file])
    assert store.load(case).version == 1
    assert database.connection.execute("SELECT count(*) FROM file").fetchone() == (0,)


def test_an_act_recorded_while_files_are_looked_through_keeps_its_file(database, store, clerk, files, monkeypatch):
    case = clerk.open().case_id
    file = kept(files, b"2", KEPT + 1)
    look = Files.stored

    # The list is made inside a reading transaction of this thread: the act comes from another.
    def elsewhere(self):
        yield from list(look(self))
        worker = threading.Thread(target=named, args=(store, case, file, [file]))
        worker.start()
        worker.join()

    monkeypatch.setattr(Files, "stored", elsewhere)
    assert remove_orphans(database, files, NOON.timestamp()) == 0
    assert files.holds(file.sha256)


def test_in_a_record_that_is_only_read_the_files_of_lost_acts_stay(database, files):
    file = kept(files, b"2", 3 * KEPT)
    database.closed = "faltam 3 atos"
    assert remove_orphans(database, files, NOON.timestamp()) == 0
    assert files.holds(file.sha256)


def test_a_file_that_takes_its_place_while_files_are_looked_through_stops_nothing(database, files, monkeypatch):
    orphan, listed = kept(files, b"2", KEPT + 1), Path.glob
    gone = [files.root / "incoming-meanwhile", files.path("0" * 64)]
    monkeypatch.setattr(Path, "glob", lambda *given: [*gone, *listed(*given)])
    assert remove_orphans(database, files, NOON.timestamp()) == 1
    assert not files.path(orphan.sha256).exists()
