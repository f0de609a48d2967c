"""What an error becomes: one paragraph on stderr and an exit code, whatever it was."""

import errno
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.running import tell
from app.cli.trouble import trouble_of
from procedures.registry import UnknownLaw
from workflow.errors import DevidoError, Fault, InvalidData, LawFaults, NoQuorum, TooLate, UnknownStep

ROOT = Path(__file__).resolve().parents[3]
HERE = [sys.executable, "-m", "app.cli"]


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            NoQuorum("votou um só; a lei pede três", ["33 §3"]),
            1,
            "Recusado: votou um só; a lei pede três. Fundamento: 33 §3.",
        ),
        (TooLate("o prazo acabou.", ["33 §1", "33 §2"]), 1, "Recusado: o prazo acabou. Fundamento: 33 §1; 33 §2."),
        (UnknownStep("não há o passo 'x'"), 2, "Recusado: não há o passo 'x'."),
        (InvalidData("falta a data"), 2, "Recusado: falta a data."),
        (UnknownLaw("Não há lei 'x'."), 2, "Erro: Não há lei 'x'."),
        (DevidoError("isto não."), 2, "Erro: isto não."),
        (LawFaults([Fault("a.yaml:1:2", "torto")]), 2, "Erro: a.yaml:1:2: torto"),
        (LawFaults([Fault("a:1:2", "x"), Fault("a:3:4", "y")] * 2), 2, "Erro: 2 problemas.\n  a:1:2: x\n  a:3:4: y"),
        (FileNotFoundError(errno.ENOENT, "No such file", "a.yaml"), 2, "Erro: a.yaml: não existe."),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "Erro: o disco está cheio."),
        (OSError(errno.EIO, "Input/output error", "a"), 2, "Erro: a: o sistema respondeu com o erro 5."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_each_kind_of_error_has_its_words_and_code(error, code, said):
    trouble = trouble_of(error)
    assert (trouble.exit_code, trouble.message) == (code, said)


@pytest.mark.parametrize(
    "line", [("case", "show"), ("case", "act"), ("documents", "show"), ("case", "list", "--state")]
)
def test_bytes_that_are_no_text_are_refused_before_anything_is_asked(devido, line):
    answer = devido(*line, "Jo\udcffo")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "Erro: 'Jo\\udcffo' não é texto em UTF-8; escreva de novo esse argumento.\n"


def test_a_file_may_have_any_name_the_disk_gives_it(devido, tmp_path):
    named = tmp_path / "caso\udcff.yaml"
    named.write_text("[]", encoding="utf-8")
    assert "não é texto" not in devido("rehearse", named).err


def test_a_defect_of_ours_says_where_and_shows_no_traceback(devido, monkeypatch):
    monkeypatch.setattr("procedures.registry.law_ids", lambda _: {}["x"])
    answer = devido("law", "list")
    assert answer.code == 2
    assert re.fullmatch(
        r"Erro: defeito do Devido, não do seu pedido: KeyError em .*test_running\.py:\d+\. .*\n", answer.err
    )


def test_with_json_the_error_is_an_object_on_stderr(capsys):
    tell(trouble_of(NoQuorum("votou um só", ["33 §3"])), as_json=True)
    tell(trouble_of(LawFaults([Fault("a.yaml:1:2", "torto")])), as_json=True)
    refused, faulty = map(json.loads, capsys.readouterr().err.splitlines())
    assert refused == {
        "error": "Recusado: votou um só. Fundamento: 33 §3.", "code": "NoQuorum", "articles": ["33 §3"], "faults": [],
    }  # fmt: skip
    assert faulty["faults"] == [{"where": "a.yaml:1:2", "what": "torto"}]


def test_a_wrong_usage_with_json_is_an_object_too(devido):
    answer = devido("law", "list", "--json", "--law")
    assert json.loads(answer.err)["code"] == "UsageError"


def test_an_interruption_is_said_and_ends_with_130(devido, monkeypatch):
    def interrupt(extra):
        raise KeyboardInterrupt

    monkeypatch.setattr("procedures.registry.law_ids", interrupt)
    assert devido("law", "list") == (130, "", "\nInterrompido.\n")


def test_whoever_stops_reading_gets_no_complaint():
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([*HERE, "law", "list"], cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_terminal_without_accents_still_gets_the_text():
    done = subprocess.run(
        [*HERE, "rehearse", "tests/golden/registry-santos_dumont.yaml"],
        cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "espera" in done.stdout
    assert done.stderr == ""


def on_a_terminal(**environment):
    """What ``law list`` writes to a terminal."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "150", **environment}
    with subprocess.Popen(
        [*HERE, "rehearse", "tests/golden/registry-santos_dumont.yaml"], cwd=ROOT, env=env, stdout=theirs
    ):
        os.close(theirs)
        written = b""
        try:
            while piece := os.read(ours, 4096):
                written += piece
        except OSError:  # the other side closed: all is read
            pass
    os.close(ours)
    return written.decode()


COLOUR = re.compile(r"\x1b\[[\d;]*3\d")


def test_a_terminal_gets_colour_and_no_color_takes_it_away():
    assert COLOUR.search(on_a_terminal())
    assert not COLOUR.search(on_a_terminal(NO_COLOR="1"))


def test_a_pipe_gets_no_colour(devido):
    assert "\x1b" not in devido("law", "list").out + devido("--help").out


def test_an_act_starts_without_what_only_makes_the_schema():
    """What takes longer to load than the act: the tables, every language of numbers, the press."""
    heavy = ("sqlalchemy", "sqlmodel", "alembic", "num2words", "typst")
    lines = f"import sys, app.cli.case_act, app.casework\nprint([name for name in {heavy} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", lines], cwd=ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"
