"""What keeps the record, from the command line: verification, erased values, papers tried again."""

import pytest
import time_machine

from tests.app import desk as here
from tests.databases import without_triggers

NOW = here.noon("2027-03-05")


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def test_a_record_tampered_with_ends_with_1_and_a_line_for_each_thing_found(desk, devido, tmp_path):
    case = here.draw_up(desk)
    with without_triggers(desk.database) as connection:
        connection.execute("UPDATE event SET record = zeroblob(1) WHERE seq = 1")
    desk.database.close()
    answer = devido("--home", tmp_path, "verify")
    assert (answer.code, answer.err) == (1, "")
    assert f"[cadeia] processo {case}, ato 1: os bytes do ato não têm o digesto registrado\n" in answer.out


@time_machine.travel(NOW, tick=False)
def test_documents_print_tries_again_and_ends_with_1_while_one_does_not_come_out(desk, devido, tmp_path):
    here.draw_up(desk, respondent={"name": "Ana 😀 Exemplo", "address": "Rua A"})
    here.draw_up(desk, "2027-03-02")
    desk.database.close()
    answer = devido("--home", tmp_path, "documents", "print", "--json")
    assert (answer.code, answer.json["printed"], len(answer.json["not_printed"])) == (1, 2, 2)
    answer = devido("--home", tmp_path, "documents", "print", "1/2027")
    assert (answer.code, answer.out) == (1, "0 peças impressas.\n")
    assert "Processo 000001/2027: Auto de infração AI 000001/2027 não saiu: nome da pessoa autuada: " in answer.err
    assert devido("--home", tmp_path, "documents", "print", "2/2027").code == 0
    listed = devido("--home", tmp_path, "documents", "list", "1/2027", "--json").json
    assert {each["status"] for each in listed} == {"failed"}
    assert all(each["reason"].startswith("nome da pessoa autuada: as fontes") for each in listed)


def test_file_names_say_nobodys_name(desk, tmp_path, devido):
    here.paid(desk)
    desk.database.close()
    assert devido("--home", tmp_path, "documents", "export", "1/2027", "--to", tmp_path / "fora").code == 0
    names = " ".join(each.name for each in (tmp_path / "fora").iterdir())
    assert "auto-de-infracao" in names
    assert "Fulano" not in names


def test_the_command_line_names_each_value_that_is_gone(desk, tmp_path, devido):
    case = here.judged(desk)
    desk.store.erase(case, 4, "reasons")
    desk.store.erase(case, 4, "penalties/0/reasons")
    desk.database.close()
    answer = devido("--home", tmp_path, "verify")
    assert answer.code == 0
    assert f"processo {case}, ato 4: reasons apagado por lei\n" in answer.out
    erased = devido("--home", tmp_path, "verify", "--json").json["erased"]
    assert erased == [{"case": case, "act": 4, "field": field} for field in ("penalties/0/reasons", "reasons")]
