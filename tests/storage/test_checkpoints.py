"""Checkpoints: signed only when the log continues all that was signed; kept for good; blocks give what leaves give."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256

import psycopg
import pytest

from storage.canonical import leaf_of
from storage.check_proof import LAYER
from storage.checkpoints import Checkpoints, close_if_older
from storage.driver import sqlite3
from storage.exhibits import Exhibits
from storage.faults import KeyLost, PastChanged, ReadOnly
from storage.files import Files
from storage.ledger import verify
from storage.log_tree import BLOCK, LogTree
from storage.merkle import Tree, consistency, inclusion, require_consistency
from storage.notes import read_verifier, require_signed
from storage.signing import SigningKey, is_signed
from tests.databases import NAME, SQLITE, on_postgres, owning, without_triggers
from tests.storage.conftest import NOON

ORIGIN = "devido/3160702/1"


@pytest.fixture
def key(folder):
    return SigningKey(folder / "chaves" / "assinatura", ORIGIN)


@pytest.fixture
def checkpoints(database, key):
    return Checkpoints(database, key)


def found(store, folder, key):
    """What the verification finds in this layer: the acts of these tests are no law's."""
    return [each for each in verify(store, Files(folder / "files"), key=key) if each.layer == LAYER]


def fill(database, count):
    """Acts enough for a tree of several blocks, each the first of its case; only their bytes matter here."""
    with database.writing() as connection:
        start = connection.execute("SELECT seq FROM log_head").fetchone()[0]
        rows = [(seq, f"{seq:06}/2027", f"{seq}".encode()) for seq in range(start + 1, start + count + 1)]
        connection.executemany(
            "INSERT INTO event VALUES (?, ?, 1, 'x', '2027-03-01', '2027-03-01T15:00:00Z', ?, zeroblob(32), ?, ?)",
            [(seq, case, f"k{seq}", leaf_of(record), record) for seq, case, record in rows],
        )
        connection.execute("UPDATE log_head SET seq = seq + ?", (count,))


def leaves(database):
    return [row[0] for row in database.connection.execute("SELECT leaf FROM event ORDER BY seq")]


def test_a_checkpoint_says_size_and_root_and_is_signed_by_a_key_made_for_it(checkpoints, clerk, key, database):
    clerk.act(clerk.open().case_id)
    signed = checkpoints.sign(NOON)
    assert (signed.origin, signed.size, signed.root) == (ORIGIN, 2, Tree(leaves(database)).span(0, 2))
    assert require_signed(signed.note, key.verifier(), is_signed) == signed.text
    assert key.path.stat().st_mode & 0o777 == 0o600
    assert checkpoints.latest() == signed == key.remembered()


def test_nothing_new_gives_the_same_checkpoint_and_something_new_another(checkpoints, clerk, database):
    clerk.open()
    first = checkpoints.sign(NOON)
    assert checkpoints.sign(NOON + timedelta(days=1)) == first
    clerk.open()
    second = checkpoints.sign(NOON)
    assert (first.size, second.size) == (1, 2)
    require_consistency(1, first.root, 2, second.root, checkpoints.continued(first, second))
    assert database.connection.execute("SELECT count(*) FROM checkpoint").fetchone() == (2,)


def test_an_empty_log_has_the_empty_root(checkpoints):
    assert checkpoints.sign(NOON).root == sha256(b"").digest()


