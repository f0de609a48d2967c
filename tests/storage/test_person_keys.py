"""The keys of personal data: what they seal, what opens it, and a record of before there were any."""

import threading
import time
from contextlib import closing

import psycopg
import pytest
from alembic import command
from msgspec.structs import replace

from storage.database import Database
from storage.driver import sqlite3
from storage.faults import MasterKeyLost
from storage.ledger import verify
from storage.migrations import settings
from storage.person_keys import MASTER, SEALED_SALT, BadSeal, PersonKeys, place
from storage.reading import unsealed
from storage.store import Store
from tests.databases import OWNER, cluster, on_postgres, opened
from tests.storage.conftest import LOG, NOON, Clerk, followed
from tests.storage.test_orphans import kept, named
from tests.storage.test_postgres import new
from workflow.event import ERASED, Command


@pytest.fixture
def keys(folder):
    return PersonKeys(folder / "chaves" / MASTER)


def test_what_is_sealed_opens_in_its_place_and_in_no_other(keys):
    key = keys.new("000001/2027", one_there=None)
    here = place("000001/2027", 1, "narrative")
    sealed = key.seal(b"um texto", here)
    assert keys.opened("000001/2027", key.wrapped).open(sealed, here) == b"um texto"
    assert b"texto" not in sealed
    for other in (place("000001/2027", 2, "narrative"), place("000002/2027", 1, "narrative"), place("0", 1, "place")):
        with pytest.raises(BadSeal):
            key.open(sealed, other)


def test_the_same_text_is_never_sealed_alike(keys):
    key = keys.new("000001/2027", one_there=None)
    assert len({key.seal(b"texto", b"aqui") for _ in range(200)}) == 200
    assert len(key.seal(bytes(32), b"aqui")) == SEALED_SALT


@pytest.mark.parametrize("at", [0, 11, 12, 20, -1], ids=["nonce", "end of nonce", "text", "more text", "tag"])
def test_one_altered_bit_does_not_open(keys, at):
    key = keys.new("000001/2027", one_there=None)
    sealed = bytearray(key.seal(b"um texto maior", b"aqui"))
    sealed[at] ^= 1
    with pytest.raises(BadSeal):
        key.open(bytes(sealed), b"aqui")
    for cut in (b"", b"x", bytes(sealed[:12]), bytes(sealed[:20])):
        with pytest.raises(BadSeal):
            key.open(cut, b"aqui")


def test_a_key_wrapped_for_a_case_does_not_open_as_anothers(keys, folder):
    key = keys.new("000001/2027", one_there=None)
    with pytest.raises(BadSeal):
        PersonKeys(keys.path).opened("000002/2027", key.wrapped)


