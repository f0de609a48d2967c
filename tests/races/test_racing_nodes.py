"""A hundred thousand deadlines due on one morning, three machines at them, one killed again and again: each acts once.

On PostgreSQL the machines share the work by the queue; on a file, where `devido worker --nodes` is refused, three
workers find it by themselves. Papers wait: printing has its own tests (``tests/app/test_nodes.py``).
"""

import json
import random
import time
from contextlib import ExitStack
from datetime import timedelta

import pytest

from app.verification import verify_office
from tests.app import desk as here
from tests.app.test_worker import DUE, acts, told_to_stop, working
from tests.databases import BOTH, SQLITE, cluster, on_postgres
from tests.races import bulk

DEADLINES, NODES, KILLS, SEEDS = 100_000, 3, 20, 5
FEW, FEW_NODES, FEW_KILLS = 300, 2, 1
WITHIN = 1_800.0
MORNING = "2027-03-12"


class Base:
    """Cases made once, in a file; and the same on PostgreSQL."""

    def __init__(self, folder, number):
        self.folder = folder / "base"
        self.cases = bulk.drawn_up(self.folder, number)
        self.name = cluster().copy()
        bulk.carried_over(self.folder, self.name)

    def copied(self, on, folder):
        """A copy to spend, of the file or of the database."""
        return bulk.copied(self.folder, on, self.name, folder)

    def remove(self):
        cluster().drop(self.name)
        bulk.removed(self.folder)


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    base = Base(tmp_path_factory.mktemp("few"), FEW)
    yield base
    base.remove()


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    base = Base(tmp_path_factory.mktemp("many"), DEADLINES)
    yield base
    base.remove()


def left(desk):
    return desk.database.connection.execute(
        "SELECT count(*) FROM case_file WHERE wakes_on <= ?", (MORNING,)
    ).fetchone()[0]


def raced(total, folder, seed, nodes, kills, *more):
    """So many machines do all that is due, one killed so many times along the way; the office, their complaints."""
    chance, begun = random.Random(seed), time.monotonic()
    desk = here.office(folder)
    how = ("nodes", "clock") if on_postgres(desk.database) else ("clock", *more)

    def another():
        now = DUE + timedelta(seconds=time.monotonic() - begun)  # machines agree on the time, however late they come
        return running.enter_context(working(folder, *how, now=now))

    with ExitStack() as running:
        workers = [another() for _ in range(nodes)]
        for kill in range(kills):
            waits(desk, total - total * kill // (kills + 1) - 1)
            time.sleep(chance.random() * 0.05)
            one = chance.randrange(nodes)
            assert left(desk), "a machine killed when all is done shows nothing"
            workers[one].kill()
            workers[one] = another()
        waits(desk, 0)
        complaints = b"".join(told_to_stop(each)[0] for each in workers)
    return desk, complaints


def failed(complaints):
    """What machines could not do, but for having waited too long for one another.

    Where there is hardly a processor for each, a page holds its cases for longer than a lock is waited for; whoever
    waited then does them one by one, which are already done.
    """
    told = [json.loads(each) for each in complaints.splitlines() if each.startswith(b"{")]  # our own, not a library's
    return [each for each in told if each["level"] == "error" and each["error"] != "Busy"]


def waits(desk, most):
    until = time.monotonic() + WITHIN
    while (found := left(desk)) > most:
        assert time.monotonic() < until, found
        time.sleep(0.01 + 2e-6 * found)  # counting very many takes a while itself


def each_once(base, desk):
    """Exactly one act of the clock in every case, and a log without a gap."""
    total = len(base.cases)
    assert acts(desk) == dict.fromkeys(base.cases, 1)
    connection = desk.database.connection
    assert connection.execute("SELECT count(*), min(seq), max(seq) FROM event").fetchone() == (2 * total, 1, 2 * total)
    assert connection.execute("SELECT seq FROM log_head").fetchone() == (2 * total,)


@pytest.mark.parametrize("on", BOTH)
def test_a_machine_killed_among_others_neither_loses_an_act_nor_does_one_twice(few, tmp_path, on):
    with few.copied(on, tmp_path / "town") as folder:
        desk, complaints = raced(FEW, folder, 1, FEW_NODES, FEW_KILLS)
        assert failed(complaints) == []
        each_once(few, desk)
        assert verify_office(desk).findings == []
        desk.database.close()


def test_machines_that_look_before_they_lock_are_caught(few, tmp_path):
    with few.copied(SQLITE, tmp_path / "town") as folder:
        desk, _ = raced(FEW, folder, 1, FEW_NODES, 0, "careless")
        assert max(acts(desk).values()) > 1
        desk.database.close()


@pytest.mark.heavy
@pytest.mark.parametrize("on", BOTH)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_hundred_thousand_deadlines_on_three_machines_killed_twenty_times_are_one_act_each(many, tmp_path, seed, on):
    with many.copied(on, tmp_path / "town") as folder:
        desk, complaints = raced(DEADLINES, folder, seed, NODES, KILLS)
        assert failed(complaints) == []
        each_once(many, desk)
        if seed == 0:  # all of it is read again once on each database
            assert verify_office(desk).findings == []
        desk.database.close()
