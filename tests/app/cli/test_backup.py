"""The commands of copies: what they say, what they answer to programs, how they end."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def at(devido, tmp_path, notice):
    """``devido`` in a home of its own, with one case opened and the log signed."""

    def run(*args):
        return devido("--home", tmp_path / "casa", *args)

    opened = run(
        "case", "open", "mg_santos_dumont_lei_4814_2026", "--items", "36-II", "--fact-on", "2026-11-03", "--on",
        "2026-11-03", "--data", notice,
    )  # fmt: skip
    assert opened.code == 0, opened.err
    assert run("proof", "sign").code == 0
    return run


def test_from_key_to_drill(at, tmp_path):
    made = at("backup", "key")
    assert (made.code, "feita em" in made.out, "fora desta máquina" in made.out) == (0, True, True)
    assert "já estava em" in at("backup", "key").out
    (tmp_path / "copias").mkdir()
    done = at("backup", "--to", tmp_path / "copias", "--json")
    assert (done.code, done.json["acts"], done.json["missing"], done.json["keys"]) == (0, 1, [], False)
    copy, keys = (Path(done.json[each]) for each in ("file", "person_keys"))
    assert sorted((tmp_path / "copias").iterdir()) == sorted((copy, keys))
    back = at("restore", copy, "--to", tmp_path / "novo")
    assert (back.code, "O que se sabia fora dela ia até a posição 1" in back.out) == (0, True)
    drilled = at("drill", "--json")
    assert (drilled.code, drilled.json["holds"], drilled.json["size"]) == (0, True, 1)
    assert sorted(each.name for each in (tmp_path / "casa" / "mg_santos_dumont").glob(".*")) == []
    again = at("restore", copy, "--to", tmp_path / "novo", "--json")
    assert (again.code, json.loads(again.err)["code"]) == (2, "NotEmpty")


@pytest.mark.parametrize(
    ("to", "folder"),
    [
        ("media/copias", "media/copias"), ("copias", "copias"), ("noite.cópia", "noite.cópia"),
        ("media/copias/noite.copia", "media/copias"),
    ],
)  # fmt: skip
def test_a_copy_asked_for_in_a_folder_that_is_not_there_is_refused(at, tmp_path, monkeypatch, to, folder):
    monkeypatch.chdir(tmp_path)
    assert at("backup", "key").code == 0
    before = sorted(tmp_path.rglob("*"))
    done = at("backup", "--to", to)
    assert (done.code, f"Não há a pasta {folder}: crie-a, ou monte o disco" in done.err) == (2, True), done.err
    assert sorted(tmp_path.rglob("*")) == before


def test_a_stale_copy_ends_with_one_and_says_what_is_missing(at, tmp_path, notice):
    assert at("backup", "key").code == 0
    assert at("backup", "--to", tmp_path / "velha.copia").code == 0
    at(
        "case", "open", "mg_santos_dumont_lei_4814_2026", "--items", "36-II", "--fact-on", "2026-11-04", "--on",
        "2026-11-04", "--data", notice,
    )  # fmt: skip
    assert at("proof", "sign").code == 0
    done = at("restore", tmp_path / "velha.copia", "--to", tmp_path / "novo")
    assert (done.code, "falta 1 ato" in done.err) == (1, True)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("backup",), "falta a opção --to"),
        (("backup", "--to", "x.copia"), "devido backup key a faz"),
        (("drill",), "devido backup key a faz"),
        (("restore", "nada.copia", "--to", "novo"), "nada.copia: não existe"),
        (("restore", "x", "--to", "novo", "--size", "muitos"), "pede quantos atos"),
        (("restore", "x", "--to", "novo", "--size", "12"), "falta a opção --root"),
        (("restore", "x", "--to", "novo", "--size", "12", "--root", "abc"), "não está em base64"),
    ],
)
def test_what_was_asked_wrong_is_told(at, tmp_path, monkeypatch, args, says):
    monkeypatch.chdir(tmp_path)
    if args[0] == "restore" and args[1] == "nada.copia":
        assert at("backup", "key").code == 0
    done = at(*args)
    assert (done.code, says in done.err) == (2, True), done.err
    assert not (tmp_path / "novo").exists()
    assert not (tmp_path / "x.copia").exists()


def test_what_is_copied_and_put_back_is_told_in_portuguese_with_a_decimal_comma(at, tmp_path):
    assert at("backup", "key").code == 0
    made = at("backup", "--to", tmp_path / "noite.copia")
    assert re.search(r": 1 ato, \d+ arquivos, \d+,\d MB\.\n", made.out), made.out
    line = [sys.executable, "-m", "app.cli", "--home", tmp_path / "casa", "restore", tmp_path / "noite.copia", "--to"]
    env = {each: value for each, value in os.environ.items() if each != "DEVIDO_LOG"} | {"PYTHONPATH": str(ROOT)}
    back = subprocess.run([*line, tmp_path / "novo"], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert (back.stderr, "findings" in back.stdout, "Santos Dumont: 1 ato, cópia de" in back.stdout) == (
        "",
        False,
        True,
    )
    drilled = at("drill")
    assert re.search(r"Cópia de \d+,\d MB feita em \d+,\d s; restaurada e conferida em \d+,\d s", drilled.out)


def test_what_no_record_can_show_is_not_told_as_seen(at):
    said = at("verify", "--all").out
    told = {each["code"]: each for each in at("verify", "--all", "--json").json["invariants"]}
    assert [code for code, each in told.items() if not each["looks"]] == ["I11"]
    assert said.count("não se confere aqui") == 1
    assert "nada aqui: provam-no os testes de corrida" in told["I11"]["looked_at"]


def test_all_the_verification_in_words_and_for_programs(at):
    said = at("verify", "--all")
    assert (said.code, "I1 " in said.out, "I12" in said.out, "provam-no os testes de corrida" in said.out) == (
        0, True, True, True,
    )  # fmt: skip
    told = at("verify", "--all", "--json").json
    assert (told["holds"], len(told["invariants"])) == (True, 13)
