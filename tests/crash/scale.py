"""How much of each harness runs: a sample in every run of the tests, the whole of it where all is asked for."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest


class Scale(NamedTuple):
    """How many times, in the plain run and in the whole one."""

    sample: int
    heavy: int


IMAGES = Scale(200, 20_000)
"""Power cuts, in each of SQLite's modes that the product uses."""
KILLS = Scale(12, 1_000)
TIMES_A_POINT = Scale(1, 25)
"""The sample takes every other point."""
CRASHES = Scale(2, 50)
"""Ends of the whole PostgreSQL server."""
LINES = Scale(24, 500)
"""Connections to PostgreSQL on which the network fails."""
FILLINGS = Scale(10, 100)
"""Points at which the disk has no room left."""


def sized(scale: Scale) -> pytest.MarkDecorator:
    """Give a test ``many``: once as a sample, once whole."""
    whole = pytest.param(scale.heavy, id="whole", marks=pytest.mark.heavy)
    return pytest.mark.parametrize("many", [pytest.param(scale.sample, id="sample"), whole])


def say(figures: str) -> None:
    """What a run came to, for who asks to be shown it (``-rP``)."""
    sys.stdout.write(f"{figures}\n")
