"""A copy's file: a manifest, then the parts it lists, end to end, inside the seal (``storage.sealed``)."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from storage.faults import StorageFault
from storage.file_seal import FileKey, Lock, write_sealed
from storage.sealed import BadCopy, CopyKey, SealedReader, SealedWriter, Sink

FORMAT = 1
_CHUNK, _LENGTH = 1 << 20, 8
_PART = re.compile(r"[a-z0-9_-]+(\.[a-z]+)?|arquivos/[0-9a-f]{64}")
_FOLDER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")

Take = Callable[[str, Iterable[bytes]], None]
"""Told a part's name and its bytes, in portions, all of which it reads."""


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file in the copy: its name in the town's folder, its size in bytes there, its SHA-256 in hexadecimal.

    A file of cases is sealed under a key of its own, which ``locks`` keep; its digest is that of its plain bytes.
    """

    name: str
    size: int
    sha256: str
    locks: tuple[Lock, ...] = ()


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a copy is of: the town, the moment, the log then (``origin``, ``size``, ``root``), the parts.

    ``folder`` is the town's, by which it is opened again; ``missing`` what the record names and the disk had lost;
    ``apart`` says that the keys of personal data are in a file beside it (``storage.key_copy``).
    """

    format: int
    made_at: str
    town: str
    folder: str
    origin: str
    size: int
    root: str
    recorded_at: str
    schema: str
    keys: bool
    parts: tuple[Part, ...]
    missing: tuple[str, ...] = ()
    apart: bool = False


def root_text(root: bytes) -> str:
    """A root as people copy it."""
    return b64encode(root).decode()


def part_of(path: Path, name: str) -> Part:
    """What the manifest says of a file: its bytes are read for it."""
    seal, size = sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            seal.update(chunk)
            size += len(chunk)
    return Part(name=name, size=size, sha256=seal.hexdigest())


def write_copy(
    file: Path,
    key: CopyKey,
    manifest: Manifest,
    place: Callable[[str], Path],
    file_keys: Mapping[str, FileKey] | None = None,
) -> None:
    """Write a copy; ``place`` says where each part is, ``file_keys`` what seals those that have locks.

    Raises ``OSError``, ``WrongKey``, ``StorageFault``.
    """
    head = msgspec.json.encode(manifest)
    with file.open("xb") as raw:
        sealed = SealedWriter(raw, key)
        sealed.write(len(head).to_bytes(_LENGTH, "big") + head)
        for part in manifest.parts:
            counted = _Counting(sealed)
            if part.locks:
                write_sealed(place(part.name), counted, (file_keys or {})[part.name])
            else:
                with place(part.name).open("rb") as source:
                    while chunk := source.read(_CHUNK):
                        counted.write(chunk)
            if counted.size != part.size:
                raise StorageFault(f"O arquivo {part.name} mudou enquanto era copiado; repita o comando.")
        sealed.close()


def read_copy(file: Path, key: CopyKey, take: Take) -> Manifest:
    """Read a copy whole, giving ``take`` each part. Raises ``BadCopy``, ``WrongKey``, ``OSError``.

    Nothing given is to be trusted as all there is before this returns.
    """
    with file.open("rb") as raw:
        sealed = SealedReader(raw, key)
        head = sealed.read(int.from_bytes(sealed.read(_LENGTH), "big"))
        try:
            manifest = msgspec.json.decode(head, type=Manifest)
        except msgspec.MsgspecError as error:
            raise BadCopy(f"A cópia {file.name} não começa por uma lista do formato {FORMAT} ({error}).") from error
        _require_known(manifest, file.name)
        for part in manifest.parts:
            seal = sha256()
            take(part.name, _portions(sealed, part.size, seal.update))
            if not part.locks and seal.hexdigest() != part.sha256:
                raise BadCopy(f"Na cópia {file.name}, {part.name} não tem o resumo que a lista diz.")
        if sealed.read(1):
            raise BadCopy(f"A cópia {file.name} traz mais do que a sua lista.")
        return manifest


class _Counting:
    """Passes bytes on and counts them."""

    def __init__(self, to: Sink) -> None:
        self.size = 0
        self._to = to

    def write(self, data: bytes) -> int:
        self.size += len(data)
        return self._to.write(data)


def nothing(name: str, chunks: Iterable[bytes]) -> None:
    """Takes a part and keeps nothing of it: reading is the check."""
    for _ in chunks:
        pass


def _require_known(manifest: Manifest, name: str) -> None:
    if manifest.format != FORMAT:
        raise BadCopy(f"A cópia {name} é do formato {manifest.format}, e este programa lê o {FORMAT}. Atualize-o.")
    wrong = [part.name for part in manifest.parts if not _PART.fullmatch(part.name)]
    if not _FOLDER.fullmatch(manifest.folder):
        wrong.append(manifest.folder)
    if wrong:
        raise BadCopy(f"A cópia {name} traz um nome que não é de arquivo do registro: {wrong[0]!r}.")


def _portions(sealed: SealedReader, size: int, told: Callable[[bytes], None]) -> Iterable[bytes]:
    while size and (chunk := sealed.read(min(size, _CHUNK))):
        size -= len(chunk)
        told(chunk)
        yield chunk
