"""``devido proof …`` and ``devido bundle``: signing, showing, handing out, comparing."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest
import time_machine

from app import offline_verifier
from storage.notes import read_checkpoint, read_proof
from storage.signing import SigningKey
from storage.triggers import TRIGGERS
from tests.app import desk as here

LAW = "mg_santos_dumont_lei_4814_2026"
CASE = "000001/2027"


@pytest.fixture
def opened(devido, monkeypatch, tmp_path, notice):
    """A case drawn up and served, in a record of the test's own; its folder."""
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path / "dados"))
    with time_machine.travel(datetime(2027, 3, 1, 15, tzinfo=UTC), tick=False):
        assert devido("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice).code == 0
        assert devido("case", "act", CASE, "serve_notice", "--via", "personal", "--receipt", "signed").code == 0
        yield tmp_path / "dados" / "mg_santos_dumont"


def test_a_checkpoint_is_printed_as_it_is_published(devido, opened):
    note = devido("proof", "sign").out
    found = read_checkpoint(note)
    assert (found.origin, found.size) == ("devido/3160702/1", 2)
    assert devido("proof", "sign", "--json").json == {
        "origin": found.origin, "size": 2, "root": found.root_text, "note": note,
    }  # fmt: skip


def test_the_key_is_shown_and_another_signs_at_once(devido, opened):
    first = devido("proof", "key").out.strip()
    assert first.startswith("devido/3160702/1+")
    assert devido("proof", "key", "--json").json == {"key": first, "file": str(opened / "assinatura")}
    devido("proof", "sign")
    second = devido("proof", "key", "--new").out.strip()
    assert second != first
    assert (opened / f"assinatura.{first.split('+')[1]}").exists()
    assert devido("verify").code == 0


def test_the_keys_may_be_kept_apart_from_the_data(devido, opened, monkeypatch, tmp_path):
    monkeypatch.setenv("DEVIDO_KEYS", str(tmp_path / "chaves"))
    assert devido("proof", "sign").code == 0
    assert (tmp_path / "chaves" / "mg_santos_dumont" / "assinatura").exists()
    assert not (opened / "assinatura").exists()


def test_a_case_is_handed_out_and_checked_outside(devido, opened, tmp_path):
    answer = devido("bundle", "1/2027", "--out", tmp_path / "p.zip")
    assert (answer.code, answer.out) == (0, f"{tmp_path / 'p.zip'}: 2 atos, na árvore de 2.\n")
    command = [sys.executable, "-I", "-S", offline_verifier.__file__, str(tmp_path / "p.zip")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"LC_ALL": "C.UTF-8"})
    assert (done.returncode, done.stderr) == (0, "")
    told = devido("bundle", CASE, "--out", tmp_path / "nova" / "q.zip", "--json").json
    assert (told["acts"], told["size"], told["missing"]) == (2, 2, [])


