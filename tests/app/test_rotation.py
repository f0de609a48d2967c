"""The master key changed, and copies made before, meanwhile and after: each comes back with the key that it takes."""

import shutil

import pytest

from app.backup import back_up, copy_key
from app.office import open_office
from app.restore import restore, restored_settings
from app.restored_keys import Beside
from app.rotation import change_master_key
from app.verification import verify_office
from storage import rotation
from storage.faults import MasterKeyLost
from storage.person_keys import MASTER
from storage.rotation import rotations
from tests.app import desk as here
from tests.app.test_backup import NOW, TOWN, copy, desk, key, made  # noqa: F401 - the record of the copies' tests
from workflow.errors import SecondPersonMissing

BY = {"person": "p:1", "approved_by": "p:2"}


@pytest.fixture
def old(desk, copy, tmp_path):  # noqa: F811 - fixtures
    """A copy, its keys and the master key of before, each put aside; then the master key is changed."""
    aside = tmp_path / "cofre"
    aside.mkdir()
    kept = shutil.copy(copy.file, aside), shutil.copy(copy.keys, aside), shutil.copy(desk.settings.master_file, aside)
    change_master_key(desk, NOW, **BY)
    before(desk).unlink()
    return [aside / each.name for each in map(type(aside), kept)]


def before(desk):  # noqa: F811
    """The file of the master key of before the last change."""
    return desk.settings.master_file.with_name(f"{MASTER}.{rotations(desk.database)[-1].old}")


def put_back(desk, key, file, to, **beside):  # noqa: F811
    """A copy put back: what it held that does not hold, and the narrative of its first case."""
    done = restore(file, key, to, desk.settings, NOW, beside=Beside(**beside))
    assert [each.code for each in done.invariants if each.findings] == []
    office = open_office(restored_settings(to, TOWN, desk.settings))
    told = office.store.history("000001/2027")[0].data["narrative"]
    here.draw_up(office, "2027-05-11")
    office.database.close()
    return told


def test_two_persons_answer_for_the_change(desk):  # noqa: F811
    for who in ("", " ", "p:1"):
        with pytest.raises(SecondPersonMissing, match="--approved-by"):
            change_master_key(desk, NOW, person="p:1", approved_by=who)
    assert rotations(desk.database) == []


def test_after_the_change_all_is_whole_and_the_verification_says_who_made_it(desk):  # noqa: F811
    done = change_master_key(desk, NOW, **BY)
    verified = verify_office(desk)
    assert verified.findings == []
    assert [(each.new, each.person, each.approved_by) for each in verified.rotated] == [(done.new, "p:1", "p:2")] * 2


def test_a_copy_of_before_comes_back_with_the_new_key_once_another_was_made(desk, key, old, tmp_path):  # noqa: F811
    back_up(desk, tmp_path / "outra.copia", key, NOW)
    told = desk.store.history("000001/2027")[0].data["narrative"]
    assert put_back(desk, key, tmp_path / "noite.copia", tmp_path / "novo") == told
    assert put_back(desk, key, tmp_path / "outra.copia", tmp_path / "outro") == told


def test_keys_of_before_say_that_they_take_the_key_of_before_and_come_back_with_it(desk, key, old, tmp_path):  # noqa: F811
    file, keys, master = old
    done = rotations(desk.database)[-1]
    with pytest.raises(MasterKeyLost, match=f"embrulhadas pela chave-mestra {done.old}.*é a {done.new}.*--master-key"):
        restore(file, key, tmp_path / "novo", desk.settings, NOW, beside=Beside(keys=keys))
    assert not (tmp_path / "novo").exists()
    desk.settings.master_file.replace(tmp_path / "posta-de-lado")
    told = put_back(desk, key, file, tmp_path / "novo", keys=keys, master=master)
    assert "excesso de lotação" in told


def test_keys_of_before_are_told_of_even_where_the_copy_has_no_file_to_open(tmp_path):
    bare = here.office(tmp_path / "town")
    here.draw_up(bare)
    bare.checkpoints.sign(NOW)
    key_ = copy_key(bare.settings, None)
    key_.make()
    made_ = back_up(bare, tmp_path / "noite.copia", key_, NOW)
    done = change_master_key(bare, NOW, **BY)
    before(bare).unlink()
    with pytest.raises(MasterKeyLost, match=f"embrulhadas pela chave-mestra {done.old}"):
        restore(made_.file, key_, tmp_path / "novo", bare.settings, NOW)
    bare.database.close()


def test_a_copy_made_half_way_through_comes_back_with_both(desk, key, tmp_path, monkeypatch):  # noqa: F811
    here.draw_up(desk, "2027-05-07")
    monkeypatch.setattr(rotation, "_AT_A_TIME", 1)
    with monkeypatch.context() as patched:
        patched.setattr(rotation, "_done", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt()))
        rewrap, turns = rotation._rewrap, []

        def first_only(database, rows):
            turns.append(rows)
            if len(turns) == 1:
                rewrap(database, rows)

        patched.setattr(rotation, "_rewrap", first_only)
        with pytest.raises(KeyboardInterrupt):
            change_master_key(desk, NOW, **BY)
    made_ = back_up(desk, tmp_path / "meio.copia", key, NOW)
    wrapped = {bytes(row[0])[:4] for row in desk.database.connection.execute("SELECT wrapped FROM person_key")}
    assert len(wrapped) == 2
    assert "excesso de lotação" in put_back(desk, key, made_.file, tmp_path / "novo")
    back = open_office(restored_settings(tmp_path / "novo", TOWN, desk.settings))
    assert change_master_key(back, NOW, **BY).keys == len(rotations(back.database)) + 2
    back.database.close()
