"""What reaches a terminal, a pipe, a program."""

import io
import json
import time
from datetime import date
from decimal import Decimal

import pytest
from rich.text import Text

from app.cli import output


class Terminal(io.StringIO):
    """Something that says it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def watched(monkeypatch):
    """Someone begins to watch stderr, with as much patience as given."""

    def watch(patience=-1.0):
        terminal = Terminal()
        monkeypatch.setattr("sys.stderr", terminal)  # in the test itself: pytest puts its own back before it
        monkeypatch.setattr(output, "_PATIENCE", patience)
        monkeypatch.setenv("TERM", "xterm")
        return terminal

    return watch


def test_json_writes_days_as_iso_decimals_as_text_and_accents_as_they_are(capsys):
    output.show_json({"day": date(2027, 4, 2), "amount": Decimal("68.70"), "big": Decimal("1E+3"), "name": "João"})
    written = capsys.readouterr().out
    assert json.loads(written) == {"day": "2027-04-02", "amount": "68.70", "big": "1000", "name": "João"}
    assert "João" in written


def test_text_of_a_file_cannot_command_the_terminal(capsys):
    output.say("a\x1b[2Jb", Text("c\x9bd"))
    output.show_table(["x"], [["e\x07f"]])
    written = capsys.readouterr().out
    assert "a�[2Jb c�d\n" in written
    assert "e�f" in written


def test_a_table_with_a_cell_too_tall_to_read_across_becomes_a_list_set_in(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    output.show_table(
        ["Ato", "Quem", "Fundamento"], [["Julgar\n(judge)", "Comissão", "33: “" + "palavra " * 60 + "”\n45: fim"]]
    )
    written = capsys.readouterr().out.splitlines()
    assert written[:4] == [
        "Julgar (judge)",
        "  Quem: Comissão",
        "  Fundamento:",
        "    33: “palavra palavra palavra palavra palavra palavra",
    ]
    assert written[4].startswith("      palavra")
    assert written[-1] == "    45: fim"
    assert max(map(len, written)) <= 60


def test_markup_in_a_text_is_just_text(capsys):
    output.say("[bold]x[/bold] :smile:")
    assert capsys.readouterr().out == "[bold]x[/bold] :smile:\n"


def test_a_long_line_to_a_pipe_stays_one_line(capsys):
    output.say("palavra " * 100)
    assert capsys.readouterr().out == "palavra " * 100 + "\n"


def test_a_bar_loses_no_item_and_shows_how_far_it_is(watched):
    terminal = watched()
    assert list(output.progress(iter("abc"), 3, "Rodando")) == ["a", "b", "c"]
    assert "Rodando" in terminal.getvalue()
    assert "3/3" in terminal.getvalue()


def test_what_is_quick_shows_no_bar(watched):
    terminal = watched(60.0)
    assert list(output.progress(iter("abc"), 3, "Rodando")) == ["a", "b", "c"]
    with output.waiting("Lendo"):
        pass
    assert terminal.getvalue() == ""


def test_one_long_thing_gives_a_sign_of_life(watched):
    terminal = watched(0.01)
    with output.waiting("Lendo"):
        time.sleep(0.3)
    assert "Lendo" in terminal.getvalue()


def test_nobody_watching_nothing_is_shown(capsys, monkeypatch):
    monkeypatch.setattr(output, "_PATIENCE", -1.0)
    assert list(output.progress(iter("abc"), 3, "Rodando")) == ["a", "b", "c"]
    with output.waiting("Lendo"):
        pass
    assert capsys.readouterr().err == ""
