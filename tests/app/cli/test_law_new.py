"""``devido law new``: a law's folder from the model, which says what it lacks and holds once it is filled."""

import builtins
import sys

import pytest

ALL = {
    "--title": 'Feira "livre" de Exemplo',
    "--short": "Lei 9/2027 de Exemplo",
    "--official": "Lei Municipal nº 9, de 10 de fevereiro de 2027",
    "--subject": "das feiras livres",
    "--municipality": "mg_exemplo",
    "--published-on": "2027-02-10",
    "--unit": "UFEX",
}
NAME = "mg_exemplo_lei_9_2027"


@pytest.fixture
def made(devido, tmp_path):
    answer = devido("law", "new", tmp_path / NAME, *(part for pair in ALL.items() for part in pair))
    assert (answer.code, answer.err) == (0, "")
    return tmp_path / NAME


def test_all_given_only_the_text_is_left_to_paste(devido, made, tmp_path):
    checked = devido("law", "check", NAME, "--law-dir", tmp_path)
    assert checked.code == 2
    assert checked.err.count("falta preencher") == 1
    assert f"{NAME}/law.txt:1:1: falta preencher: apague este modelo" in checked.err
    assert sorted(file.name for file in made.iterdir()) == [
        "README.md", "law.txt", "lei.schema.json", "procedure.yaml", "rehearsals.yaml",
    ]  # fmt: skip
    assert made.joinpath("procedure.yaml").read_text().startswith("# yaml-language-server: $schema=lei.schema.json\n")


def test_once_filled_it_holds_and_its_case_passes(devido, made, tmp_path):
    text = made / "law.txt"
    text.write_text("".join(text.read_text().splitlines(keepends=True)[1:]))
    checked = devido("law", "check", NAME, "--law-dir", tmp_path)
    assert (checked.code, checked.out) == (0, f"✓ {NAME}: sem problemas\n")
    assert devido("rehearse", made / "rehearsals.yaml", "--law-dir", tmp_path).code == 0
    listed = next(each for each in devido("law", "list", "--json", "--law-dir", tmp_path).json if each["id"] == NAME)
    assert listed["title"] == 'Feira "livre" de Exemplo'
    assert listed["in_force_from"] == "2027-02-10"


def test_the_text_of_the_law_pasted_every_rule_is_to_be_rewritten(devido, made, tmp_path):
    (made / "law.txt").write_text("Art. 1º As feiras são livres.\nArt. 2º Esta Lei entra em vigor hoje.\n")
    said = devido("law", "check", NAME, "--law-dir", tmp_path).err
    assert f"{NAME}/procedure.yaml:" in said
    assert "3 p.u." in said


def test_nothing_given_each_blank_is_named_with_its_place(devido, tmp_path):
    answer = devido("law", "new", tmp_path / "nova")
    assert answer.code == 0
    for said in (
        "nova/procedure.yaml:10:",
        "título, como nas telas",
        "dia da publicação",
        "sigla da unidade",
        "nova/law.txt:1:1",
    ):
        assert said in answer.out
    told = devido("law", "new", tmp_path / "outra", "--title", "Feira", "--json").json
    assert len(told["missing"]) == 7
    assert told["given"] == {"title": "Feira"}
    listed = next(each for each in devido("law", "list", "--json", "--law-dir", tmp_path).json if each["id"] == "nova")
    assert listed["faults"] == 8


def test_at_a_terminal_what_is_missing_is_asked(devido, tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", lambda what: asked.append(what) or ("Feira" if "Título" in what else ""))
    devido("law", "new", tmp_path / "nova", "--short", "Lei 9")
    assert asked[0] == "Título, como nas telas: "
    assert not any("recusas" in each for each in asked)
    assert 'title: "Feira"\n' in (tmp_path / "nova" / "procedure.yaml").read_text()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["aqui"], "aqui já existe"),
        (["Lei-Nova"], "minúsculas"),
        (["_lei"], "minúsculas"),
        (["nada/lei"], "não existe; crie-a antes"),
        (["nova", "--published-on", "31-01-2026"], "--published-on pede um dia, como 02/04/2027 ou 2027-04-02"),
        (["nova", "--published-on", "31/01/1826"], "se escreve como 2026-01-31"),
        (["nova", "--unit", "u f"], "só maiúsculas"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_left(devido, tmp_path, args, said):
    (tmp_path / "aqui").mkdir()
    answer = devido("law", "new", tmp_path / args[0], *args[1:])
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert [each.name for each in tmp_path.iterdir()] == ["aqui"]


def test_the_model_itself_is_not_among_the_laws(devido):
    assert "_template" not in {each["id"] for each in devido("law", "list", "--json").json}


def test_the_day_of_publication_may_be_written_as_people_here_write_days(devido, tmp_path):
    assert devido("law", "new", tmp_path / "nova", "--published-on", "31/01/2026").code == 0
    assert "published_on: 2026-01-31" in (tmp_path / "nova" / "procedure.yaml").read_text("utf-8")
