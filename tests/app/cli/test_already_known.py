"""What whoever draws up a notice is told of other cases: the same fact, a number on record under another name."""

import pytest

LAW = "mg_santos_dumont_lei_4814_2026"
OPEN = ("case", "open", LAW, "--fact-on", "01/03/2027")
HEAD = "items;fact_on;respondent.name;respondent.tax_id;place\n"
LINE = "36-XIV;01/03/2027;Fulana Exemplo;123.123.101-71;Rua da Escola\n"
MINE = "529.982.247-25"
"""The number of the person of the notice."""
RECTIFY = ("rectify", "--of", "draw_up@01/03/2027")
TWICE = "mesmo autuado, item (36-II) e dia já no processo 000001/2027."


def test_the_same_fact_charged_again_is_told_and_not_refused(devido, on, notice):
    line = (*OPEN, "--items", "36-II", "--data", notice)
    assert TWICE not in devido(*line).out
    for preview in (["--preview"], []):
        answer = devido(*line, "--key", "outra", *preview)
        assert (answer.code, f"aviso: {TWICE}" in answer.out) == (0, True)
    told = devido(*line, "--key", "terceira", "--json").json
    assert TWICE in told["warnings"]
    assert [(each["what"], each["case"]) for each in told["known"]] == [
        ("same_fact", "000001/2027"),
        ("same_fact", "000002/2027"),
    ]


@pytest.mark.parametrize("other", [["36-XIV"], ["36-II", "--place", "Outra rua"], ["36-II", "--fact-on", "28/02/2027"]])
def test_another_item_day_or_place_is_another_fact(devido, on, notice, other):
    devido(*OPEN, "--items", "36-II", "--data", notice)
    answer = devido(*OPEN, "--data", notice, "--items", *other)
    assert (answer.code, "mesmo autuado" in answer.out) == (0, False)


def test_a_case_annulled_charges_nobody_again(devido, on, notice):
    devido(*OPEN, "--items", "36-II", "--data", notice)
    void = ("case", "act", "1/2027", "annul", "--reason", "void", "--reasons", "Lavrado por engano.")
    assert devido(*void).code == 0
    answer = devido(*OPEN, "--items", "36-II", "--data", notice, "--key", "outra")
    assert (answer.code, "mesmo autuado" in answer.out) == (0, False)


@pytest.mark.parametrize(("name", "told"), [("Beltrana Exemplo", True), ("FULANA de  tál exemplo", False)])
def test_a_number_on_record_under_another_name_is_told(devido, on, notice, name, told):
    devido(*OPEN, "--items", "36-II", "--data", notice)
    person = ("--respondent", f"name={name}", "--respondent", "tax_id=52998224725")
    answer = devido(*OPEN, "--items", "36-XIV", "--data", notice, *person)
    said = "já está no processo 000001/2027 em nome de Fulana de Tal Exemplo"
    assert (answer.code, said in answer.out) == (0, told)


@pytest.mark.parametrize(
    ("act", "told"),
    [
        (("replace_respondent", "--respondent", "name=Beltrana Exemplo", "--respondent", f"tax_id={MINE}"), True),
        (
            ("replace_respondent", "--respondent", "name=Beltrana Exemplo", "--respondent", "tax_id=123.123.101-71"),
            False,
        ),
        ((*RECTIFY, "--field", "respondent", "--value", "name=Beltrana Exemplo", "--value", f"tax_id={MINE}"), True),
        ((*RECTIFY, "--field", "place", "--value", "Rua Certa, 1"), False),
    ],
)
def test_who_is_named_later_in_a_case_is_told_of_as_in_a_notice(devido, on, notice, act, told):
    devido(*OPEN, "--items", "36-II", "--data", notice)
    other = ("--respondent", "name=Sicrana Exemplo", "--respondent", "tax_id=123.123.101-71")
    devido(*OPEN, "--items", "36-XIV", "--data", notice, "--key", "outra", *other)
    reasons = ("--reasons", "Número trocado na lavratura.", "--approved-by", "p2")
    said = "aviso: o CPF ou CNPJ do autuado já está no processo 000001/2027 em nome de Fulana de Tal Exemplo"
    for preview in (["--preview"], []):
        answer = devido("case", "act", "2/2027", *act, *reasons, *preview)
        assert (answer.code, said in answer.out) == (0, told), answer.err


def test_a_preview_of_an_opening_shows_what_it_would_open_and_records_nothing(devido, on, notice):
    line = (*OPEN, "--items", "36-II", "--data", notice, "--preview")
    answer = devido(*line)
    assert answer.code == 0
    assert answer.out.startswith("Só uma prévia: nada foi registrado.\nO auto abriria um processo: Aguardando notif")
    assert "Prazo para notificar: até 11/03/2027 (qui)" in answer.out
    assert "Sairia: Auto de infração." in answer.out
    assert devido(*line, "--json").json["after"]["case"] is None
    assert "Não há registro" in devido("case", "list").err
    refused = devido(*OPEN, "--items", "36-XC", "--data", notice, "--preview")
    assert (refused.code, "não tem a infração 36-XC" in refused.err) == (1, True)


def test_many_at_once_are_told_by_line_in_the_preview_and_by_case_after_it(devido, on, tmp_path):
    file = tmp_path / "radar.csv"
    file.write_text(HEAD + LINE + LINE.replace("Fulana", "Beltrana"), encoding="utf-8")
    many = ("case", "open-many", LAW, file, "--on", "01/03/2027")
    seen = devido(*many, "--preview", "--json").json["known"]
    assert [(each["line"], each["what"], each["case_line"]) for each in seen] == [
        (3, "same_fact", 2),
        (3, "other_name", 2),
    ]
    assert "já na linha 2." in devido(*many, "--preview").out
    answer = devido(*many)
    assert "mesmo autuado, item (36-XIV) e dia já no processo 000001/2027." in answer.out
    assert "já está no processo 000001/2027 em nome de Fulana Exemplo" in answer.out
