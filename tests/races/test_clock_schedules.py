"""Thousands of ways for a machine's clock to be wrong, over days on which the calendar is odd."""

from datetime import UTC

import pytest

from app import breaker, casework, clock, watch
from app.verification import verify_office
from tests.races import schedules
from tests.races.schedules import ERAS, MOST, play, town_of

SCHEDULES, FEW = 2_000, 40
PER_ERA, FEW_PER_ERA = SCHEDULES // len(ERAS), FEW // len(ERAS)


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    """``town(name)``: the town of an era, made when it is first asked for."""
    made = {}

    def of(name):
        if name not in made:
            made[name] = town_of(ERAS[name], tmp_path_factory.mktemp("era"))
        return made[name]

    return of


@pytest.fixture(autouse=True)
def asked_about_few(monkeypatch):
    monkeypatch.setattr(breaker, "FEW", MOST)
    monkeypatch.setattr(breaker, "TIMES", 0)


def wrong_in(town, seeds):
    return [(seed, each) for seed in seeds for each in play(town, seed).wrong]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("number", [FEW_PER_ERA, pytest.param(PER_ERA, marks=pytest.mark.heavy)])
def test_however_the_clock_leaps_nothing_fires_before_its_day_and_nothing_en_masse(town, era, number):
    here = town(era)
    assert wrong_in(here, range(number)) == []
    assert verify_office(here.desk).findings == []


def test_the_schedules_meet_all_that_a_clock_may_do(town):
    here = town("ordinary days")
    played = [play(here, seed) for seed in range(FEW_PER_ERA)]
    assert all(each.rounds > 20 and each.acts >= schedules.CASES for each in played)
    assert sum(each.stopped for each in played) > FEW_PER_ERA


def test_without_the_watch_the_schedules_find_what_fires_early_and_en_masse(town, monkeypatch):
    monkeypatch.setattr(breaker, "objections", lambda *_: iter(()))
    said = " ".join(each for _, each in wrong_in(town("ordinary days"), range(FEW_PER_ERA)))
    assert ("cedo: " in said, "de uma vez" in said) == (True, True)


def test_a_day_taken_from_greenwich_is_found(town, monkeypatch):
    for module in (casework, clock, watch):
        monkeypatch.setattr(module, "local_day", lambda moment, _: moment.astimezone(UTC).date())
    said = " ".join(each for _, each in wrong_in(town("Cuiabá"), range(FEW_PER_ERA)))
    assert "cedo pelo próprio relógio" in said
