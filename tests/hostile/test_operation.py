"""What the machine does to the record: a disk that fills in the middle of anything, a server that stalls or is full."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from app.verification import verify_office
from storage.faults import Busy, StorageFault
from tests.app import desk as here
from tests.databases import APP, OWNER, TOLD, Cluster
from tests.server import Server

ROOT = Path(__file__).resolve().parents[2]
PLACES, FEW = 100, 1
STALL, SHORT = 30.0, 1.5

FULL = """
import io, json, resource, signal, sys
from pathlib import Path
from app import clock
from app.delivery import deliver
from storage.faults import StorageFault
from tests.app import desk as here

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
desk, room, said = here.office(Path(sys.argv[1])), int(sys.argv[2]), []
done = []


def told(number):
    # A whole small life, each step by its own key, begun again from where it stood.
    who = {"name": f"Pessoa Exemplo {number}", "address": "Rua Fictícia, 1"}
    case = here.draw_up(desk, respondent=who, key=f"{number}:a")
    here.do(desk, "serve_notice", "2027-03-03", case=case, key=f"{number}:b", via="personal", receipt="signed")
    file = desk.files.put(io.BytesIO(b"%PDF " + str(number).encode() * 3000), "application/pdf")
    here.do(desk, "file_defense", "2027-03-22", case=case, key=f"{number}:c", attachments=[file.sha256], files=[file])
    return case


first = told(0)
biggest = max(path.stat().st_size for path in Path(sys.argv[1]).rglob("registro.db*"))
resource.setrlimit(resource.RLIMIT_FSIZE, (biggest + room, resource.RLIM_INFINITY))
number = 0
while not said:
    number += 1
    try:
        told(number)
        printed = deliver(desk, here.noon("2027-03-22"))
        if printed.stopped:
            said.append(printed.stopped)
    except StorageFault as fault:
        said.append(f"{type(fault).__name__}: {fault}")
assert desk.store.load(first).version == 3, "reads go on"
assert here.clock.run(desk, here.noon("2027-03-05")).failures == [], "nothing is due, and nothing fails"
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
last = told(number)
printed = deliver(desk, here.noon("2027-03-22"))
assert (printed.failures, printed.stopped) == ([], "")
print(json.dumps([number, last, said[0], desk.store.load(last).version]))
"""


@pytest.mark.parametrize("places", [FEW, pytest.param(PLACES, marks=pytest.mark.heavy)])
def test_a_disk_that_fills_anywhere_is_said_reads_go_on_and_the_same_command_finishes_it_later(tmp_path, places):
    for place in range(places):
        folder, room = tmp_path / f"{place}", (2 * place + 1) * 100_000 // places
        ran = subprocess.run(
            [sys.executable, "-c", FULL, str(folder), f"{room}"], capture_output=True, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        number, last, said, version = json.loads(ran.stdout)
        assert said.startswith(("DiskFull", "DiskFailed", "O disco", "Não há espaço")), said
        assert (last, version) == (f"{number + 1:06}/2027", 3), "no number lost, nothing half done"
        desk = here.office(folder)
        assert verify_office(desk).findings == []
        desk.database.close()


@pytest.fixture
def own(tmp_path):
    """A server of the test's own, and a town there."""
    server = Server()
    cluster = Cluster(server)
    (tmp_path / TOLD).write_text(cluster.address(cluster.copy()))
    yield cluster
    cluster.driver.close()
    server.end()


def backends(cluster):
    rows = cluster.driver.execute(f"SELECT pid FROM pg_stat_activity WHERE usename IN ('{APP}', '{OWNER}')").fetchall()
    return [pid for (pid,) in rows]


@pytest.mark.parametrize("stall", [SHORT, pytest.param(STALL, marks=pytest.mark.heavy)])
def test_a_server_that_stands_still_answers_when_it_wakes_and_the_same_command_again_is_one_act(own, tmp_path, stall):
    desk = here.office(tmp_path)
    cases = [here.served(desk, respondent={"name": f"Pessoa Exemplo {each}"}) for each in range(3)]
    other = here.office(tmp_path)
    other.store.load(cases[0])
    frozen, answers = [*backends(own), own.own.process.pid], []

    def file_all():
        for turn, case in enumerate(cases):
            try:
                answers.append(here.do(other, "file_defense", "2027-03-22", case=case, key=f"{turn}").appended.version)
            except StorageFault as fault:
                answers.append(fault)
        other.database.close()

    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    begun = time.monotonic()
    asking = threading.Thread(target=file_all)
    asking.start()
    time.sleep(stall)
    for pid in frozen:
        os.kill(pid, signal.SIGCONT)
    woken = time.monotonic()
    asking.join(30)
    assert not asking.is_alive()
    assert (time.monotonic() - woken < 30, woken - begun >= stall) == (True, True)
    again = [here.do(desk, "file_defense", "2027-03-22", case=case, key=f"{turn}") for turn, case in enumerate(cases)]
    assert [each.appended.version for each in again] == [3, 3, 3]
    assert [each.step for case in cases for each in desk.store.history(case)].count("file_defense") == 3
    assert verify_office(desk).findings == []


def test_a_server_with_no_room_for_one_more_says_so_and_lets_him_in_later(own, tmp_path):
    desk = here.office(tmp_path)
    case = here.served(desk)
    own.driver.execute(f"ALTER ROLE {APP} CONNECTION LIMIT {len(backends(own))}")
    begun = time.monotonic()
    with pytest.raises(Busy, match="não aceita mais conexões"):
        here.office(tmp_path)
    assert time.monotonic() - begun < 30
    assert here.do(desk, "file_defense", "2027-03-22", case=case, key="k").appended.version == 3, "who is in goes on"
    own.driver.execute(f"ALTER ROLE {APP} CONNECTION LIMIT -1")
    late = here.office(tmp_path)
    assert here.do(late, "file_defense", "2027-03-22", case=case, key="k").appended.repeated
    assert verify_office(late).findings == []
