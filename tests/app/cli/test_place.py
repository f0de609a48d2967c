"""Where the record is: a wrong folder is told, and never taken for a record without cases."""

import pytest

from tests.app import desk as here

LAW = here.SANTOS_DUMONT
LOOKING = [
    "verify", "verify --all", "case list", "case show 1/2027", "case explain 1/2027", "case why-not 1/2027",
    "case act 1/2027 judge --reasons x", "documents list", "documents show DEC 1/2027", "documents print",
    "documents export 1/2027", "gazette list", "clock run", "clock run --dry-run", "clock status", "clock digest",
    "metrics", "worker", "bundle 1/2027", "person show 1/2027", "person erase 1/2027 --dry-run", "proof sign",
    "proof key", "proof receipt 1/2027 1", "backup --to .", "backup key", "drill", "town show", "town export",
    f"case open {LAW} --help", f"case open {LAW} --fact-on ontem",
]  # fmt: skip


@pytest.fixture(autouse=True)
def on_this_machine(monkeypatch, tmp_path):
    for name in ("DEVIDO_DATABASE_URL", "DEVIDO_TOWN", "DEVIDO_KEYS", "DEVIDO_BACKUP"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", LOOKING)
def test_what_only_looks_begins_no_record_and_says_that_there_is_none(devido, tmp_path, command):
    answer = devido("--home", "vazio", *command.split())
    if "case open" not in command:
        assert (answer.code, answer.out) == (2, "")
        assert "Não há registro em vazio/mg_santos_dumont: procurou-se ali o arquivo registro.db." in answer.err
        assert "começa com o primeiro processo (devido case open)" in answer.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["case list", "verify", "backup key", f"case open {LAW} --help", "restore x --to y",
                                     "worker", "clock run", f"law diff {LAW} --versus appeal_suspends=no"])  # fmt: skip
@pytest.mark.parametrize("inside", ["mg_santos_dumont", "mg_santos_dumont/arquivos"])
def test_a_home_inside_a_record_is_refused_whatever_is_asked(devido, tmp_path, command, inside):
    here.office(tmp_path / "dados").database.close()
    there = sorted((tmp_path / "dados").rglob("*"))
    answer = devido("--home", tmp_path / "dados" / inside, *command.split())
    assert (answer.code, "é de um registro, o de mg_santos_dumont, ou fica dentro dele" in answer.err) == (2, True)
    assert f"que contém as dos registros: {tmp_path / 'dados'}." in answer.err
    assert sorted((tmp_path / "dados").rglob("*")) == there


def test_the_records_of_other_towns_there_are_named(devido, tmp_path):
    here.office(tmp_path / "dados", "mt_barra_do_garcas").database.close()
    answer = devido("--home", tmp_path / "dados", "case", "list")
    assert "há registro de mt_barra_do_garcas: diga qual em --town" in answer.err


def test_a_record_without_its_database_is_not_begun_anew_by_looking(devido, tmp_path):
    here.office(tmp_path / "dados").database.close()
    for file in (tmp_path / "dados" / "mg_santos_dumont").glob("registro.db*"):
        file.unlink()
    answer = devido("--home", tmp_path / "dados", "case", "list")
    assert (answer.code, "traga-o da cópia de segurança (devido restore)" in answer.err) == (2, True)


def test_a_preview_before_the_first_case_is_made_and_leaves_nothing(devido, tmp_path):
    (tmp_path / "lote.csv").write_text("items,fact_on,respondent.name\n36-II,2026-11-03,Fulana Exemplo\n")
    answer = devido("--home", "vazio", "case", "open-many", LAW, "lote.csv", "--on", "03/11/2026", "--preview")
    assert (answer.code, "1 auto seria lavrado." in answer.out) == (0, True)
    assert "Não há registro em vazio/mg_santos_dumont: a prévia é a de um que ali começasse." in answer.err
    change = ("town", "change", "calendar", "28/12/2026", "--name", "Luto", "--act", "Decreto 1", "--dry-run")
    assert devido("--home", "vazio", *change).code == 0
    assert [each.name for each in tmp_path.iterdir()] == ["lote.csv"]


def test_a_change_of_the_town_or_a_first_case_begins_the_record(devido, tmp_path):
    change = ("town", "change", "calendar", "28/12/2027", "--name", "Luto", "--act", "Decreto 1", "--approved-by", "p2")
    assert devido("--home", "novo", *change, "--recorded-by", "p1").code == 0
    notice = (
        "--items",
        "36-II",
        "--fact-on",
        "03/11/2026",
        "--on",
        "03/11/2026",
        "--respondent",
        "name=Fulana Exemplo",
    )
    assert devido("--home", "outro", "case", "open", LAW, *notice).code == 0
    for home in ("novo", "outro"):
        assert devido("--home", home, "verify").code == 0
