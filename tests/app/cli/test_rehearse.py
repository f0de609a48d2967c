"""``devido rehearse``: what it prints of good cases, and what it says of hostile files."""

import json
from pathlib import Path

import pytest

from app.rehearsal_file import Expectation

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
SANTOS_DUMONT = GOLDEN / "santos_dumont.yaml"

PAID = """
- id: A
  title: Pago no prazo
  law: mg_santos_dumont_lei_4814_2026
  closed_days: [2027-07-27]
  units: {URM: "137.45"}
  acts:
    - {date: 2027-03-01, step: draw_up, items: [36-II], fact_on: 2027-03-01}
    - {date: 2027-03-03, step: serve_notice, via: personal, receipt: signed}
  as_of: 2027-03-10
  expect: {state: awaiting_defense, due: {defense: 2027-04-02}}
"""


@pytest.fixture
def told(devido, tmp_path):
    """Rehearses a text as ``casos.yaml``."""

    def run(text, *options):
        file = tmp_path / "casos.yaml"
        file.write_text(text, encoding="utf-8")
        return devido("rehearse", *options, file)

    return run


def test_the_golden_cases_are_told_one_a_line_and_counted(devido):
    answer = devido("rehearse", SANTOS_DUMONT)
    assert (answer.code, answer.err) == (0, "")
    assert "✓ SD-01         Caminho comum: defesa rejeitada, sem recurso, multa paga no prazo\n" in answer.out
    assert "✓ SD-36/alt-1\n" in answer.out
    assert answer.out.splitlines()[-1].endswith("como esperado, 0 com diferenças.")


def test_what_the_case_never_came_to_have_is_told_with_what_it_has(told):
    answer = told(PAID.replace("due: {defense: 2027-04-02}", "timely: {appeal: true}, due: {defence: 2027-04-02}"))
    assert "timely.appeal: esperado true, e o caso não tem 'appeal'; tem nada\n" in answer.out
    assert "due.defence: esperado 02/04/2027 (sex), e o caso não tem 'defence'; tem notice, defense" in answer.out


def test_json_has_every_key_an_expectation_can_have_and_the_events(devido):
    answer = devido("rehearse", "--json", SANTOS_DUMONT)
    assert (answer.code, answer.err) == (0, "")
    for case in answer.json:
        assert set(case) == {"id", "passed", "differences", "result"}
        assert set(case["result"]) == {*Expectation.model_fields, "events"}
    first = answer.json[0]
    assert first["id"] == "SD-01"
    assert first["result"]["due"]["defense"] == "2027-04-02"
    assert first["result"]["fines"] == [
        {
            "item": "36-II",
            "units": "0.5",
            "amount": "68.72",
            "repeat": 0,
            "origin": first["result"]["fines"][0]["origin"],
            "discounted": None,
            "charges": None,
        }
    ]
    assert first["result"]["events"][0]["step"] == "draw_up"


def test_json_is_one_list_over_all_files_and_what_waits_has_not_passed_nor_failed(devido):
    answer = devido("rehearse", "--json", GOLDEN / "corrections.yaml", GOLDEN / "registry-santos_dumont.yaml")
    waiting = [case for case in answer.json if case["passed"] is None]
    assert len(answer.json) > len(waiting) == 2
    assert waiting[0] == {
        "id": waiting[0]["id"], "passed": None, "differences": ["precisa de register"], "result": None,
    }  # fmt: skip


def test_a_difference_is_shown_below_its_case_with_code_1(told):
    answer = told(PAID.replace("2027-04-02", "2027-04-05"))
    assert answer.code == 1
    assert answer.out == (
        "✗ A  Pago no prazo\n"
        "    due.defense: esperado 05/04/2027 (seg), veio 02/04/2027 (sex)\n"
        "1 caso: 0 como esperado, 1 com diferenças.\n"
    )


