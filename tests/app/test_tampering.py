"""Whoever owns the file may change it: sixty ways, each found by the layer it touches, in Portuguese.

One who makes another whole past, with a key of his own or the town's, is in ``tests/app/test_signed_past.py``.
"""

import json
import shutil
from contextlib import nullcontext
from datetime import date
from hashlib import sha256

import pytest

from app.town_stream import make
from app.verification import verify_office
from procedures.town_changing import Change
from storage.canonical import leaf_of
from storage.signing import SigningKey
from tests.app import desk as here
from tests.databases import BOTH, POSTGRES, on_postgres, owning, served, without_triggers

CASE = "000001/2027"
OTHER = "000002/2027"


@pytest.fixture(scope="module", params=BOTH)
def sound(request, tmp_path_factory):
    """A record with a paid case and one just drawn up, signed, published and whole. Its folder and database.

    Each test works on a copy.
    """
    folder = tmp_path_factory.mktemp("sound")
    with served(folder) if request.param == POSTGRES else nullcontext("") as name:
        desk = here.office(folder)
        changed = Change(kind="letterhead", act="Lei 2", said={"lines": ["Estado de Minas Gerais", "Prefeitura"]})
        make(desk, changed, here.noon("2027-03-01"), person="p:1", approved_by="p:2")
        desk.database.close()
        desk = here.office(folder)
        here.paid(desk)
        desk.checkpoints.publish("000001/2027", date(2027, 5, 5), 1, here.noon("2027-05-05"))
        here.draw_up(desk, "2027-05-06", item="36-XV")
        desk.checkpoints.sign(here.noon("2027-05-06"))
        assert verify_office(desk).findings == []
        desk.database.close()
        yield folder, name


@pytest.fixture
def desk(sound, tmp_path):
    folder, name = sound
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    with served(copy, of=name) if name else nullcontext():
        desk = here.office(copy)
        yield desk
        desk.database.close()


def _bytes(connection, _):
    connection.execute("UPDATE event SET record = CAST(replace(record, 'personal', 'post') AS BLOB) WHERE seq = 2")


def _bytes_and_digest(connection, _):
    (raw,) = connection.execute("SELECT record FROM event WHERE seq = 2").fetchone()
    record = json.loads(raw) | {"occurred_on": "2027-03-05"}
    raw = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    connection.execute(
        "UPDATE event SET record = ?, leaf = ?, occurred_on = '2027-03-05' WHERE seq = 2", (raw, leaf_of(raw))
    )


def _not_even_json(connection, _):
    connection.execute("UPDATE event SET record = zeroblob(2) WHERE seq = 1")


def _swapped(connection, _):
    for seq, version in ((2, 99), (3, 2), (2, 3)):
        connection.execute("UPDATE event SET version = ? WHERE seq = ?", (version, seq))


def _tail_gone(connection, _):
    connection.execute("DELETE FROM event WHERE seq = (SELECT max(seq) FROM event)")


def _middle_gone(connection, _):
    connection.execute("DELETE FROM event WHERE seq = 4")


def _private(connection, _):
    connection.execute("UPDATE private_value SET sealed = zeroblob(80) WHERE field = 'penalties/0/reasons'")


def _private_gone(connection, _):
    connection.execute("DELETE FROM private_value WHERE field = 'narrative'")


def _snapshot(connection, _):
    connection.execute(
        "UPDATE case_file SET snapshot = CAST(replace(snapshot, '68.72', '1.00') AS BLOB) WHERE case_id = ?", (CASE,)
    )


def _snapshot_spoilt(connection, _):
    connection.execute("UPDATE case_file SET snapshot = CAST('{' AS BLOB) WHERE case_id = ?", (CASE,))


def _file(_, desk):
    path = next(each for each in desk.files.root.rglob("*") if each.is_file())
    path.chmod(0o600)
    path.write_bytes(path.read_bytes()[:-1] + b"?")


def _files_swapped(connection, _):
    one, two = (row[0] for row in connection.execute("SELECT file FROM document WHERE file IS NOT NULL LIMIT 2"))
    connection.execute(
        "UPDATE document SET file = CASE file WHEN ? THEN ? ELSE ? END WHERE file IN (?, ?)", (one, two, one, one, two)
    )


def _law(connection, _):
    (raw,) = connection.execute("SELECT content FROM source WHERE kind = 'law'").fetchone()
    raw = raw.replace(b"length: 30 days", b"length: 60 days")
    connection.execute("UPDATE source SET content = ?, sha256 = ? WHERE kind = 'law'", (raw, sha256(raw).digest()))


