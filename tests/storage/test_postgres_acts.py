"""Acts on PostgreSQL: what two do at once, what takes too long, and a server that goes away in the middle."""

import os
import re
import threading

import psycopg
import pytest

from storage import postgres_connection
from storage.check_all import counts
from storage.connection import one_by_one
from storage.faults import (
    BadAddress,
    Busy,
    Damaged,
    DiskFailed,
    DiskFull,
    NoServer,
    NotAllowed,
    ReadOnly,
    StorageFault,
    Unsure,
)
from storage.files import Files
from storage.ledger import erased, verify
from storage.postgres_connection import PostgresConnection
from storage.postgres_faults import postgres_fault
from storage.store import Store
from tests.databases import POSTGRES, cluster, opened
from tests.storage.conftest import LOG, NOON, Clerk, drawn_up, followed


@pytest.fixture
def on():
    """What both databases do is in the other modules, which run on both."""
    return POSTGRES


def test_whoever_waits_too_long_is_told_the_database_is_busy(database, folder, clerk, monkeypatch):
    monkeypatch.setitem(postgres_connection._SETTINGS, "lock_timeout", "200ms")
    case_id = clerk.open().case_id
    other = Clerk(Store(opened(folder), LOG, Files(folder / "files")))
    for held in ("case_file", "log_head"):
        with database.writing() as connection:
            connection.execute(f"SELECT 1 FROM {held} FOR UPDATE")
            with pytest.raises(Busy, match=r"ocupado por tempo demais.*Nada foi gravado pela metade"):
                other.act(case_id)
    assert other.act(case_id).version == 2
    other.store.database.close()


def test_a_statement_that_never_ends_is_ended(folder, monkeypatch):
    monkeypatch.setitem(postgres_connection._SETTINGS, "statement_timeout", "100ms")
    database = opened(folder)
    with pytest.raises(Busy, match="ocupado"), database.reading() as connection:
        connection.execute("SELECT pg_sleep(10)")
    database.close()


def test_whole_tables_are_read_for_as_long_as_that_takes_and_nothing_else_is(folder, monkeypatch):
    monkeypatch.setitem(postgres_connection._SETTINGS, "statement_timeout", "100ms")
    monkeypatch.setattr(postgres_connection, "ANSWER", 0.3)
    database = opened(folder)
    with database.surveying() as connection:
        assert connection.execute("SELECT 1 FROM pg_sleep(0.5)").fetchone() == (1,)
    with pytest.raises(Busy), database.reading() as connection:
        connection.execute("SELECT pg_sleep(0.2)")

    def unanswered(connection):
        connection.execute("SET LOCAL statement_timeout = 0")
        connection.execute("SELECT pg_sleep(0.5)")

    with pytest.raises(NoServer), database.reading() as connection:
        unanswered(connection)
    database.close()


def test_a_verification_gives_every_whole_table_its_time(folder, clerk, monkeypatch):
    """A sleep stands before each of its statements, longer than a statement may take elsewhere."""
    clerk.open()
    monkeypatch.setitem(postgres_connection._SETTINGS, "statement_timeout", "100ms")
    database = opened(folder)
    store = Store(database, LOG, Files(folder / "files"))
    execute, asked = postgres_connection.PostgresConnection.execute, []

    def slowly(self, sql, parameters=()):
        if re.search(r"FROM (event|case_file|document|private_value|idempotency|matter)", sql) and "BETWEEN" not in sql:
            asked.append(sql)
            self.driver.execute("SELECT pg_sleep(0.15)")
        return execute(self, sql, parameters)

    monkeypatch.setattr(postgres_connection.PostgresConnection, "execute", slowly)
    assert {each.layer for each in verify(store, store.files)} == {"fontes"}  # a test's law is not kept
    assert (erased(store), counts(database)["acts"]) == ([], 1)
    assert len(asked) > 10
    database.close()


def test_an_act_that_stands_still_is_undone(folder, monkeypatch):
    monkeypatch.setitem(postgres_connection._SETTINGS, "idle_in_transaction_session_timeout", "50ms")
    database = opened(folder)

    def stall(connection):
        connection.execute("SELECT 1 FROM log_head FOR UPDATE")
        threading.Event().wait(0.5)
        connection.execute("SELECT 1")

    with pytest.raises((Busy, NoServer)), database.writing() as connection:
        stall(connection)
    with database.writing():
        pass
    database.close()


def test_of_two_who_hold_what_the_other_wants_one_is_told_to_try_again(database, folder, clerk):
    one, two = clerk.open().case_id, clerk.open().case_id
    barrier, said = threading.Barrier(2), []

    def cross(first, second):
        mine = opened(folder)
        try:
            with mine.writing() as connection:
                connection.execute("SELECT 1 FROM case_file WHERE case_id = ? FOR UPDATE", (first,))
                barrier.wait()
                connection.execute("SELECT 1 FROM case_file WHERE case_id = ? FOR UPDATE", (second,))
        except StorageFault as fault:
            said.append(fault)
        mine.close()

    threads = [threading.Thread(target=cross, args=pair) for pair in ((one, two), (two, one))]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    (fault,) = said
    assert type(fault) is Busy
    assert "passou à frente" in str(fault)


def test_an_act_that_goes_on_after_a_failed_statement_is_not_taken_for_recorded(database):
    def carry_on(connection):
        with pytest.raises(psycopg.IntegrityError):
            connection.execute("INSERT INTO numbering VALUES ('x', '', 2027, 0)")

    with pytest.raises(RuntimeError, match="the act went on"), database.writing() as connection:
        carry_on(connection)


