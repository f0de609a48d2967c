"""Files that people bring to an act: whole, of a bearable size, stored by their digest before the act names them."""

from __future__ import annotations

import mimetypes
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from storage.files import Files, StoredFile
from workflow.errors import InvalidData
from workflow.event import Event

LARGEST = 200 * 1024 * 1024
"""Bytes in one attachment."""

RESTRICT = "restrict_file"
"""The shared step that restricts a file; what it names is left out of every bundle."""
SHOWN = 16
"""Signs of a digest that screens show, and that are enough to name a file by."""
_LEAST = 8


@dataclass(frozen=True, kw_only=True)
class Joined:
    """A file that an act joined to a case; ``size`` in bytes, None once it is off the disk."""

    digest: str
    act: int
    size: int | None
    restricted: bool


def joined(files: Files, history: Iterable[Event]) -> list[Joined]:
    """The files of a case, each once, by the act that first joined it."""
    events = list(history)
    restricted = {str(each.data.get("file")) for each in events if each.step == RESTRICT}
    first: dict[str, int] = {}
    for event in events:
        named = event.data.get("attachments")
        for digest in named if isinstance(named, list | tuple) else ():
            first.setdefault(str(digest), event.version)
    return [
        Joined(digest=digest, act=act, size=_size(files, digest), restricted=digest in restricted)
        for digest, act in first.items()
    ]


def _size(files: Files, digest: str) -> int | None:
    try:
        return files.path(digest).stat().st_size
    except OSError:
        return None


def named(case: str, found: Iterable[Joined], said: str) -> Joined:
    """The file of a case that a digest, or its beginning, names. Raises ``InvalidData`` for none, or for several."""
    known = list(found)
    wanted = said.strip().rstrip("…").lower()
    fits = [each for each in known if len(wanted) >= _LEAST and each.digest.startswith(wanted)]
    if len(fits) == 1:
        return fits[0]
    has = ", ".join(each.digest[:SHOWN] for each in known) or "nenhum"
    why = f"O processo {case} não tem um só anexo cujo resumo comece por {said!r}"
    raise InvalidData(f"{why}; os que tem: {has}. Bastam os primeiros {SHOWN} sinais, como devido case show os mostra.")


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
