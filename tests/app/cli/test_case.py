"""``devido case …`` and ``clock run`` on a real record: acts asked for in words, refusals, the clock, the proof."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.flags import value_of
from storage.database import Database
from tests.databases import owning, told
from workflow.procedure import DataField

LAW = "mg_santos_dumont_lei_4814_2026"
CASE = "000001/2027"
ROOT = Path(__file__).resolve().parents[3]
LATER = """
import sys, time_machine
from app.cli import main
with time_machine.travel("2027-03-01T15:00:00Z"):
    sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def opened(devido, on, notice):
    """A case drawn up on 1 March 2027 and served on the 3rd; it is the 3rd."""
    assert devido("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice).code == 0
    on(3, 3)
    assert devido("case", "act", "1/2027", "serve_notice", "--via", "personal", "--receipt", "signed").code == 0
    return on


def test_opening_a_case_says_its_number_and_what_runs(devido, on, notice):
    answer = devido("case", "open", LAW, "--items", "36-II", "--fact-on", "2027-03-01", "--data", notice)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Processo {CASE}, ato 1: registrado. Aguardando notificação.\n")
    assert "  Prazo para notificar: até 11/03/2027 (qui)\n" in answer.out


def test_the_very_same_line_again_answers_the_same_and_does_nothing_twice(devido, on, notice):
    line = ("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice, "--json")
    first, second = devido(*line).json, devido(*line).json
    assert (first["case"], first["repeated"]) == (CASE, False)
    assert (second["case"], second["act"], second["repeated"]) == (CASE, 1, True)
    assert len(devido("case", "list", "--json").json) == 1


def test_a_key_used_for_something_else_is_refused(devido, on, notice):
    line = ("case", "open", LAW, "--key", "k1", "--fact-on", "01/03/2027", "--data", notice)
    assert devido(*line, "--items", "36-II").code == 0
    answer = devido(*line, "--items", "36-XV")
    assert answer.code == 1
    assert "A chave 'k1' já serviu a outro comando" in answer.err


def test_a_refusal_says_what_happened_what_would_be_accepted_and_the_article(devido, opened):
    answer = devido("case", "act", CASE, "judge", "--outcome", "upheld", "--voters", "3")
    assert answer.code == 1
    assert answer.out == ""
    assert answer.err.startswith("Recusado: “Julgar a defesa” não cabe agora: o processo está em “Aguardando defesa”;")
    assert "33 §3" in answer.err.partition("Fundamento: ")[2]


WRONG = [
    (["jugde"], "não tem o passo 'jugde'; quis dizer 'judge'?"),
    (["serve_notice", "--vai", "x"], "não há a opção --vai; quis dizer '--via'?"),
    (["serve_notice", "--receipt", "signed"], "falta Meio (via)"),
    (["file_defense", "--on", "31/02/2027"], "O dia '31/02/2027', dado em --on, não existe no calendário."),
    (["file_defense", "--on", "amanhã"], "--on pede um dia, como 02/04/2027 ou 2027-04-02; veio 'amanhã'."),
    (["judge", "--legal-member", "talvez"], "--legal-member pede sim ou não; veio 'talvez'"),
    (["judge", "--votes", "upheld"], "--votes pede nome=valor, como item=36-II; veio 'upheld'"),
    (["judge", "--votes", "upheld=2,upheld=1"], "upheld foi dado duas vezes, 2 e 1; deixe um só"),
    (["judge", "--penalties", "item=36-II,item=36-I"], "--penalties: item foi dado duas vezes, '36-II' e '36-I'"),
    (["rectify", "--of", "judge"], "--of pede o ato e o dia, como judge@2027-04-12; veio 'judge'"),
    (["serve_notice", "--witnesses", "dois"], "--witnesses pede um número inteiro; veio 'dois'"),
    (["file_defense", "--attach", "nada.pdf"], "nada.pdf: não existe."),
    (["file_defense", "--attach", "nada.pdf", "--preview"], "nada.pdf: não existe."),
    (
        ["pay", "--amount", "20,617", "--by", "party"],
        "--amount pede reais, com até duas casas depois da vírgula, como ",
    ),
    (["pay", "--amount", "0,00", "--by", "party"], "veio '0,00'"),
    (["file_defense", "--data", "nada.yaml"], "nada.yaml: o arquivo não existe"),
]


@pytest.mark.parametrize(("line", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_wrong_line_is_answered_with_code_2(devido, opened, line, said):
    answer = devido("case", "act", CASE, *line)
    assert answer.code == 2
    assert said in answer.err
    assert devido("case", "show", CASE, "--json").json["version"] == 2


def test_a_case_that_is_not_there(devido, opened):
    answer = devido("case", "show", "7/2027")
    assert (answer.code, answer.err) == (2, "Erro: Não há processo 000007/2027 neste registro.\n")


def test_a_number_without_its_year_is_asked_for_it(devido, opened):
    assert devido("case", "show", "7").err == (
        "Erro: Não há processo 7 neste registro. Diga número e ano, como 1/2027.\n"
    )


def test_who_may_not_act_is_told_who_may(devido, opened):
    assert "Quem pode praticar “Apresentar defesa”: o autuado. Não pode: Junta Revisora." in (
        devido("case", "act", CASE, "file_defense", "--by", "review_board").err
    )
    assert "Não pode: transport_dept; quis dizer 'transport_department'? Fundamento" in (
        devido("case", "act", CASE, "annul", "--by", "transport_dept", "--reason", "void").err
    )


def test_a_field_that_decides_the_outcome_is_asked_for_by_its_label(devido, opened):
    answer = devido("case", "act", CASE, "annul", "--reasons", "erro")
    assert answer.code == 2
    assert "falta Razão (reason); escolha entre void, out_of_scope" in answer.err


def test_the_history_tells_outcomes_in_portuguese(devido, opened):
    devido("case", "act", CASE, "file_defense")
    shown = devido("case", "show", CASE).out
    assert "no prazo" in shown
    assert "timely" not in shown


def test_an_act_that_several_may_do_asks_who(devido, opened):
    answer = devido("case", "act", CASE, "join_document", "--kind", "coordinator_report")
    assert answer.code == 1
    assert "diga qual com --by: transport_department, party" in answer.err
    line = ("case", "act", CASE, "join_document", "--kind", "coordinator_report", "--by", "party")
    assert devido(*line).code == 0


def test_the_help_of_an_act_is_the_data_of_its_step(devido, opened):
    answer = devido("case", "act", CASE, "judge", "--help")
    assert answer.code == 0
    assert answer.out.startswith(f"Uso: devido case act {CASE} judge [OPÇÕES]\n")
    for said in (
        "special_committee (Comissão Especial de Julgamento)",
        "--outcome",
        "upheld, partial, dismissed",
        "--voters",
    ):
        assert said in answer.out


def test_data_comes_from_a_file_and_flags_go_before_it(devido, opened, tmp_path):
    opened(3, 22)
    assert devido("case", "act", CASE, "file_defense").code == 0
    opened(4, 12)
    votes = tmp_path / "voto.yaml"
    votes.write_text(
        "outcome: dismissed\nreasons: Não afasta o fato.\nvoters: 3\nrulings: [{item: 36-II, outcome: upheld}]\n",
        encoding="utf-8",
    )
    answer = devido("case", "act", CASE, "judge", "--data", votes, "--outcome", "upheld", "--json")
    assert answer.code == 0
    assert answer.json["state"] == "awaiting_decision_notice"
    votes.write_text("- outcome\n", encoding="utf-8")
    assert "voto.yaml:1:1: os dados de um ato são um mapa" in devido("case", "act", CASE, "judge", "--data", votes).err


def test_an_attachment_is_kept_by_its_digest(devido, opened, tmp_path):
    opened(3, 22)
    paper = tmp_path / "defesa.pdf"
    paper.write_bytes(b"%PDF-1.7 defesa")
    assert devido("case", "act", CASE, "file_defense", "--attach", paper).code == 0
    kept = [file.read_bytes() for file in (tmp_path / "dados").rglob("*") if file.is_file() and len(file.name) == 64]
    assert b"%PDF-1.7 defesa" in kept
    assert devido("verify").code == 0


def test_show_tells_the_whole_case(devido, opened):
    shown = devido("case", "show", CASE).out
    for said in (
        "Aguardando defesa",
        "36-II Excesso de lotação",
        "Prazo de defesa",
        "02/04/2027 (sex)",
        "Lavrar o auto",
    ):
        assert said in shown
    told = devido("case", "show", CASE, "--json").json
    assert [each["step"] for each in told["events"]] == ["draw_up", "serve_notice"]
    assert {each["kind"]: each["due"] for each in told["deadlines"]}["defense"] == "2027-04-02"


def test_list_tells_where_each_case_is_and_may_keep_to_one_state(devido, opened):
    assert "Aguardando defesa" in devido("case", "list").out
    assert devido("case", "list", "--state", "closed", "--json").json == []
    assert devido("case", "list", "--state", "closed").out == "Nada a mostrar.\n"


def test_explain_derives_the_date_with_its_articles(devido, opened):
    answer = devido("case", "explain", CASE, "defense")
    assert answer.out.startswith(
        "Prazo de defesa (em curso): 02/04/2027 (sex)\n  30 dias, aberto por “Notificar da autuação”"
    )
    assert "33 §2" in answer.out
    (told,) = devido("case", "explain", CASE, "defense", "--json").json
    assert (told["due"], told["lines"][0]["day"]) == ("2027-04-02", "2027-03-03")
    assert "quis dizer 'defense'?" in devido("case", "explain", CASE, "defence").err


def test_why_not_says_yes_or_the_refusal_for_each_act(devido, opened):
    answers = {each["step"]: each for each in devido("case", "why-not", CASE, "--json").json}
    assert answers["file_defense"]["possible"]
    assert not answers["judge"]["possible"]
    assert answers["judge"]["code"] == "StepNotAllowed"
    assert "33 §3" in answers["judge"]["articles"]
    assert "certify_no_defense" not in answers
    committee = {
        each["step"]: each for each in devido("case", "why-not", CASE, "--by", "special_committee", "--json").json
    }
    assert committee["file_defense"]["code"] == "NotCompetent"
    assert "✓ file_defense: Apresentar defesa\n" in devido("case", "why-not", CASE).out


def test_the_clock_shows_what_it_would_do_then_does_it_once(devido, opened):
    opened(4, 5)
    would = devido("clock", "run", "--dry-run", "--json").json
    assert [(each["step"], each["legal_day"]) for each in would["acts"]] == [("certify_no_defense", "2027-04-02")]
    assert "o relógio fez 1 ato." in devido("clock", "run").out
    assert "o relógio fez 0 atos." in devido("clock", "run").out
    assert devido("case", "show", CASE, "--json").json["state"] == "under_first_judgment"


def test_the_clock_runs_ahead_only_dry(devido, opened):
    answer = devido("clock", "run", "--on", "05/04/2027")
    assert (answer.code, "ainda não" in answer.err or "já chegou" in answer.err) == (1, True)
    assert len(devido("clock", "run", "--on", "05/04/2027", "--dry-run", "--json").json["acts"]) == 1


def test_a_whole_record_has_nothing_to_point_at_and_a_changed_one_is_found(devido, opened, tmp_path):
    assert devido("verify").out == "1 processo conferido: nada a apontar.\n"
    with owning(Database(told(tmp_path) or next((tmp_path / "dados").rglob("registro.db")))) as connection:
        connection.execute("UPDATE deadline SET due = '2030-01-01' WHERE kind = 'defense'")
    answer = devido("verify", "--json")
    assert answer.code == 1
    assert not answer.json["holds"]
    assert any(each["case"] == CASE for each in answer.json["findings"])


@pytest.mark.on_a_file
def test_another_town_has_another_record(devido, opened, tmp_path):
    assert "Não há registro em" in devido("--home", tmp_path / "outra", "case", "list").err
    answer = devido("--town", "mg_santos_dumon", "case", "list")
    assert answer.code == 2
    assert "Não há município 'mg_santos_dumon'" in answer.err


def test_with_devido_log_each_act_is_one_line_without_names(tmp_path, notice):
    line = ("case", "open", LAW, "--items", "36-II", "--fact-on", "2027-03-01", "--data", str(notice))
    done = subprocess.run(
        [sys.executable, "-c", LATER, *line],
        env={**os.environ, "DEVIDO_LOG": "json", "DEVIDO_DATA": str(tmp_path / "dados")},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [json.loads(line)["event"] for line in done.stderr.splitlines()] == ["ato registrado"]
    for personal in ("Fulana", "529.982.247-25", "52998224725", "Rua "):
        assert personal not in done.stderr


RECTIFY = ("rectify", "--of", "draw_up@01/03/2027", "--reasons", "Faltou na lavratura.", "--approved-by", "p2")


def test_what_a_notice_lacked_is_put_right_and_its_papers_go_out(devido, on, tmp_path, notice):
    lacking = tmp_path / "incompleto.yaml"
    lacking.write_text(notice.read_text(encoding="utf-8").replace("place:", "# place:"), encoding="utf-8")
    said = devido("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", lacking)
    assert said.code == 0
    assert "Atenção: Notificação de autuação NA 000001/2027: não pode sair sem: lugar do fato" in said.err
    answer = devido("case", "act", CASE, *RECTIFY, "--field", "place", "--value", "Rua da Escola, Centro")
    assert (answer.code, answer.err) == (0, "")
    papers = {each["number"]: each["status"] for each in devido("documents", "list", "--json").json}
    assert papers == {
        "AI 000001/2027": "failed",
        "NA 000001/2027": "failed",
        "AI 000002/2027": "rendered",
        "NA 000002/2027": "rendered",
    }
    assert devido("verify").code == 0


def test_several_people_are_cited_each_by_the_name_he_answers_under(devido, on):
    asked = ("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027")
    both = ("--respondents", "permit_holder,driver", "--respondent", "permit_holder.name=Fulana Exemplo")
    half = devido(*asked, *both)
    assert half.code != 0
    assert "o auto cita (respondents) permit_holder, driver" in half.err
    assert devido(*asked, *both, "--respondent", "driver.name=Beltrano Exemplo,driver.address=Rua B, 2").code == 0
    mixed = devido(*asked, *both, "--respondent", "permit_holder.name.x=Beltrano")
    assert "permit_holder" in mixed.err
    assert "já foi dado como texto" in mixed.err


def test_a_corrected_record_is_given_by_its_names_and_a_corrected_day_as_a_day(devido, opened):
    whom = ("--field", "respondent", "--value", "name=Beltrano Exemplo,tax_id=", "--value", "address=Rua B, 2")
    assert devido("case", "act", CASE, *RECTIFY, *whom).code == 0
    opened(3, 5)
    of = ("rectify", "--of", "serve_notice@03/03/2027", *RECTIFY[3:], "--field", "date")
    answer = devido("case", "act", CASE, *of, "--value", "05/03/2027")
    assert "até 05/04/2027 (seg)" in answer.out
    wrong = devido("case", "act", CASE, *of, "--value", "32/03/2027")
    assert (wrong.code, wrong.out) == (2, "")
    assert "O dia '32/03/2027', dado em --value, não existe no calendário." in wrong.err


def test_asking_for_one_whom_the_law_does_not_know_names_the_nearest(devido, opened):
    answer = devido("case", "why-not", CASE, "--by", "special_committe")
    assert (answer.code, answer.out) == (2, "")
    assert "não conhece 'special_committe', dado em --by; quis dizer 'special_committee'?" in answer.err
    assert devido("case", "why-not", CASE, "--by", "special_committee").code == 0


def test_a_second_defense_is_said_to_be_only_put_on_file(devido, opened):
    filed = "file_defense: Apresentar defesa (só se junta aos autos"
    assert filed not in devido("case", "why-not", CASE).out
    assert devido("case", "act", CASE, "file_defense").code == 0
    assert filed in devido("case", "why-not", CASE).out
    told = {each["step"]: each for each in devido("case", "why-not", CASE, "--json").json}
    assert (told["file_defense"]["possible"], told["file_defense"]["only_filed"]) == (True, True)


def test_explaining_a_term_not_opened_yet_says_which_are(devido, opened):
    answer = devido("case", "explain", CASE, "appeal")
    assert answer.code == 0
    assert answer.out.startswith("O prazo appeal (Prazo de recurso) não foi aberto neste processo. Há:\n")
    assert "  defense (Prazo de defesa): em curso, até 02/04/2027 (sex)\n" in answer.out


def test_a_receipt_of_after_the_term_to_notify_is_refused_for_that(devido, on, notice):
    assert devido("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice).code == 0
    on(3, 15)
    late = ("--via", "post", "--receipt", "ar", "--on", "12/03/2027", "--approved-by", "procuradoria")
    answer = devido("case", "act", CASE, "serve_notice", *late)
    assert answer.code == 1
    assert "Prazo para notificar: terminou em quinta-feira, 11 de março de 2027, e o ato é de sexta-feira" in answer.err
    assert "33 §1" in answer.err


def test_the_help_of_an_act_without_its_step_shows_the_steps_that_fit_today(devido, opened):
    answer = devido("case", "act", "1/2027", "--help")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("Uso: devido case act [OPÇÕES] PROCESSO PASSO")
    fitting = answer.out.partition("Passos que cabem hoje no processo 000001/2027")[2]
    assert "file_defense" in fitting
    assert "judge" not in fitting


def test_the_help_of_a_decision_names_the_parts_of_a_line_as_they_are_read(devido, opened):
    told = devido("case", "act", CASE, "judge", "--help").out
    assert "--penalties item=…,code=…" in told
    assert "--rulings item=…,outcome=…" in told
    assert "código=" not in told


def test_an_opening_without_a_law_says_that_the_law_is_missing(devido, on):
    answer = devido("case", "open", "--items", "36-II", "--fact-on", "01/03/2027")
    assert answer.code == 2
    assert "falta a lei (LEI), antes dos dados do auto, como em devido case open mg_santos_dumont" in answer.err


@pytest.mark.parametrize("place", [0, 1, 3])
def test_the_folder_of_laws_may_be_said_anywhere(devido, on, notice, tmp_path, place):
    line = [LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", str(notice)]
    line[place:place] = ["--law-dir", str(tmp_path)]
    answer = devido("case", "open", *line)
    assert (answer.code, answer.err) == (0, "")


def test_a_line_may_say_several_circumstances_and_none_of_them_is_lost():
    field = DataField(type="lines")
    line = "item=10-I,circumstances=gain,circumstances=danger,reasons=vantagem, e perigo"
    expected = {"item": "10-I", "circumstances": ["gain", "danger"], "reasons": "vantagem, e perigo"}
    assert value_of("penalties", field, [line]) == [expected]