def test_an_error_inside_takes_everything_back(database, clerk):
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        connection.execute("INSERT INTO numbering VALUES ('x', '', 2027, ?)", (1,)).rowcount / 0
    assert database.connection.execute("SELECT count(*) FROM numbering").fetchone() == (0,)
    clerk.open()


def test_a_connection_lost_while_nobody_used_it_is_made_again(database, clerk, store):
    case_id = clerk.open().case_id
    hang_up(database)
    assert store.load(case_id).version == 1
    hang_up(database)
    assert clerk.act(case_id).version == 2
    hang_up(database)
    assert len(store.history(case_id)) == 2


def test_a_connection_lost_in_the_middle_of_an_act_takes_the_act_back(database, clerk, store):
    case_id = clerk.open().case_id
    event = followed(store.load(case_id))

    def interrupted(tx):
        hang_up(database)
        tx.append(event, wakes_on=None)

    with (
        pytest.raises(NoServer, match=r"saiu do ar.*Nada foi gravado pela metade"),
        store.transaction(case_id, key="k", command=event.command, now=NOON) as tx,
    ):
        interrupted(tx)
    assert store.load(case_id).version == 1
    assert clerk.act(case_id, key="k").version == 2


def hang_up(database):
    """End the connection from the other side."""
    driver = database._session.connection.driver
    cluster().driver.execute("SELECT pg_terminate_backend(%s, 5000)", (driver.info.backend_pid,))


def test_a_connection_lost_at_the_very_end_leaves_nobody_deceived(database, clerk, store, monkeypatch):
    case_id = clerk.open().case_id
    execute = PostgresConnection.execute

    def cut(connection, sql, values=(), /):
        if sql == "COMMIT":
            hang_up(database)
        return execute(connection, sql, values)

    monkeypatch.setattr(PostgresConnection, "execute", cut)
    with pytest.raises(Unsure, match=r"não se sabe se o ato ficou gravado.*com a mesma chave não o faz duas vezes"):
        clerk.act(case_id, key="k")
    monkeypatch.undo()
    event = followed(store.load(case_id))
    for repeated in (False, True):
        with store.transaction(case_id, key="k", command=event.command, now=NOON) as tx:
            if tx.recorded is None:
                tx.append(event, wakes_on=None)
        assert (tx.recorded.version, tx.recorded.repeated) == (2, repeated)


def test_each_thread_has_its_own_connection(database):
    seen = []
    thread = threading.Thread(target=lambda: (seen.append(database.connection), database.close()))
    thread.start()
    thread.join()
    assert seen[0] is not database.connection


def test_a_forked_process_opens_its_own_connection_and_leaves_its_parents_alone(database, clerk):
    case_id = clerk.open().case_id
    parents = database.connection
    child = os.fork()
    if child == 0:
        fine = database.connection is not parents and clerk.act(case_id).version == 2
        os._exit(0 if fine else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert clerk.act(case_id).version == 3


@pytest.mark.parametrize(
    ("code", "kind"),
    [("53100", DiskFull), ("58030", DiskFailed), ("25006", ReadOnly), ("40001", Busy), ("40P01", Busy), ("53300", Busy),
     ("57P02", NoServer), ("08006", NoServer), ("28P01", NotAllowed), ("42501", NotAllowed), ("3D000", BadAddress),
     ("XX001", Damaged), ("0A000", StorageFault)],
)  # fmt: skip
def test_what_the_server_says_by_a_code_is_told_in_portuguese(code, kind):
    error = psycopg.errors.lookup(code)("said so")
    fault = postgres_fault(error, "postgresql://devido@servidor/cidade")
    assert type(fault) is kind
    assert str(fault).endswith("Nada foi gravado pela metade. (PostgreSQL: said so)")


def test_a_verification_holds_no_more_of_the_record_than_a_part(database, clerk):
    for _ in range(3):
        clerk.open()
    with database.reading() as connection:
        rows = one_by_one(connection, "SELECT seq FROM event WHERE seq >= :least ORDER BY seq", {"least": 2})
        assert next(rows) == (2,)
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (3,)
        assert list(rows) == [(3,)]


def test_the_same_key_from_two_at_once_is_one_act(database, folder, clerk):
    """The second waits for the case, and only then asks whether the key was used."""
    case_id = clerk.open().case_id
    barrier, versions = threading.Barrier(2), []
    event = followed(clerk.store.load(case_id))

    def same():
        mine = Store(opened(folder), LOG, Files(folder / "files"))
        barrier.wait()
        with mine.transaction(case_id, key="same", command=event.command, now=NOON) as tx:
            if tx.recorded is None:
                tx.append(event, wakes_on=None)
        versions.append((tx.recorded.version, tx.recorded.repeated))
        mine.database.close()

    threads = [threading.Thread(target=same) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(versions) == [(2, False), (2, True)]


def test_a_source_two_keep_at_once_is_kept_once(database, folder):
    barrier, said = threading.Barrier(4), []

    def keep():
        mine = Store(opened(folder), LOG, Files(folder / "files"))
        barrier.wait()
        mine.keep_source("a" * 64, "law", "lei", b"texto", NOON)
        said.append(mine.source("a" * 64))
        mine.database.close()

    threads = [threading.Thread(target=keep) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert said == [b"texto"] * 4


def test_opening_under_a_key_of_a_recorded_case_answers_with_it(store, clerk):
    first = clerk.open(key="k")
    with store.opening(2027, key="k", command=drawn_up(store.load("000001/2027")).command, now=NOON) as tx:
        assert tx.recorded == first._replace(repeated=True)
