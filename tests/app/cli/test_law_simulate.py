"""``devido law simulate``: a year at the terminal, in JSON, CSV and SVG, two sides beside each other."""

import csv
import shutil
from xml.etree import ElementTree as ET

from tests.planting import SANTOS_DUMONT

LAW = SANTOS_DUMONT.name
FEW = ("--cases", "30", "--seed", "7")


def test_a_year_is_told_with_its_calendar_and_that_it_is_invented(devido):
    answer = devido("law", "simulate", LAW, *FEW)
    assert (answer.code, answer.err) == (0, "")
    for said in (
        "30 processos",
        "O que aconteceu:",
        "autuados",
        "Como estão no último dia:",
        "Junta Revisora",
        "12/2027",
    ):
        assert said in answer.out
    assert "De 01/01/2027 (sex) a 31/12/2027 (sex); semente 7; calendário: mg_santos_dumont." in answer.out
    assert "Processos e comportamentos inventados." in answer.out


def test_two_answers_go_side_by_side_and_change_only_what_they_change(devido):
    told = devido(
        "law", "simulate", LAW, *FEW, "--rate", "late=1", "--versus", "notice_limit_met_by=dispatch", "--json"
    ).json
    first, second = told["sides"]
    assert (first["cases"], second["cases"]) == (30, 30)
    assert first["answers"]["notice_limit_met_by"] == "delivery"
    assert second["name"] == "notice_limit_met_by = dispatch"
    assert first["happened"]["lapsed"] > 0 == second["happened"].get("lapsed", 0)
    assert first["refused"] == second["refused"] == []


def test_two_versions_of_a_law_go_side_by_side(devido, tmp_path):
    shutil.copytree(SANTOS_DUMONT, tmp_path / LAW)
    answer = devido("law", "simulate", LAW, *FEW, "--versus-law", tmp_path / LAW)
    assert answer.code == 0
    assert f"▓ {LAW} (" in answer.out
    first, second = devido("law", "simulate", LAW, *FEW, "--versus-law", tmp_path / LAW, "--json").json["sides"]
    assert first["happened"] == second["happened"]


def test_the_files_hold_the_same_figures(devido, tmp_path):
    table, drawing = tmp_path / "carga.csv", tmp_path / "carga.svg"
    told = devido("law", "simulate", LAW, *FEW, "--csv", table, "--svg", drawing, "--json").json["sides"][0]
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    counted = {row["chave"]: int(row["número"]) for row in rows if row["conta"] == "aconteceu"}
    assert counted == told["happened"]
    assert sum(int(row["número"]) for row in rows if row["conta"] == "atos") == told["events"]
    words = [each.text for each in ET.parse(drawing).iter() if each.text and each.tag.endswith("text")]
    assert f"{told['happened']['decided']} ({100 * told['happened']['decided'] / 30:.1f}%)".replace(".", ",") in words


def test_the_same_seed_gives_the_same_answer(devido):
    assert devido("law", "simulate", LAW, *FEW).out == devido("law", "simulate", LAW, *FEW).out


def test_what_cannot_be_simulated_is_said_in_one_line(devido):
    for args, said in (
        (("mg_lavras_lei_4545_2020",), "Nenhum auto se abre em"),
        ((LAW, "--answers", "prazo=1"), "não tem a questão 'prazo'"),
        ((LAW, "--answers", "prazo"), "questão=resposta"),
        ((LAW, "--versus", "first_day=next_day", "--versus-law", LAW), "uma coisa de cada vez"),
        ((LAW, "--rate", "apeal=1"), "quis dizer 'appeal'?"),
        ((LAW, "--from", "9999-01-01"), "de 1900 a 2150"),
        ((LAW, "--from", "2040-01-01"), "o calendário do município não cobre o ano de 2040"),
        ((LAW, "--cases", "0"), "o valor dado à opção --cases não serve"),
    ):
        answer = devido("law", "simulate", *args)
        assert (answer.code, answer.out) == (2, "")
        assert said in answer.err
        assert answer.err.count("\n") == 1
