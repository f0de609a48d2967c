"""``devido law list``: every law on file, and the one that does not hold says so."""

import re
import shutil

from procedures.registry import LAWS

SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"


def test_the_laws_of_the_product_are_listed_with_their_first_day(devido):
    answer = devido("law", "list")
    assert answer.code == 0
    line = next(line for line in answer.out.splitlines() if SANTOS_DUMONT in line)
    assert "pronta" in line
    assert "29/10/2026 (qui)" in line


def test_json_gives_days_as_iso_and_nothing_else_on_stdout(devido):
    answer = devido("law", "list", "--json")
    law = next(each for each in answer.json if each["id"] == SANTOS_DUMONT)
    assert law["in_force_from"] == "2026-10-29"
    assert law["status"] == "runnable"
    assert len(law["digest"]) == 64
    assert answer.err == ""


def test_a_law_of_ones_own_is_listed_first_even_if_it_does_not_hold(devido, tmp_path):
    shutil.copytree(LAWS / SANTOS_DUMONT, tmp_path / "minha_lei")
    file = tmp_path / "minha_lei" / "procedure.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("\nbodies:", "\nbodis:", 1), encoding="utf-8")
    answer = devido("law", "list", "--json", "--law-dir", tmp_path)
    assert answer.code == 0
    assert answer.json[0] | {"faults": 0} == {
        "id": "minha_lei", "title": "", "short": "", "municipality": "", "status": None, "in_force_from": None,
        "digest": None, "faults": 0,
    }  # fmt: skip
    assert answer.json[0]["faults"] > 0
    assert re.search(r"minha_lei .* com \d+ problemas? ", devido("law", "list", "--law-dir", tmp_path).out)


def test_a_folder_that_is_not_there_is_refused(devido, tmp_path):
    answer = devido("law", "list", "--law-dir", tmp_path / "nada")
    assert answer.code == 2
    assert "nada' não existe; --law-dir pede uma pasta de leis." in answer.err


def test_a_narrow_terminal_loses_nothing(devido, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    answer = devido("law", "list")
    assert f"{SANTOS_DUMONT}\n  Título: Transporte escolar de Santos" in answer.out
    assert "  Fatos desde: 29/10/2026 (qui)\n" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 40
