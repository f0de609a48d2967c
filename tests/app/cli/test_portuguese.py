"""Nobody is spoken to in English: every help page, every wrong usage."""

import re
import subprocess
import sys

import pytest
import typer

from app.cli.tree import command

ENGLISH = re.compile(
    r"\b(usage|options?|arguments?|commands?|args|required|default|show|message|exit|error|missing|no such|did you mean"
    r"|try|for help|invalid|value|requires?|does not|take|unexpected|extra|got|aborted|path|text|integer|bool|str"
    r"|list\[|dynamic|repeatable|deprecated)\b|<\w+>",
    re.IGNORECASE,
)
# Names of our own commands, options and JSON keys are code, and stay in English.
CODE = re.compile(r"--[\w-]+|devido( [a-z-]+)+|\{[^}]*\}|^  [a-z-]+   ", re.MULTILINE)


def english(text):
    return [found[0] for found in ENGLISH.finditer(CODE.sub(" ", text))]


def paths(group, before=()):
    yield before
    for name, each in getattr(group, "commands", {}).items():
        yield from paths(each, (*before, name))


ALL = list(paths(command()))


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_help_page_is_in_portuguese(devido, path):
    answer = devido(*path, "--help")
    assert answer.code == 0
    assert answer.out.startswith(" ".join(["Uso: devido", *path]))
    assert "Opções" in answer.out
    assert "Mostra esta ajuda e sai." in answer.out
    assert english(answer.out) == []


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_command_says_what_it_does_and_gives_an_example(path):
    found = command()
    for name in path:
        found = found.commands[name]
    assert found.help
    assert found.epilog
    assert "devido" in found.epilog


def test_typer_left_to_itself_would_be_found(capsys):
    app = typer.Typer(add_completion=False)

    @app.command()
    def greet(name: str, times: int = 1) -> None:
        """Cumprimenta."""

    app.command("other")(greet)
    with pytest.raises(SystemExit):
        app(["greet", "--help"])
    assert {"Usage", "OPTIONS", "required"} <= set(english(capsys.readouterr().out))


WRONG = [
    (["lei"], "devido: não há o comando 'lei'"),
    (["lawx"], "devido: não há o comando 'lawx'; quis dizer 'law'? Veja devido --help."),
    (["--verbose"], "devido: não há a opção --verbose"),
    (["law"], "devido law: falta o comando. Veja devido law --help."),
    (["law", "lst"], "devido law: não há o comando 'lst'; quis dizer 'list'?"),
    (["law", "list", "--jsn"], "devido law list: não há a opção --jsn; quis dizer '--json'?"),
    (["law", "list", "-x"], "devido law list: não há a opção -x"),
    (["case", "list", "--home", "x"], "--home vem antes do comando: devido --home PASTA case list"),
    (["law", "list", "--json=sim"], "a opção --json não leva valor"),
    (["law", "list", "--law-dir"], "a opção --law-dir pede um valor (PASTA)"),
    (["law", "list", "a mais"], "sobra 'a mais'"),
    (["rehearse"], "devido rehearse: falta ARQUIVO. Veja devido rehearse --help."),
]


@pytest.mark.parametrize(("args", "said"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_a_wrong_usage_is_answered_in_portuguese_with_code_2(devido, args, said):
    answer = devido(*args)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert english(answer.err) == []
    assert answer.err.count("\n") == 1


def test_nothing_asked_shows_the_help(devido):
    assert devido().out == devido("--help").out


def test_help_does_not_wait_for_the_engine():
    code = "import sys; from app.cli import main; main(['--help']); sys.exit(int('pydantic' in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0
