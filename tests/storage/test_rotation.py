"""Another master key: all that was sealed opens at every moment, wherever it is cut short; the destroyed stays so."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from storage import rotation
from storage.database import Database
from storage.faults import Damaged, MasterKeyLost, ReadOnly
from storage.files import Files
from storage.ledger import verify
from storage.person_keys import MASTER, PersonKeys, make_master, number_in, number_of, read_master, retired
from storage.rotation import NEW, NothingToRotate, rotate, rotations
from storage.store import Store
from tests.databases import opened, without_triggers
from tests.storage.conftest import LOG, NOON, Clerk, drawn_up, together
from workflow.case import Case
from workflow.event import ERASED

CASES = 5
TWO = {"person": "p:1", "approved_by": "p:2"}


@pytest.fixture
def cases(clerk, monkeypatch):
    """The cases of a record, wrapped again two at a time."""
    monkeypatch.setattr(rotation, "_AT_A_TIME", 2)
    return [clerk.open().case_id for _ in range(CASES)]


def number(folder, name=MASTER):
    return number_of(read_master(folder / name)).hex()


def wrapped_by(database):
    """The numbers of the master keys that wrap the keys of the record."""
    rows = database.connection.execute("SELECT wrapped FROM person_key WHERE wrapped IS NOT NULL").fetchall()
    return {bytes(row[0])[:4].hex() for row in rows}


def read_anew(folder, cases):
    """Every case as a program that begins now reads it."""
    database = opened(folder)
    try:
        store = Store(database, LOG, Files(folder / "files"))
        assert [store.history(case)[0].data["respondent"]["name"] for case in cases] == [
            drawn_up(Case()).data["respondent"]["name"]
        ] * len(cases)
        assert [each for each in verify(store, store.files) if each.layer != "fontes"] == []
    finally:
        database.close()


def test_every_key_is_wrapped_again_and_opens_what_it_sealed(database, store, cases, folder):
    old = number(folder)
    done = rotate(database, NOON, **TWO)
    assert (done.old, done.new, done.keys) == (old, number(folder), CASES)
    assert done.new != old
    assert wrapped_by(database) == {done.new}
    assert [(each.person, each.approved_by, each.keys) for each in rotations(database)] == [
        ("p:1", "p:2", None), ("p:1", "p:2", CASES),
    ]  # fmt: skip
    retired(folder / MASTER, bytes.fromhex(old)).unlink()
    read_anew(folder, cases)
    assert not (folder / f"{MASTER}{NEW}").exists()


def test_the_old_key_alone_opens_nothing_any_more_and_the_message_says_which_one_does(database, cases, folder):
    done = rotate(database, NOON, **TWO)
    retired(folder / MASTER, bytes.fromhex(done.old)).replace(folder / MASTER)
    other = opened(folder)
    with pytest.raises(MasterKeyLost, match=f"embrulhadas pela chave-mestra {done.new}.*é a {done.old}"):
        Store(other, LOG, Files(folder / "files")).history(cases[0])
    other.close()


def test_whoever_was_at_work_before_goes_on_with_the_new_key(store, database, clerk, cases, folder):
    other = opened(folder)
    done = rotate(other, NOON, **TWO)
    other.close()
    clerk.act(cases[0])
    assert clerk.open().case_id
    assert wrapped_by(database) == {done.new}
    read_anew(folder, cases)


def destroyed(database, case):
    rows = database.connection.execute("SELECT wrapped IS NULL FROM person_key WHERE case_id = ?", (case,)).fetchall()
    return all(gone for (gone,) in rows)


def test_what_was_destroyed_stays_so(store, database, clerk, cases, folder):
    store.erase(cases[0], 1, "narrative")
    with without_triggers(database) as connection:
        connection.execute(
            "UPDATE person_key SET wrapped = NULL, destroyed_at = made_at WHERE case_id = ?", (cases[1],)
        )
    done = rotate(database, NOON, **TWO)
    assert (done.keys, destroyed(database, cases[1])) == (CASES - 1, True)
    assert store.history(cases[0])[0].data["narrative"] == ERASED


def test_a_key_destroyed_after_it_was_read_is_not_put_back(database, cases, monkeypatch):
    changes = rotation._changes

    def destroyed_meanwhile(keys, rows):
        found = changes(keys, rows)
        with without_triggers(database) as connection:
            connection.execute(
                "UPDATE person_key SET wrapped = NULL, destroyed_at = made_at WHERE case_id = ?", (cases[0],)
            )
        return found

    monkeypatch.setattr(rotation, "_changes", destroyed_meanwhile)
    assert rotate(database, NOON, **TWO).keys == CASES - 1
    assert destroyed(database, cases[0])


class Cut(BaseException):
    """The process ends here."""


STEPS = [
    (rotation, "make_master"), (rotation, "_add"), (os, "link"), (rotation, "sync_folder"), (Path, "replace"),
    (rotation, "_page"), (rotation, "_rewrap"), (rotation, "_done"), (rotation, "scrub"),
]  # fmt: skip


def cut_at(monkeypatch, turn):
    """The process ends before, or after, the nth of the steps; gives how many were come to."""
    seen = []

    def counted(step):
        def either(*given, **named):
            for after in (False, True):
                if after:
                    came = step(*given, **named)
                seen.append(step)
                if len(seen) == turn:
                    raise Cut
            return came

        return either

    for place, name in STEPS:
        monkeypatch.setattr(place, name, counted(getattr(place, name)))
    return seen


def test_cut_short_at_any_step_every_key_opens_and_asked_again_it_is_done(database, cases, folder):
    turn, whole = 0, False
    while not whole:
        turn += 1
        before = len(rotations(database))
        with pytest.MonkeyPatch.context() as patched:
            seen = cut_at(patched, turn)
            try:
                rotate(database, NOON, **TWO)
                whole = True
            except Cut:
                pass
        read_anew(folder, cases)
        again = opened(folder)
        if whole or rotations(again)[-1:] == [] or rotations(again)[-1].keys is None or len(rotations(again)) == before:
            done = rotate(again, NOON, **TWO)
            assert (done.keys, wrapped_by(again)) == (CASES, {number(folder)})
        again.close()
        read_anew(folder, cases)
    assert len(seen) > 2 * len(STEPS)


def test_acts_go_on_while_the_key_is_changed(database, cases, folder):
    stop, made = threading.Event(), []

    def work(_):
        mine = opened(folder)
        clerk = Clerk(Store(mine, LOG, Files(folder / "files")))
        while not stop.is_set() or len(made) < CASES:
            made.append(clerk.open().case_id)
        mine.close()

    def change(_):
        try:
            mine = opened(folder)
            for _ in range(3):
                rotate(mine, NOON, **TWO)
            mine.close()
        finally:
            stop.set()

    together([(work, None), (change, None)])
    assert wrapped_by(database) == {number(folder)}
    read_anew(folder, [*cases, *made])


def test_of_two_who_change_it_at_once_one_waits_for_the_other(database, cases, folder):
    def change(_):
        mine = opened(folder)
        rotate(mine, NOON, **TWO)
        mine.close()

    together([(change, None), (change, None)])
    assert [each.keys for each in rotations(database)] == [None, CASES, None, CASES]
    assert wrapped_by(database) == {number(folder)}
    read_anew(folder, cases)


def test_what_a_slow_machine_wraps_by_the_old_key_meanwhile_is_wrapped_again_at_the_end(
    database, cases, folder, monkeypatch
):
    slow = opened(folder)
    clerk, done = Clerk(Store(slow, LOG, Files(folder / "files"))), rotation._done
    made = [clerk.open().case_id]
    monkeypatch.setattr(slow.keys, "_changed", lambda: False)

    def and_before_it(*given):
        made.append(clerk.open().case_id)
        assert len(wrapped_by(database)) == 2
        return done(*given)

    monkeypatch.setattr(rotation, "_done", and_before_it)
    assert rotate(database, NOON, **TWO).keys == CASES + 2
    assert wrapped_by(database) == {number(folder)}
    slow.close()
    read_anew(folder, [*cases, *made])


def test_where_no_lock_is_shared_two_who_end_it_at_once_end_it_once(database, cases, monkeypatch):
    begun, done = rotation._begun, rotation._done
    monkeypatch.setattr(rotation, "_begun", lambda *given: (begun(*given), begun(*given))[1])
    monkeypatch.setattr(rotation, "_done", lambda *given: (done(*given), done(*given))[1])
    assert rotate(database, NOON, **TWO).id == 2
    assert len(rotations(database)) == 2


def test_two_who_begin_it_at_once_begin_the_same_change(database, cases, folder, monkeypatch):
    make = rotation.make_master

    def and_another_begins(path):
        make(path)
        with monkeypatch.context() as patched:
            patched.setattr(rotation, "make_master", make)
            rotation._begun(database, rotation.Rotation(0, NOON, "p:3", "p:4", "", ""))

    monkeypatch.setattr(rotation, "make_master", and_another_begins)
    done = rotate(database, NOON, **TWO)
    assert [(each.person, each.new) for each in rotations(database)] == [("p:3", done.new), ("p:1", done.new)]


def test_a_stranger_put_in_the_place_of_the_key_while_at_work_wraps_nothing(clerk, database, cases, folder):
    clerk.open()
    stranger = folder / "outra"
    make_master(stranger)
    stranger.replace(folder / MASTER)
    before = wrapped_by(database)
    with pytest.raises(MasterKeyLost, match="chave-mestra certa"):
        clerk.open()
    assert wrapped_by(database) == before


def test_the_key_of_before_is_believed_only_while_it_stands_beside(tmp_path):
    path = tmp_path / MASTER
    old = PersonKeys(path).new("000001/2027", one_there=None).wrapped
    kept = path.rename(retired(path, number_in(old)))
    make_master(path)
    keys = PersonKeys(path)
    keys.opened("000001/2027", old)
    kept.unlink()
    path.unlink()
    make_master(path)
    with pytest.raises(MasterKeyLost, match="chave-mestra certa"):
        keys.new("000002/2027", one_there=old)


def test_a_record_without_a_case_has_no_key_to_change(database, folder):
    with pytest.raises(NothingToRotate, match="nasce com o primeiro processo"):
        rotate(database, NOON, **TWO)
    assert (rotations(database), list(folder.glob(f"{MASTER}*"))) == ([], [])


def test_a_record_that_is_closed_keeps_its_key(database, cases, folder):
    database.closed = "mais velho do que se sabe"
    with pytest.raises(ReadOnly, match="mais velho"):
        rotate(database, NOON, **TWO)
    assert not (folder / f"{MASTER}{NEW}").exists()


def test_a_key_that_nothing_opens_stops_the_change_and_the_others_open_still(database, cases, folder):
    with without_triggers(database) as connection:
        connection.execute("UPDATE person_key SET wrapped = (SELECT wrapped FROM person_key WHERE case_id = ?) "
                           "WHERE case_id = ?", (cases[0], cases[1]))  # fmt: skip
    with pytest.raises(Damaged, match=f"processo {cases[1]} não se abre"):
        rotate(database, NOON, **TWO)
    other = opened(folder)
    store = Store(other, LOG, Files(folder / "files"))
    assert len([store.history(case) for case in cases if case != cases[1]]) == CASES - 1
    other.close()


@pytest.mark.parametrize("lost", [MASTER, f"{MASTER}{NEW}"])
def test_a_change_begun_whose_keys_are_gone_says_which_are_missing(database, cases, folder, lost, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(rotation, "_put_in_place", lambda *_: (_ for _ in ()).throw(Cut()))
        with pytest.raises(Cut):
            rotate(database, NOON, **TWO)
    begun = rotations(database)[-1]
    (folder / lost).unlink()
    other = Database(database._at, master=folder / MASTER)
    with pytest.raises(MasterKeyLost, match="não está lá" if lost == MASTER else f"{begun.old} pela {begun.new}"):
        rotate(other, NOON, **TWO)
    other.close()