def test_a_bundle_goes_by_the_cases_number_into_this_folder(devido, opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert devido("bundle", CASE).code == 0
    assert (tmp_path / "processo-000001-2027.zip").exists()


def test_a_receipt_is_a_proof_and_holds_in_the_record(devido, opened, tmp_path):
    answer = devido("proof", "receipt", CASE, "2", "--to", tmp_path / "recibos", "--json")
    file = tmp_path / "recibos" / "recibo-000001-2027-2.tlog-proof"
    assert answer.json == {"file": str(file), "position": 2, "size": 2}
    assert read_proof(file.read_text("utf-8")).index == 1
    assert devido("proof", "check", file).out == "O registro tem o ato como o recibo diz.\n"


def test_a_receipt_outlives_the_key_that_signed_it_and_a_forgers_does_not_begin(devido, opened, tmp_path):
    devido("proof", "receipt", CASE, "1", "--to", tmp_path)
    file = tmp_path / "recibo-000001-2027-1.tlog-proof"
    assert devido("proof", "key", "--new").code == 0
    assert devido("proof", "check", file).code == 0
    forger = SigningKey(tmp_path / "outra", "devido/3160702/1")
    forger.make()
    proof = read_proof(file.read_text("utf-8"))
    signed = forger.sign(proof.checkpoint.size, proof.checkpoint.root)
    file.write_text(str(replace(proof, checkpoint=signed)), "utf-8")
    answer = devido("proof", "check", file)
    assert (answer.code, "não está assinado pela chave" in answer.out) == (1, True)


@pytest.mark.parametrize("act", ["0", "3", "99"])
def test_a_receipt_of_an_act_that_is_not_there_is_refused(devido, opened, act):
    answer = devido("proof", "receipt", CASE, act)
    assert (answer.code, f"tem 2 atos; não há o ato {act}" in answer.err) == (2, True)


def test_a_published_root_is_compared_with_the_record(devido, opened):
    root = devido("proof", "sign", "--json").json["root"]
    assert devido("proof", "root", "2", root).out == "O registro ainda dá essa raiz.\n"
    wrong = devido("proof", "root", "1", root, "--json")
    assert (wrong.code, wrong.json["holds"]) == (1, False)
    beyond = devido("proof", "root", "1.204", root)
    assert (beyond.code, "até a 1204: faltam 1202 atos" in beyond.out) == (1, True)


@pytest.mark.parametrize("size", ["dois", "-1", "²", "1" * 30])
def test_a_size_that_is_none_is_refused(devido, opened, size):
    answer = devido("proof", "root", "--", size, "x")
    assert (answer.code, "ATOS pede quantos atos tem a árvore" in answer.err) == (2, True)


def test_what_is_no_receipt_or_of_another_town_is_told(devido, opened, tmp_path, notice):
    (tmp_path / "x.tlog-proof").write_text("nada")
    answer = devido("proof", "check", tmp_path / "x.tlog-proof")
    assert (answer.code, "não é uma prova c2sp.org/tlog-proof@v1" in answer.out) == (1, True)
    assert devido("proof", "check", tmp_path / "gone.tlog-proof").code == 2
    devido("proof", "receipt", CASE, "1", "--to", tmp_path)
    file = tmp_path / "recibo-000001-2027-1.tlog-proof"
    here.office(opened.parent, "mt_barra_do_garcas").database.close()
    other = devido("--town", "mt_barra_do_garcas", "proof", "key")
    assert other.code == 0
    answer = devido("--town", "mt_barra_do_garcas", "proof", "check", file)
    assert (answer.code, "a prova é do livro devido/3160702/1" in answer.out) == (1, True)


def test_a_lost_key_is_told_before_anything_is_signed(devido, opened):
    devido("proof", "sign")
    (opened / "assinatura").unlink()
    answer = devido("proof", "key")
    assert (answer.code, "não está lá" in answer.err) == (2, True)


def test_a_cut_record_is_read_and_not_written(devido, opened):
    devido("proof", "sign")
    with sqlite3.connect(opened / "registro.db") as connection:
        for name in TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM event WHERE seq = 2")
        connection.execute("UPDATE log_head SET seq = 1, leaf = (SELECT leaf FROM event WHERE seq = 1)")
        for text in TRIGGERS.values():
            connection.execute(text)
    connection.close()
    answer = devido("case", "act", CASE, "file_defense")
    assert (answer.code, "falta 1 ato. Este banco é mais velho" in answer.err) == (2, True)
    assert devido("case", "list").code == 0
    verified = devido("verify")
    assert (verified.code, "o fim foi cortado" in verified.out) == (1, True)


def test_a_paper_shows_where_its_act_stands(devido, opened):
    devido("proof", "sign")
    receipt = devido("case", "act", CASE, "file_defense", "--json")
    assert receipt.code == 0
    paper = devido("documents", "list", CASE, "--json").json[-1]
    text = devido("documents", "show", paper["code"]).out
    assert "Registro de integridade: ato na posição 3 do livro 3160702/1\nResumo do ato (SHA-256): " in text
    assert "Última raiz antes dele: árvore de 2 atos, raiz " in text
