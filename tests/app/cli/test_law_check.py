"""``devido law check`` and ``coverage``: whole laws pass, a law with one thing wrong is told where."""

import json
import re
import shutil

import pytest

from procedures.registry import LAWS

SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"


@pytest.fixture
def spoilt(tmp_path):
    """A copy of the Santos Dumont law with one text changed for another, in a folder for ``--law-dir``."""

    def spoil(old, new):
        folder = shutil.copytree(LAWS / SANTOS_DUMONT, tmp_path / "minha_lei")
        file = folder / "procedure.yaml"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        return tmp_path

    return spoil


def test_a_law_that_holds_is_said_to_hold(devido):
    answer = devido("law", "check", SANTOS_DUMONT)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"✓ {SANTOS_DUMONT}: sem problemas")


def test_without_a_name_every_law_is_checked(devido):
    checked = {each["id"] for each in devido("law", "check", "--json").json}
    assert checked == {each["id"] for each in devido("law", "list", "--json").json}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\nbodies:", "\nbodis:", "chave desconhecida 'bodis'; quis dizer 'bodies'?"),
        ("\nbodies:", "\ntitle: x\nbodies:", "chave repetida 'title': já está na linha"),
        ("from: [awaiting_defense]", "from: [awaiting_defence]", "quis dizer 'awaiting_defense'?"),
        ("30 (trinta) dias corridos", "31 (trinta) dias corridos", "articles.33 §2"),
        ("\nbodies:", "\n  - x\nbodies:", "procedure.yaml:"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_code_2(devido, spoilt, old, new, said):
    answer = devido("law", "check", "minha_lei", "--law-dir", spoilt(old, new))
    assert answer.code == 2
    assert answer.out.startswith("✗ minha_lei: ")
    assert said in answer.err
    assert "minha_lei/procedure.yaml:" in answer.err


def test_json_has_each_fault_with_its_place(devido, spoilt):
    answer = devido("law", "check", "minha_lei", "--json", "--law-dir", spoilt("\nbodies:", "\nbodis:"))
    (found,) = answer.json
    assert (answer.code, found["id"], found["holds"]) == (2, "minha_lei", False)
    assert {"where", "what"} == set(found["faults"][0])
    assert json.loads(answer.err)["faults"] == found["faults"]


def test_an_unknown_law_gets_the_nearest_name(devido):
    answer = devido("law", "check", "santos_dumont_lei_4814")
    assert answer.code == 2
    assert f"Não há lei 'santos_dumont_lei_4814'. Quis dizer '{SANTOS_DUMONT}'?" in answer.err


def test_coverage_shows_every_unit_with_its_mark_and_rules(devido):
    answer = devido("law", "coverage", SANTOS_DUMONT)
    assert (answer.code, answer.err) == (0, "")
    assert "sem marca" not in answer.out
    units = {each["citation"]: each for each in devido("law", "coverage", SANTOS_DUMONT, "--json").json["units"]}
    assert f"{len(units)} unidades: regra " in answer.out
    assert "time_limits.defense" in units["33 §2"]["rules"]


def test_coverage_of_a_law_with_an_unmarked_unit_says_which(devido, spoilt):
    answer = devido("law", "coverage", "minha_lei", "--law-dir", spoilt('\n  "1": {', '\n  "998": {'))
    assert answer.code == 2
    assert re.search(r"minha_lei/procedure\.yaml:\d+:1: articles\.1: unidade sem marca", answer.err)
    assert re.search(r"minha_lei/procedure\.yaml:\d+:3: articles\.998: o texto da lei não tem esta unidade", answer.err)
