"""Several machines on one PostgreSQL: each act once whoever dies, a dead machine's jobs done by another."""

import asyncio
import random
import time
from contextlib import ExitStack
from datetime import timedelta
from importlib import resources

import psycopg
import pytest

from app.nodes import Job, put, rescue, share_round, tasks_of
from app.sharing import FRESH, SLACK, do_page, share_out
from app.verification import verify_office
from app.watch import make_round
from storage.queue_schema import LAST, queue_address, scripts
from storage.rounds import Rounds
from tests.app import desk as here
from tests.app.at_work import shift_at
from tests.app.test_worker import DUE, NOTHING, acts, drawn_up, left, papers, someone, told_to_stop, waits, working
from tests.databases import POSTGRES, TOLD, Cluster, told
from tests.server import Server


@pytest.fixture
def kept_on():
    return POSTGRES


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def jobs(folder):
    """What is in the queue: task, state, times begun again."""
    with psycopg.connect(queue_address(told(folder))) as driver:
        return driver.execute("SELECT task_name, status, attempts FROM procrastinate_jobs ORDER BY id").fetchall()


def single(task):
    return Job(task, task, urgent=0, alone=True, given={})


def test_two_machines_share_the_work_and_one_that_dies_is_replaced(tmp_path, desk):
    cases = drawn_up(desk, 20)
    with working(tmp_path, "nodes") as first, working(tmp_path, "nodes") as second:
        waits(desk, 15)
        first.kill()
        waits(desk, NOTHING)
        complaints, code = told_to_stop(second)
    assert (code, b'"error"' in complaints) == (0, False)
    assert acts(desk) == dict.fromkeys(cases, 1)
    assert papers(desk) == {"rendered": 60}
    assert verify_office(desk).findings == []


def test_what_one_machine_does_is_what_many_do(tmp_path, desk):
    drawn_up(desk, 3)
    pages = list(share_out(desk, DUE))
    for page in pages:
        do_page(desk, page, DUE, lambda: DUE, lambda: False)
    (shared,) = Rounds(desk.database).latest(9)
    alone = make_round(desk, DUE, moment=lambda: DUE)
    assert (alone.rings, shared.acts, shared.failures, shared.morning) == ([], 3, 0, alone.morning)
    assert set(acts(desk).values()) == {1}


def test_a_round_with_nothing_due_or_stopped_is_kept_and_shares_nothing(tmp_path, desk):
    drawn_up(desk, 1)
    assert list(share_out(desk, here.noon("2027-03-05"))) == []
    assert list(share_out(desk, here.noon("2027-02-01"))) == []
    stopped, idle = Rounds(desk.database).latest(9)
    assert ("antes do último ato" in stopped.stopped, idle.stopped) == (True, "")


@pytest.mark.parametrize("apart", [-SLACK - timedelta(seconds=1), FRESH + timedelta(seconds=1)])
def test_a_machine_whose_clock_says_another_time_leaves_the_page(tmp_path, desk, apart):
    drawn_up(desk, 1)
    (page,) = share_out(desk, DUE)
    do_page(desk, page, DUE, lambda: DUE + apart, lambda: False)
    assert acts(desk) == {}
    do_page(desk, page, DUE, lambda: DUE - SLACK, lambda: False)
    assert len(acts(desk)) == 1


def test_a_job_that_waits_is_not_put_in_twice(tmp_path, desk):
    shift = shift_at(tmp_path, DUE)
    put(shift, [single("round"), single("round"), single("mail")])
    put(shift, [single("round")])
    assert jobs(tmp_path) == [("round", "todo", 0), ("mail", "todo", 0)]


def test_a_round_is_not_begun_while_pages_of_the_last_one_are_left(tmp_path, desk):
    drawn_up(desk, 1)
    shift = shift_at(tmp_path, DUE)
    share_round(shift)
    with psycopg.connect(queue_address(told(tmp_path))) as driver:
        driver.execute("UPDATE procrastinate_jobs SET status = 'doing'")
    share_round(shift)
    assert jobs(tmp_path) == [("page", "doing", 0)]
    with psycopg.connect(queue_address(told(tmp_path))) as driver:
        driver.execute("DELETE FROM procrastinate_jobs")
    share_round(shift)
    assert jobs(tmp_path) == [("page", "todo", 0)]


