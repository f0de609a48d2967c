"""``DEVIDO_DATABASE_URL`` on the command line: what is wrong with it is said in words, without the password."""

import pytest

from tests.app import desk as here
from tests.databases import POSTGRES, cluster, told


def test_an_address_that_is_none_is_said_so(devido, tmp_path, monkeypatch):
    monkeypatch.setenv("DEVIDO_DATABASE_URL", "mysql://devido:segredo@servidor/cidade")
    answer = devido("--home", tmp_path, "case", "list")
    assert (answer.code, answer.out) == (2, "")
    assert "postgresql://PAPEL:SENHA@SERVIDOR/BANCO (DEVIDO_DATABASE_URL)" in answer.err
    assert "segredo" not in answer.err


@pytest.mark.parametrize("kept_on", [POSTGRES])
def test_a_wrong_password_is_said_so(devido, tmp_path, monkeypatch):
    monkeypatch.setenv("DEVIDO_DATABASE_URL", told(tmp_path).replace("senha-de-teste", "errada"))
    answer = devido("--home", tmp_path, "case", "list")
    assert (answer.code, answer.out) == (2, "")
    assert "não aceitou o papel ou a senha" in answer.err


@pytest.mark.parametrize("kept_on", [POSTGRES])
def test_a_database_of_another_town_is_refused(devido, tmp_path):
    desk = here.office(tmp_path)
    here.draw_up(desk)
    desk.database.close()
    answer = devido("--home", tmp_path, "--town", "mt_barra_do_garcas", "case", "list")
    assert (answer.code, answer.out) == (2, "")
    assert "é do município 3160702 (código do IBGE), e o município pedido é 5101803" in answer.err


def test_an_empty_database_is_made_ready_by_its_owner_and_used_by_the_other_from_then_on(devido, tmp_path, monkeypatch):
    name = cluster().empty()
    monkeypatch.setenv("DEVIDO_DATABASE_URL", cluster().address(name))
    answer = devido("--home", tmp_path, "case", "list")
    assert answer.code == 2
    assert "está vazio" in answer.err
    assert "DEVIDO_DATABASE_OWNER_URL" in answer.err
    monkeypatch.setenv("DEVIDO_DATABASE_OWNER_URL", cluster().address(name, "devido_teste_dono"))
    assert devido("--home", tmp_path, "case", "list", "--json").json == []
    monkeypatch.delenv("DEVIDO_DATABASE_OWNER_URL")
    assert devido("--home", tmp_path, "case", "list", "--json").json == []
    assert devido("--home", tmp_path, "verify").code == 0
    assert list(tmp_path.rglob("registro.db")) == []
    cluster().drop(name)
