"""Processes killed at any moment, a thousand times: what was acknowledged is there, once, and nothing is half done."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from app import delivery
from storage.files import KEPT
from storage.orphans import remove_orphans
from tests.app import desk as here
from tests.crash import town
from tests.crash.child import at_work, keep, write, write_hastily
from tests.crash.scale import KILLS, say, sized
from tests.crash.town import Ack

A_RECORD = 20
"""Kills on one record, before another is begun."""
MOST_ACTS, A_LITTLE = 10, 0.03
"""Acts for which a process lives, at most, and the seconds within which it is then killed: a paper takes a third."""


@sized(KILLS)
def test_killed_at_any_moment_nothing_is_lost_doubled_or_half_done(tmp_path, many):
    chance, acknowledged = random.Random(many), 0
    for record in range(-(-many // A_RECORD)):
        folder, acks = tmp_path / str(record), list[Ack]()
        for kill in range(min(A_RECORD, many - record * A_RECORD)):
            with at_work((write, folder, f"w{kill}"), (keep, folder, f"k{kill}")) as children:
                chance.shuffle(children)
                for each in children:
                    each.wait_for(chance.randrange(MOST_ACTS))
                    time.sleep(chance.uniform(0, A_LITTLE))
                    acks += each.kill()
            assert found_in(folder, acks) == []
        assert finished(folder, acks) == []
        acknowledged += len(acks)
    say(f"{many} kills, {acknowledged} acts acknowledged")
    assert acknowledged > many


def found_in(folder: Path, acks: list[Ack]) -> list[str]:
    desk = town.opened(folder)
    found = town.wrong(desk, acks)
    desk.database.close()
    return found


def finished(folder: Path, acks: list[Ack]) -> list[str]:
    """What is wrong once the work left behind is done: every paper in its file, and no file that no act names."""
    desk, later = town.opened(folder), here.noon("2027-12-01")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delivery, "render", town.in_short)
        delivery.deliver(desk, later)
    desk.checkpoints.sign(later)
    ((waiting,), (named,)) = (
        desk.database.connection.execute(f"SELECT count(*) FROM {what}").fetchone()
        for what in ("outbox WHERE status <> 'done'", "file")
    )
    remove_orphans(desk.database, desk.files, time.time() + 2 * KEPT)
    on_disk = sum(path.is_file() for path in desk.files.root.rglob("*"))
    found = town.wrong(desk, acks)
    desk.database.close()
    return found + [f"{waiting} tasks not done; {named} files named, {on_disk} there"] * (
        waiting > 0 or named != on_disk
    )


def test_an_answer_given_before_the_act_is_safe_is_seen(tmp_path):
    """The harness's own proof: with that fault, some kill loses an act that was acknowledged."""
    chance, acks = random.Random(1), list[Ack]()
    for kill in range(60):
        with at_work((write_hastily, tmp_path, f"w{kill}")) as (child,):
            child.wait_for(chance.randrange(1, MOST_ACTS))
            acks += child.kill()
        if any(each.startswith("lost") for each in found_in(tmp_path, acks)):
            return
    pytest.fail(f"{len(acks)} acts acknowledged too early, and none was seen to be lost")
