"""The start: what ``run`` answers, and the environment it makes, with a pip that installs nothing."""

import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Stands for pip: notes what it is asked, and links the checkout as an editable install does.
PIP = """
import pathlib, sys, time
here = pathlib.Path.cwd()
if "--version" in sys.argv:
    sys.exit(print("pip VERSION from here (python 3.11)"))
with (here / "pip.log").open("a") as log:
    log.write(" ".join(sys.argv[1:]) + "\\n")
while (here / "slow").exists():
    time.sleep(0.01)
if (here / "broken").exists():
    sys.exit("ERROR: sem rede")
if "-e" in sys.argv:
    site = next(pathlib.Path(sys.argv[sys.argv.index("--python") + 1]).parent.parent.glob("lib/*/site-packages"))
    (site / "devido.pth").write_text(str(here), encoding="utf-8")
"""


class Checkout:
    """A copy of the start alone, in a folder with a space and accents, and a Python whose pip is the one given."""

    def __init__(self, folder, pip_version):
        self.folder = folder / "praça São João" / "devido"
        self.folder.mkdir(parents=True)
        for name in ("run", "pyproject.toml", "requirements.lock"):
            shutil.copy(ROOT / name, self.folder)
        for place, answer in ((self.folder, "devido"), (self.folder.parent, "another's app")):
            (place / "app").mkdir()
            (place / "app" / "cli.py").write_text(f"import sys; print({answer!r}, *sys.argv[1:])")
        venv.EnvBuilder(symlinks=True).create(folder / "python")
        self.python = folder / "python" / "bin" / "python"
        if pip_version:
            pip = next((folder / "python").glob("lib/*/site-packages")) / "pip"
            pip.mkdir()
            (pip / "__main__.py").write_text(PIP.replace("VERSION", pip_version))

    def start(self, *args):
        environment = {"PATH": os.defpath, "HOME": str(self.folder)}
        return subprocess.Popen(
            [self.python, self.folder / "run", *args],
            cwd=self.folder.parent,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *args):
        process = self.start(*args)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def installs(self):
        log = self.folder / "pip.log"
        return log.read_text().splitlines() if log.exists() else []


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path, pip_version="23.0.1")


