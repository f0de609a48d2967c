"""A command line given in a test: what it printed, what it complained of, how it ended."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import time_machine

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


@pytest.fixture
def on(monkeypatch, tmp_path):
    """The day it is; the record is in a folder of the test's own."""
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path / "dados"))
    with time_machine.travel(datetime(2027, 3, 1, 15, tzinfo=UTC), tick=False) as clock:
        yield lambda month, day: clock.move_to(datetime(2027, month, day, 15, tzinfo=UTC))