def test_the_master_key_is_made_once_whoever_comes_first(folder):
    path = folder / "chaves" / MASTER
    made, start = [], threading.Barrier(8)

    def make():
        start.wait()
        made.append(PersonKeys(path).new("000001/2027", one_there=None).wrapped[:4])

    threads = [threading.Thread(target=make) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(set(made)) == 1
    assert path.stat().st_mode & 0o777 == 0o600


def test_where_there_are_keys_a_lost_master_key_is_not_made_again(keys, folder):
    wrapped = keys.new("000001/2027", one_there=None).wrapped
    keys.path.unlink()
    again = PersonKeys(keys.path)
    with pytest.raises(MasterKeyLost, match="não está lá"):
        again.new("000002/2027", one_there=wrapped)
    assert not keys.path.exists()


def test_an_act_that_finds_the_key_destroyed_makes_another(store, clerk, database):
    case_id = clerk.open().case_id
    clerk.act(case_id)
    erased(store, case_id)
    assert store.history(case_id)[0].data["narrative"] is ERASED
    clerk.act(case_id)
    rows = database.connection.execute("SELECT version, wrapped IS NULL FROM person_key ORDER BY version").fetchall()
    assert [(version, bool(gone)) for version, gone in rows] == [(1, True), (3, False)]


def test_an_act_that_waited_for_the_one_that_erases_seals_under_the_new_key(store, clerk, folder):
    case_id = clerk.open().case_id
    other = Clerk(Store(opened(folder), LOG, store.files))
    waiting = threading.Thread(target=lambda: other.act(case_id))
    command = Command(step="erase_data", on=NOON.date())
    with store.transaction(case_id, key="apaga", command=command, now=NOON) as tx:
        waiting.start()
        time.sleep(0.3)  # it reaches the lock, and finds the key still there
        tx.append(replace(followed(tx.case), data={}), wakes_on=None, erases=True)
    waiting.join()
    assert [each.layer for each in verify(store, store.files) if each.layer not in ("fontes", "chaves")] == []
    assert [each.version for each in store.history(case_id)] == [1, 2, 3]
    other.store.database.close()


def test_an_act_sealed_under_a_destroyed_key_would_be_found(store, clerk):
    """Negative control of the test above: the seeded fault is an act that looked for the key before its turn came."""
    case_id = clerk.open().case_id
    with store.transaction(case_id, key="x", command=Command(step="x", on=NOON.date()), now=NOON) as tx:
        stale = tx.wrapped
    erased(store, case_id)
    with store.transaction(case_id, key="y", command=Command(step="y", on=NOON.date()), now=NOON) as tx:
        tx.wrapped = stale
        tx.append(replace(followed(tx.case), data={"narrative": "texto"}), wakes_on=None)
    assert any("não se deixa abrir" in each.what for each in verify(store, store.files))


def erased(store, case_id):
    """An act that erases, made by hand."""
    with store.transaction(case_id, key="apaga", command=Command(step="erase_data", on=NOON.date()), now=NOON) as tx:
        event = replace(followed(tx.case), data={})
        tx.append(event, wakes_on=None, erases=True)


def test_a_row_without_key_is_erased_and_one_altered_is_not(keys):
    key = keys.new("000001/2027", one_there=None)
    sealed = key.seal(bytes(32) + b'"x"', place("000001/2027", 1, "place"))
    assert unsealed(keys, key.wrapped, sealed, "000001/2027", 1, "place") == (bytes(32), b'"x"')
    assert unsealed(keys, None, sealed, "000001/2027", 1, "place") is None
    assert unsealed(keys, key.wrapped, None, "000001/2027", 1, "place") is None


# A record of before

OLD = {
    "case_file": "*", "event": "*", "file": "*", "source": "*", "matter": "*", "numbering": "*", "deadline": "*",
    "obligation": "*", "document": "*", "outbox": "*", "idempotency": "*", "private_value": "*",
}  # fmt: skip


def test_what_stood_in_the_clear_is_sealed_and_nothing_recorded_changes(
    store, clerk, database, folder, tmp_path_factory
):
    first, second = clerk.open().case_id, clerk.open().case_id
    clerk.act(first)
    file = kept(store.files)
    named(store, first, file, [file])
    store.erase(second, 1, "narrative")
    before = [store.history(each) for each in (first, second)]
    leaves = database.connection.execute("SELECT leaf, record FROM event ORDER BY seq").fetchall()
    place_of_new = tmp_path_factory.mktemp("antes")
    if on_postgres(database):
        with new() as name:
            with psycopg.connect(cluster().address(name, OWNER)) as driver:
                command.upgrade(settings(driver), "0005")
                _fill(driver.cursor(), database, lambda names: ", ".join(["%s"] * names))
            upgraded = Database(cluster().address(name), cluster().address(name, OWNER), place_of_new / MASTER)
            _require_same(upgraded, store.files, before, (first, second), leaves)
        return
    path = place_of_new / "registro.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as driver:
        command.upgrade(settings(driver), "0005")
        _fill(driver, database, lambda names: ", ".join("?" * names))
    assert b"Fulano" in path.read_bytes()
    _require_same(Database(path), store.files, before, (first, second), leaves)


def _fill(driver, database, marks):
    """The rows of a record as an older program would have kept them."""
    keys = database.keys
    for table, columns in OLD.items():
        cursor = database.connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2")
        names = [each[0] for each in cursor.description]
        for row in cursor.fetchall():
            found = dict(zip(names, row, strict=True))
            wrapped = None
            if table in ("document", "idempotency", "private_value"):
                (wrapped,) = database.connection.execute(
                    "SELECT wrapped FROM person_key WHERE case_id = ?", (found["case_id"],)
                ).fetchone()
            case, version = found.get("case_id"), found.get("version")
            if table == "private_value":
                opened = unsealed(keys, wrapped, found.pop("sealed"), case, version, found["field"])
                found["salt"], found["value"] = opened or (None, None)
            elif table == "document":
                found["salt"], found["context"] = unsealed(
                    keys, wrapped, found["context"], case, version, found["code"]
                )
            elif table == "idempotency":
                try:
                    found["salt"] = keys.opened(case, wrapped).open(found["salt"], place(case, version, found["key"]))
                except BadSeal:
                    found["salt"] = bytes(32)  # of a command whose value was erased: noise
            named = ", ".join(f'"{each}"' for each in found)
            driver.execute(f"INSERT INTO {table} ({named}) VALUES ({marks(len(found))})", tuple(found.values()))
    head = database.connection.execute("SELECT seq, leaf, recorded_at FROM log_head").fetchone()
    one, two, three = marks(3).split(", ")
    driver.execute(f"UPDATE log_head SET seq = {one}, leaf = {two}, recorded_at = {three}", tuple(head))


def _require_same(upgraded, files, before, cases, leaves):
    store = Store(upgraded, LOG, files)
    assert [each for each in verify(store, files) if each.layer != "fontes"] == []
    assert [store.history(each) for each in cases] == before
    found = upgraded.connection.execute("SELECT leaf, record FROM event ORDER BY seq").fetchall()
    assert [tuple(map(bytes, row)) for row in found] == [tuple(map(bytes, row)) for row in leaves]
    if not on_postgres(upgraded):
        assert b"Fulano" not in upgraded._at.read_bytes()
    upgraded.close()
