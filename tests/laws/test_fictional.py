"""Invented laws run as they say: what no law of the product has yet is proved here, on the same road as any law."""

from __future__ import annotations

import pytest

from app.rehearsal import Result, run_files
from app.simulation.rates import Rates
from app.simulation.running import run
from app.simulation.scene import scene
from procedures.checking import check_law
from procedures.citations import cited
from procedures.coverage import coverage
from procedures.loader import load_law
from procedures.table import tables
from tests.laws.played import FICTIONAL

FOLDERS = sorted(each.parent for each in FICTIONAL.glob("*/procedure.yaml"))
RESULTS = list(run_files([folder / "rehearsals.yaml" for folder in FOLDERS], FICTIONAL))
WORDS = {
    "xx_barra_dos_cajueiros_lei_19_2024": [
        "48 horas, se Foco encontrado é mosquito", "no mínimo 500 RC, no máximo 20.000 RC",
    ],
    "xx_campo_das_seriemas_lei_212_2025": [
        "30 dias, se Natureza do autuado é ente público", "outro item desta lei", "Julgar o auto (auto mantido)",
    ],
    "xx_lagoa_serena_lei_58_2029": [
        "um por item", "7 membros", "mais de 1/2 dos membros", "voto de qualidade", "cada um deve a sua multa",
        "até 6 parcelas, de R$ 100,00 no mínimo cada", "só o reincidente", "correndo sozinha",
        "desde: Dar ciência da decisão; até: Provar a limpeza do terreno", "hora do fato, local do fato",
        "Tabela de Preços Públicos linha 7",
    ],
    "xx_porto_das_andorinhas_lei_31_2028": ["5 membros", "mais de 1/2 dos presentes"],
    "xx_vila_das_pedras_lei_7_2027": ["só havendo ordem de sanar", "conta para trás de"],
}  # fmt: skip


def folders(test):
    return pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)(test)


@folders
def test_the_law_holds(folder):
    assert [str(each) for each in check_law(load_law(folder)).faults] == []


@folders
def test_at_least_fifteen_cases_were_worked_and_some_refuse(folder):
    mine = [each for each in RESULTS if each.law == folder.name]
    assert len(mine) >= 15
    assert any(each.outcome.refused for each in mine)


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.id)
def test_it_comes_out_as_the_law_says(result: Result) -> None:
    assert result.differences == ()
    assert result.passed


@folders
def test_a_lawyer_reads_every_rule_in_its_tables(folder):
    law = load_law(folder)
    text = "\n".join(cell for table in tables(law, law.resolve()) for row in table.rows for cell in row)
    assert [each for each in WORDS[folder.name] if each not in text] == []


@folders
def test_no_unit_of_its_text_is_left_without_a_mark(folder):
    law = load_law(folder)
    assert coverage(law.text, law.data["articles"], cited(law.resolve())).faults == ()


@folders
def test_a_year_of_it_can_be_run_and_comes_to_decisions(folder):
    tally = run(scene(load_law(folder).resolve(), None, Rates(), 7), range(60))
    assert tally.cases == sum(tally.stands.values()) == 60
    assert tally.happened["decided"] > 5
