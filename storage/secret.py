"""The town's secret, beside its database: what a digest of a tax number needs, so that nobody can try them all.

Eleven digits are guessed in minutes where only a hash stands before them. The secret is made with the record and
never changes: another one would find none of the earlier cases of a respondent.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from pathlib import Path

from storage.faults import SecretLost, file_faults

BYTES = 32
_WRITTEN = re.compile(rb"[0-9a-f]{64}\n")


def town_secret(path: Path, *, begin: bool) -> bytes:
    """The secret kept in ``path``, readable by its owner alone; made, where there is none and ``begin`` allows it.

    Raises ``SecretLost`` where it is gone or is not one, and a ``StorageFault`` where the disk refuses.
    """
    with file_faults(path.parent):
        if begin and not path.exists():
            make_once(path, f"{secrets.token_hex(BYTES)}\n".encode())
    try:
        written, wrong = path.read_bytes(), "está danificado"
    except FileNotFoundError:
        written, wrong = b"", "não está lá"
    except OSError as error:
        written, wrong = b"", f"não se deixa ler ({error.strerror})"
    if not _WRITTEN.fullmatch(written):
        raise SecretLost(
            f"O arquivo {path}, com o segredo deste registro, {wrong}. Restaure-o da cópia: sem ele não se acham os "
            "outros processos de um autuado, e a reincidência se perde."
        )
    return bytes.fromhex(written.decode())


def make_once(path: Path, content: bytes) -> None:
    """A file only its owner reads: whole or not at all, and never over one that another process made meanwhile."""
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}-", dir=path.parent)
    making = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(making, path)
        except FileExistsError:
            return
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    finally:
        making.unlink(missing_ok=True)
