"""Attachments and rendered papers on disk, each once, under its own digest, safe before the database speaks of it."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple

from storage.faults import MissingFile, file_faults
from storage.workplace import sync_folder

_CHUNK = 1 << 20
_HALF = "incoming-"
KEPT = 86_400
"""Seconds for which a file stays that no act names yet."""


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
        left = [each for each, at in self._seen(f"{_HALF}*") if now - at > KEPT]
        with file_faults(self.root):
            for each in left:
                each.unlink(missing_ok=True)
        return len(left)

    def stored(self) -> Iterator[tuple[str, float]]:
        """The digest of every file there is, and when it was last stored (in seconds)."""
        for path, at in self._seen("??/??/*"):
            yield path.name, at

    def _seen(self, pattern: str) -> Iterator[tuple[Path, float]]:
        """Each file there is and when it was written; one that goes meanwhile, to its place or for good, is passed."""
        for path in self.root.glob(pattern):
            try:
                at = path.stat().st_mtime
            except FileNotFoundError:
                continue
            yield path, at

    def remove_older(self, digest: str, now: float) -> bool:
        """Remove a file if it was last stored over a day before ``now``; False if it stays.

        Only for a file that no act names, under the database's lock: ``storage.orphans``.
        """
        place = self.path(digest)
        with file_faults(self.root), self._settling(fcntl.LOCK_EX):
            if not place.exists() or now - place.stat().st_mtime <= KEPT:
                return False
            place.unlink()
        return True

    def remove(self, digest: str) -> None:
        """Remove a file for good. Only for one that nobody may keep, under the database's lock: ``storage.erasure``."""
        with file_faults(self.root), self._settling(fcntl.LOCK_EX):
            self.path(digest).unlink(missing_ok=True)

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
        with self._settling(fcntl.LOCK_SH):
            if place.exists():
                os.utime(place)  # stored again: its day begins anew
                return
            temporary.chmod(0o440)
            place.parent.mkdir(parents=True, exist_ok=True)
            temporary.rename(place)
        for folder in (place.parent, place.parent.parent, self.root):
            sync_folder(folder)

    @contextmanager
    def _settling(self, lock: int) -> Iterator[None]:
        """Files are stored beside one another, and removed while none is being stored."""
        descriptor = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(descriptor, lock)
            yield
        finally:
            os.close(descriptor)
