"""Two at once: one winner, a loser who is told, numbers without gaps, nothing twice."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import suppress
from io import BytesIO

import pytest

from storage.checkpoints import Checkpoints
from storage.faults import Conflict
from storage.files import Files
from storage.ledger import verify
from storage.outbox import Outbox
from storage.signing import SigningKey
from storage.store import Store
from tests.databases import opened
from tests.storage.conftest import LOG, NOON, Clerk, drawn_up, followed, together

SPAWN = multiprocessing.get_context("spawn")


def race(clerk, case_id, version, barrier, outcomes):
    barrier.wait()
    try:
        outcomes.append(clerk.act(case_id, version=version).version)
    except Conflict as told:
        outcomes.append(str(told))
    clerk.store.database.close()


def test_of_two_threads_one_wins_and_the_other_is_told(store, clerk):
    case_id = clerk.open().case_id
    for version in range(1, 21):
        barrier, outcomes = threading.Barrier(2), []
        threads = [threading.Thread(target=race, args=(clerk, case_id, version, barrier, outcomes)) for _ in range(2)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        (won,) = (each for each in outcomes if isinstance(each, int))
        (told,) = (each for each in outcomes if isinstance(each, str))
        assert won == version + 1
        assert "p:9 registrou 'serve_notice' em 01/03/2027 às 15:00:00 UTC" in told
        assert f"(versão {version + 1}; este ato contava com a {version})" in told
    assert len(store.history(case_id)) == 21


def write(folder, case_ids, worker, rounds, answers):
    """One process: tries every version of every case it is given, and counts what it won and lost."""
    clerk = Clerk(Store(opened(folder), LOG, Files(folder / "files")))
    won = lost = 0
    for _ in range(rounds):
        for case_id in case_ids:
            try:
                clerk.act(case_id, version=clerk.store.load(case_id).version, key=f"{worker}:{won + lost}")
                won += 1
            except Conflict:
                lost += 1
    answers.put((won, lost))


def test_of_two_processes_every_act_is_recorded_once_and_no_one_sees_a_locked_database(store, clerk, folder, database):
    cases = [clerk.open().case_id for _ in range(3)]
    answers = SPAWN.Queue()
    writers = [SPAWN.Process(target=write, args=(folder, cases, n, 40, answers)) for n in range(2)]
    for each in writers:
        each.start()
    counts = [answers.get(timeout=60) for _ in writers]
    for each in writers:
        each.join()
    won = sum(each[0] for each in counts)
    assert won + sum(each[1] for each in counts) == 2 * 40 * 3
    assert sum(store.load(case_id).version - 1 for case_id in cases) == won
    assert sound(store, folder)


def test_numbers_have_no_gap_when_acts_are_taken_back(store, clerk, database):
    def refused(tx):
        assert tx.number("minutes", 2027) == "000001/2027"
        raise ZeroDivisionError

    numbers = [clerk.open().case_id]
    command = drawn_up(store.load(numbers[0])).command
    for n in range(4):
        with pytest.raises(ZeroDivisionError), store.opening(2027, key=f"r{n}", command=command, now=NOON) as tx:
            refused(tx)
        numbers.append(clerk.open().case_id)
    assert numbers == [f"{n:06d}/2027" for n in range(1, 6)]


def test_a_number_taken_and_not_used_takes_the_act_back(store, clerk):
    def wasteful(tx):
        tx.number("minutes", 2027)
        tx.append(followed(tx.case), wakes_on=None)

    case_id = clerk.open().case_id
    command = followed(store.load(case_id)).command
    with (
        pytest.raises(ValueError, match="numbers taken"),
        store.transaction(case_id, key="k", command=command, now=NOON) as tx,
    ):
        wasteful(tx)
    assert store.load(case_id).version == 1


def test_all_that_is_written_at_once_is_written_whole_and_nobody_waits_for_whoever_waits_for_him(
    store, clerk, folder, tmp_path
):
    """Acts on the same cases, new cases, papers, sources, erasures, checkpoints: one order of locks, no deadlock."""
    cases = [clerk.open().case_id for _ in range(3)]
    key, files = SigningKey(tmp_path / "assinatura", f"devido/{LOG.name}"), Files(tmp_path / "files")

    def here():
        return Clerk(Store(opened(folder), LOG, Files(folder / "files")))

    won = []

    def act(order):
        mine = here()
        for _ in range(12):
            for case_id in order:
                with suppress(Conflict):
                    won.append(mine.act(case_id, version=mine.store.load(case_id).version))
        mine.store.database.close()

    def open_and_erase(_):
        mine = here()
        for _ in range(8):
            mine.store.erase(mine.open().case_id, 1, "narrative")
            mine.store.erase(cases[1], 1, "narrative")
        mine.store.database.close()

    def render(owner):
        outbox = Outbox(opened(folder))
        same = files.put(BytesIO(b"%PDF"), "application/pdf")
        for _ in range(12):
            for task in outbox.claim(owner, NOON, limit=3):
                assert outbox.rendered(task, same, NOON)
        outbox.database.close()

    def sign(name):
        mine = here()
        for turn in range(8):
            mine.store.keep_source(f"{turn:064d}", "law", "lei", b"texto", NOON)
            Checkpoints(mine.store.database, key).publish(f"edicao-{turn}", NOON.date(), 1, NOON)
        mine.store.database.close()

    together(
        [(act, cases), (act, cases[::-1]), (open_and_erase, 0), (render, "r1"), (render, "r2"), (sign, 1), (sign, 2)]
    )
    assert sum(store.load(case_id).version for case_id in cases) == 3 + len(won)
    assert [each for each in verify(store, files, key=key) if each.layer != "fontes"] == []


WRITER = textwrap.dedent("""
    import pathlib, sys
    from storage.files import Files
    from storage.store import Store
    from tests.databases import opened
    from tests.storage.conftest import LOG, Clerk
    clerk = Clerk(Store(opened(pathlib.Path(sys.argv[1])), LOG, Files(pathlib.Path(sys.argv[1]) / "files")))
    n = 0
    while True:
        case_id = clerk.open(key=f"{sys.argv[2]}:{n}").case_id
        print(case_id, 1, flush=True)
        print(case_id, clerk.act(case_id).version, flush=True)
        n += 1
""")


def test_killed_at_any_moment_it_loses_no_acknowledged_act_and_no_number(store, database, folder):
    acknowledged = []
    for kill in range(6):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), str(kill)], stdout=subprocess.PIPE, text=True
        )
        acknowledged.append(writer.stdout.readline().split())
        time.sleep(random.uniform(0, 0.05))
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged.extend(
            line.split()
            for line in writer.communicate()[0].splitlines()
            if line.endswith(("1", "2")) and len(line.split()) == 2
        )
    for case_id, version in acknowledged:
        assert store.load(case_id).version >= int(version), json.dumps([case_id, version])
    assert len(acknowledged) >= 6
    assert sound(store, folder)


def sound(store, folder):
    return [each for each in verify(store, Files(folder / "files")) if each.layer != "fontes"] == []
