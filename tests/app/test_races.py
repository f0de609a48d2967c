"""A process killed at any moment loses nothing it had acknowledged. Two at once: ``tests/races``."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.delivery import deliver
from app.verification import verify_office
from tests.app import desk as here
from tests.databases import BOTH

ROOT = Path(__file__).resolve().parents[2]


TOLD = """
import os, sys
from pathlib import Path
from app import clock
from app.attachments import attach
from app.delivery import deliver
from tests.app import desk as here
desk, turn = here.office(Path(sys.argv[1])), sys.argv[2]
for number in range(10_000):
    case = here.draw_up(desk, respondent={"name": f"Pessoa Exemplo {turn} {number}"}, key=f"{turn}:{number}:a")
    done = here.do(desk, "serve_notice", "2027-03-03", case=case, key=f"{turn}:{number}:b", via="personal")
    paper = Path(sys.argv[1]) / f"defesa-{turn}"
    paper.write_bytes(os.urandom(50_000))
    file = attach(desk.files, paper)
    done = here.do(desk, "file_defense", "2027-03-22", case=case, key=f"{turn}:{number}:c", attachments=[file.sha256],
                   files=[file])
    os.write(1, f"{case} {done.appended.version} {done.appended.leaf.hex()}\\n".encode())
    deliver(desk, here.noon("2027-03-22"))
    clock.run(desk, here.noon("2027-04-03"))
"""


@pytest.mark.parametrize("kept_on", BOTH)
def test_killed_in_the_middle_of_anything_it_loses_nothing_it_had_acknowledged(tmp_path):
    acknowledged = []
    for turn in range(4):
        child = subprocess.Popen(
            [sys.executable, "-c", TOLD, str(tmp_path), str(turn)], stdout=subprocess.PIPE, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        first = child.stdout.readline()
        time.sleep(0.05 + 0.17 * turn)
        child.send_signal(signal.SIGKILL)
        acknowledged += [first, *child.communicate()[0].splitlines()]
    desk = here.office(tmp_path)
    for line in acknowledged:
        case, version, leaf = line.decode().split()
        found = desk.database.connection.execute(
            "SELECT leaf FROM event WHERE case_id = ? AND version = ?", (case, int(version))
        ).fetchone()
        assert found == (bytes.fromhex(leaf),)
    assert verify_office(desk).findings == []
    deliver(desk, here.noon("2027-06-01"))
    assert desk.database.connection.execute("SELECT count(*) FROM outbox WHERE status = 'pending'").fetchone() == (0,)
