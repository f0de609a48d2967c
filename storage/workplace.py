"""A folder for work half done: what stands under its final name was finished, whatever was killed meanwhile."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from storage.faults import file_faults


def prefix(kind: str) -> str:
    """How the names of such folders begin."""
    return f".{kind}-"


@contextmanager
def workplace(parent: Path, kind: str) -> Iterator[Path]:
    """An empty folder of its owner's alone inside ``parent``, gone at the end; with it what killed processes left.

    Who works in one holds its lock, which the system lets go when the process dies; so ``parent`` is never such a place
    itself, only a folder in one. Raises a ``StorageFault``.
    """
    with file_faults(parent):
        parent.mkdir(parents=True, exist_ok=True)
        with alone_in(parent):
            for left in parent.glob(f"{prefix(kind)}*"):
                _remove_if_left(left)
            place = Path(tempfile.mkdtemp(prefix=prefix(kind), dir=parent))
            descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """What was renamed into or out of a folder is on disk when this returns."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until nobody else holds the folder, and hold it; the system lets it go when the process dies."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _remove_if_left(place: Path) -> None:
    """Remove a workplace unless somebody is at work in it."""
    with suppress(OSError):
        descriptor = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(place, ignore_errors=True)
        finally:
            os.close(descriptor)
