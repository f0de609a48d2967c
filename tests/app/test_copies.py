"""The worker's own copies: made when something changed, kept up to a year, failures said, none of a stale record."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta

import pytest

from app import copies
from app.alone import work_alone
from app.backup import copy_key
from app.copies import NoPlace, keep_copies, last_copy, require_place, staying
from app.health import health_of
from app.metrics import measures
from app.office import ANCHOR, open_office
from app.restore import restore, restored_settings
from storage.copying import NotCopied
from storage.faults import ReadOnly
from storage.sealed import WrongKey
from tests.app import desk as here
from tests.app.at_work import QUICK, shift_at

TOWN = "mg_santos_dumont"
NOW = here.noon("2027-05-10")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def desk(tmp_path):
    folder = tmp_path / "copias"
    folder.mkdir()
    made = here.office(tmp_path / "town")
    desk = replace(made, settings=replace(made.settings, backup=folder))
    copy_key(desk.settings, None).make()
    here.draw_up(desk, "2027-05-06")
    yield desk
    desk.database.close()


def names(desk):
    """The copies; beside them is the one file with the keys of personal data."""
    return sorted(each.name for each in desk.settings.backup.iterdir() if each.suffix != ".chaves")


def measured(desk, now):
    return {name: value for name, _, value in measures(desk, now) if name.startswith("devido_copy")}


def test_a_copy_is_made_when_something_changed_and_not_otherwise(desk, tmp_path):
    first = keep_copies(desk, NOW)
    assert keep_copies(desk, NOW + HOUR) is None
    here.draw_up(desk, "2027-05-10")
    second = keep_copies(desk, NOW + 2 * HOUR)
    assert (first.manifest.size, second.manifest.size) == (1, 2)
    assert names(desk) == [second.file.name]  # the first was of the same day
    desk.checkpoints.sign(NOW + 3 * HOUR)
    assert keep_copies(desk, NOW + 3 * HOUR).manifest.size == 2
    assert restore(
        desk.settings.backup / names(desk)[0], copy_key(desk.settings, None), tmp_path / "novo", desk.settings, NOW
    ).holds


def test_a_copy_that_somebody_took_away_is_made_again(desk):
    keep_copies(desk, NOW).file.unlink()
    assert keep_copies(desk, NOW + HOUR) is not None


def hourly(days):
    return [NOW - each * HOUR for each in range(24 * days)]


def test_of_two_years_of_copies_those_of_seven_days_five_weeks_and_twelve_months_stay():
    stay = staying(hourly(730))
    assert max(stay) == NOW
    assert {each.date() for each in stay if NOW - each < 7 * DAY} == {(NOW - each * DAY).date() for each in range(7)}
    months = {(each.year, each.month) for each in stay}
    assert months == {(2027, month) for month in range(1, 6)} | {(2026, month) for month in range(6, 13)}
    weeks = {each.isocalendar()[:2] for each in stay if NOW - each < 35 * DAY}
    assert len(weeks) >= 5
    assert len(stay) == len({*list_of_days(7), *list_of_weeks(5), *list_of_months(12)}) <= 24


def list_of_days(many):
    return [max(each for each in hourly(730) if each.date() == (NOW - day * DAY).date()) for day in range(many)]


def list_of_weeks(many):
    monday = (NOW - NOW.weekday() * DAY).date()
    return [
        max(each for each in hourly(730) if monday - week * 7 * DAY <= each.date() < monday - (week - 1) * 7 * DAY)
        for week in range(many)
    ]


def list_of_months(many):
    found = [(2027, 5 - each) if each < 5 else (2026, 17 - each) for each in range(many)]
    return [max(each for each in hourly(730) if (each.year, each.month) == month) for month in found]


def test_a_long_silence_and_a_clock_far_ahead_take_no_old_copy_away():
    old, ahead = [NOW - 400 * DAY, NOW - 300 * DAY, NOW - 299 * DAY], NOW + 3650 * DAY
    assert staying([*old, NOW, ahead]) == {*old, NOW, ahead}


def test_only_the_towns_own_copies_are_ever_removed(desk):
    folder, town = desk.settings.backup, desk.settings.folder.name
    old = [f"{town}-{NOW - each * DAY:%Y%m%dT%H%M%SZ}.copia" for each in range(1, 200)]
    others = [f"outro-{old[150][-22:]}", f"{old[150]}.txt", "antes-da-troca.copia", "leia-me"]
    for each in [*old, *others]:
        (folder / each).touch()
    kept = keep_copies(desk, NOW).file.name
    assert {*others, kept} < {*names(desk)}
    assert len(names(desk)) < len(others) + 24
    assert f"{town}-20261031T150000Z.copia" in names(desk)  # the last of its month


def test_nothing_is_removed_where_nothing_could_be_copied(desk, monkeypatch):
    folder, town = desk.settings.backup, desk.settings.folder.name
    for each in range(1, 50):
        (folder / f"{town}-{NOW - each * HOUR:%Y%m%dT%H%M%SZ}.copia").touch()
    before = names(desk)
    shutil.move(copy_key(desk.settings, None).path, folder.parent / "longe")
    with pytest.raises(WrongKey):
        keep_copies(desk, NOW)
    assert names(desk) == before


def test_a_failure_is_said_until_a_copy_is_made(desk):
    assert any("ainda não se fez nenhuma cópia" in each for each in health_of(desk, NOW).ailing)
    keep_copies(desk, NOW)
    assert health_of(desk, NOW + HOUR).ailing == ()
    assert measured(desk, NOW + HOUR) == {"devido_copy_age_seconds": 3600.0, "devido_copy_failed": 0.0}
    folder = desk.settings.backup
    folder.rename(folder.with_name("fora"))
    here.draw_up(desk, "2027-05-10")
    with pytest.raises(NoPlace, match="não está lá; crie-a"):
        keep_copies(desk, NOW + HOUR)
    assert last_copy(desk.settings).made_at
    (why,) = health_of(desk, NOW + 2 * HOUR).ailing
    assert why.startswith("a cópia de segurança de 10/05/2027 16:00 UTC não se fez: A pasta")
    assert measured(desk, NOW + 2 * HOUR)["devido_copy_failed"] == 1.0
    folder.with_name("fora").rename(folder)
    assert keep_copies(desk, NOW + 2 * HOUR) is not None
    assert health_of(desk, NOW + 2 * HOUR).ailing == ()


def test_a_record_that_changed_and_was_not_copied_for_long_is_said(desk):
    keep_copies(desk, NOW)
    assert health_of(desk, NOW + 30 * HOUR).ailing == ()
    here.draw_up(desk, "2027-05-10")
    assert health_of(desk, NOW + 25 * HOUR).ailing == ()
    assert health_of(desk, NOW + 30 * HOUR).ailing == (
        "a última cópia de segurança é de 10/05/2027 15:00 UTC, e o registro mudou desde então",
    )


def test_where_no_copies_are_asked_for_nothing_is_said_of_them(desk):
    bare = replace(desk, settings=replace(desk.settings, backup=None))
    assert (keep_copies(bare, NOW), health_of(bare, NOW).ailing, measured(bare, NOW)) == (None, (), {})


def test_a_stale_record_is_not_copied_over_the_copies_that_have_more(desk, tmp_path):
    old = keep_copies(desk, NOW)
    for day in ("2027-05-10", "2027-05-11"):
        here.draw_up(desk, day)
    desk.checkpoints.sign(here.noon("2027-05-11"))
    newest = keep_copies(desk, NOW + DAY)
    back = restore(old.file, copy_key(desk.settings, None), tmp_path / "novo", desk.settings, NOW + DAY)
    assert (back.folder / ANCHOR).exists()
    stale = open_office(replace(restored_settings(tmp_path / "novo", TOWN, desk.settings), keys=desk.settings.data))
    with pytest.raises(ReadOnly, match="faltam 2 atos"):
        keep_copies(stale, NOW + 2 * DAY)
    assert names(desk) == [old.file.name, newest.file.name]
    stale.database.close()


def test_the_worker_makes_one_as_it_begins(desk, tmp_path):
    desk.database.close()
    shift = shift_at(tmp_path / "town", NOW)
    shift = replace(shift, settings=replace(shift.settings, backup=desk.settings.backup))
    made = copies.back_up

    def stop(*given):
        shift.stop.set()
        return made(*given)

    with pytest.MonkeyPatch.context() as watched:
        watched.setattr(copies, "back_up", stop)
        work_alone(shift, replace(QUICK, copy=timedelta(seconds=0.2)))
    assert len(names(desk)) == 1


NEVER = {
    "no folder": (lambda settings, at: replace(settings, backup=at / "falta"), NoPlace, "não está lá"),
    "a server": (lambda settings, _: replace(settings, database="postgresql://x@y/z"), NotCopied, "pg_dump"),
    "no key": (lambda settings, at: replace(settings, keys=at / "sem"), WrongKey, "devido backup key a faz"),
}


@pytest.mark.parametrize(("of", "fault", "says"), NEVER.values(), ids=NEVER)
def test_a_worker_that_could_never_copy_says_so_before_it_begins(desk, tmp_path, of, fault, says):
    with pytest.raises(fault, match=says):
        require_place(of(desk.settings, tmp_path))
