"""The tables that a lawyer signs say each rule in Portuguese, with the words of the law beside it."""

from __future__ import annotations

import pytest

from notices.kinds import KINDS
from procedures.registry import law, law_ids
from procedures.table import Table, markdown, tables
from procedures.wording import CONDITIONS, OUTCOMES, PENALTIES
from tests.planting import put, with_changes
from tests.workflow import vila
from workflow.checks_steps import KINDS as PENALTY_KINDS
from workflow.checks_steps import outcomes_given
from workflow.guards import GUARDS

PAPERS = {name: kind.title for name, kind in KINDS.items()}
SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"


def table(title: str, name: str = SANTOS_DUMONT) -> Table:
    found = law(name)
    return next(each for each in tables(found, found.resolve(), PAPERS) if each.title == title)


def row(title: str, first: str) -> dict[str, str]:
    found = table(title)
    return dict(zip(found.columns, next(each for each in found.rows if each[0].startswith(first)), strict=True))


def test_a_step_says_who_whence_whither_under_what_conditions_with_what_papers_and_on_what_ground():
    assert row("Atos", "Julgar a defesa") == {
        "Ato": "Julgar a defesa\n(judge)",
        "Quem": "Comissão Especial de Julgamento",
        "De → para": (
            "de: Em julgamento na Comissão\n→ Aguardando ciência da decisão (auto mantido)\n"
            "→ Aguardando ciência da decisão (mantido em parte)\n→ Arquivado por defesa acolhida (auto insubsistente)"
        ),
        "Condições": (
            "há votantes bastantes, com as qualidades pedidas\nnenhum impedido vota\no ato traz motivos\n"
            "as penas são as da lei para o item"
        ),
        "Prazos": "cumpre: Meta para apreciar as penas (5 dias)\ncumpre: Meta para julgar a defesa (30 dias)",
        "Peças": "Ata de sessão de julgamento, Decisão, Notificação de decisão",
        "Fundamento": row("Atos", "Julgar a defesa")["Fundamento"],
    }
    assert row("Atos", "Julgar a defesa")["Fundamento"].startswith(
        "33 §3: “Para atuar na análise e julgamento da defesa"
    )


def test_a_limit_says_how_long_whom_it_binds_what_starts_and_meets_it_and_what_its_lapse_does():
    found = row("Prazos", "Prazo de recurso")
    assert found["Quanto"] == "15 dias, da parte"
    assert found["Começa"] == "Dar ciência da decisão"
    assert found["Cumpre-se"] == "Recorrer, Renunciar ao recurso"
    assert found["Vencido"] == "Tornar definitiva a decisão"
    assert found["Contagem"] == "do dia seguinte; o fim sem expediente passa ao dia útil seguinte"
    assert "33 §4: “Julgado a defesa" in found["Fundamento"]
    assert "Lei 9.784 art. 66: “Os prazos começam a correr" in found["Fundamento"]
    assert row("Prazos", "Meta para apreciar")["Vencido"] == "só avisa. É meta interna, sem efeito no processo."


def test_an_item_says_its_penalties_with_their_price_and_days():
    found = row("Infrações e penas", "36-XXVIII")
    assert found["Penas"] == (
        "B-4: Multa B-4 (100% de 5 URM), 5 URM\nD: Impedimento temporário da autorização, de 31 a 180 dias, "
        "de 31 a 180 dias"
    )
    assert "36 XXVIII: “Abastecer o veículo" in found["Fundamento"]
    assert "29 III: “Abastecer o veículo" in found["Fundamento"]


def test_a_body_and_a_repeat_rule_are_told_in_words():
    assert row("Órgãos", "Junta")["Composição"] == "3 voto(s), só servidores efetivos, 1 com formação jurídica"
    assert row("Órgãos", "Junta")["Empate"] == "decisão reformada"
    repeat = row("Reincidência", "Reincidência")
    assert repeat["Conta"] == (
        "infração definitiva antes do fato, mesmo item, em 5 anos da anterior definitiva; na pena de vários juntos, as "
        "de quem tem menos"
    )
    assert repeat["Efeito"] == "1ª: mais 50%\n2ª: mais 100%\n3ª: mais 150% e E"


def test_an_answer_of_the_town_is_what_the_table_says():
    found = law(SANTOS_DUMONT)
    procedure = found.resolve({"payment_first_day": "same_day"})
    payment = next(each for each in tables(found, procedure)[1].rows if each[0].endswith("(payment)"))
    assert payment[5].startswith("do próprio dia;")


@pytest.mark.parametrize("name", law_ids())
def test_every_law_has_a_page_to_sign_with_a_row_for_each_rule(name):
    found = law(name)
    procedure = found.resolve()
    page = markdown(found, procedure, PAPERS)
    for step in procedure.steps:
        assert f"<br>({step}) |" in page
    for item in procedure.infractions:
        assert f"\n| {item} |" in page
    assert page.count("## ") >= 4
    assert found.digest in page
    assert page.rstrip().endswith("____________________")
    assert all(line.count(" | ") >= 3 for line in page.splitlines() if line.startswith("| "))


def test_what_binds_a_term_a_means_and_a_measure_is_in_the_page():
    page = markdown(vila.law(), vila.vila(), PAPERS)
    for said in (
        "de 1 dia a 30 dias, como fixado; sem fixar, 10 dias",
        "fixado em: Prazo para sanar",
        "conta para trás de: Dia da audiência",
        "só com todos, do último",
        "recomeça com: qualquer ato de gente",
        "só produz efeito terminado também: Recurso da Fiscalização",
        "não corre de 20/12 a 20/01",
        "por apreensão: Mercadoria apreendida",
        "ordena sanar",
        "o resultado é o que a lei dá ao silêncio",
        "acima ou até 100 unidades de multa",
        "2 tentativas, com 24 horas entre uma e outra",
        "só depois de: Em mãos, Correio",
        "só vale se: A notificação diz o prazo de defesa",
        "desde a ciência da decisão, haja recurso ou não",
        "prova da propriedade<br>licença",
    ):
        assert said in page


def test_a_bar_in_the_law_does_not_break_the_page():
    found = with_changes(put("steps.judge.label", "Julgar | decidir"))
    assert "Julgar \\| decidir" in markdown(found, found.resolve())


def test_every_word_of_the_format_has_its_portuguese():
    assert set(CONDITIONS) == set(GUARDS)
    assert set(PENALTIES) == {*PENALTY_KINDS, "rest"}
    given = {
        each for name in law_ids() for step in law(name).resolve().steps.values() for each in outcomes_given(step) or ()
    }
    assert given <= set(OUTCOMES)