def test_the_jobs_of_a_silent_machine_are_put_back_once(tmp_path, desk):
    shift = shift_at(tmp_path, DUE)
    put(shift, [single("round"), single("mail")])

    async def dies_and_is_noticed():
        async with tasks_of(shift).open_async() as app:
            worker = await app.job_manager.register_worker()
            for _ in range(2):
                await app.job_manager.fetch_job(queues=None, worker_id=worker)
            put(shift, [single("mail")])  # the next tick came first
            await rescue(app, 30)
            assert [each[:2] for each in jobs(tmp_path)] == [("round", "doing"), ("mail", "doing"), ("mail", "todo")]
            await asyncio.sleep(0.2)
            await rescue(app, 0.1)

    asyncio.run(dies_and_is_noticed())
    assert jobs(tmp_path) == [("round", "todo", 1), ("mail", "todo", 0)]


def test_what_a_dead_machine_held_alone_is_taken_from_it(tmp_path, desk):
    """Without it no round would ever begin again: only one at a time is begun."""
    cases, shift = drawn_up(desk, 1), shift_at(tmp_path, DUE)
    put(shift, [single("round")])

    async def dies():
        async with tasks_of(shift).open_async() as app:
            await app.job_manager.fetch_job(queues=None, worker_id=await app.job_manager.register_worker())

    asyncio.run(dies())
    assert jobs(tmp_path) == [("round", "doing", 0)]
    with working(tmp_path, "nodes") as worker:
        waits(desk, 0, within=20)
        assert told_to_stop(worker)[1] == 0
    assert acts(desk) == dict.fromkeys(cases, 1)


def test_the_queue_is_no_part_of_the_record(tmp_path, desk):
    put(shift_at(tmp_path, DUE), [single("round")])
    assert verify_office(desk).findings == []
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        desk.database.connection.execute("DROP TABLE queue.procrastinate_jobs")
    assert scripts(scripts()[-1][0]) == scripts(LAST)


def test_the_queues_library_has_no_step_that_our_migrations_leave_out():
    folder = resources.files("procrastinate") / "sql" / "migrations"
    assert max(each.name for each in folder.iterdir() if each.name.endswith(".sql")) == LAST


@pytest.mark.heavy
@pytest.mark.parametrize("seed", range(3))
def test_hundreds_of_deadlines_on_three_machines_killed_twenty_times_are_one_act_each(tmp_path, desk, seed):
    cases, chance = drawn_up(desk, 400), random.Random(seed)
    with ExitStack() as running:
        workers = [running.enter_context(working(tmp_path, "nodes")) for _ in range(3)]
        for kill in range(20):
            before, until = left(desk), time.monotonic() + 6
            while left(desk) == before and before != NOTHING and time.monotonic() < until:
                time.sleep(0.02)
            time.sleep(chance.random())
            workers[kill % 3].kill()
            workers[kill % 3] = running.enter_context(working(tmp_path, "nodes"))
        waits(desk, NOTHING, within=300)
    assert acts(desk) == dict.fromkeys(cases, 1)
    assert papers(desk) == {"rendered": 1200}
    assert verify_office(desk).findings == []


@pytest.mark.heavy
@pytest.mark.parametrize("how", [("nodes",), ()], ids=["shared", "alone"])
def test_a_server_that_crashes_and_comes_back_is_waited_for(tmp_path, how):
    server, folder = Server(), tmp_path / "outro"
    own = Cluster(server)
    folder.mkdir()
    (folder / TOLD).write_text(own.address(own.copy()))
    own.driver.close()
    desk = here.office(folder)
    cases = drawn_up(desk, 6)
    with working(folder, *how) as worker:
        waits(desk, (6, 17))
        server.stop()
        time.sleep(2)
        assert worker.poll() is None
        server.start()
        waits(desk, NOTHING, within=90)
        late = here.draw_up(desk, respondent=someone(9))
        waits(desk, NOTHING, within=90)
        assert told_to_stop(worker)[1] == 0
    assert sorted(acts(desk)) == sorted([*cases, late])
    assert set(acts(desk).values()) == {1}
    assert verify_office(desk).findings == []
    desk.database.close()
    server.end()
