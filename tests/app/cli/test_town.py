"""``devido town``: what is in force, its changes, the terms they move, the towns of an installation."""

import pytest
import time_machine

from app.verification import verify_office
from tests.app import desk as here

HOLIDAY = ("calendar", "02/04/2027", "--name", "Luto oficial", "--act", "Decreto nº 9/2027")
APPROVED = ("--recorded-by", "p:1", "--approved-by", "p:2")


@pytest.fixture
def served(tmp_path):
    """A case whose defense ends on 2 April."""
    desk = here.office(tmp_path)
    case = here.served(desk)
    desk.database.close()
    return tmp_path, case


@pytest.fixture
def change(served, devido):
    home, _ = served

    def run(*line):
        return devido("--home", home, "town", "change", *line)

    with time_machine.travel(here.noon("2027-03-10"), tick=False):
        yield run


def plain(text: str) -> str:
    return " ".join(text.split())


def test_a_dry_run_lists_the_terms_that_move_and_records_nothing(served, change):
    home, case = served
    shown = change(*HOLIDAY, "--dry-run")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("Só uma prévia: nada foi registrado.\n")
    assert "1 prazo em curso mudaria." in shown.out
    told = change(*HOLIDAY, "--dry-run", "--json").json
    assert told["moved"] == [
        {"case": case, "kind": "defense", "label": "Prazo de defesa", "before": "2027-04-02", "after": "2027-04-05"}
    ]
    desk = here.office(home)
    assert (desk.store.load(case).version, desk.settings.town_copy.exists()) == (2, False)


def test_a_late_holiday_moves_the_term_prints_a_certificate_and_is_there_to_see(served, change, devido):
    home, case = served
    done = change(*HOLIDAY, *APPROVED)
    assert (done.code, done.err) == (0, "")
    assert "Mudança nº 1 registrada: Decreto nº 9/2027." in done.out
    assert "1 prazo mudou, em 1 processo" in done.out
    papers = devido("--home", home, "documents", "list", case, "--json").json
    certificate = next(each for each in papers if each["kind"] == "recount_certificate")
    assert certificate["status"] == "rendered"
    words = plain(devido("--home", home, "documents", "show", str(certificate["id"])).out)
    assert "Prazo de defesa ia até: sexta-feira, 2 de abril de 2027" in words
    assert "Prazo de defesa vai até: segunda-feira, 5 de abril de 2027" in words
    assert "feriado municipal: Luto oficial (Decreto nº 9/2027)" in words
    shown = plain(devido("--home", home, "town", "show").out)
    assert "desde 10/03/2027" in shown
    assert "1. 10/03/2027 (qua) Decreto nº 9/2027 (por p:1, com p:2)" in shown
    again = change(*HOLIDAY, *APPROVED, "--json").json
    assert (again["resumed"], again["moved"]) == (True, [])
    desk = here.office(home)
    assert desk.store.load(case).version == 3
    assert verify_office(desk).findings == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (HOLIDAY, "segunda pessoa"),
        ((*HOLIDAY, "--recorded-by", "p:2", "--approved-by", "p:2"), "própria mudança"),
        ((*HOLIDAY, "--as", "feriado", *APPROVED), "--as pede holiday, optional, early, late, outage"),
        (("calendar", "31/02/2027", *HOLIDAY[2:], *APPROVED), "não existe no calendário"),
        (("calendar", "04/01/2033", *HOLIDAY[2:], *APPROVED), "não cobre 2033"),
        (("value", "URX", "140,10", "--since", "01/01/2029", "--act", "D", *APPROVED), "unidade 'URX'"),
        (("value", "URM", "cem", "--since", "01/01/2029", "--act", "D", *APPROVED), "não se entende"),
        (("value", "URM", "140,10", "--act", "D", *APPROVED), "--since"),
        (("member", "Zé", "comissao", "--since", "01/04/2027", "--act", "P", *APPROVED), "não têm o órgão"),
        (("answer", "party_terms_end", "talvez", "--act", "D", *APPROVED), "não tem a resposta 'talvez'"),
        (("answer", "nada", "literal", "--act", "D", *APPROVED), "Nenhuma lei do Município tem a questão"),
        (("letterhead", "", "--act", "D", *APPROVED), "nenhuma vazia"),
    ],
)
def test_what_cannot_be_is_refused_in_clear_words_and_nothing_is_recorded(served, change, line, said):
    home, case = served
    told = change(*line)
    assert told.code == 2
    assert said in plain(told.err)
    desk = here.office(home)
    assert (desk.store.load(case).version, desk.settings.town_copy.exists()) == (2, False)


def test_a_whole_file_takes_the_place_of_the_data_and_moves_the_terms_too(served, change, devido, tmp_path):
    home, _ = served
    new = tmp_path / "novo.yaml"
    assert devido("--home", home, "town", "export", "--to", new).code == 0
    text = new.read_text("utf-8")
    entry = "    - {day: 2027-04-02, name: Luto, kind: municipal, act: Decreto nº 9}\n"
    place = text.index("    - {day: 2027-04-21")
    new.write_text(text[:place] + entry + text[place:], "utf-8")
    told = change("file", new, "--act", "Decreto nº 9", *APPROVED, "--json").json
    assert [each["after"] for each in told["moved"]] == ["2027-04-05"]
    assert "text" not in told["change"]["said"]
    new.write_text(text.replace('ibge: "3160702"', 'ibge: "3100000"'), "utf-8")
    assert "o registro é de 3160702" in plain(change("file", new, "--act", "x", *APPROVED).err)


