"""``devido case open-many``: a campaign's notices from a file, what is refused by line, the same file given again."""

import json

import pytest
import time_machine

from storage.views import Views
from tests.app import desk as here

LAW = "mg_santos_dumont_lei_4814_2026"
HEAD = "items;fact_on;respondent.name;respondent.tax_id;vehicle.plate;place\n"
FIRST = "36-XIV;01/03/2027;Fulana Exemplo;123.123.101-71;EXM0A10;Rua da Escola\n"
SECOND = "36-II, 36-XIV;01/03/2027;Beltrano Exemplo;529.982.247-25;EXM0A11;Rua da Escola\n"


@pytest.fixture
def many(devido, tmp_path, monkeypatch):
    """``many(text)`` gives the command a file that says this."""
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path / "dados"))

    def run(text, *more, name="radar.csv", day="2027-03-01T15:00Z", on=("--on", "01/03/2027")):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with time_machine.travel(day, tick=False):
            return devido("case", "open-many", LAW, file, *on, *more)

    return run


def opened(tmp_path):
    return sorted(each.case_id for each in Views(here.office(tmp_path / "dados").database).cases())


def test_each_line_of_the_file_opens_a_case(many, tmp_path):
    answer = many(HEAD + FIRST + SECOND)
    assert (answer.code, answer.out.splitlines()[0]) == (0, "2 autos lavrados, de 000001/2027 a 000002/2027.")
    desk = here.office(tmp_path / "dados")
    (event,) = desk.store.history("000002/2027")
    assert event.data["items"] == ["36-II", "36-XIV"]
    assert event.data["respondent"] == {"name": "Beltrano Exemplo", "tax_id": "529.982.247-25"}


def test_a_line_may_cite_several_people_each_in_columns_of_his_own(many, tmp_path):
    head = "items;fact_on;respondents;respondent.permit_holder.name;respondent.driver.name;respondent.driver.tax_id\n"
    answer = many(head + "36-XIV;01/03/2027;permit_holder, driver;Fulana Exemplo;Beltrano Exemplo;529.982.247-25\n")
    assert (answer.code, answer.err) == (0, "")
    desk = here.office(tmp_path / "dados")
    (event,) = desk.store.history("000001/2027")
    assert event.data["respondent"]["permit_holder"] == {"name": "Fulana Exemplo"}
    assert set(Views(desk.database).subjects("000001/2027")) == {"driver"}


def test_the_same_file_again_opens_nothing_twice_whoever_gives_it_and_whenever(many, tmp_path):
    many(HEAD + FIRST, "--recorded-by", "ana")
    answer = many(HEAD + FIRST + SECOND, "--recorded-by", "bia", "--json", day="2027-03-05T15:00Z")
    assert answer.json["opened"] == [{"line": 3, "case": "000002/2027"}]
    assert answer.json["already"] == [{"line": 2, "case": "000001/2027"}]
    assert opened(tmp_path) == ["000001/2027", "000002/2027"]


def test_a_preview_says_what_would_be_and_records_nothing(many, tmp_path):
    answer = many(HEAD + FIRST + SECOND.replace("36-II,", "36-XC,"), "--preview")
    assert answer.code == 1
    assert answer.out.startswith("1 auto seria lavrado.\n1 linha recusada:")
    assert "Nada foi registrado." in answer.out
    assert opened(tmp_path) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (SECOND.replace("36-II,", "36-XC,"), "não tem a infração 36-XC"),
        (SECOND.replace("7-25", "7-26"), "os dígitos verificadores não conferem"),
        (SECOND.replace("01/03", "30/02"), "não existe no calendário"),
        (SECOND.replace("Beltrano Exemplo", ""), "escreva-o por extenso"),
        (FIRST, "diz o mesmo que a linha 2"),
        ("36-II;01/03/2027\n", "a linha tem 2 colunas, e o título, 6"),
    ],
)
def test_a_line_that_cannot_be_is_told_by_its_number_and_stops_no_other(many, tmp_path, line, why):
    answer = many(HEAD + FIRST + line + FIRST.replace("EXM0A10", "EXM0A12"), "--json")
    assert answer.code == 1
    (refused,) = answer.json["refused"]
    assert (refused["line"], why in refused["message"]) == (3, True)
    assert [each["line"] for each in answer.json["opened"]] == [2, 4]
    assert opened(tmp_path) == ["000001/2027", "000002/2027"]


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        (HEAD, "radar.csv", "não há auto nenhum"),
        (HEAD.replace("place", "placa") + FIRST, "radar.csv", "linha 1: não há o dado 'placa'"),
        (HEAD.replace("place", "items") + FIRST, "radar.csv", "uma coluna aparece duas vezes"),
        ((HEAD + FIRST + "36-II;é").encode("latin-1"), "radar.csv", "linha 3: não é texto em UTF-8"),
        (HEAD + '"36-II;01/03', "radar.csv", "linha 2: aspas abertas e não fechadas"),
        (HEAD + FIRST, "radar.xlsx", "é .csv (uma linha de títulos"),
    ],
)
def test_a_file_that_is_no_list_of_notices_is_refused_whole(many, tmp_path, text, name, why):
    answer = many(text, name=name)
    assert (answer.code, why in answer.err) == (2, True)
    assert opened(tmp_path) == []


def test_lines_of_json_bring_what_a_table_cannot_and_share_what_all_have_in_common(many, tmp_path):
    common = tmp_path / "comum.yaml"
    common.write_text("place: Rua da Escola\ninspector: Agente Exemplo\n")
    line = {"items": ["36-II"], "fact_on": "2027-03-01", "key": "A-1", "respondent": {"name": "Fulana Exemplo"}}
    lines = [line, {**line, "key": "A-2", "place": "Praça do Exemplo"}, {**line, "plaza": ""}, {**line, "place": "Y"}]
    text = "\n".join(map(json.dumps, lines)) + '\n{"items": \n[1]\n{"on": "x", "on": "y"}\n'
    answer = many(text, "--data", common, "--json", name="autos.jsonl")
    assert [each["line"] for each in answer.json["opened"]] == [1, 2]
    assert [(each["line"], each["code"]) for each in answer.json["refused"]] == [
        (line, "InvalidData") for line in (3, 4, 5, 6, 7)
    ]
    places = [here.office(tmp_path / "dados").store.history(each)[0].data["place"] for each in opened(tmp_path)]
    assert places == ["Rua da Escola", "Praça do Exemplo"]


def test_a_key_given_to_other_data_is_refused_and_not_taken_for_the_same(many):
    many(HEAD.replace("items", "key;items") + "T-1;" + FIRST)
    answer = many(HEAD.replace("items", "key;items") + "T-1;" + SECOND, "--json")
    assert [each["code"] for each in answer.json["refused"]] == ["KeyReused"]


def test_without_a_day_the_same_line_would_be_another_notice_tomorrow(many):
    answer = many(HEAD + FIRST, on=())
    assert (answer.code, "ponha a coluna on, ou --on" in answer.out) == (1, True)
