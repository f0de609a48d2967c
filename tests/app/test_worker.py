"""One machine's worker: it catches up, keeps on, stops cleanly when told and loses nothing when it is not told."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, nullcontext
from datetime import date, timedelta
from pathlib import Path

import pytest

from app import duties
from app.alone import work_alone
from app.delivery import Delivered, deliver_some
from app.duties import Mail, Shift
from app.verification import verify_office
from storage.rounds import ClockRound, Rounds
from storage.views import Views
from tests.app import desk as here
from tests.app.at_work import QUICK, shift_at
from tests.app.test_digest import post
from tests.databases import BOTH, POSTGRES, served

ROOT = Path(__file__).resolve().parents[2]
DUE = here.noon("2027-03-12")
STARTED_WITHIN = 40.0
NOTHING = (0, 0)


@pytest.fixture(params=BOTH)
def place(request, tmp_path):
    """A folder whose record is a file, then one whose record is on PostgreSQL."""
    with served(tmp_path / "data") if request.param == POSTGRES else nullcontext():
        yield tmp_path / "data"


def someone(number):
    return {"name": f"Pessoa Exemplo {number}", "address": "Rua Fictícia, 1"}


def drawn_up(desk, number):
    return [here.draw_up(desk, respondent=someone(each)) for each in range(number)]


def acts(desk):
    """How many times the clock acted in each case."""
    rows = desk.database.connection.execute(
        "SELECT case_id, count(*) FROM event WHERE step = 'archive_for_lapse' GROUP BY case_id"
    )
    return dict(rows.fetchall())


def papers(desk):
    """How many papers there are in each state."""
    return dict(desk.database.connection.execute("SELECT status, count(*) FROM document GROUP BY status").fetchall())


def left(desk):
    views = Views(desk.database)
    return views.due_count(date(2027, 3, 12)), views.waiting_count()


def waits(desk, most, within=STARTED_WITHIN):
    """Until no more cases are due than ``most`` says, nor more papers wait, if it says so too."""
    until, most = time.monotonic() + within, most if isinstance(most, tuple) else (most, 10**9)
    while any(found > asked for found, asked in zip(left(desk), most, strict=True)):
        assert time.monotonic() < until, left(desk)
        time.sleep(0.03)


@contextmanager
def working(place, *more, now=DUE):
    """A worker in a process of its own, ended as whoever uses it likes, and in the end at all events."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.app.at_work", str(place), now.isoformat(), *more],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE,
    ) as worker:  # fmt: skip
        try:
            yield worker
        finally:
            worker.kill()


def told_to_stop(worker, how=signal.SIGTERM):
    """What it complained of, and how it ended."""
    worker.send_signal(how)
    return worker.stderr.read(), worker.wait(20)


def within(shift, seconds):
    """Told to stop after so long."""
    timer = threading.Timer(seconds, shift.stop.set)
    timer.start()
    return timer


def test_it_catches_up_at_the_start_and_keeps_on(place):
    desk = here.office(place)
    first = drawn_up(desk, 2)
    shift = shift_at(place, DUE)

    def later():
        waits(desk, NOTHING)
        while not Rounds(desk.database).latest():
            time.sleep(0.01)
        here.draw_up(desk, respondent=someone(9))  # entered late, it is due at once
        waits(desk, NOTHING)
        shift.stop.set()
        desk.database.close()

    other = threading.Thread(target=later)
    other.start()
    work_alone(shift, QUICK)
    other.join()
    assert {*first} < {*acts(desk)}
    assert (set(acts(desk).values()), papers(desk)) == ({1}, {"rendered": 9})
    assert desk.checkpoints.latest() is not None
    assert len(Rounds(desk.database).latest(9)) > 1
    assert verify_office(desk).findings == []


def test_the_watch_stops_its_round_as_any_other(tmp_path):
    desk = here.office(tmp_path)
    (case,) = drawn_up(desk, 1)
    shift = shift_at(tmp_path, here.noon("2027-02-20"))
    within(shift, 0.5)
    work_alone(shift, QUICK)
    assert "antes do último ato registrado" in Rounds(desk.database).latest()[0].stopped
    assert desk.store.load(case).version == 1