def test_what_was_in_force_before_a_change_comes_out_by_day_with_the_history(served, change, devido):
    home, _ = served
    change(*HOLIDAY, *APPROVED)
    before = devido("--home", home, "town", "export", "--on", "09/03/2027").out
    after = devido("--home", home, "town", "export").out
    assert ("2027-04-02" in before, "2027-04-02" in after) == (False, True)
    told = devido("--home", home, "town", "export", "--json").json
    assert [each["act"] for each in told["history"]] == ["Decreto nº 9/2027"]
    assert told["history"][0]["new"] == told["digest"]
    refused = devido("--home", home, "town", "export", "--digest", "ffffffff")
    assert (refused.code, "Não há dados do Município" in refused.err) == (2, True)


def test_each_town_of_an_installation_has_its_own_record_chosen_by_option_or_environment(
    served, change, devido, monkeypatch
):
    home, _ = served
    change(*HOLIDAY, *APPROVED)
    monkeypatch.setenv("DEVIDO_TOWN", "mt_barra_do_garcas")
    here.office(home, "mt_barra_do_garcas").database.close()
    assert devido("--home", home, "town", "show", "--json").json["changes"] == []
    told = devido("--home", home, "--town", "mg_santos_dumont", "town", "show", "--json").json
    assert len(told["changes"]) == 1
    found = {each["id"]: each["has_record"] for each in devido("--home", home, "town", "list", "--json").json}
    assert [name for name, has in found.items() if has] == ["mg_santos_dumont", "mt_barra_do_garcas"]


def test_an_example_value_gives_way_to_the_real_one_once_and_the_preview_tells_both(served, change, devido):
    home, _ = served
    real = ("value", "URM", "150,00", "--since", "01/01/2027", "--act", "Decreto nº 1/2027")
    seen = change(*real, "--dry-run")
    assert "Agora: R$ 137,45 (decreto municipal a indicar; exemplo).\nDepois: R$ 150,00 (" in seen.out
    assert change(*real, "--dry-run", "--json").json["after"] == "R$ 150,00 (Decreto nº 1/2027)"
    assert change(*real, *APPROVED).code == 0
    (value,) = [each for each in here.office(home).town.units["URM"] if each.since.year == 2027]
    assert (value.value, value.act, value.example) == ("150.00", "Decreto nº 1/2027", False)
    other = ("value", "URM", "151", "--since", "01/01/2027", "--act", "Decreto nº 2/2027")
    assert "R$ 150,00 (Decreto nº 1/2027)" in change(*other, *APPROVED).err


def test_a_wrong_answer_of_today_is_put_right_today_and_the_preview_tells_both(served, change):
    home, _ = served
    wrong = ("answer", "retention", "10 anos", "--act", "Decreto nº 3/2027")
    assert change(*wrong, *APPROVED).code == 0
    right = ("answer", "retention", "20 anos", "--act", "Decreto nº 3-A/2027")
    seen = change(*right, "--dry-run").out
    assert "Agora: 10 years (Decreto nº 3/2027).\nDepois: 20 years (Decreto nº 3-A/2027).\n" in seen
    assert change(*right, *APPROVED).code == 0
    (answer,) = here.office(home).town.answers["retention"]
    assert (answer.answer, answer.act) == ("20 years", "Decreto nº 3-A/2027")


def test_a_value_that_is_no_number_and_a_length_that_is_none_are_refused_with_how_to_write_them(served, change, devido):
    home, case = served
    told = change("value", "URM", "cento", "--since", "01/01/2029", "--act", "D", *APPROVED)
    assert (told.code, "O valor 'cento' não se entende: não é um número; escreva os reais" in told.err) == (2, True)
    assert "(30 dias, 15 dias úteis)" in plain(change("answer", "retention", "dez anos", "--act", "D", *APPROVED).err)
    extend = ("--home", home, "case", "act", case, "extend_term", "--term", "judgment", "--reasons", "x", "--length")
    refused = devido(*extend, "dez dias")
    assert (refused.code, "--length pede um prazo, como 30 dias" in refused.err) == (2, True)
    assert "--length" not in devido(*extend, "10 dias", "--preview").err


@pytest.mark.parametrize("called", ["Santos Dumont", "barra do garcas", "mg_lavras"])
def test_a_town_is_called_by_its_name_or_by_its_file(devido, tmp_path, called):
    here.office(tmp_path, called).database.close()
    told = devido("--home", tmp_path, "--town", called, "town", "show", "--json")
    assert told.code == 0
    refused = devido("--home", tmp_path, "--town", f"{called} do Sul", "town", "show")
    assert (refused.code, "Não há município" in refused.err) == (2, True)
