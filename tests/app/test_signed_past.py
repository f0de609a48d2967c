"""An owner of the file who forges a whole consistent record: which layer tells, and what only a receipt can.

He makes another past with the very program (other acts, chained, folded and numbered as they should be) and puts its
database in the place of the town's. Nothing in a case can tell; what was signed, published or handed out does.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from app.office import DATABASE, Office
from app.proof import NotOurRoot, receipt_of, require_receipt, require_root
from app.verification import verify_office
from storage.canonical import leaf_of
from storage.check_proof import LAYER
from storage.faults import PastChanged, ReadOnly
from storage.merkle import BadProof
from storage.notes import Proof, read_proof
from storage.person_keys import MASTER
from storage.triggers import TRIGGERS
from tests.app import desk as here

TOWN = "mg_santos_dumont"
ITEMS = ["36-II", "36-XV", "36-II", "36-XIX", "36-II", "36-XV", "36-II"]
SIGNED, PUBLISHED, LAST = (2, 4, 6), 4, 7
EDITION = "000001/2027"


def act(desk: Office, position: int, item: str = "") -> None:
    here.draw_up(desk, f"2027-03-{position:02}", item=item or ITEMS[position - 1])


class Truth(NamedTuple):
    """The town's folder after each act, the root its gazette printed, and a receipt of each act as it was recorded."""

    after: dict[int, Path]
    root: tuple[int, str]
    receipts: dict[int, str]


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    folder, after, receipts, root = tmp_path_factory.mktemp("truth"), {}, {}, (0, "")
    for position in range(LAST + 1):
        desk = here.office(folder / "town")
        if position:
            act(desk, position)
        else:
            desk.checkpoints.key.make()
        if position in SIGNED:
            desk.checkpoints.sign(here.noon(f"2027-03-{position:02}"))
        if position == PUBLISHED:
            bears = desk.checkpoints.publish(EDITION, here.noon("2027-03-04").date(), 4, here.noon("2027-03-04"))
            root = bears.size, bears.root_text
        desk.database.close()
        after[position] = folder / f"{position}"
        shutil.copytree(folder / "town", after[position])
        if position:
            # The receipt is made on a copy: it signs a checkpoint, which the town's own story here does not.
            shutil.copytree(after[position], folder / f"receipt-{position}")
            desk = here.office(folder / f"receipt-{position}")
            receipts[position] = str(receipt_of(desk, f"{position:06}/2027", 1, here.noon(f"2027-03-{position:02}")))
            desk.database.close()
    return Truth(after, root, receipts)


def edited(desk: Office, at: int) -> None:
    act(desk, at, "36-XXI")
    rest(desk, at + 1)


def removed(desk: Office, at: int) -> None:
    rest(desk, at + 1)


def inserted(desk: Office, at: int) -> None:
    act(desk, at, "36-XXI")
    rest(desk, at)


def swapped(desk: Office, at: int) -> None:
    act(desk, at + 1)
    act(desk, at)
    rest(desk, at + 2)


def cut(desk: Office, at: int) -> None:
    """Nothing more: the tail is gone."""


def rest(desk: Office, start: int) -> None:
    for position in range(start, LAST + 1):
        act(desk, position)


def leaves_checkpoints(forged: Path, true: Path) -> None:
    """Puts back what had been signed, as it was: he has no key."""
    with sqlite3.connect(forged) as connection:
        for name in TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("ATTACH ? AS true", (str(true),))
        for table in ("publication", "checkpoint"):
            connection.execute(f"DELETE FROM {table}")
        for table in ("checkpoint", "publication"):
            connection.execute(f"INSERT INTO {table} SELECT * FROM true.{table}")
        for text in TRIGGERS.values():
            connection.execute(text)
    connection.close()


def forget_checkpoints(forged: Path, true: Path) -> None:
    with sqlite3.connect(forged) as connection:
        for name in TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        for table in ("publication", "checkpoint"):
            connection.execute(f"DELETE FROM {table}")
        for text in TRIGGERS.values():
            connection.execute(text)
    connection.close()


def keep_as_forged(forged: Path, true: Path) -> None:
    """Signed anew, with whatever key the forger had."""


def forged(truth: Truth, tmp_path: Path, how, at: int, *, key: str, checkpoints) -> Office:
    """The town's folder with another past from ``at`` on. ``key``: the forger's "own", or the town's, "stolen"."""
    making, town = tmp_path / "making", tmp_path / "town"
    shutil.copytree(truth.after[at - 1], making)
    if key == "own":
        for name in ("assinatura", "assinatura.ultimo"):
            (making / TOWN / name).unlink(missing_ok=True)
        forget_checkpoints(making / TOWN / DATABASE, making)
    desk = here.office(making)
    how(desk, at)
    desk.checkpoints.sign(here.noon("2027-03-08"))
    desk.database.close()
    shutil.copytree(truth.after[LAST], town)
    checkpoints(making / TOWN / DATABASE, truth.after[LAST] / TOWN / DATABASE)
    for folder in (making, town):
        assert not list((folder / TOWN).glob("*-wal")), "a database still open cannot be copied"
    shutil.copy(making / TOWN / DATABASE, town / TOWN / DATABASE)
    if (making / TOWN / MASTER).exists():
        shutil.copy(making / TOWN / MASTER, town / TOWN / MASTER)
    if key == "stolen":
        shutil.copy(making / TOWN / "assinatura.ultimo", town / TOWN / "assinatura.ultimo")
    return here.office(town)


