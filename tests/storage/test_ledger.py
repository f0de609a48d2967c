"""Verification: silent on a sound record, and every edit of the file's owner is named with layer and place."""

import json
from hashlib import sha256
from io import BytesIO

import pytest
from msgspec.structs import replace

from storage.canonical import commitment, leaf_of
from storage.faults import MissingFile
from storage.files import Files, StoredFile
from storage.ledger import verify
from storage.outbox import Outbox
from storage.postgres_connection import PostgresConnection
from storage.views import Views
from tests.databases import on_postgres, owning, without_triggers
from tests.storage.conftest import NOON, followed, judged
from workflow.event import ERASED


@pytest.fixture
def files(folder):
    return Files(folder / "files")


@pytest.fixture
def told(store, clerk, database, files):
    """Two cases, five acts, papers rendered and not, an attachment, the sources: a sound record."""
    store.keep_source("a" * 64, "procedure", "lei", b"texto da lei", NOON)
    store.keep_source("b" * 64, "town", "cidade", b"dados da cidade", NOON)
    clerk.law = "lei"
    first, second = clerk.open().case_id, clerk.open().case_id
    clerk.act(first)
    clerk.act(first, judged)
    clerk.act(second)
    outbox = Outbox(database)
    done, lost, *_ = outbox.claim("w", NOON)
    assert outbox.rendered(done, files.put(BytesIO(b"%PDF-1.7 papel"), "application/pdf"), NOON)
    assert outbox.failed(lost, "falta o glifo", None, NOON)
    assert verify(store, files) == []
    return first


def recorded(connection, case_id, version):
    (raw,) = connection.execute(
        "SELECT record FROM event WHERE case_id = ? AND version = ?", (case_id, version)
    ).fetchone()
    return json.loads(raw)


def rewrite(connection, case_id, version, change):
    """A skilled owner: edits an act's bytes and mends its digest."""
    record = recorded(connection, case_id, version)
    change(record)
    raw = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    connection.execute(
        "UPDATE event SET record = ?, leaf = ? WHERE case_id = ? AND version = ?", (raw, leaf_of(raw), case_id, version)
    )


def _respaced(connection):
    (raw,) = connection.execute("SELECT record FROM event WHERE seq = 5").fetchone()
    raw = raw.replace(b'{"by"', b'{ "by"', 1)
    connection.execute("UPDATE event SET record = ?, leaf = ? WHERE seq = 5", (raw, leaf_of(raw)))


def _recommitted(connection):
    mark = commitment(bytes(32), "narrative", "Beltrano")
    connection.execute("UPDATE private_value SET commitment = ? WHERE field = 'narrative'", (mark,))


def _last_with_its_digest(connection):
    rewrite(connection, FIRST, 3, lambda record: record["facts"].update(via="hand"))
    connection.execute("UPDATE log_head SET leaf = (SELECT leaf FROM event ORDER BY seq DESC LIMIT 1)")


def _listed_twice(connection):
    row = connection.execute("SELECT * FROM case_file WHERE case_id = ?", (FIRST,)).fetchone()
    row = ("000003/2027", row[1], 3, *row[3:])
    connection.execute(f"INSERT INTO case_file VALUES ({', '.join('?' * len(row))})", row)


def _helped(connection):
    if isinstance(connection, PostgresConnection):
        connection.execute(
            "CREATE TRIGGER helpful AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION numbering_no_return()"
        )
        return
    connection.execute("CREATE TRIGGER helpful AFTER INSERT ON event BEGIN SELECT 1;END")


def _spoilt(path, **keys):
    """Edits an act's bytes at a path inside them, and mends its digest."""

    def edit(connection):
        rewrite(connection, FIRST, 3, lambda record: (record[path] if path else record).update(keys))

    return edit


