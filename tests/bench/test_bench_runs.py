"""Every bench runs, small, and prints its table; how fast is not for a test to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parent.parent.parent
TABLES = {
    "core": "Decisões do núcleo",
    "durable": "Ato durável, SQLite FULL",
    "postgres": "Ato durável, PostgreSQL",
    "costs": "O que custa cada parte de um ato",
    "letters": "Peças impressas",
    "loading": "Carregar a lei",
    "memory": "Memória por processo carregado",
    "proof": "A prova",
    "verifying": "Conferir",
    "sweep": "Ronda do relógio",
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    chart = folder / "chart.svg"
    small = ("--rounds", "1", "--scale", "0.01", "--folder", str(folder), "--chart", str(chart))
    # In a process of its own: the log is set up once for each, and typst must not be forked.
    done = subprocess.run([sys.executable, "-m", "bench", *small], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout, chart


@pytest.mark.parametrize("name", TABLES)
def test_each_bench_prints_its_table(printed, name):
    output, _ = printed
    assert f"### {TABLES[name]}" in output
    _, _, table = output.partition(f"### {TABLES[name]}")
    rows = [line for line in table.partition("### ")[0].splitlines() if line.startswith("| ")]
    assert len(rows) >= 4


def test_every_figure_with_a_goal_has_its_bar(printed):
    output, chart = printed
    judged = [line for line in output.splitlines() if line.endswith(("| meta |", "| piso |", "| **abaixo do piso** |"))]
    drawn = ET.parse(chart).findall(".//{http://www.w3.org/2000/svg}rect")
    assert len(drawn) - 1 == len(judged) > 10


def test_an_unknown_bench_is_refused_with_the_names_there_are():
    done = subprocess.run(
        [sys.executable, "-m", "bench", "nenhum"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "não há nenhum; há core, durable" in done.stderr