def test_a_mark_of_refusal_stands_on_its_own_act_and_not_on_another_of_the_same_step_and_day(told):
    """The first service is done, the second refused: as many refusals as marks, but not where the marks are."""
    served = "    - {date: 2027-03-03, step: serve_notice, via: personal, receipt: signed}\n"
    marked = served.replace("}", ", refused: true}")
    assert told(PAID.replace(served, served + marked)).code == 0
    answer = told(PAID.replace(served, marked + served))
    assert answer.code == 1
    assert "refused: o 2º ato, serve_notice em 03/03/2027 (qua), devia ser recusado e não foi" in answer.out
    assert "refused: o 3º ato, serve_notice em 03/03/2027 (qua), foi recusado: " in answer.out


def test_alternatives_run_under_their_own_answers(told):
    text = PAID + "  alternatives: [{answers: {first_day: next_business_day}, expect: {state: closed}}]\n"
    assert [(each["id"], each["passed"]) for each in told(text, "--json").json] == [("A", True), ("A/alt-1", False)]


LAW = "law: mg_santos_dumont_lei_4814_2026"
WRONG = [
    ("a: 1", "casos.yaml:1:1: um arquivo de casos é uma lista de casos (- id: …)"),
    ("- id: [", "casos.yaml:1:8: "),
    ("", "casos.yaml: o arquivo está vazio"),
    ("- 7", "casos.yaml:1:3: [1º]: deve ser um mapa de campos, veio 7"),
    (f"- {{id: A, {LAW}, as_of: 2027-01-01}}", "falta o campo 'acts'"),
    (f"- {{id: A, {LAW}, acts: 3, as_of: 2027-01-01}}", "[1º].acts: deve ser uma lista, veio 3"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 2027-02-30}}", "o dia 2027-02-30 não existe no calendário"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 9999-12-31}}", "deve ser 2199-12-31 ou menos"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 2027-01-01, titel: x}}", "chave desconhecida 'titel'; quis dizer 'title'?"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 2027-01-01, expect: {{stat: x}}}}", "'stat'; quis dizer 'state'?"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 2027-01-01, expect: {{total: 68.72}}}}", "escreva '68.72' entre aspas"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 2027-01-01, units: {{URM: '-1'}}}}", "deve ser maior que 0"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 2027-01-01, answers: {{first_dai: x}}}}", "quis dizer 'first_day'?"),
    (f"- {{id: A, {LAW}, acts: [], as_of: 2027-01-01, answers: {{first_day: x}}}}", "há next_day, next_business_day"),
    ("- {id: A, law: mg_santos_dumont, acts: [], as_of: 2027-01-01}", "Não há lei 'mg_santos_dumont'. Quis dizer"),
    (PAID.replace("draw_up", "drawup"), "casos.yaml:8:26: a lei não tem o ato 'drawup'; quis dizer 'draw_up'?"),
    (
        PAID.replace("via:", "vai:"),
        "casos.yaml:9:46: campo desconhecido 'vai' em “Notificar da autuação”; quis dizer 'via'?",
    ),
    (PAID.replace("via:", "recorded_bi:"), "campo desconhecido 'recorded_bi'; quis dizer 'recorded_by'?"),
    (PAID.replace("via: personal, ", ""), "casos.yaml:9:7: falta Meio (via)"),
    (PAID.replace("items: [36-II]", "items: [{a: b}]"), "era para ser lista de textos"),
    (PAID.replace("law: mg_santos_dumont_lei_4814_2026", "law: 7"), "casos.yaml:4:3: Não há lei '7'."),
    (PAID + "  answers: {first_day: }\n", "casos.yaml:12:13: [1º].answers.first_day: deve ser texto, veio nada"),
    (PAID.replace("URM", "URN"), "casos.yaml:6:11: a lei não tem a unidade 'URN'; quis dizer 'URM'?"),
    (PAID.replace('"137.45"', "[]"), "casos.yaml:6:11: falta o valor da unidade"),
    (
        PAID.replace('"137.45"', '[{from: 2027-01-01, value: "1"}, {from: 2027-01-01, value: "2"}]'),
        "casos.yaml:6:50: há dois valores desde 2027-01-01",
    ),
    (PAID + "  members: [{name: Ana, body: junta}]\n", "casos.yaml:12:25: a lei não tem o órgão 'junta'; há"),
    (PAID.replace("2027-03-10", "2027-03-02"), "o caso acaba em 2027-03-02, antes do seu último ato, de 2027-03-03"),
    (
        PAID.replace("state: awaiting_defense", "not_documents: [decisao]"),
        "espécie de documento desconhecida 'decisao'; quis dizer 'decision'?",
    ),
    (PAID + PAID, "o caso 'A' já existe neste arquivo"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_hostile_file_is_told_where_and_what_with_code_2(told, text, said):
    answer = told(text)
    assert answer.code == 2
    assert said in answer.err
    assert "defeito" not in answer.err
    assert "Traceback" not in answer.err


def test_all_faults_are_told_at_once_in_the_order_of_the_file_and_good_cases_run_all_the_same(told):
    broken = (
        PAID.replace("id: A", "id: B").replace("closed_days: [2027-07-27]", "closed_days: hoje").replace("via", "vai")
    )
    answer = told(broken + PAID)
    assert answer.code == 2
    assert "✓ A  Pago no prazo\n" in answer.out
    assert [line.split(": ", 1)[0][-5:] for line in answer.err.splitlines()[1:]] == ["l:5:3", "l:9:7", ":9:46"]
    assert answer.err.startswith("Erro: 3 problemas.\n")


def test_a_case_that_cannot_be_read_is_in_the_json_list_and_its_faults_on_stderr(told):
    answer = told(PAID.replace("draw_up", "drawup") + "- 7\n", "--json")
    assert answer.code == 2
    assert [(each["id"], each["passed"], each["result"]) for each in answer.json] == [("A", False, None)]
    assert "a lei não tem o ato 'drawup'" in answer.json[0]["differences"][0]
    assert [fault["what"][:22] for fault in json.loads(answer.err)["faults"]] == [
        "a lei não tem o ato 'd", "[2º]: deve ser um mapa",
    ]  # fmt: skip


def test_a_file_that_is_not_there_does_not_stop_the_others(devido, tmp_path):
    answer = devido("rehearse", tmp_path / "nada.yaml", GOLDEN / "registry-santos_dumont.yaml", tmp_path)
    assert answer.code == 2
    assert "2 à espera do que falta" in answer.out
    assert "nada.yaml: o arquivo não existe\n" in answer.err
    assert ": o arquivo é uma pasta\n" in answer.err


def test_the_faults_of_a_law_are_told_once_however_many_cases_it_has(devido, tmp_path):
    law = tmp_path / "leis" / "torta"
    law.mkdir(parents=True)
    (law / "law.txt").write_text("Art. 1º Vale.\n", encoding="utf-8")
    (law / "procedure.yaml").write_text("titel: x\n", encoding="utf-8")
    cases = tmp_path / "casos.yaml"
    cases.write_text("".join(f"- {{id: {n}, law: torta, acts: [], as_of: 2027-01-01}}\n" for n in range(9)))
    answer = devido("rehearse", "--law-dir", tmp_path / "leis", cases)
    assert answer.code == 2
    assert answer.err.count("chave desconhecida 'titel'; quis dizer 'title'?") == 1


def test_numbers_without_quotes_are_text_where_text_is_wanted(told):
    text = PAID.replace("items: [36-II]", "items: [36], origin: 17").replace(
        "fact_on", "refused: true, article: 36, fact_on"
    )
    (case,) = told(text, "--json").json
    assert case["result"]["refused"][0]["code"] == "ItemUnknown"
    assert case["result"]["refused"][0]["message"].endswith("não tem a infração 36.")


def test_an_act_marked_as_refused_may_be_as_wrong_as_it_likes(told):
    text = PAID.replace("  as_of", "    - {date: 2027-03-04, step: serve_notice, vai: 3, refused: true}\n  as_of")
    assert told(text).code == 0
