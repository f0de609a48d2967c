"""Files that people bring to an act: whole, of a bearable size, stored by their digest before the act names them."""

from __future__ import annotations

import mimetypes
import stat
from pathlib import Path

from storage.files import Files, StoredFile
from workflow.errors import InvalidData

LARGEST = 200 * 1024 * 1024
"""Bytes in one attachment."""


def require_file(path: Path) -> None:
    """The file can be joined to an act. Raises ``InvalidData`` for what is no attachment, ``OSError`` if not there."""
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):
        kind = "é uma pasta; junte os arquivos um a um" if stat.S_ISDIR(about.st_mode) else "não é um arquivo comum"
        raise InvalidData(f"{path.name}: {kind}")
    if not about.st_size:
        raise InvalidData(f"{path.name}: o arquivo está vazio")
    if about.st_size > LARGEST:
        raise InvalidData(f"{path.name}: tem {about.st_size >> 20} MB; uma peça tem até {LARGEST >> 20} MB")


def attach(files: Files, path: Path) -> StoredFile:
    """Store a file of the disk. Raises ``InvalidData`` for what is no attachment, ``OSError`` for what is not there."""
    require_file(path)
    with path.open("rb") as source:
        return files.put(source, mimetypes.guess_type(path.name)[0] or "application/octet-stream")