def _chained_again(connection, _):
    """One act rewritten, and every link, digest and end after it mended."""
    rows = connection.execute("SELECT seq, record FROM event WHERE case_id = ? ORDER BY version", (CASE,)).fetchall()
    prev = bytes(32)
    for seq, raw in rows:
        record = json.loads(bytes(raw)) | {"prev": prev.hex()}
        if record["n"] == 2:
            record |= {"by": "party"}
        text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        connection.execute(
            "UPDATE event SET record = ?, leaf = ?, prev = ? WHERE seq = ?", (text, leaf_of(text), prev, seq)
        )
        prev = leaf_of(text)
    connection.execute("UPDATE case_file SET leaf = ? WHERE case_id = ?", (prev, CASE))


_OF_A_CASE = (
    "outbox",
    "document",
    "deadline",
    "obligation",
    "private_value",
    "idempotency",
    "matter",
    "event",
    "case_file",
)


def _tail_cut_and_mended(connection, _):
    """The last case taken out with all that is its own, the numbers given back, the end of the log put where it was."""
    connection.execute("DELETE FROM outbox WHERE document IN (SELECT id FROM document WHERE case_id = ?)", (OTHER,))
    for table in _OF_A_CASE[1:]:
        connection.execute(f"DELETE FROM {table} WHERE case_id = ?", (OTHER,))
    connection.execute("UPDATE numbering SET last = 1 WHERE series IN ('case', 'AI', 'NA') AND last = 2")
    seq, leaf, at = connection.execute("SELECT seq, leaf, recorded_at FROM event ORDER BY seq DESC LIMIT 1").fetchone()
    connection.execute("UPDATE log_head SET seq = ?, leaf = ?, recorded_at = ?", (seq, leaf, at))


def _checkpoints_gone(connection, _):
    connection.execute("DELETE FROM publication")
    connection.execute("DELETE FROM checkpoint")


def _last_checkpoint_gone(connection, _):
    connection.execute("DELETE FROM checkpoint WHERE id = (SELECT max(id) FROM checkpoint)")


def _checkpoint_of_another_key(connection, desk):
    own = SigningKey(desk.settings.data / "falsa", desk.checkpoints.key.origin)
    own.make()
    size, root = connection.execute("SELECT size, root FROM checkpoint ORDER BY id DESC LIMIT 1").fetchone()
    connection.execute(
        "UPDATE checkpoint SET note = ?, key = ? WHERE id = (SELECT max(id) FROM checkpoint)",
        (own.sign(size, bytes(root)).note, str(own.verifier())),
    )


def _file_gone(_, desk):
    next(each for each in desk.files.root.rglob("*") if each.is_file()).unlink()