def test_what_goes_wrong_in_one_duty_ends_neither_it_nor_the_others(tmp_path, monkeypatch):
    desk, tries = here.office(tmp_path), []
    drawn_up(desk, 1)

    def fails(*_, **__):
        tries.append(1)
        raise RuntimeError("defeito")

    monkeypatch.setattr(duties, "make_round", fails)
    shift = shift_at(tmp_path, DUE)
    within(shift, 1.5)
    work_alone(shift, QUICK)
    assert len(tries) > 1
    assert papers(desk) == {"rendered": 2}


def test_told_to_stop_it_ends_the_case_in_hand_and_begins_no_other(tmp_path):
    desk = here.office(tmp_path)
    drawn_up(desk, 5)
    shift = Shift(settings=desk.settings, moment=lambda: DUE)
    seen = []
    shift.stop.is_set = lambda: seen.append(1) or len(seen) > 3
    duties.make_the_round(shift)
    assert (len(acts(desk)), Rounds(desk.database).latest()[0].acts) == (3, 3)


def test_told_to_stop_it_gives_back_the_papers_it_had_taken(tmp_path):
    desk, done, asked = here.office(tmp_path), Delivered(), []
    drawn_up(desk, 3)
    assert deliver_some(desk, DUE, done, lambda: asked.append(1) or len(asked) > 2) is False
    assert (done.rendered, papers(desk)) == (2, {"rendered": 2, "pending": 4})
    assert len(desk.outbox.claim("outro", DUE)) == 4


def test_sigterm_ends_it_with_nothing_half_done(place):
    desk = here.office(place)
    drawn_up(desk, 12)
    with working(place) as worker:
        waits(desk, 11)
        assert told_to_stop(worker) == (b"", 0)
    held = "SELECT count(*) FROM outbox WHERE status = 'pending' AND owner <> ''"
    assert desk.database.connection.execute(held).fetchone() == (0,)
    assert verify_office(desk).findings == []


def test_killed_again_and_again_it_loses_nothing_and_does_nothing_twice(tmp_path):
    desk = here.office(tmp_path)
    cases = drawn_up(desk, 12)
    for most in (11, 6):
        with working(tmp_path) as worker:
            waits(desk, most)
            worker.kill()
    with working(tmp_path) as worker:
        waits(desk, NOTHING)
        assert told_to_stop(worker, signal.SIGINT) == (b"", 0)
    assert acts(desk) == dict.fromkeys(cases, 1)
    assert papers(desk) == {"rendered": 36}
    assert verify_office(desk).findings == []


def test_the_days_mail_goes_once_and_from_seven_on(tmp_path):
    desk = here.office(tmp_path)
    drawn_up(desk, 1)
    with post() as (server, address):
        mail = Mail(server=address, sender="devido@exemplo.invalid", to=["setor@exemplo.invalid"])

        def at(moment):
            duties.mail_the_day(Shift(settings=desk.settings, moment=lambda: moment, mail=mail))
            return len(server.kept)

        assert at(here.noon("2027-03-05")) == 0, "nothing to say"
        assert at(here.noon("2027-03-09") - timedelta(hours=6)) == 0, "not yet seven"
        assert at(here.noon("2027-03-09")) == 1
        assert at(here.noon("2027-03-09") + timedelta(hours=2)) == 1
        assert at(here.noon("2027-03-10")) == 2


def test_the_parts_of_a_round_are_one(tmp_path):
    rounds = Rounds(here.office(tmp_path).database)
    first, second = DUE, DUE + timedelta(minutes=10)

    def part(begun, seconds, acts, failures):
        end = begun + timedelta(seconds=seconds)
        rounds.add(
            ClockRound(started_at=begun, finished_at=end, morning=date(2027, 3, 12), acts=acts, failures=failures)
        )

    for each in [(first, 1, 5, 1), (second, 3, 2, 0), (first, 9, 4, 0), (second, 2, 1, 2)]:
        part(*each)
    newest, before = rounds.latest(2)
    assert (newest.acts, newest.failures, newest.finished_at - newest.started_at) == (3, 2, timedelta(seconds=3))
    assert (before.acts, before.failures, before.finished_at - before.started_at) == (9, 1, timedelta(seconds=9))
    assert rounds.latest(1) == [newest]
