"""``devido demo``: a story with many ends, and what it leaves to be looked at with the other commands."""

import re

import pytest


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("demo") / "vazia"


def test_the_demonstration_reaches_every_end_and_its_record_holds(devido, folder):
    answer = devido("demo", "--to", folder, "--json")
    assert (answer.code, answer.err) == (0, "")
    ends = {(each["state"], each["reason"]) for each in answer.json["cases"]}
    assert {
        ("archived", "late_notification"), ("archived", "defense_upheld"), ("archived", "appeal_upheld"),
        ("closed", "paid"), ("closed", "penalty_served"), ("closed", "revoked"), ("overdue", None),
    } <= ends  # fmt: skip
    assert devido("--home", folder, "verify").code == 0
    assert len(devido("--home", folder, "case", "list", "--json").json) == len(answer.json["cases"])
    assert {each["what"] for each in devido("--home", folder, "gazette", "list", "--json").json} >= {"final_decision"}
    assert "Decisão definitiva" in devido("--home", folder, "gazette", "list").out
    assert all(each["files"] for each in answer.json["cases"])
    assert sorted(file.name for file in (folder / "diario").glob("*.pdf")) == [
        f"edicao-00000{number}-2027.pdf" for number in range(1, 5)
    ]


def test_a_public_notice_comes_out_on_the_day_its_term_is_counted_from(devido, folder):
    first = (folder / "diario" / "edicao-000001-2027.txt").read_text("utf-8")
    assert "nº 000001/2027\nEdição de 9 de junho de 2027\n" in first
    assert "EDITAL DE NOTIFICAÇÃO Nº ED 000001/2027" in first


def test_each_edition_bears_the_root_of_the_record_as_it_was_that_day(devido, folder, tmp_path):
    editions = sorted((folder / "diario").glob("edicao-*.txt"))
    told = [" ".join(file.read_text("utf-8").split()) for file in editions]
    roots = [re.search(r"árvore de (\d+) atos · até 12h de (\d\d/\d\d/\d{4}) Raiz: (\S{44}) ", each) for each in told]
    assert [each and each[2] for each in roots] == ["09/06/2027", "30/06/2027", "09/07/2027", "02/08/2027"]
    assert len({each and each[3] for each in roots}) == len(editions)
    again = ("gazette", "export", "--number", "1", "--on", "2027-06-09", "--to", tmp_path)
    assert devido("--home", folder, *again).code == 0
    assert (tmp_path / editions[0].name).read_bytes() == editions[0].read_bytes()


def test_the_story_is_told_case_by_case_the_clock_marked(devido, tmp_path):
    told = devido("demo", "--to", tmp_path / "nova").out
    assert "Multa paga no prazo" in told
    assert "  relógio 05/05/2027 (qua)  Tornar definitiva a decisão\n" in told
    assert "  Fim: Encerrado: multa paga.\n" in told


def test_what_is_in_the_folder_is_not_touched(devido, tmp_path):
    (tmp_path / "meu.txt").write_text("x", encoding="utf-8")
    answer = devido("demo", "--to", tmp_path)
    assert answer.code == 2
    assert "já tem arquivos; a demonstração começa de uma pasta vazia." in answer.err
    assert [file.name for file in tmp_path.iterdir()] == ["meu.txt"]


def test_without_a_folder_each_demonstration_has_one_of_its_own(devido, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first, second = devido("demo", "--json").json["folder"], devido("demo", "--json").json["folder"]
    assert (first, second) == ("saida/demo", "saida/demo-2")