@pytest.mark.parametrize("sizes", [(1, 255, 1, 1), (256,), (257, 400), (700, 68, 300)])
def test_blocks_give_the_very_proofs_that_all_leaves_give(database, checkpoints, sizes):
    for count in sizes:
        fill(database, count)
        signed = checkpoints.sign(NOON)
        tree, size = Tree(leaves(database)), sum(1 for _ in leaves(database))
        assert (signed.size, signed.root) == (size, tree.span(0, size))
    kept = LogTree(database.connection)
    assert database.connection.execute("SELECT count(*) FROM block").fetchone() == (size // BLOCK,)
    for index in range(0, size, 7):
        assert inclusion(kept.span, index, size) == inclusion(tree.span, index, size)
        assert consistency(kept.span, index + 1, size) == consistency(tree.span, index + 1, size)
        assert checkpoints.proof(index + 1, signed).path == tuple(inclusion(tree.span, index, size))


def test_a_root_of_long_ago_is_made_again(database, checkpoints):
    fill(database, 300)
    old = checkpoints.sign(NOON)
    fill(database, 500)
    checkpoints.sign(NOON)
    assert checkpoints.root_at(300) == old.root
    with pytest.raises(PastChanged, match="vai até a posição 800, e a raiz pedida, até a 801: falta 1 ato"):
        checkpoints.root_at(801)


def test_a_papers_root_is_the_last_one_signed_before_its_act_and_stays_so(checkpoints, clerk):
    assert checkpoints.before(1) is None
    clerk.open()
    first = checkpoints.sign(NOON)
    clerk.open()
    clerk.open()
    assert (checkpoints.before(1), checkpoints.before(2), checkpoints.before(3)) == (None, first, first)
    checkpoints.sign(NOON)
    assert (checkpoints.before(1), checkpoints.before(2), checkpoints.before(3)) == (None, first, first)


def test_an_edition_made_again_bears_the_same_root_until_it_has_more_in_it(checkpoints, clerk):
    clerk.open()
    day = date(2027, 3, 1)
    first = checkpoints.publish("000001/2027", day, 1, NOON)
    clerk.open()
    assert checkpoints.publish("000001/2027", day, 1, NOON) == first
    assert checkpoints.publish("000002/2027", day, 1, NOON).size == 2
    assert checkpoints.publish("000001/2027", day, 2, NOON).size == 2
    assert [(each.edition, each.checkpoint.size) for each in checkpoints.published()] == [
        ("000001/2027", 1), ("000001/2027", 2), ("000002/2027", 2),
    ]  # fmt: skip


def cut(connection):
    connection.execute("DELETE FROM event WHERE seq = 3")
    connection.execute("UPDATE log_head SET seq = 2, leaf = (SELECT leaf FROM event WHERE seq = 2)")


def forgotten_too(connection):
    cut(connection)
    connection.execute("DELETE FROM checkpoint")


def rewritten(connection):
    connection.execute("UPDATE event SET record = zeroblob(1), leaf = ? WHERE seq = 1", (leaf_of(b"\x00"),))


def resigned(connection):
    connection.execute("UPDATE checkpoint SET note = replace(note, substr(note, length(note) - 19, 6), 'AAAAAA')")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (cut, "vai até a posição 2, e o ponto de controle assinado, até a 3: falta 1 ato"),
        (forgotten_too, "vai até a posição 2, e o ponto de controle assinado, até a 3: falta 1 ato"),
        (rewritten, "a árvore de 4 atos não continua a de 3"),
        (resigned, "a assinatura de devido/3160702/1 não é deste ponto de controle"),
    ],
)
def test_what_does_not_continue_the_past_is_not_signed(checkpoints, clerk, database, change, said):
    for _ in range(3):
        clerk.open()
    checkpoints.sign(NOON)
    with without_triggers(database) as connection:
        change(connection)
    if "continua" in said or "assinatura" in said:
        clerk.open()
    before = database.connection.execute("SELECT * FROM checkpoint").fetchall()
    with pytest.raises(PastChanged, match=said):
        checkpoints.sign(NOON)
    assert database.connection.execute("SELECT * FROM checkpoint").fetchall() == before


def test_the_bytes_of_new_acts_are_read_again_before_they_are_signed(checkpoints, clerk, database):
    clerk.open()
    checkpoints.sign(NOON)
    clerk.open()
    with without_triggers(database) as connection:
        connection.execute("UPDATE event SET record = zeroblob(1) WHERE seq = 2")
    with pytest.raises(PastChanged, match="Os bytes do ato na posição 2"):
        checkpoints.sign(NOON)


