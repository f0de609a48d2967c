"""``devido documents …`` and ``gazette …``: the papers of a case read, taken out, and published."""

from datetime import UTC, datetime

import pytest
import time_machine

LAW = "mg_santos_dumont_lei_4814_2026"
CASE = "000001/2027"


@pytest.fixture
def opened(devido, monkeypatch, tmp_path, notice):
    """A case drawn up on 1 March 2027 against somebody invented, in a record of the test's own."""
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path / "dados"))
    with time_machine.travel(datetime(2027, 3, 1, 15, tzinfo=UTC), tick=False) as clock:
        answer = devido("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice)
        assert (answer.code, answer.err) == (0, "")
        yield lambda month, day: clock.move_to(datetime(2027, month, day, 15, tzinfo=UTC))


def test_the_act_says_what_it_issued_and_the_list_that_it_is_printed(devido, opened):
    paper = devido("documents", "list", CASE, "--json").json[0]
    assert (paper["kind"], paper["status"]) == ("infraction_notice", "rendered")
    assert "Auto de infração" in devido("documents", "list", "1/2027").out


def test_a_paper_that_cannot_be_printed_stops_no_act_and_says_what_it_lacks(devido, opened, tmp_path):
    poor = tmp_path / "so-o-nome.yaml"
    poor.write_text("respondent: {name: Beltrano Exemplo}")
    answer = devido("case", "open", LAW, "--items", "36-II", "--fact-on", "28/02/2027", "--data", poor)
    assert answer.code == 0
    assert answer.out.startswith("Processo 000002/2027, ato 1: registrado.")
    assert "não pode sair sem: " in answer.err
    assert "endereço" in answer.err
    assert devido("documents", "export", "2/2027").code == 1


def test_a_paper_is_read_by_its_code_or_its_id(devido, opened):
    notice = devido("documents", "list", CASE, "--json").json[0]
    text = devido("documents", "show", notice["code"]).out
    assert "Fulana de Tal Exemplo" in text
    assert devido("documents", "show", str(notice["id"]), "--json").json["text"].split() == text.split()


def test_a_paper_is_read_by_the_number_printed_on_it(devido, opened):
    text = devido("documents", "show", devido("documents", "list", CASE, "--json").json[0]["code"]).out
    assert devido("documents", "show", "AI", "000001/2027").out == text
    assert devido("documents", "show", "ai 1/2027").out == text
    assert devido("documents", "show", "AI", "2/2027").code == 2


@pytest.mark.parametrize("code", ["ZZZZ", "999999", "9" * 400, ""])
def test_a_paper_that_is_not_there(devido, opened, code):
    answer = devido("documents", "show", code)
    assert answer.code == 2
    assert f"Não há peça com o código {code!r}" in answer.err


def test_the_files_taken_out_are_the_bytes_the_record_kept(devido, opened, tmp_path):
    answer = devido("documents", "export", CASE, "--to", tmp_path / "pecas")
    assert (answer.code, answer.err) == (0, "")
    files = sorted((tmp_path / "pecas").iterdir())
    assert files[0].name == "01-AI-000001-2027-auto-de-infracao.pdf"
    assert all(file.read_bytes().startswith(b"%PDF-1.7") for file in files)
    first = [file.read_bytes() for file in files]
    assert devido("documents", "export", CASE, "--to", tmp_path / "pecas").code == 0
    assert [file.read_bytes() for file in files] == first


def test_papers_of_a_case_that_is_not_there(devido, opened):
    for tool in ("list", "export"):
        assert devido("documents", tool, "9/2027").err == "Erro: Não há processo 000009/2027 neste registro.\n"


def test_an_edition_of_a_day_without_matters_writes_nothing(devido, opened, tmp_path):
    answer = devido("gazette", "export", "--number", "12", "--to", tmp_path / "diario", "--json")
    assert (answer.code, answer.json["matters"], answer.json["files"]) == (0, [], [])


@pytest.mark.parametrize("number", ["doze", "0", "-1", "1000000", "²"])
def test_an_edition_asks_for_its_number(devido, opened, number):
    answer = devido("gazette", "export", f"--number={number}")
    assert answer.code == 2
    assert "--number pede o número da edição, como 12" in answer.err


def test_a_public_notice_comes_out_in_the_edition_of_its_day(devido, opened, tmp_path):
    for day, via in ((3, "post"), (5, "personal")):
        opened(3, day)
        line = ("case", "act", CASE, "record_failed_service", "--via", via, "--reason", "mudou-se")
        assert devido(*line).code == 0
    opened(3, 9)
    assert devido("case", "act", CASE, "serve_notice", "--via", "public_notice", "--receipt", "gazette").code == 0
    assert [each["what"] for each in devido("gazette", "list", "--json").json] == ["public_notice"]
    answer = devido("gazette", "export", "--number", "12", "--to", tmp_path / "diario")
    assert (answer.code, answer.err) == (0, "")
    assert "Edição 000012/2027, de 09/03/2027 (ter): 1 matéria.\n" in answer.out
    text = (tmp_path / "diario" / "edicao-000012-2027.txt").read_text(encoding="utf-8")
    assert "529.982.247-25" not in text
