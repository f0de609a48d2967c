"""The clock under watch: when it stops and asks, who let it go on, and what is kept of each round."""

from datetime import timedelta

import pytest

from app import breaker, clock
from app.health import health_of
from app.watch import make_round
from storage.rounds import Rounds
from tests.app import desk as here

NOON = here.noon("2027-03-01")


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def a_round(desk, now, **more):
    return make_round(desk, now, moment=lambda: now + timedelta(seconds=2), **more)


def test_a_round_that_runs_is_kept_with_what_it_did(desk):
    here.draw_up(desk)
    assert a_round(desk, here.noon("2027-03-12")).stopped == []
    (kept,) = Rounds(desk.database).latest(9)
    assert (kept.acts, kept.failures, kept.stopped, kept.confirmed_by) == (1, 0, "", "")
    assert kept.finished_at - kept.started_at == timedelta(seconds=2)


def test_a_machine_set_back_stops_the_round_and_changes_nothing(desk):
    case = here.draw_up(desk, "2027-03-20")
    done = a_round(desk, here.noon("2027-03-19"))
    assert "antes do último ato registrado (20/03/2027 às 12:00)" in done.stopped[0]
    assert (done.rings, desk.store.load(case).version) == ([], 1)
    assert a_round(desk, here.noon("2027-03-20") - timedelta(seconds=59)).stopped == []


def test_a_machine_ten_years_ahead_stops_the_round_until_somebody_looks(desk):
    case = here.draw_up(desk, "2027-03-20")
    assert a_round(desk, here.noon("2027-03-21")).stopped == []
    done = a_round(desk, here.noon("2032-03-21"))
    assert done.stopped == ["a última ronda foi em 21/03/2027 às 12:00, há 1827 dias, e 1 processo espera pelo relógio"]
    assert (done.rings, desk.store.load(case).version) == ([], 1)
    done = a_round(desk, here.noon("2032-03-21"), confirmed_by="ana")
    assert [each.step for each in done.rings] == ["archive_for_lapse"]
    assert Rounds(desk.database).latest()[0].confirmed_by == "ana"


def test_two_days_of_silence_are_the_most_that_nobody_is_asked_about(desk):
    a_round(desk, NOON)
    here.draw_up(desk)
    assert a_round(desk, here.noon("2027-03-12"), dry=True).stopped != []
    ran = Rounds(desk.database).last_ran()
    assert list(breaker.objections(desk, ran + breaker.PATIENCE, due=1)) == []
    assert len(list(breaker.objections(desk, ran + breaker.PATIENCE + timedelta(seconds=1), due=1))) == 1
    assert list(breaker.objections(desk, ran + breaker.PATIENCE + timedelta(days=9), due=0)) == []


def test_too_much_at_once_stops_the_round(desk, monkeypatch):
    monkeypatch.setattr(breaker, "FEW", 2)
    cases = [here.draw_up(desk, item=item) for item in ("36-II", "36-XV", "36-XIV")]
    done = a_round(desk, here.noon("2027-03-12"))
    assert done.stopped == [(
        "o relógio agiria em 3 processos de uma vez; até 2 não se pergunta (o maior entre 2 e 3 vezes a média diária "
        "dos últimos 30 dias)"
    )]  # fmt: skip
    assert {desk.store.load(case).version for case in cases} == {1}
    for _ in range(20):
        a_round(desk, here.noon("2027-03-12"), confirmed_by="ana")
    assert len(clock.run(desk, here.noon("2027-03-12")).rings) == 0


def test_what_a_town_usually_does_in_a_day_raises_the_bar(desk, monkeypatch):
    monkeypatch.setattr(breaker, "FEW", 0)
    monkeypatch.setattr(breaker, "AVERAGE_OVER", 1)
    here.draw_up(desk)
    a_round(desk, here.noon("2027-03-12"), confirmed_by="ana")
    assert list(breaker.objections(desk, here.noon("2027-03-12"), due=3)) == []
    assert len(list(breaker.objections(desk, here.noon("2027-03-12"), due=4))) == 1


def test_a_dry_round_says_that_it_would_stop_and_keeps_nothing(desk):
    here.draw_up(desk, "2027-03-20")
    assert len(a_round(desk, here.noon("2027-03-19"), dry=True).stopped) == 1
    assert Rounds(desk.database).latest() == []


def test_the_clocks_health_names_what_is_wrong_and_what_is_about_to_lapse(desk):
    case = here.draw_up(desk)
    well = health_of(desk, here.noon("2027-03-09"))
    assert [(each.case, each.limit, str(each.due), each.step) for each in well.ending] == [
        (case, "notice", "2027-03-11", "archive_for_lapse")
    ]
    assert (well.due, well.ailing) == (0, ())
    assert health_of(desk, here.noon("2027-03-07")).ending == ()
    ill = health_of(desk, here.noon("2027-03-12"))
    assert (ill.due, ill.ailing) == (1, ("o relógio nunca correu, e há processos à espera dele",))
    a_round(desk, here.noon("2027-03-12"))
    assert health_of(desk, here.noon("2027-03-13")).ailing == ()
    assert health_of(desk, here.noon("2027-03-15")).ailing == ("o relógio não corre há mais de dois dias",)


def test_a_party_term_about_to_end_is_no_alert_of_the_authority(desk):
    here.served(desk)
    assert health_of(desk, here.noon("2027-04-01")).ending == ()
