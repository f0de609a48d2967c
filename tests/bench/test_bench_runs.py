"""Every bench runs, small, and prints its table; how fast is not for a test to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bench import rivals

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
    "bulk": "Autos em lote, SQLite FULL",
    "bulk-postgres": "Autos em lote, PostgreSQL",
    "million": "10000 prazos em aberto, SQLite FULL",
    "million-postgres": "10000 prazos em aberto, PostgreSQL",
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


def test_the_others_stand_beside_the_product_in_one_table(tmp_path):
    """Those that run in the project's own environment: the rest are fetched, which no test does."""
    here = {name: each for name, each in rivals.PEERS.items() if not each[1]}
    table = rivals.measure(1, 1, tmp_path, peers=here)
    assert [line.name for line in table.lines] == [*here, rivals.BARE, rivals.OURS]
    assert all(line.median > 0 for line in table.lines)


@pytest.mark.parametrize("name", sorted({each for _, each in rivals.PEERS.values() if each}))
def test_what_is_fetched_is_pinned(name):
    asked = (rivals.SCRIPTS / f"requirements-{name}.txt").read_text().splitlines()
    assert asked
    assert all("==" in each for each in asked)


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
