"""Two processes at once on one record, and one killed at any moment: one coherent story, nothing acknowledged lost."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest

from app import clock
from app.delivery import deliver
from app.verification import verify_office
from tests.app import desk as here
from tests.databases import BOTH, POSTGRES, served

ROUNDS = 6
ROOT = Path(__file__).resolve().parents[2]
_PEOPLE = count(1)


def _work(folder, pipe, together):
    desk = here.office(folder)
    while (job := pipe.recv()) is not None:
        together.wait()
        try:
            if job["step"] == "clock":
                round_ = clock.run(desk, here.noon(job["now"]))
                pipe.send(("clock", len(round_.rings), round_.failures))
            else:
                done = here.do(desk, **job)
                pipe.send(("done", done.case.id, done.appended.repeated))
        except Exception as refusal:  # noqa: BLE001 - a defect is an answer that no test expects
            pipe.send((type(refusal).__name__, str(refusal), None))


@pytest.fixture(scope="module", params=BOTH)
def place(request, tmp_path_factory):
    """A folder whose record is a file, then one whose record is on PostgreSQL."""
    folder = tmp_path_factory.mktemp("race")
    with served(folder) if request.param == POSTGRES else nullcontext():
        yield folder


@pytest.fixture(scope="module")
def race(place):
    """``race(one, other)`` gives both to two processes at the same instant; their answers, in that order."""
    desk = here.office(place)
    context = multiprocessing.get_context("spawn")
    together = context.Barrier(2)
    ends, workers = [], []
    for _ in range(2):
        mine, theirs = context.Pipe()
        workers.append(context.Process(target=_work, args=(place, theirs, together), daemon=True))
        workers[-1].start()
        ends.append(mine)

    def run(one, other):
        for end, job in zip(ends, (one, other), strict=True):
            end.send(job)
        return [end.recv() for end in ends]

    run.desk = desk
    yield run
    for end, worker in zip(ends, workers, strict=True):
        end.send(None)
        worker.join(10)
    assert verify_office(desk).findings == []


def respondent():
    """Somebody else each time: an archived notice may not be drawn up again for the same fact."""
    return {"name": f"Pessoa Exemplo {next(_PEOPLE)}"}


def steps(desk, case):
    return [each.step for each in desk.store.history(case)]


def test_the_archive_and_a_receipt_of_the_tenth_day(race):
    for turn in range(ROUNDS):
        case = here.draw_up(race.desk, respondent=respondent())
        late = {"step": "serve_notice", "on": "2027-03-11", "now": "2027-03-12", "case": case, "key": f"s{turn}",
                "via": "personal", "receipt": "signed", "reasons": "chegou depois"}  # fmt: skip
        rung, said = race({"step": "clock", "now": "2027-03-12"}, late)
        assert (said[0], rung[2]) == ("done", [])
        assert race.desk.store.load(case).tracks[0].place == "awaiting_defense"


def test_the_certificate_of_silence_and_a_defense_of_the_last_day(race):
    for turn in range(ROUNDS):
        case = here.served(race.desk, respondent=respondent())
        late = {"step": "file_defense", "on": "2027-04-02", "now": "2027-04-03", "case": case, "key": f"d{turn}",
                "reasons": "no prazo"}  # fmt: skip
        rung, said = race({"step": "clock", "now": "2027-04-03"}, late)
        assert (said[0], rung[2]) == ("done", [])
        head = race.desk.store.load(case).head
        assert (head.timely["defense"], "no_defense" in head.marks) == (True, False)


def test_two_clocks_act_once(race):
    for _ in range(ROUNDS):
        case = here.served(race.desk, respondent=respondent())
        rung = race(*[{"step": "clock", "now": "2027-04-03"}] * 2)
        assert [failures for _, _, failures in rung] == [[], []]
        assert steps(race.desk, case).count("certify_no_defense") == 1


def test_two_openings_have_two_numbers(race):
    for turn in range(ROUNDS):
        opening = {"step": "draw_up", "on": "2027-03-01", "law": here.SANTOS_DUMONT, "items": ["36-II"],
                   "fact_on": "2027-03-01", "respondent": respondent()}  # fmt: skip
        one, other = race(opening | {"key": f"a{turn}"}, opening | {"key": f"b{turn}"})
        assert (one[0], other[0]) == ("done", "done")
        assert one[1] != other[1]


def test_the_same_command_twice_is_one_act(race):
    for turn in range(ROUNDS):
        case = here.served(race.desk, respondent=respondent())
        filed = {"step": "file_defense", "on": "2027-03-22", "case": case, "key": f"same{turn}"}
        answers = race(filed, filed)
        assert sorted(repeated for _, _, repeated in answers) == [False, True]
        assert steps(race.desk, case).count("file_defense") == 1


def test_of_two_decisions_on_what_both_had_before_their_eyes_one_is_told_of_the_other(race):
    for turn in range(ROUNDS):
        case = here.served(race.desk, respondent=respondent())
        here.do(race.desk, "file_defense", "2027-03-22", case=case)
        decided = {"step": "judge", "on": "2027-04-12", "case": case, "version": 3, "voters": 3, "reasons": "sim"}
        one, other = race(
            decided | {"outcome": "upheld", "key": f"j{turn}"}, decided | {"outcome": "dismissed", "key": f"k{turn}"}
        )
        assert sorted((one[0], other[0])) == ["Conflict", "done"]
        assert "registrou 'judge'" in (one if one[0] == "Conflict" else other)[1]


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