@pytest.fixture
def script():
    loader = importlib.machinery.SourceFileLoader("run", str(ROOT / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("run", loader))
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("args", [(), ("--help",), ("-h",)])
def test_without_a_command_it_explains_itself_and_prepares_nothing(checkout, args):
    code, out, _ = checkout.run(*args)
    assert code == 0
    assert all(command in out for command in ("./run demo", "./run devido", "./run test"))
    assert checkout.installs() == []


def test_an_unknown_command_names_those_that_exist(checkout):
    code, _, err = checkout.run("demonstrar")
    assert code == 2
    assert "demonstrar" in err
    assert "demo, devido e test" in err


def test_without_pip_it_says_what_to_install(tmp_path):
    code, _, err = Checkout(tmp_path, pip_version=None).run("demo")
    assert code == 2
    assert "apt-get install python3-pip" in err


def test_a_pip_too_old_to_serve_is_named_with_the_one_needed(tmp_path):
    code, _, err = Checkout(tmp_path, pip_version="22.2.2").run("demo")
    assert code == 2
    assert "22.2" in err
    assert "22.3" in err


def test_a_python_too_old_is_named_with_the_one_needed(script, monkeypatch, capsys):
    monkeypatch.setattr(script, "OLDEST_PYTHON", (9, 9))
    assert script.main(["demo"]) == 2
    assert "9.9" in capsys.readouterr().err


def test_the_first_start_installs_the_lock_by_hash_then_the_project_then_runs(checkout):
    code, out, err = checkout.run("devido", "law", "list")
    assert (code, out) == (0, "devido law list\n")
    locked, project = checkout.installs()
    assert "--require-hashes" in locked
    assert "--no-build-isolation" in project
    assert all(stage in err for stage in ("1/3", "2/3", "3/3"))


def test_the_second_start_prepares_nothing_and_says_nothing(checkout):
    checkout.run("demo")
    assert checkout.run("demo", "--serve") == (0, "devido demo --serve\n", "")
    assert len(checkout.installs()) == 2


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.lock"])
def test_a_changed_file_makes_the_environment_anew(checkout, name):
    checkout.run("demo")
    with (checkout.folder / name).open("a") as file:
        file.write("# changed\n")
    assert checkout.run("demo")[0] == 0
    assert len(checkout.installs()) == 4


def test_a_moved_checkout_makes_the_environment_anew(checkout):
    checkout.run("demo")
    checkout.folder = checkout.folder.rename(checkout.folder.with_name("outro lugar"))
    assert checkout.run("demo")[:2] == (0, "devido demo\n")
    assert len(checkout.installs()) == 4


def test_an_environment_without_its_python_is_made_anew(checkout):
    checkout.run("demo")
    (checkout.folder / ".venv" / "bin" / "python").unlink()
    assert checkout.run("demo")[:2] == (0, "devido demo\n")


def test_an_environment_is_not_built_by_its_own_python(script, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(script.VENV))
    assert Path(script.outer_python()).is_relative_to(sys.base_prefix)


def test_a_failed_setup_shows_the_answer_and_is_taken_up_again(checkout):
    (checkout.folder / "broken").touch()
    code, _, err = checkout.run("demo")
    assert code == 2
    assert "ERROR: sem rede" in err
    (checkout.folder / "broken").unlink()
    assert checkout.run("demo")[:2] == (0, "devido demo\n")


def test_two_first_starts_at_once_prepare_one_environment(checkout):
    first, second = two_starts(checkout)
    assert second.stderr.readline().startswith("Outro ./run")
    (checkout.folder / "slow").unlink()
    assert [start.communicate(timeout=60)[0] for start in (first, second)] == ["devido demo\n"] * 2
    assert len(checkout.installs()) == 2


def test_a_start_killed_half_way_holds_the_next_one_back_until_its_pip_has_ended(checkout):
    first, second = two_starts(checkout)
    assert second.stderr.readline().startswith("Outro ./run")
    first.kill()
    with pytest.raises(subprocess.TimeoutExpired):
        second.wait(timeout=0.3)
    assert len(checkout.installs()) == 1
    (checkout.folder / "slow").unlink()
    first.communicate(timeout=60)
    assert second.communicate(timeout=60)[0] == "devido demo\n"
    assert len(checkout.installs()) == 3


def two_starts(checkout):
    """One start in the midst of a pip that goes on while the file ``slow`` is there, and another beside it."""
    (checkout.folder / "slow").touch()
    first = checkout.start("demo")
    while not checkout.installs():
        time.sleep(0.01)
    return first, checkout.start("demo")


def test_the_tests_run_to_the_end_though_a_check_fails_and_pytest_has_the_last_word(script, monkeypatch, capfd):
    monkeypatch.setattr(script, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(script, "CHECKS", {"estilo": ["-c", "raise SystemExit('linha torta')"], "tipos": ["-c", ""]})
    monkeypatch.setattr(sys, "stderr", sys.stdout)
    assert script.test(["--version"]) != 0
    said = capfd.readouterr().out
    assert "linha torta" in said
    assert "Não passou: estilo." in said
    assert said.splitlines()[-1].startswith("pytest ")


@pytest.mark.parametrize(("args", "marks"), [([], "not heavy"), (["--full"], "")])
def test_the_heavy_tests_wait_for_full(script, monkeypatch, args, marks):
    asked = []
    monkeypatch.setattr(script, "CHECKS", {})
    monkeypatch.setattr(script.subprocess, "run", lambda command, **_: asked.append(command) or DONE)
    assert script.test([*args, "-k", "prazo"]) == 0
    assert asked[0][-4:] == ["-m", marks, "-k", "prazo"]


DONE = subprocess.CompletedProcess([], 0)
