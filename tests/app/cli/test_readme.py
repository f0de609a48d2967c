"""The commands of README's walk through a case work as written, in the order written, on the day it says."""

import re
import shlex
from pathlib import Path

import time_machine

README = Path(__file__).resolve().parents[3] / "README.md"
ANSWERS_NO = {"person erase"}
"""What the law does not let: its answer is the point of the line."""
STAYS = {"worker"}
"""What goes on running."""


def section():
    """The walk through a case, up to the refusal it ends with."""
    text = README.read_text(encoding="utf-8")
    return text[text.index("## Um processo, do começo ao fim") : text.index("O que a lei não deixa é recusado")]


def files(text):
    """The files it shows, by the name in their first line, without it."""
    blocks = re.findall(r"```(?:yaml)?\n# (\S+)\n(.*?)```", text, re.DOTALL)
    return dict(blocks)


def lines(text):
    found = re.findall(r"^\./run devido (.*)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in found]


def test_the_walk_through_a_case_works_as_written(devido, tmp_path, monkeypatch):
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path / "dados"))
    monkeypatch.chdir(tmp_path)
    text = section()
    for name, written in files(text).items():
        (tmp_path / name).write_text(written, encoding="utf-8")
    assert len(lines(text)) > 20
    with time_machine.travel("2026-11-30T15:00Z", tick=False):
        for line in lines(text):
            if line[0] in STAYS:
                continue
            answer = devido(*line)
            expected = int(" ".join(line[:2]) in ANSWERS_NO)
            assert (line, answer.code, answer.err) == (line, expected, "")


def test_an_act_refused_for_a_day_gone_by_says_where_the_case_stood_that_day(devido, on, notice):
    law = "mg_santos_dumont_lei_4814_2026"
    devido("case", "open", law, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice)
    on(3, 3)
    served = ("case", "act", "1/2027", "serve_notice", "--via", "personal", "--receipt", "signed")
    assert devido(*served).code == 0
    on(3, 20)
    answer = devido(*served, "--on", "10/03/2027")
    assert "não cabe em 10 de março de 2027: nesse dia o processo estava em “Aguardando defesa”" in answer.err
