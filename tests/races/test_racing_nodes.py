"""A hundred thousand deadlines due on one morning, three machines at them, one killed again and again: each acts once.

On PostgreSQL the machines share the work by the queue; on a file, where `devido worker --nodes` is refused, three
workers find it by themselves. Papers wait: printing has its own tests (``tests/app/test_nodes.py``).
"""

import random
import time
from contextlib import ExitStack
from datetime import timedelta

import pytest

from app.verification import verify_office
from tests.app import desk as here
from tests.app.test_worker import DUE, acts, told_to_stop, working
from tests.databases import BOTH, POSTGRES, SQLITE, cluster
from tests.races import bulk

DEADLINES, NODES, KILLS, SEEDS = 100_000, 3, 20, 5
FEW, FEW_KILLS = 300, 2
WITHIN = 1_800.0
MORNING = "2027-03-12"


class Base:
    """Cases made once, on a file and on PostgreSQL."""

    def __init__(self, folder, number, on):
        self.on, self.folder, self.name = on, folder / "base", ""
        self.cases = bulk.drawn_up(self.folder, number)
        if on == POSTGRES:
            self.name = cluster().copy()
            bulk.carried_over(self.folder, self.name)


@pytest.fixture(scope="module", params=BOTH)
def few(request, tmp_path_factory):
    yield from made(tmp_path_factory.mktemp("few"), FEW, request.param)


@pytest.fixture(scope="module", params=BOTH)
def many(request, tmp_path_factory):
    yield from made(tmp_path_factory.mktemp("many"), DEADLINES, request.param)


def made(folder, number, on):
    base = Base(folder, number, on)
    yield base
    if base.name:
        cluster().drop(base.name)
    bulk.removed(base.folder)


def left(desk):
    return desk.database.connection.execute(
        "SELECT count(*) FROM case_file WHERE wakes_on <= ?", (MORNING,)
    ).fetchone()[0]


def raced(base, folder, seed, kills, *more):
    """Three machines do all that is due, one killed so many times along the way; the office, their complaints."""
    chance, begun = random.Random(seed), time.monotonic()
    desk = here.office(folder)
    how = ("nodes", "clock") if base.on == POSTGRES else ("clock", *more)

    def another():
        now = DUE + timedelta(seconds=time.monotonic() - begun)  # machines agree on the time, however late they come
        return running.enter_context(working(folder, *how, now=now))

    with ExitStack() as running:
        workers, total = [another() for _ in range(NODES)], len(base.cases)
        for kill in range(kills):
            waits(desk, total - total * kill // (kills + 1) - 1)
            time.sleep(chance.random() * 0.05)
            one = chance.randrange(NODES)
            assert left(desk), "a machine killed when all is done shows nothing"
            workers[one].kill()
            workers[one] = another()
        waits(desk, 0)
        complaints = b"".join(told_to_stop(each)[0] for each in workers)
    return desk, complaints


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


def test_a_machine_killed_among_three_neither_loses_an_act_nor_does_one_twice(few, tmp_path):
    with bulk.copied(few.folder, few.on, few.name, tmp_path / "town") as folder:
        desk, complaints = raced(few, folder, 1, FEW_KILLS)
        assert b'"error"' not in complaints
        each_once(few, desk)
        assert verify_office(desk).findings == []
        desk.database.close()


def test_machines_that_look_before_they_lock_are_caught(tmp_path):
    base = Base(tmp_path, FEW, SQLITE)
    desk, _ = raced(base, base.folder, 1, 0, "careless")
    assert max(acts(desk).values()) > 1


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_hundred_thousand_deadlines_on_three_machines_killed_twenty_times_are_one_act_each(many, tmp_path, seed):
    with bulk.copied(many.folder, many.on, many.name, tmp_path / "town") as folder:
        desk, complaints = raced(many, folder, seed, KILLS)
        assert b'"error"' not in complaints
        each_once(many, desk)
        if seed == 0:  # the whole record is read again once on each database: it takes longer than the race
            assert verify_office(desk).findings == []
        desk.database.close()
