"""Attachments and rendered papers on disk, each once, under its own digest, safe before the database speaks of it."""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple

from storage.faults import MissingFile, file_faults

_CHUNK = 1 << 20
_HALF, _DAY = "incoming-", 86_400


class StoredFile(NamedTuple):
    """A file on disk: digest in hexadecimal, media type, size in bytes."""

    sha256: str
    media_type: str
    size: int


class Files:
    """The folder of files, two levels deep: ``ab/cd/abcd…``. Bytes are written once and never changed."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def put(self, source: BinaryIO, media_type: str) -> StoredFile:
        """Store all that ``source`` gives. It is on disk, folder included, when this returns.

        Raises ``DiskFull``, ``ReadOnly`` or ``StorageFault``; nothing is left behind then.
        """
        with file_faults(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(prefix=_HALF, dir=self.root)
            temporary = Path(name)
            try:
                with os.fdopen(descriptor, "wb") as file:
                    seal, size = sha256(), 0
                    while chunk := source.read(_CHUNK):
                        seal.update(chunk)
                        size += file.write(chunk)
                    file.flush()
                    os.fsync(file.fileno())
                self._settle(temporary, seal.hexdigest())
            finally:
                temporary.unlink(missing_ok=True)
        return StoredFile(seal.hexdigest(), media_type, size)

    def tidy(self, now: float) -> int:
        """Remove what a process that was killed left half-written over a day before ``now`` (in seconds)."""
        left = [each for each in self.root.glob(f"{_HALF}*") if now - each.stat().st_mtime > _DAY]
        with file_faults(self.root):
            for each in left:
                each.unlink(missing_ok=True)
        return len(left)

    def path(self, digest: str) -> Path:
        """Where the file of this digest is, or would be."""
        return self.root / digest[:2] / digest[2:4] / digest

    def read(self, digest: str) -> bytes:
        """The bytes of a stored file. Raises ``MissingFile``."""
        try:
            return self.path(digest).read_bytes()
        except FileNotFoundError:
            raise MissingFile(digest) from None

    def holds(self, digest: str) -> bool:
        """Whether the file is there and its bytes still have this digest."""
        try:
            with self.path(digest).open("rb") as file:
                seal = sha256()
                while chunk := file.read(_CHUNK):
                    seal.update(chunk)
        except OSError:
            return False
        return seal.hexdigest() == digest

    def _settle(self, temporary: Path, digest: str) -> None:
        place = self.path(digest)
        if place.exists():
            return
        temporary.chmod(0o440)
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary.rename(place)
        for folder in (place.parent, place.parent.parent, self.root):
            _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
