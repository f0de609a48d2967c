"""The machine's clock held against the database server's, which dates no act: too far apart, the round asks first."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from app import breaker
from app.facts import now
from app.health import health_of
from app.sharing import share_out
from app.watch import make_round
from storage.database import Database
from storage.rounds import Rounds
from tests.app import desk as here
from tests.databases import POSTGRES

BOUND = breaker.APART
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AGREED = [timedelta(seconds=1), -timedelta(seconds=1), BOUND - timedelta(seconds=30)]
WRONG = [3 * HOUR, -3 * HOUR, DAY, -DAY, timedelta(days=3652), BOUND + timedelta(minutes=1)]


@pytest.fixture
def kept_on():
    return POSTGRES


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A record on a server, on its own day: the bound is as it is at work."""
    desk = here.office(tmp_path)
    monkeypatch.setattr(breaker, "APART", BOUND)
    return desk


def a_round(desk, moment, **more):
    return make_round(desk, moment, moment=lambda: moment, **more)


@pytest.mark.parametrize("skew", AGREED)
def test_a_machine_whose_clock_agrees_with_the_servers_runs(desk, skew):
    assert a_round(desk, now() + skew).stopped == []
    assert health_of(desk, now() + skew).ailing == ()


@pytest.mark.parametrize("skew", WRONG)
def test_a_machine_whose_clock_is_not_the_servers_stops_and_says_both_until_somebody_looks(desk, skew):
    moment = now() + skew
    done = a_round(desk, moment)
    said = [f"{each.astimezone(ZoneInfo(desk.town.zone)):%d/%m/%Y às %H:%M}" for each in (moment, now())]
    assert f"a máquina diz que é {said[0]}, e o servidor do banco, {said[1]}" in done.stopped[-1]
    assert "o servidor do banco" in Rounds(desk.database).latest()[0].stopped
    assert "o servidor do banco" in " ".join(health_of(desk, now()).ailing), "the round that stopped is still the last"
    assert a_round(desk, moment + timedelta(seconds=1), confirmed_by="ana").stopped == []
    assert any("o servidor do banco" in each for each in health_of(desk, moment).ailing)
    assert health_of(desk, now()).ailing == ()


def test_a_first_round_by_a_clock_ten_years_ahead_archives_nothing(desk):
    case = here.draw_up(desk, (now() - DAY).date().isoformat())
    assert a_round(desk, now() + timedelta(days=3652)).rings == []
    assert desk.store.load(case).version == 1


def test_of_two_machines_three_hours_apart_the_wrong_one_shares_out_no_round(desk):
    here.draw_up(desk, (now() - timedelta(days=30)).date().isoformat(), now=(now() - timedelta(days=30)).date())
    assert list(share_out(desk, now() + 3 * HOUR)) == []
    assert sum(map(len, share_out(desk, now()))) == 1


def test_no_act_is_dated_by_the_servers_clock(desk, monkeypatch):
    monkeypatch.setattr(breaker, "APART", timedelta.max)
    monkeypatch.setattr(Database, "server_moment", lambda _: here.noon("2031-01-01"))
    here.draw_up(desk, "2027-03-01")
    (ring,) = a_round(desk, here.noon("2027-03-12")).rings
    assert (ring.legal_day, ring.morning) == (date(2027, 3, 11), date(2027, 3, 12))
