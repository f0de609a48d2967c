"""What today's program decides or says otherwise than when the histories were recorded: each with where it is told.

A difference is meant or it is a defect. One that is meant stands here, and in CHANGELOG.md for whoever runs cases.
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple


class Declared(NamedTuple):
    """Histories (``law:name``, with ``*``) that differ, how each difference begins, and CHANGELOG.md's words for it."""

    histories: str
    difference: str
    changelog: str


DECLARED: tuple[Declared, ...] = ()


def is_declared(history: str, difference: str, declared: tuple[Declared, ...] = DECLARED) -> bool:
    """Whether a history's difference is one that is meant."""
    return any(fnmatch(history, each.histories) and difference.startswith(each.difference) for each in declared)
