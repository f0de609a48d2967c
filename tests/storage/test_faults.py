"""Disk full, read-only, too long a wait: one clear sentence, reads go on, nothing half-written, writes resume."""

import os
import subprocess
import sys
import textwrap
from datetime import timedelta
from io import BytesIO

import pytest

from storage.driver import sqlite3
from storage.faults import Busy, DiskFailed, DiskFull, NotADatabase, ReadOnly, StorageFault, fault_of
from storage.files import Files
from storage.ledger import verify
from tests.databases import SQLITE
from tests.storage.conftest import NOON


@pytest.fixture
def on():
    """What the disk does to a file; what a server and a network do is in test_postgres."""
    return SQLITE


FULL = textwrap.dedent("""
    import pathlib, resource, signal, sys
    from storage.database import Database
    from storage.files import Files
    from storage.faults import StorageFault
    from storage.store import Store
    from tests.storage.conftest import LOG, Clerk
    path, room = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    clerk = Clerk(Store(Database(path), LOG, Files(path.parent / "files")))
    done = [clerk.open().case_id]
    biggest = max(path.stat().st_size, path.with_name(path.name + "-wal").stat().st_size)
    resource.setrlimit(resource.RLIMIT_FSIZE, (biggest + room, resource.RLIM_INFINITY))
    said = ""
    for _ in range(400):
        try:
            done.append(clerk.open().case_id)
        except StorageFault as fault:
            said = f"{type(fault).__name__}: {fault}"
            break
    assert clerk.store.load(done[-1]).version == 1, "reads go on"
    assert said, "never full"
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(len(done), clerk.open().case_id, said)
""")


@pytest.mark.parametrize("room", [0, 5_000, 20_000, 61_440])
def test_a_full_disk_stops_the_act_whole_and_lets_the_next_one_through(store, folder, room):
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(folder / "registro.db"), str(room)], capture_output=True, text=True, check=True
    )
    done, following, said = ran.stdout.split(" ", 2)
    assert said.startswith("DiskFailed: O disco não deixou ler ou gravar"), said
    assert following == f"{int(done) + 1:06d}/2027", "the refused act left no number behind"
    assert [each for each in verify(store, Files(folder / "files")) if each.layer != "fontes"] == []


def test_a_database_that_may_not_grow_says_there_is_no_room(store, clerk, database):
    clerk.open()
    (pages,) = database.connection.execute("PRAGMA page_count").fetchone()
    database.connection.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(DiskFull, match="Não há espaço no disco para gravar"):
        [clerk.open() for _ in range(200)]
    last = database.connection.execute("SELECT max(ordinal) FROM case_file").fetchone()[0]
    database.connection.execute("PRAGMA max_page_count=100000")
    assert clerk.open().case_id == f"{last + 1:06d}/2027"


def test_a_file_that_does_not_fit_leaves_nothing_behind(folder, monkeypatch):
    def full(descriptor):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("storage.files.os.fsync", full)
    files = Files(folder / "files")
    with pytest.raises(DiskFull, match="Não há espaço no disco para guardar o arquivo"):
        files.put(BytesIO(b"x"), "image/png")
    assert [each for each in files.root.rglob("*") if each.is_file()] == []


def test_what_a_killed_process_left_half_written_goes_after_a_day(folder):
    files = Files(folder / "files")
    kept = files.put(BytesIO(b"x"), "image/png")
    half = files.root / "incoming-abc"
    half.write_bytes(b"y")
    now = half.stat().st_mtime
    assert (files.tidy(now + 86_400), half.exists()) == (0, True)
    assert (files.tidy(now + 86_401), half.exists()) == (1, False)
    assert files.holds(kept.sha256)


def test_a_folder_that_cannot_be_written_is_said_so(folder, monkeypatch):
    def closed(*_, **__):
        raise OSError(30, os.strerror(30))

    monkeypatch.setattr("storage.files.tempfile.mkstemp", closed)
    with pytest.raises(ReadOnly, match="não se deixa gravar"):
        Files(folder / "files").put(BytesIO(b"x"), "image/png")


def test_an_equal_file_is_stored_once(folder):
    files = Files(folder / "files")
    one, two = files.put(BytesIO(b"same"), "text/plain"), files.put(BytesIO(b"same"), "image/png")
    assert one.sha256 == two.sha256
    assert [each.read_bytes() for each in files.root.rglob("*") if each.is_file()] == [b"same"]
    assert files.path(one.sha256).stat().st_mode & 0o777 == 0o440


def test_a_read_only_database_is_said_so(store, clerk, database):
    clerk.open()
    database.connection.execute("PRAGMA query_only=ON")
    with pytest.raises(ReadOnly, match="não se deixa gravar"):
        clerk.open()
    database.connection.execute("PRAGMA query_only=OFF")
    assert clerk.open().case_id == "000002/2027"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("database or disk is full", DiskFull),
        ("disk I/O error", DiskFailed),
        ("database is locked", Busy),
        ("attempt to write a readonly database", ReadOnly),
        ("something else", StorageFault),
    ],
)
def test_an_older_librarys_words_are_understood_too(folder, said, kind):
    fault = fault_of(sqlite3.OperationalError(said), folder / "registro.db")
    assert type(fault) is kind
    assert "Nada foi gravado pela metade" in str(fault)


def test_a_database_spoilt_on_disk_is_said_so(store, clerk, folder, database):
    clerk.open()
    database.close()
    with (folder / "registro.db").open("r+b") as file:
        file.write(b"not SQLite at all")
    with pytest.raises(NotADatabase, match="não é um banco de dados"):
        store.load("000001/2027")


def test_a_mistake_of_ours_is_not_dressed_up_as_a_fault(database):
    with pytest.raises(sqlite3.IntegrityError), database.writing() as connection:
        connection.execute("INSERT INTO log_head VALUES (2, 0, zeroblob(32), 'x')")
    with pytest.raises(sqlite3.ProgrammingError), database.writing() as connection:
        connection.execute("SELECT :missing", {})


def test_moments_never_go_back_in_the_log(clerk, store, database):
    clerk.open(now=NOON)
    late = clerk.open(now=NOON - timedelta(hours=1))
    assert late.recorded_at == NOON
    assert clerk.open(now=NOON + timedelta(hours=1)).recorded_at == NOON + timedelta(hours=1)
