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
def devido(capsys):
    """``devido("law", "list")`` runs the command in this process."""

    def run(*args: str | Path) -> Answer:
        code = main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return run
