"""What ``case show`` and ``documents list`` say of acts and papers that later acts undid or put right."""

import pytest

LAW = "mg_santos_dumont_lei_4814_2026"
CASE = "000001/2027"
WHY = ("--reasons", "Data ilegível.", "--recorded-by", "p1", "--approved-by", "p2")
AR = ("serve_notice", "--via", "post", "--receipt", "ar")


@pytest.fixture
def opened(devido, on, notice):
    """A case drawn up on 1 March 2027."""
    assert devido("case", "open", LAW, "--items", "36-XIX", "--fact-on", "01/03/2027", "--data", notice).code == 0
    return on


@pytest.fixture
def received(devido, opened):
    """Served by post on the 5th, the receipt saying the 4th, and put right: it was the 3rd."""
    opened(3, 5)
    assert devido("case", "act", CASE, *AR, "--received-on", "04/03/2027").code == 0
    opened(3, 8)
    of = ("rectify", "--of", "serve_notice@05/03/2027", *WHY)
    assert devido("case", "act", CASE, *of, "--field", "received_on", "--value", "03/03/2027").code == 0
    return opened


def test_the_case_shows_what_a_correction_put_right_and_why(devido, received):
    shown = " ".join(devido("case", "show", CASE).out.split())
    assert (
        "Ato 3 retificou o ato 2, “Notificar da autuação”, de 5 de março de 2027. "
        "Recebido em: de 4 de março de 2027 para 3 de março de 2027. "
        "Motivos: Data ilegível. (registrou p1; aprovou p2)"
    ) in shown
    assert "retificado pelo ato 3" in shown
    told = devido("case", "show", CASE, "--json").json["events"]
    assert told[1]["rectified_by"] == [3]
    correction = told[2]["correction"]
    assert (correction["act"], correction["field"], correction["before"], correction["after"]) == (
        2, "received_on", "2027-03-04", "2027-03-03",
    )  # fmt: skip
    assert (correction["reasons"], correction["recorded_by"], correction["approved_by"]) == (
        "Data ilegível.", "p1", "p2",
    )  # fmt: skip


def test_a_paper_issued_again_is_named_beside_the_one_it_replaces(devido, received):
    for line in (("documents", "list", CASE), ("documents", "list"), ("case", "show", CASE)):
        assert "impressa; substituída por CC 000002/2027, pelo ato 3" in " ".join(devido(*line).out.split())
    papers = {each["number"]: each for each in devido("documents", "list", "--json").json}
    assert papers["CC 000001/2027"]["replaced_by"] == "CC 000002/2027"
    assert papers["CC 000002/2027"]["replaced_by"] is None
    assert papers["AI 000001/2027"]["mark"] == ""


def test_an_act_of_the_clock_that_a_late_receipt_withdrew_is_marked_with_its_paper(devido, opened):
    opened(3, 15)
    assert devido("clock", "run").code == 0
    late = ("--on", "05/03/2027", "--reasons", "O aviso voltou.", "--recorded-by", "p1", "--approved-by", "p2")
    assert devido("case", "act", CASE, *AR, *late).code == 0
    told = devido("case", "show", CASE, "--json").json
    assert [each["undone_by"] for each in told["events"]] == [None, 3, None]
    paper = next(each for each in told["documents"] if each["number"].startswith("TA"))
    assert (paper["withdrawn_by"], paper["mark"]) == (3, "retirada pelo ato 3")
    shown = " ".join(devido("case", "show", CASE).out.split())
    assert "retirado pelo ato 3" in shown
    assert "impressa; retirada pelo ato 3" in shown


def test_an_act_undone_by_reopening_is_marked(devido, opened):
    opened(3, 2)
    assert devido("case", "act", CASE, "annul", "--reason", "void", "--reasons", "Duplicidade.").code == 0
    opened(3, 3)
    of = ("reopen", "--of", "annul@02/03/2027", *WHY)
    assert devido("case", "act", CASE, *of).code == 0
    told = devido("case", "show", CASE, "--json").json
    assert told["events"][1]["mark"] == "desfeito pelo ato 3"
    shown = " ".join(devido("case", "show", CASE).out.split())
    assert "Ato 2, Anular o auto. Razão: nulidade do auto de infração; Motivos: Duplicidade." in shown
    assert (
        "Ato 3, Reabrir o processo. Ato corrigido: “Anular o auto”, de 2 de março de 2027; Motivos: Data ilegível."
    ) in shown
    assert {each["mark"] for each in told["documents"] if each["number"].startswith("TA")} == {"retirada pelo ato 3"}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("place", "Rua Certa, 1", "Local do fato: de Rua da Escola, Centro para Rua Certa, 1."),
        ("fact_on", "28/02/2027", "Data do fato: de 1º de março de 2027 para 28 de fevereiro de 2027."),
        ("items", "36-XIV", "Itens da infração: de art. 36, XIX para art. 36, XIV."),
        ("vehicle", "make=Van Nova", "marca e modelo: Van Nova"),
    ],
)
def test_a_preview_of_a_correction_shows_what_stands_and_what_would(devido, opened, field, value, said):
    opened(3, 2)
    of = ("rectify", "--of", "draw_up@01/03/2027", *WHY, "--preview", "--field", field, "--value", value)
    shown = devido("case", "act", CASE, *of).out
    assert "Retificaria o ato 1, “Lavrar o auto”, de 1º de março de 2027." in shown
    assert said in shown
    assert "Sairia de novo, em lugar da peça AI 000001/2027: Auto de infração." in shown


def test_a_preview_shows_the_fines_that_a_correction_of_the_items_would_change(devido, opened):
    opened(3, 2)
    of = ("rectify", "--of", "draw_up@01/03/2027", *WHY, "--preview", "--field", "items", "--value", "36-XIV")
    shown = " ".join(devido("case", "act", CASE, *of).out.split())
    assert "Multa anunciada no auto" in shown
    assert "36-XIX" in shown.partition("Multa anunciada")[2]
    told = devido("case", "act", CASE, *of, "--json").json
    assert [(each["before"] or each["after"])["item"] for each in told["announced"]] == ["36-XIX", "36-XIV"]


def test_a_preview_says_when_no_paper_would_go_out_again(devido, received):
    of = ("rectify", "--of", "draw_up@01/03/2027", *WHY, "--preview", "--field", "place", "--value", "Rua Certa, 1")
    answer = devido("case", "act", CASE, *of).out
    assert "Sairia: Comunicação de alteração.\n  As peças que já saíram ficam como foram" in answer


def test_acts_that_move_terms_are_shown_with_what_they_say_in_words(devido, received):
    span = ("suspend_terms", "--from", "09/03/2027", "--until", "12/03/2027", *WHY)
    assert devido("case", "act", CASE, *span).code == 0
    shown = " ".join(devido("case", "show", CASE).out.split())
    assert "Ato 4, Suspender prazos. De: 9 de março de 2027; Até: 12 de março de 2027; Motivos: Data" in shown
