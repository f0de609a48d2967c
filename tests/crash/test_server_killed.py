"""A PostgreSQL server that goes down with all its processes while three write, and comes back by its own log."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.crash import town
from tests.crash.child import Child, at_work, insist, insist_carelessly
from tests.crash.scale import CRASHES, say, sized
from tests.crash.town import Ack
from tests.databases import TOLD, Cluster
from tests.server import Server

WRITERS = 3
UP = 0.6
"""Seconds for which the server works between two crashes, at most, from the moment that every writer was answered."""


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[Server, list[str]]]:
    """A server that waits for the disk, and the addresses of records on it, one for each test."""
    own = Server(safe=True)
    cluster = Cluster(own)
    records = [cluster.address(cluster.copy()) for _ in range(3)]
    cluster.driver.close()
    yield own, records
    own.end()


@pytest.fixture
def server(served, tmp_path) -> Server:
    """The server; the folder tells the address of a record where nothing is yet."""
    own, records = served
    (tmp_path / TOLD).write_text(records.pop())
    return own


def crashed(server: Server, folder: Path, many: int, write: Callable[..., None]) -> list[Ack]:
    """What writers were answered while the server went down so many times."""
    chance = random.Random(many)
    with at_work(*((write, folder, f"w{number}") for number in range(WRITERS))) as children:
        for _ in range(many):
            heard(children, chance.uniform(0, UP))
            chance.choice((server.kill, server.kill, server.stop))()
            server.start()
        heard(children, 0)
        return [ack for each in children for ack in each.kill()]


def heard(children: list[Child], seconds: float) -> None:
    """Listen until every writer has been answered once more, and for some time after."""
    for each in children:
        each.hear()
        each.wait_for(len(each.acks) + 1)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for each in children:
            each.hear()
        time.sleep(0.005)


def found_in(folder: Path, acks: list[Ack]) -> list[str]:
    desk = town.opened(folder)
    found = town.wrong(desk, acks)
    desk.database.close()
    return found


@sized(CRASHES)
def test_a_server_that_goes_down_loses_no_act_it_had_acknowledged_and_none_is_done_twice(server, tmp_path, many):
    acks = crashed(server, tmp_path, many, insist)
    say(f"{many} crashes, {len(acks)} answers, {len(set(acks))} acts")
    assert len({ack.key for ack in acks}) == len(set(acks)) > many
    assert found_in(tmp_path, acks) == []


def test_acts_that_the_server_was_not_asked_to_make_last_are_seen_to_be_lost(server, tmp_path):
    """The harness's own proof."""
    acks = crashed(server, tmp_path, 3, insist_carelessly)
    assert any(each.startswith("lost") for each in found_in(tmp_path, acks))
