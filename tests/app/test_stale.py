"""Ten ways in which a record of days ago comes back, by a restoration or by hand: each is noticed, and how."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from app.backup import BackedUp, back_up, copy_key
from app.duties import Shift, make_the_round
from app.invariants import verify_all
from app.office import ANCHOR, DATABASE, Office, open_office
from app.proof import receipt_of, require_receipt, require_root
from app.restore import Restored, published, restore, restored_settings
from app.restored_keys import Beside
from storage.archive import read_copy
from storage.notes import Checkpoint
from storage.rounds import Rounds
from storage.sealed import CopyKey
from tests.app import desk as here
from workflow.errors import DevidoError

THEN, NOW = here.noon("2027-05-10"), here.noon("2027-05-14")
TOWN, LOST = "mg_santos_dumont", 3
MISSING = f"faltam {LOST} atos"


@dataclass
class Past:
    """The town as it is, and what there is of it as it was three acts ago: a copy, and its folder."""

    desk: Office
    copy: BackedUp
    key: CopyKey
    old: Path
    signed: Checkpoint
    receipt: str
    at: Path

    @property
    def elsewhere(self) -> Any:
        """A machine where nothing is known of this town."""
        return replace(self.desk.settings, data=self.at / "outra-maquina")

    def back(self, settings: Any = None, known: Checkpoint | None = None) -> Restored:
        beside = Beside(master=self.desk.settings.master_file)
        return restore(
            self.copy.file, self.key, self.at / "novo", settings or self.desk.settings, NOW, known=known, beside=beside
        )

    def opened(self) -> Office:
        return open_office(restored_settings(self.at / "novo", TOWN, self.elsewhere))


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    at = tmp_path_factory.mktemp("told")
    desk = here.office(at / "town")
    here.judged(desk)
    here.draw_up(desk, "2027-05-06")
    desk.checkpoints.sign(THEN)
    key = copy_key(desk.settings, None)
    key.make()
    copy = back_up(desk, at / "velha.copia", key, THEN)
    desk.database.close()
    shutil.copytree(at / "town", at / "old")
    desk = here.office(at / "town")
    lost = [here.draw_up(desk, f"2027-05-1{day}") for day in range(1, LOST + 1)]
    signed = desk.checkpoints.sign(NOW)
    receipt = str(receipt_of(desk, lost[-1], 1, NOW))
    desk.database.close()
    return at, copy, signed, receipt


@pytest.fixture
def past(told, tmp_path):
    at, copy, signed, receipt = told
    shutil.copytree(at / "town", tmp_path / "town")
    shutil.copytree(at / "old", tmp_path / "old")
    desk = here.office(tmp_path / "town")
    yield Past(desk, copy, copy_key(desk.settings, None), tmp_path / "old", signed, receipt, tmp_path)
    desk.database.close()


def said_by(ask: Callable[[], object]) -> str:
    with pytest.raises(DevidoError) as told:
        ask()
    return str(told.value)


def by_what_the_key_signed_beside_the_record(past: Past) -> str:
    return past.back().closed


def by_what_the_key_signed_in_a_folder_of_its_own(past: Past) -> str:
    keys = past.at / "chaves"
    (keys / TOWN).mkdir(parents=True)
    shutil.copy(past.desk.checkpoints.key.memory, keys / TOWN)
    return past.back(replace(past.elsewhere, keys=keys)).closed


def by_the_root_in_the_gazette(past: Past) -> str:
    return past.back(past.elsewhere, published(past.signed.size, past.signed.root)).closed


def by_whoever_opens_it_afterwards_and_draws_up_a_case(past: Past) -> str:
    past.back()
    again = past.opened()
    said = said_by(lambda: here.draw_up(again, "2027-05-14"))
    again.database.close()
    return said


def by_the_worker_at_its_round(past: Past) -> str:
    past.back()
    settings = restored_settings(past.at / "novo", TOWN, past.elsewhere)
    return said_by(lambda: make_the_round(Shift(settings=settings, moment=lambda: NOW)))


def by_whoever_asks_for_a_signature(past: Past) -> str:
    past.back()
    again = past.opened()
    said = said_by(lambda: again.checkpoints.sign(NOW))
    again.database.close()
    return said


def by_the_verification(past: Past) -> str:
    past.back()
    again = past.opened()
    found = [str(finding) for each in verify_all(again, NOW) if each.code == "I2" for finding in each.findings]
    again.database.close()
    return " ".join(found)


def by_the_key_when_the_old_database_is_put_in_place_by_hand(past: Past) -> str:
    past.desk.database.close()
    parts: dict[str, bytes] = {}
    read_copy(past.copy.file, past.key, lambda name, chunks: parts.update({name: b"".join(chunks)}))
    file = past.desk.settings.folder / DATABASE
    for each in file.parent.glob(f"{DATABASE}*"):
        each.unlink()
    file.write_bytes(parts[DATABASE])
    again = open_office(past.desk.settings)
    said = again.database.closed
    again.database.close()
    return said


def by_the_root_when_the_whole_old_folder_is_put_back_key_memory_and_all(past: Past) -> str:
    again = here.office(past.old)
    assert again.database.closed == ""  # nothing in the folder can tell: it is as it was
    said = said_by(lambda: require_root(again, past.signed.size, past.signed.root_text))
    again.database.close()
    return said


def by_the_party_that_has_a_receipt_of_a_lost_act(past: Past) -> str:
    again = here.office(past.old)
    said = said_by(lambda: require_receipt(again, past.receipt))
    again.database.close()
    return said


WAYS = (
    by_what_the_key_signed_beside_the_record, by_what_the_key_signed_in_a_folder_of_its_own,
    by_the_root_in_the_gazette, by_whoever_opens_it_afterwards_and_draws_up_a_case, by_the_worker_at_its_round,
    by_whoever_asks_for_a_signature, by_the_verification,
    by_the_key_when_the_old_database_is_put_in_place_by_hand,
    by_the_root_when_the_whole_old_folder_is_put_back_key_memory_and_all,
    by_the_party_that_has_a_receipt_of_a_lost_act,
)  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_record_of_days_ago_is_noticed(past, way):
    said = way(past)
    assert MISSING in said or "o fim foi cortado" in said


def test_there_are_ten_ways():
    assert len({*WAYS}) == 10


def test_the_record_as_it_is_is_noticed_by_none_of_them(past):
    """Negative control: a copy of today, restored the same way, is open."""
    copy = back_up(past.desk, past.at / "nova.copia", past.key, NOW)
    done = restore(copy.file, past.key, past.at / "novo", past.desk.settings, NOW)
    assert (done.closed, done.lost, (done.folder / ANCHOR).exists()) == ("", 0, False)
    again = open_office(
        replace(restored_settings(past.at / "novo", TOWN, past.elsewhere), keys=past.desk.settings.data)
    )
    require_root(again, past.signed.size, past.signed.root_text)
    assert require_receipt(again, past.receipt).index + 1 == past.signed.size
    assert Rounds(again.database).acts_recorded() == past.signed.size
    again.database.close()
