"""A copy of the database's file: what goes, what does not travel, of which moment it is."""

import pytest

from storage.copying import copy_database
from storage.faults import Damaged
from tests.databases import NAME, SQLITE
from tests.storage.test_orphans import kept, named


@pytest.fixture
def on():
    """Of a server the server's own copy is made."""
    return SQLITE


def test_what_was_erased_is_left_in_no_free_corner_of_the_database_nor_of_a_copy(database, store, clerk, folder):
    for _ in range(40):
        clerk.open(papers=False)
    rows = database.connection.execute("SELECT case_id, field, sealed FROM private_value").fetchall()
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert all(sealed in (folder / NAME).read_bytes() for *_, sealed in rows)
    for case, field, _ in rows:
        assert store.erase(case, 1, field)
    copy_database(database, folder / "copy.db")
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    left = (folder / NAME).read_bytes() + (folder / "copy.db").read_bytes()
    assert [field for _, field, sealed in rows if sealed in left] == []


def test_a_copy_tells_the_moment_it_is_of(database, clerk, store, folder):
    case = clerk.open().case_id
    file = kept(store.files)
    named(store, case, file, [file])
    moment = copy_database(database, folder / "copy.db")
    clerk.open()
    assert (moment.size, moment.files) == (2, [(file.sha256, file.size)])


def test_a_damaged_database_is_noticed_when_it_is_copied(database, clerk, folder):
    for _ in range(30):
        clerk.open()
    database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    with (folder / NAME).open("r+b") as file:
        file.seek(40_960)
        file.write(b"\xff" * 40_960)
    with pytest.raises(Damaged, match="está danificado"):
        copy_database(database, folder / "copy.db")