HOWS = [edited, removed, inserted, swapped, cut]
EVERY = [(how, at) for how in HOWS for at in range(1, SIGNED[-1] + 1) if not (how is swapped and at == LAST)]


def test_the_true_record_is_found_sound(truth, tmp_path):
    shutil.copytree(truth.after[LAST], tmp_path / "town")
    desk = here.office(tmp_path / "town")
    assert verify_office(desk).findings == []
    require_root(desk, *truth.root)
    for receipt in truth.receipts.values():
        require_receipt(desk, receipt)


@pytest.mark.parametrize(("how", "at"), EVERY)
@pytest.mark.parametrize("checkpoints", [leaves_checkpoints, forget_checkpoints, keep_as_forged])
def test_another_past_of_what_was_signed_is_told_by_the_checkpoints(truth, tmp_path, how, at, checkpoints):
    desk = forged(truth, tmp_path, how, at, key="own", checkpoints=checkpoints)
    found = verify_office(desk).findings
    assert found
    assert {each.layer for each in found} == {LAYER}, "every other layer was mended"
    if checkpoints is leaves_checkpoints:
        first = next(size for size in SIGNED if size >= at)
        assert found[0].position == first, "the first signed size that no longer holds"
    with pytest.raises((PastChanged, ReadOnly)):
        desk.checkpoints.sign(here.noon("2027-03-09"))


@pytest.mark.parametrize(("how", "at"), EVERY)
def test_with_the_towns_stolen_key_only_the_gazette_tells_or_a_receipt(truth, tmp_path, how, at):
    desk = forged(truth, tmp_path, how, at, key="stolen", checkpoints=keep_as_forged)
    if at <= PUBLISHED:
        with pytest.raises((NotOurRoot, PastChanged)):
            require_root(desk, *truth.root)
    else:
        require_root(desk, *truth.root)
    with pytest.raises((NotOurRoot, PastChanged)):
        require_receipt(desk, truth.receipts[at])


@pytest.mark.parametrize("how", [edited, cut])
def test_what_came_after_the_last_checkpoint_is_told_by_a_receipt_alone(truth, tmp_path, how):
    desk = forged(truth, tmp_path, how, LAST, key="stolen", checkpoints=leaves_checkpoints)
    shutil.copy(truth.after[LAST] / TOWN / "assinatura.ultimo", tmp_path / "town" / TOWN / "assinatura.ultimo")
    assert verify_office(desk).findings == []
    require_root(desk, *truth.root)
    with pytest.raises(NotOurRoot, match="o fim foi cortado|outro ato que não o do recibo"):
        require_receipt(desk, truth.receipts[LAST])


def test_a_receipt_tells_what_changed_before_its_act(truth, tmp_path):
    shutil.copytree(truth.after[LAST], tmp_path / "town")
    desk = here.office(tmp_path / "town")
    for name in TRIGGERS:
        desk.database.connection.execute(f"DROP TRIGGER {name}")
    desk.database.connection.execute("UPDATE event SET leaf = zeroblob(32) WHERE seq = 1")
    with pytest.raises(NotOurRoot, match="Os 3 primeiros atos do registro não dão a raiz"):
        require_receipt(desk, truth.receipts[3])


def test_a_receipt_that_puts_an_act_where_it_says_it_is_not_proves_nothing(truth, tmp_path):
    shutil.copytree(truth.after[LAST], tmp_path / "town")
    desk = here.office(tmp_path / "town")
    (raw,) = desk.database.connection.execute("SELECT record FROM event WHERE seq = 2").fetchone()
    signed = desk.checkpoints.key.sign(1, leaf_of(raw))
    extra = json.dumps({"event": raw.decode()}, ensure_ascii=False).encode()
    with pytest.raises(BadProof, match="prova a posição 1, e o ato diz a 2"):
        require_receipt(desk, str(Proof(index=0, path=(), checkpoint=signed, extra=extra)))


@pytest.mark.parametrize("extra", [b"", b"{}", b"[]", b'{"event": "{}"}', b'{"event": 1}', b"\xff"])
def test_a_receipt_without_the_act_it_proves_is_none(truth, tmp_path, extra):
    shutil.copytree(truth.after[LAST], tmp_path / "town")
    desk = here.office(tmp_path / "town")
    with pytest.raises(BadProof, match="o recibo não traz o ato que prova"):
        require_receipt(desk, str(replace(read_proof(truth.receipts[1]), extra=extra)))


def test_a_database_of_days_ago_is_only_read_and_says_what_is_missing(truth, tmp_path):
    shutil.copytree(truth.after[LAST], tmp_path / "town")
    shutil.copy(truth.after[3] / TOWN / DATABASE, tmp_path / "town" / TOWN / DATABASE)
    desk = here.office(tmp_path / "town")
    with pytest.raises(
        ReadOnly, match="até a posição 3, e o último ponto de controle assinado, até a 6: faltam 3 atos"
    ):
        act(desk, 4)
    assert [each.layer for each in verify_office(desk).findings] == [LAYER, LAYER]