SQL = {
    "a deadline more": (
        """INSERT INTO deadline SELECT case_id, 'defense:t9:1', version, kind, track, round, literal, due, act_on,
        fires, 'open' FROM deadline WHERE kind = 'defense'""", "prazos",
    ),
    "an obligation gone": ("DELETE FROM obligation", "obrigações"),
    "a paper's sealed words": ("UPDATE document SET context = zeroblob(64) WHERE kind = 'minutes'", "papéis"),
    "a paper's kind": ("UPDATE document SET kind = 'decision_letter' WHERE kind = 'decision'", "papéis"),
    "a printed paper given up": (
        "UPDATE document SET status = 'failed', file = NULL, rendered_at = NULL, reason = 'x' WHERE kind = 'minutes'",
        "fila",
    ),
    "a value more": (
        """INSERT INTO private_value SELECT case_id, version, 'outro', commitment, sealed FROM private_value
        WHERE field = 'place' AND case_id = '000001/2027'""", "dados pessoais",
    ),
    "a sealed value": ("UPDATE private_value SET sealed = zeroblob(64) WHERE field = 'place'", "dados pessoais"),
    "a matter nobody sent": (
        "INSERT INTO matter SELECT seq, 0, case_id, version, 'final_decision' FROM event WHERE seq = 2",
        "diário oficial",
    ),
    "the day of opening in the list": (
        "UPDATE case_file SET opened_on = '2027-01-01' WHERE case_id = '000002/2027'", "processo",
    ),
    "the digest in the list": ("UPDATE case_file SET leaf = zeroblob(32) WHERE case_id = '000002/2027'", "processo"),
    "a key nobody used": (
        """INSERT INTO idempotency SELECT 'inventada', person, salt, commitment, case_id, version, created_at
        FROM idempotency WHERE version = 4""", "chaves",
    ),
    "a checkpoint's root": ("UPDATE checkpoint SET root = zeroblob(32)", "pontos de controle"),
    "a checkpoint's size": ("UPDATE checkpoint SET size = size - 1", "pontos de controle"),
    "a change of the town": ("UPDATE town_change SET act = 'Lei 3'", "município"),
    "a deadline": ("UPDATE deadline SET due = '2030-01-01' WHERE kind = 'defense'", "prazos"),
    "a deadline gone": ("DELETE FROM deadline WHERE kind = 'notice' AND case_id = '000002/2027'", "prazos"),
    "an obligation": ("UPDATE obligation SET status = 'cancelled'", "obrigações"),
    "an amount": ("UPDATE obligation SET amount = '1.00'", "obrigações"),
    "a paper's number": ("UPDATE document SET ordinal = 900 WHERE kind = 'decision'", "papéis"),
    "a paper's code": ("UPDATE document SET code = 'AAAA' WHERE kind = 'decision'", "direito"),
    "a paper's text": ("UPDATE document SET context = zeroblob(80) WHERE kind = 'decision'", "papéis"),
    "a paper gone": ("DELETE FROM document WHERE kind = 'minutes'", "papéis"),
    "a paper's task": ("UPDATE outbox SET status = 'pending' WHERE id = 1", "fila"),
    "a series": ("UPDATE numbering SET last = last + 1 WHERE series = 'AI'", "números"),
    "a series gone": ("DELETE FROM numbering WHERE series = 'case'", "números"),
    "the end of the log": ("UPDATE log_head SET seq = seq + 1", "registro"),
    "when the clock wakes": ("UPDATE case_file SET wakes_on = '2099-01-01' WHERE case_id = '000002/2027'", "direito"),
    "the state in the list": ("UPDATE case_file SET state = 'closed' WHERE case_id = '000002/2027'", "processo"),
    "the phase in the list": ("UPDATE case_file SET phase = 'closed' WHERE case_id = '000002/2027'", "direito"),
    "whose case it is": ("UPDATE respondent SET subject = 'x' WHERE case_id = '000002/2027'", "direito"),
    "a case hidden": ("DELETE FROM case_file WHERE case_id = '000002/2027'", "processo"),
    "a key": ("DELETE FROM idempotency WHERE version = 4", "chaves"),
    "a key of another act": ("UPDATE idempotency SET version = 2 WHERE version = 4", "chaves"),
    "a key's command": ("UPDATE idempotency SET commitment = zeroblob(32) WHERE version = 4", "chaves"),
    "a moment": ("UPDATE event SET recorded_at = '2020-01-01T00:00:00.000000Z' WHERE seq = 3", "ato"),
    "an act's column": ("UPDATE event SET step = 'annul' WHERE seq = 3", "ato"),
    "a commitment": ("UPDATE private_value SET commitment = zeroblob(32) WHERE field = 'place'", "dados pessoais"),
    "a file's size": ("UPDATE file SET size = 1", "arquivos"),
    "a file forgotten": ("DELETE FROM file WHERE sha256 = (SELECT min(file) FROM document)", "banco"),
    "the town's data": (
        "UPDATE source SET content = CAST(replace(content, '137.45', '1.00') AS BLOB) WHERE kind = 'town'", "fontes",
    ),
    "the law gone": ("DELETE FROM source WHERE kind = 'procedure'", "fontes"),
}  # fmt: skip
DONE = {
    "an act's bytes": (_bytes, "cadeia"),
    "an act's bytes and digest": (_bytes_and_digest, "cadeia"),
    "bytes that are no record": (_not_even_json, "ato"),
    "two acts swapped": (_swapped, "cadeia"),
    "the last act gone": (_tail_gone, "registro"),
    "an act in the middle gone": (_middle_gone, "cadeia"),
    "a personal value": (_private, "dados pessoais"),
    "a personal value gone": (_private_gone, "dados pessoais"),
    "the case as kept": (_snapshot, "processo"),
    "a case that cannot be read": (_snapshot_spoilt, "processo"),
    "a file's bytes": (_file, "arquivos"),
    "two papers' files swapped": (_files_swapped, "direito"),
    "the law and its seal": (_law, "fontes"),
    "a whole case chained again": (_chained_again, "pontos de controle"),
    "the tail cut, all else mended": (_tail_cut_and_mended, "pontos de controle"),
    "every checkpoint gone": (_checkpoints_gone, "pontos de controle"),
    "the last checkpoint gone": (_last_checkpoint_gone, "pontos de controle"),
    "a checkpoint of another key": (_checkpoint_of_another_key, "pontos de controle"),
    "a file gone": (_file_gone, "arquivos"),
}


def test_there_are_sixty_of_them():
    assert len(SQL) + len(DONE) == 60


@pytest.mark.parametrize(("change", "layer"), SQL.values(), ids=SQL)
def test_a_row_changed_is_found_and_named(desk, change, layer):
    with without_triggers(desk.database) as connection:
        assert connection.execute(change).rowcount > 0
    assert layer in {each.layer for each in verify_office(desk).findings}


@pytest.mark.parametrize(("change", "layer"), DONE.values(), ids=DONE)
def test_a_deeper_change_is_found_and_named(desk, change, layer):
    with without_triggers(desk.database) as connection:
        change(connection, desk)
    found = verify_office(desk).findings
    assert layer in {each.layer for each in found}, found


def test_a_trigger_gone_is_found(desk):
    with owning(desk.database) as connection:
        connection.execute(f"DROP TRIGGER event_no_update{' ON event' if on_postgres(desk.database) else ''}")
    assert [str(each) for each in verify_office(desk).findings] == [
        "[banco] o gatilho de proteção event_no_update falta"
    ]
