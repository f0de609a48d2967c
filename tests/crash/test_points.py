"""Killed at each named point of what it does, a command asked again finishes, and the end is as if nothing had been."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.app.test_digest import post
from tests.crash import points
from tests.crash.child import FORKS
from tests.crash.commands import AGAIN, COMMANDS, NIGHT, PORT, state
from tests.crash.points import FAULTS, POINTS, Point
from tests.crash.scale import TIMES_A_POINT
from workflow.errors import DevidoError


class Scene(NamedTuple):
    """A command's record before it, what it comes to when nobody cuts it short, how often it comes to each point."""

    before: Path
    expected: dict[str, Any]
    seen: dict[Point, int]
    kept: list[str]


@pytest.fixture(scope="module")
def scene_of(tmp_path_factory) -> Iterator[Callable[[str], Scene]]:
    """The scene of a command, made once."""
    with post() as (server, _):

        @cache
        def made(name: str) -> Scene:
            place = tmp_path_factory.mktemp("scene")
            before, whole = place / "before", place / "whole"
            COMMANDS[name].ready(before)
            (before / PORT).write_text(str(server.server_address[1]))
            shutil.copytree(before, whole)
            seen, code = done(name, whole, None)
            assert code == 0
            return Scene(before, state(whole), seen, server.kept)

        yield made


def done(name: str, folder: Path, stop: tuple[Point, int] | None, fault: str = "") -> tuple[dict[Point, int], int]:
    """A command in a process of its own: how often it came to each point, if it lived, and how it ended."""
    mine, theirs = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=points.run, args=(name, folder, NIGHT, stop, theirs, fault))
    process.start()
    theirs.close()
    process.join()
    return mine.recv() if process.exitcode == 0 else {}, process.exitcode


def test_every_point_is_named_once_and_its_command_comes_to_it(scene_of):
    assert len(set(POINTS)) == len(POINTS) >= 40
    assert [str(point) for point in POINTS if not scene_of(point.command).seen.get(point)] == []


@pytest.mark.parametrize(
    ("point", "many"),
    [
        *(pytest.param(each, TIMES_A_POINT.sample, id=f"{each}-sample") for each in POINTS[::2]),
        *(pytest.param(each, TIMES_A_POINT.heavy, id=f"{each}-whole", marks=pytest.mark.heavy) for each in POINTS),
    ],
)
def test_killed_there_and_asked_again_it_ends_as_if_nothing_had_been(scene_of, point, many, tmp_path):
    scene = scene_of(point.command)
    for turn in range(many):
        folder = tmp_path / str(turn)
        shutil.copytree(scene.before, folder)
        scene.kept.clear()
        _, code = done(point.command, folder, (point, 1 + turn % scene.seen[point]))
        assert code == -signal.SIGKILL
        COMMANDS[point.command].run(folder, NIGHT + AGAIN)
        assert state(folder) == scene.expected
        if point.command == "mail":
            assert len({_message_id(each) for each in scene.kept}) == 1
        shutil.rmtree(folder)


def _message_id(message: str) -> str:
    return next(line for line in message.splitlines() if line.startswith("Message-ID"))


@pytest.mark.parametrize(
    ("fault", "point"),
    [
        ("marked before it is there", Point("print", "before", "pathlib.Path.rename")),
        ("deaf to keys", Point("file", "after", "COMMIT")),
    ],
)
def test_a_seeded_fault_is_seen(scene_of, fault, point, tmp_path, monkeypatch):
    """The harness's own proof."""
    scene = scene_of(point.command)
    shutil.copytree(scene.before, tmp_path / "0")
    _, code = done(point.command, tmp_path / "0", (point, 1), fault)
    assert code == -signal.SIGKILL
    FAULTS[fault](monkeypatch.setattr)
    with suppress(DevidoError):
        COMMANDS[point.command].run(tmp_path / "0", NIGHT + AGAIN)
    assert state(tmp_path / "0") != scene.expected
