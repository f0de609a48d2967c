"""``devido worker`` and ``devido metrics`` as they are typed: they serve, stop, refuse what makes no sense."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from storage.rounds import Rounds
from tests.app import desk as here

ROOT = Path(__file__).resolve().parents[3]


def free_port():
    with socket.socket() as any_one:
        any_one.bind(("127.0.0.1", 0))
        return any_one.getsockname()[1]


def answered(port, worker):
    until = time.monotonic() + 40
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/ready", timeout=10) as answer:
                return answer.status
        except URLError:
            assert worker.poll() is None, worker.stderr.read()
            assert time.monotonic() < until
            time.sleep(0.05)


def test_it_serves_until_told_to_stop(tmp_path):
    here.office(tmp_path).database.close()
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli", "--home", str(tmp_path), "worker", "--metrics", str(port)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as worker:  # fmt: skip
        assert answered(port, worker) == 200
        rounds = Rounds(here.office(tmp_path).database)
        while not rounds.latest():
            time.sleep(0.05)
        worker.send_signal(signal.SIGTERM)
        told = worker.stderr.read().decode()
        assert (worker.wait(20), worker.stdout.read()) == (0, b"")
    assert "Santos Dumont: em serviço, o relógio a cada 10 min." in told
    assert told.strip().endswith("Parado; nada ficou pela metade.")


def test_several_machines_need_a_server(devido, tmp_path, monkeypatch):
    monkeypatch.delenv("DEVIDO_DATABASE_URL", raising=False)
    answer = devido("--home", tmp_path, "worker", "--nodes")
    assert (answer.code, "o registro está num arquivo" in answer.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_port_in_use_is_said_so(devido, tmp_path):
    here.office(tmp_path).database.close()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        answer = devido("--home", tmp_path, "worker", "--metrics", taken.getsockname()[1])
    assert (answer.code, "a porta já está em uso" in answer.err) == (2, True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--to", "a@exemplo.invalid"), "Falta de quem a mensagem vai"),
        (("--to", "a@exemplo.invalid", "--from", "b@exemplo.invalid", "--smtp", "http://x"), "não se entende"),
        (("--every", "0"), "--every"),
        (("--metrics", "70000"), "--metrics"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_done(devido, tmp_path, monkeypatch, given, said):
    monkeypatch.delenv("DEVIDO_SMTP", raising=False)
    monkeypatch.delenv("DEVIDO_MAIL_FROM", raising=False)
    answer = devido("--home", tmp_path, "worker", *given)
    assert (answer.code, said in answer.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_the_measures_are_text_for_prometheus_or_json(devido, tmp_path):
    here.draw_up(here.office(tmp_path))
    assert "# HELP devido_log_acts Atos no registro.\n" in devido("--home", tmp_path, "metrics").out
    told = devido("--home", tmp_path, "metrics", "--json").json
    assert {"name": "devido_log_acts", "labels": {}, "value": 1} in told


def test_a_worker_told_to_make_copies_where_it_cannot_does_not_begin(devido, tmp_path, monkeypatch):
    monkeypatch.setenv("DEVIDO_BACKUP", str(tmp_path / "falta"))
    answer = devido("--home", tmp_path / "data", "worker")
    assert (answer.code, "onde DEVIDO_BACKUP manda pôr as cópias de segurança" in answer.err) == (2, True)
    here.office(tmp_path / "data").database.close()
    status = devido("--home", tmp_path / "data", "clock", "status")
    assert (status.code, "ainda não se fez nenhuma cópia de segurança" in status.err) == (1, True)