FIRST = "000001/2027"
BYTES = "UPDATE event SET record = CAST(replace(record, 'post', 'hand') AS BLOB) WHERE seq = 3"
SNAPSHOT = "UPDATE case_file SET snapshot = CAST(replace(snapshot, 'fiscal-7', 'fiscal-8') AS BLOB)"
SWAP = "UPDATE event SET seq = CASE seq WHEN 3 THEN 105 WHEN 5 THEN 103 END WHERE seq IN (3, 5)"
NAMED = (
    "UPDATE private_value SET sealed = (SELECT sealed FROM private_value WHERE field = 'respondent' "
    "AND case_id = '000002/2027') WHERE field = 'narrative'"
)
UNNAMED = "DELETE FROM private_value WHERE field = 'respondent' AND case_id = '000001/2027'"
DONE = "UPDATE document SET status = 'rendered', file = (SELECT sha256 FROM file) WHERE id = 3"
EDITS = {
    "the bytes of an act": ("cadeia", BYTES),
    "the bytes and their digest": ("processo", _spoilt("facts", via="hand")),
    "the last act, its digest and the log's end": ("processo", _last_with_its_digest),
    "white space in the bytes": ("ato", _respaced),
    "a key the format does not know": ("ato", _spoilt("", extra=1)),
    "a key inside the derived block": ("ato", _spoilt("derived", extra=1)),
    "an act of another log": ("ato", _spoilt("", log="9999999/1")),
    "an act taken out": ("cadeia", "DELETE FROM event WHERE seq = 3"),
    "the last act taken out": ("registro", "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)"),
    "two acts in each other's place": ("ato", f"{SWAP}; UPDATE event SET seq = seq - 100 WHERE seq > 100"),
    "an act moved in the log": ("registro", "UPDATE event SET seq = 50 WHERE seq = 5"),
    "a step in its column": ("ato", "UPDATE event SET step = 'pay' WHERE seq = 3"),
    "a day in its column": ("ato", "UPDATE event SET occurred_on = '2020-01-01' WHERE seq = 3"),
    "a moment that goes back": (
        "momentos",
        "UPDATE event SET recorded_at = '2020-01-01T00:00:00.000000Z' WHERE seq = 5",
    ),
    "a link": ("cadeia", "UPDATE event SET prev = zeroblob(32) WHERE seq = 3"),
    "the log's end": ("registro", "UPDATE log_head SET seq = 4"),
    "a name": ("dados pessoais", NAMED),
    "a name and its commitment": ("dados pessoais", _recommitted),
    "a personal value taken out": ("dados pessoais", UNNAMED),
    "the case's snapshot": ("processo", SNAPSHOT),
    "the case's state": ("processo", "UPDATE case_file SET state = 'closed'"),
    "the case's number": ("processo", "UPDATE case_file SET ordinal = ordinal + 5"),
    "a case taken off the list": ("processo", "DELETE FROM case_file WHERE case_id = '000001/2027'"),
    "a case put on the list": ("processo", _listed_twice),
    "a deadline's day": ("prazos", "UPDATE deadline SET due = '2030-01-01' WHERE status = 'open'"),
    "a deadline closed": ("prazos", "UPDATE deadline SET status = 'void' WHERE status = 'open'"),
    "a deadline taken out": ("prazos", "DELETE FROM deadline WHERE status = 'open'"),
    "a fine's units": ("obrigações", "UPDATE obligation SET units = '0.05'"),
    "a fine taken out": ("obrigações", "DELETE FROM obligation"),
    "a paper's text": ("papéis", "UPDATE document SET context = CAST('{}' AS BLOB) WHERE id = 2"),
    "a paper's template": ("papéis", "UPDATE document SET template = 'other' WHERE id = 2"),
    "a paper's number": ("papéis", "UPDATE document SET ordinal = 7 WHERE id = 2"),
    "a paper taken out": ("números", "DELETE FROM document WHERE id = 2"),
    "a number given back": ("números", "UPDATE numbering SET last = last - 1"),
    "a matter for the gazette taken out": ("diário oficial", "DELETE FROM matter"),
    "a matter at the position of another act": (
        "diário oficial",
        "UPDATE matter SET seq = 5, position = 9 WHERE seq = 1",
    ),
    "a matter at no act's position": ("diário oficial", "INSERT INTO matter VALUES (99, 0, '000001/2027', 1, 'x')"),
    "a key of another act": ("chaves", "UPDATE idempotency SET version = 1 WHERE version = 2"),
    "a task taken out": ("fila", "DELETE FROM outbox WHERE document = 3"),
    "a paper given as done": ("fila", DONE),
    "the law": ("fontes", "UPDATE source SET content = zeroblob(1) WHERE kind = 'procedure'"),
    "the law taken out": ("fontes", "DELETE FROM source WHERE kind = 'procedure'"),
    "a trigger": ("banco", _helped),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_the_files_owner_is_found(store, database, files, told, edit):
    layer, attack = EDITS[edit]
    with without_triggers(database) as connection:
        connection.execute("BEGIN")
        if callable(attack):
            attack(connection)
        else:
            for statement in attack.split("; "):
                assert connection.execute(statement).rowcount != 0
        connection.execute("COMMIT")
    findings = verify(store, files)
    assert layer in {each.layer for each in findings}, [str(each) for each in findings]


def test_a_missing_trigger_is_found(store, database, files, told):
    with owning(database) as connection:
        connection.execute(f"DROP TRIGGER event_no_update{' ON event' if on_postgres(database) else ''}")
    assert [str(each) for each in verify(store, files)] == ["[banco] o gatilho de proteção event_no_update falta"]


def test_a_trigger_emptied_is_found(store, database, files, told):
    with owning(database) as connection:
        if on_postgres(database):
            connection.execute(
                "CREATE OR REPLACE FUNCTION event_no_update() RETURNS trigger LANGUAGE plpgsql "
                "AS $$BEGIN RETURN NEW; END$$"
            )
        else:
            connection.execute("DROP TRIGGER event_no_update")
            connection.execute("CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT 1; END")
    assert [each.what for each in verify(store, files)] == ["o gatilho de proteção event_no_update foi alterado"]


def test_the_place_is_named(store, database, files, told):
    with without_triggers(database) as connection:
        connection.execute(BYTES)
    chain = [each for each in verify(store, files) if each.layer == "cadeia"]
    assert str(chain[0]) == "[cadeia] processo 000001/2027, ato 2: os bytes do ato não têm o digesto registrado"
    assert [(each.case, each.position) for each in chain] == [(told, 2), (told, 3)]


@pytest.mark.parametrize("spoil", ["alter", "remove"])
def test_a_file_that_changed_or_went_is_found(store, files, told, spoil):
    (path,) = (each for each in files.root.rglob("*") if each.is_file())
    path.chmod(0o600)
    if spoil == "alter":
        path.write_bytes(b"%PDF-1.7 outro")
    else:
        path.unlink()
    (finding,) = verify(store, files)
    assert finding.layer == "arquivos"
    assert path.name in finding.what


def test_erasing_personal_values_leaves_the_chain_whole(store, database, files, told, story):
    leaves = database.connection.execute("SELECT leaf FROM event ORDER BY seq").fetchall()
    for field in ("respondent", "narrative"):
        assert store.erase(told, 1, field)
    assert verify(store, files) == []
    assert database.connection.execute("SELECT leaf FROM event ORDER BY seq").fetchall() == leaves
    assert store.history(told)[0].data["respondent"] is ERASED
    kept = database.connection.execute("SELECT quote(sealed) FROM private_value WHERE case_id = ?", (told,)).fetchall()
    assert kept == [("NULL",)] * 2


def test_erasing_the_respondent_forgets_what_finds_the_respondents_cases(store, database, told):
    database.connection.execute("INSERT INTO respondent SELECT case_id, '', 'digest' FROM case_file")
    store.erase(told, 1, "narrative")
    assert len(Views(database).of_subject("digest")) == 2
    store.erase(told, 1, "respondent")
    assert [found.case.id for found in Views(database).of_subject("digest")] == ["000002/2027"]


def test_what_was_erased_cannot_be_guessed_from_the_commitment_to_the_command(store, database, told):
    (before,) = database.connection.execute(
        "SELECT commitment FROM idempotency WHERE case_id = ? AND version = 1", (told,)
    )
    store.erase(told, 1, "respondent")
    (after,) = database.connection.execute(
        "SELECT commitment FROM idempotency WHERE case_id = ? AND version = 1", (told,)
    )
    assert before != after
    assert not store.erase(told, 1, "nothing")


def test_no_name_and_no_tax_id_is_in_the_canonical_bytes(database, told, story):
    for (raw,) in database.connection.execute("SELECT record FROM event"):
        for personal in (story.name, story.tax_id, "529982247"):
            assert personal.encode() not in raw


def test_deciding_again_is_asked_of_the_application(store, files, told):
    asked = []

    def recheck(case):
        asked.append((case.case_id, len(case.events)))
        return [(2, "decidido de novo, daria outro resultado")] if case.case_id == told else []

    (finding,) = verify(store, files, recheck=recheck)
    assert asked == [("000001/2027", 3), ("000002/2027", 2)]
    assert str(finding) == "[direito] processo 000001/2027, ato 2: decidido de novo, daria outro resultado"


def test_progress_is_told(store, files, told, monkeypatch):
    monkeypatch.setattr("storage.ledger.PAGE", 1)
    steps = []
    verify(store, files, progress=lambda done, of: steps.append((done, of)))
    assert steps == [(1, 2), (2, 2)]


def test_an_attachment_must_be_stored_before_it_is_cited(store, clerk, files):
    digest = sha256(b"foto").hexdigest()
    case_id = clerk.open().case_id

    def asked():
        return replace(followed(store.load(case_id)).command, data={"attachments": [digest]})

    def with_photo(tx, stored=()):
        event = replace(followed(tx.case), data={"attachments": [digest]})
        return tx.append(event, wakes_on=None, files=stored)

    with pytest.raises(MissingFile), store.transaction(case_id, key="k", command=asked(), now=NOON) as tx:
        with_photo(tx)
    photo = files.put(BytesIO(b"foto"), "image/jpeg")
    assert photo == StoredFile(digest, "image/jpeg", 4)
    with store.transaction(case_id, key="k", command=asked(), now=NOON) as tx:
        with_photo(tx, [photo])
    assert files.read(digest) == b"foto"
    with store.transaction(case_id, key="k2", command=asked(), now=NOON) as tx:
        with_photo(tx, [photo])
    # Neither are the sources kept, nor were the commands those of the acts.
    assert {each.layer for each in verify(store, files)} == {"fontes"}
