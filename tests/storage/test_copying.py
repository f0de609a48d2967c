"""A copy of the database, and files that no act names: what goes, what stays, under which lock."""

import io
import os
import threading
import time
from dataclasses import replace

import pytest

from storage.copying import copy_database
from storage.faults import Damaged, MissingFile
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


def test_what_was_erased_does_not_travel_in_the_free_pages_of_a_copy(database, store, clerk, story, folder):
    for _ in range(40):
        clerk.open(papers=False)
    name = story.name.encode()
    for case, field in database.connection.execute("SELECT case_id, field FROM private_value").fetchall():
        assert store.erase(case, 1, field)
    copy_database(database, folder / "copy.db")
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert name in (folder / "record.db").read_bytes()  # the database itself still has them, out of any row
    assert name not in (folder / "copy.db").read_bytes()


def test_a_copy_tells_the_moment_it_is_of(database, clerk, store, folder, files):
    case = clerk.open().case_id
    file = kept(files)
    named(store, case, file, [file])
    moment = copy_database(database, folder / "copy.db")
    clerk.open()
    assert (moment.size, moment.files) == (2, [(file.sha256, file.size)])


def test_a_damaged_database_is_noticed_when_it_is_copied(database, clerk, folder):
    for _ in range(30):
        clerk.open()
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    with (folder / "record.db").open("r+b") as file:
        file.seek(40_960)
        file.write(b"\xff" * 40_960)
    with pytest.raises(Damaged, match="está danificado"):
        copy_database(database, folder / "copy.db")


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
