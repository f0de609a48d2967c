"""``devido law table`` and ``questions``: a law as people read it."""

SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"
LAVRAS = "mg_lavras_lei_4545_2020"


def test_the_tables_have_every_act_with_its_article_quoted(devido, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    answer = devido("law", "table", SANTOS_DUMONT)
    assert (answer.code, answer.err) == (0, "")
    for said in (
        "Atos:",
        "Prazos:",
        "Infrações e penas:",
        "Julgar a defesa",
        "Comissão Especial de Julgamento",
        "30 (trinta)",
    ):
        assert said in answer.out
    titles = [each["title"] for each in devido("law", "table", SANTOS_DUMONT, "--json").json]
    assert titles[:2] == ["Atos", "Prazos"]


def test_the_page_to_sign_names_the_version_and_has_a_line(devido):
    answer = devido("law", "table", SANTOS_DUMONT, "--markdown")
    digest = next(each["digest"] for each in devido("law", "list", "--json").json if each["id"] == SANTOS_DUMONT)
    assert answer.out.startswith("# Transporte escolar de Santos Dumont\n")
    assert f"Versão conferida: {digest}" in answer.out
    assert "assinatura: ____" in answer.out


def test_questions_show_the_answer_in_force_and_the_others(devido):
    answer = devido("law", "questions", SANTOS_DUMONT)
    assert answer.code == 0
    assert "● delivery: Entregar (padrão)" in answer.out
    assert "○ dispatch: Expedir" in answer.out
    told = {each["id"]: each for each in devido("law", "questions", SANTOS_DUMONT, "--json").json}
    assert told["notice_limit_met_by"]["answer"] == "delivery"
    assert told["notice_limit_met_by"]["numbers"] == ["SD-A03"]


def test_a_question_without_default_says_that_nothing_opens(devido):
    profile = next(each for each in devido("law", "questions", LAVRAS, "--json").json if each["id"] == "profile")
    assert profile["default"] is None


def test_the_diagram_is_mermaid_or_a_page(devido):
    mermaid = devido("law", "diagram", SANTOS_DUMONT).out
    assert mermaid.startswith("stateDiagram-v2\n")
    assert "Aguardando defesa" in mermaid
    assert "<svg" in devido("law", "diagram", SANTOS_DUMONT, "--svg").out
    assert devido("law", "diagram", SANTOS_DUMONT, "--json").json["mermaid"] == mermaid


def test_the_schema_is_json_schema_with_or_without_json(devido):
    schema = devido("law", "schema").json
    assert {"steps", "time_limits", "infractions"} <= set(schema["properties"])
    assert devido("law", "schema", "--json").json == schema


def test_an_unknown_law_is_told_so_by_every_tool(devido):
    for tool in ("table", "questions", "diagram", "coverage", "check"):
        answer = devido("law", tool, "mg_santos_dumont")
        assert (answer.code, answer.out) == (2, "")
        assert "Não há lei 'mg_santos_dumont'. Quis dizer" in answer.err