def test_a_proof_of_what_was_changed_since_is_not_given(checkpoints, clerk, database):
    clerk.open()
    signed = checkpoints.sign(NOON)
    with without_triggers(database) as connection:
        rewritten(connection)
    with pytest.raises(PastChanged, match="não leva à raiz"):
        checkpoints.proof(1, signed)
    with pytest.raises(PastChanged, match="Faltam atos"):
        LogTree(database.connection).leaves(0, 2)


def test_only_the_whole_log_can_be_written_down_as_a_checkpoint(database, clerk):
    clerk.open()
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError), match="só se assina o registro inteiro"):
        database.connection.execute("INSERT INTO checkpoint VALUES (1, 2, zeroblob(32), '', '', '')")


def test_a_process_killed_after_signing_leaves_a_record_in_order(checkpoints, clerk, key, store, folder, monkeypatch):
    clerk.open()
    first = checkpoints.sign(NOON)
    clerk.open()
    with monkeypatch.context() as killed:
        killed.setattr(SigningKey, "remember", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            checkpoints.sign(NOON)
    assert (checkpoints.latest().size, key.remembered()) == (2, first)
    assert found(store, folder, key) == []
    assert checkpoints.sign(NOON) == checkpoints.latest() == key.remembered()


def test_what_is_remembered_never_goes_back(checkpoints, clerk, key):
    clerk.open()
    first = checkpoints.sign(NOON)
    clerk.open()
    second = checkpoints.sign(NOON)
    key.remember(first)
    assert key.remembered() == second


def test_a_signature_whose_transaction_fails_is_not_remembered(checkpoints, clerk, key, database):
    clerk.open()
    checkpoints.sign(NOON)
    clerk.open()
    with owning(database) as connection:
        if on_postgres(database):
            connection.execute("ALTER TABLE checkpoint ADD CHECK (size < 2)")
        else:
            connection.execute("CREATE TRIGGER x BEFORE INSERT ON checkpoint BEGIN SELECT RAISE(ABORT, 'x'); END")
    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        checkpoints.sign(NOON)
    assert (checkpoints.latest().size, key.remembered().size) == (1, 1)


def test_a_lost_key_is_said_and_another_signs_on_from_the_same_past(checkpoints, clerk, key, store, folder):
    clerk.open()
    first = checkpoints.sign(NOON)
    key.path.unlink()
    clerk.open()
    with pytest.raises(KeyLost, match="não está lá"):
        checkpoints.sign(NOON)
    key.replace()
    second = checkpoints.sign(NOON)
    require_consistency(1, first.root, 2, second.root, checkpoints.continued(first, second))
    assert found(store, folder, key) == []


def test_a_changed_key_signs_the_same_log_anew_and_the_old_one_is_kept(checkpoints, clerk, key, store, folder):
    clerk.open()
    first, old = checkpoints.sign(NOON), key.verifier()
    key.replace()
    second = checkpoints.sign(NOON)
    assert (second.root, second.note == first.note) == (first.root, False)
    assert key.path.with_name(f"assinatura.{old.id.hex()}").exists()
    assert found(store, folder, key) == []


@pytest.mark.parametrize("spoilt", ["", "PRIVATE+KEY+x\n", "PRIVATE+KEY+devido/1/1+00000000+" + "A" * 44 + "\n"])
def test_a_spoilt_key_is_said(key, spoilt):
    key.path.parent.mkdir()
    key.path.write_text(spoilt)
    with pytest.raises(KeyLost, match="está danificado|é do livro devido/1/1"):
        key.verifier()


@pytest.mark.parametrize("on", [SQLITE], indirect=True)
def test_a_record_older_than_what_was_signed_is_only_read(checkpoints, clerk, database, key, folder):
    first = clerk.open().case_id
    copy = folder / "copy.db"
    with sqlite3.connect(copy) as target:
        database.connection.backup(target)
    clerk.open()
    clerk.open()
    checkpoints.sign(NOON)
    database.close()
    copy.replace(folder / NAME)
    for rest in folder.glob(f"{NAME}-*"):
        rest.unlink()
    close_if_older(database, key, key.path.with_name("ancora"))
    with pytest.raises(
        ReadOnly, match="até a posição 1, e o último ponto de controle assinado, até a 3: faltam 2 atos"
    ):
        clerk.open()
    assert [each.version for each in Exhibits(database).acts(first)] == [1]


def test_a_sound_record_stays_open(checkpoints, clerk, database, key):
    close_if_older(database, key, key.path.with_name("ancora"))
    clerk.open()
    checkpoints.sign(NOON)
    close_if_older(database, key, key.path.with_name("ancora"))
    clerk.open()


def test_a_memory_that_is_no_checkpoint_or_anothers_closes_the_record(checkpoints, clerk, database, key):
    checkpoints.sign(NOON)
    key.memory.write_text(key.memory.read_text().replace("3160702", "5101803"))
    close_if_older(database, key, key.path.with_name("ancora"))
    with pytest.raises(ReadOnly, match="é do livro devido/5101803/1"):
        clerk.open()


EDITS = {
    "a root in the list": "UPDATE checkpoint SET root = zeroblob(32) WHERE id = 1",
    "a size in the list": "UPDATE checkpoint SET size = 2 WHERE id = 1",
    "a note": "UPDATE checkpoint SET note = replace(note, '\n258\n', '\n259\n') WHERE id = 1",
    "a signature": "UPDATE checkpoint SET note = substr(note, 1, length(note) - 6) || 'AAA=\n' WHERE id = 1",
    "a key": "UPDATE checkpoint SET key = 'x' WHERE id = 1",
    "the last checkpoint taken out": "DELETE FROM checkpoint WHERE id = 2",
    "every checkpoint taken out": "DELETE FROM checkpoint",
    "two checkpoints in each other's place": "UPDATE checkpoint SET id = CASE id WHEN 1 THEN 12 ELSE 11 END",
    "the root of a block": "UPDATE block SET root = zeroblob(32)",
    "a block that is not there": "INSERT INTO block VALUES (9, zeroblob(32))",
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_what_was_signed_is_found(store, database, checkpoints, key, folder, edit):
    fill(database, 258)
    checkpoints.sign(NOON)
    fill(database, 2)
    checkpoints.sign(NOON)

    assert found(store, folder, key) == []
    with without_triggers(database) as connection:
        assert connection.execute(EDITS[edit]).rowcount != 0
    assert found(store, folder, key)


def test_a_checkpoint_of_a_key_that_is_not_the_towns_is_told_though_it_says_the_truth(
    store, database, checkpoints, key, folder, clerk
):
    clerk.open()
    signed = checkpoints.sign(NOON)
    other = SigningKey(folder / "outra", ORIGIN)
    other.make()
    note = other.sign(signed.size, signed.root).note
    database.connection.execute(
        "INSERT INTO checkpoint VALUES (2, 1, ?, ?, ?, '2027-03-01T15:00:00.000000Z')",
        (signed.root, note, str(other.verifier())),
    )
    assert [str(each) for each in found(store, folder, key)] == [
        "[pontos de controle] posição 1: o último ponto de controle não é da chave guardada em assinatura"
    ]


def test_another_towns_checkpoint_is_no_checkpoint_of_ours(store, database, checkpoints, key, folder, clerk):
    clerk.open()
    checkpoints.sign(NOON)
    other = SigningKey(folder / "outra", "devido/5101803/1")
    other.make()
    signed = other.sign(1, checkpoints.root_at(1))
    with without_triggers(database) as connection:
        connection.execute("UPDATE checkpoint SET note = ?, key = ?", (signed.note, str(other.verifier())))
    said = [str(each) for each in verify(store, Files(folder / "files"), key=key)]
    assert "[pontos de controle] posição 1: o ponto de controle é do livro devido/5101803/1" in said
    assert read_verifier(str(other.verifier())).name == "devido/5101803/1"
