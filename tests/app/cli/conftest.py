"""A command line given in a test: what it printed, what it complained of, how it ended."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.cli import main


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def devido(capsys, monkeypatch):
    """``devido("law", "list")`` runs the command in this process, its output a pipe of no set width."""
    monkeypatch.delenv("COLUMNS", raising=False)  # a parallel run of the tests sets one

    def run(*args: str | Path) -> Answer:
        code = main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run


NOTICE = """
fact_time: "07:10"
place: Rua da Escola, Centro
narrative: Dezesseis escolares em veículo com lotação para quinze.
inspector: Agente Exemplo
vehicle: {plate: EXM0A10, make: Van Exemplo, kind: van escolar}
respondent:
  name: Fulana de Tal Exemplo
  tax_id: 529.982.247-25
  role: autorizatária
  address: ["Rua Fictícia, 10", Centro, Santos Dumont-MG]
  permit: "0010"
"""


@pytest.fixture
def notice(tmp_path):
    """A file with all that a notice needs besides its items and the day of the fact."""
    file = tmp_path / "auto.yaml"
    file.write_text(NOTICE, encoding="utf-8")
    return file
