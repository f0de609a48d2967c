"""A file of cases as it travels in a copy: under a key of its own, which the keys of those cases alone open."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from storage.driver import sqlite3
from storage.key_copy import KeyRow
from storage.person_keys import PersonKeys, wrapped_of
from storage.sealed import BadCopy, SealedReader, SealedWriter, Sink

_USERS = f"""SELECT file, ({wrapped_of("document", "id")}) FROM document WHERE file IS NOT NULL
    UNION SELECT sha256, ({wrapped_of("exhibit", "id")}) FROM exhibit ORDER BY 1, 2"""  # noqa: S608 - our own words
_CHUNK = 1 << 20


class Lock(msgspec.Struct, frozen=True, kw_only=True):
    """A file's key under that of a case: the case key's id, and the file's key sealed."""

    key: str
    sealed: bytes


class FileKey(NamedTuple):
    """The key of one file in one copy."""

    given: bytes

    def secret(self) -> bytes:
        """The 32 bytes."""
        return self.given


def users_of(path: Path) -> dict[str, list[str]]:
    """For each file that the copy of a database names, the ids of the keys of the cases that name it."""
    copied = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        users: defaultdict[str, list[str]] = defaultdict(list)
        for digest, key in copied.execute(_USERS):
            users[digest].append(key)
        return users
    finally:
        copied.close()


def new_key() -> FileKey:
    """A key for a file."""
    return FileKey(secrets.token_bytes(32))


def locks(keys: PersonKeys, file: FileKey, digest: str, users: Iterable[KeyRow]) -> tuple[Lock, ...]:
    """The file's key under that of each case that names the file."""
    return tuple(
        Lock(key=each.id, sealed=keys.opened(each.case, each.wrapped).seal(file.given, digest.encode()))
        for each in users
        if each.wrapped is not None
    )


def unlocked(keys: PersonKeys, found: Iterable[Lock], digest: str, known: Mapping[str, KeyRow]) -> FileKey | None:
    """The file's key; None where every case that named it was erased. Raises ``BadSeal``, ``MasterKeyLost``."""
    for each in found:
        row = known.get(each.key)
        if row is not None and row.wrapped is not None:
            return FileKey(keys.opened(row.case, row.wrapped).open(each.sealed, digest.encode()))
    return None


def write_sealed(source: Path, to: Sink, file: FileKey) -> None:
    """The file's bytes, sealed. It comes to ``sealed_size`` of them."""
    sealed = SealedWriter(to, file)
    with source.open("rb") as plain:
        while chunk := plain.read(_CHUNK):
            sealed.write(chunk)
    sealed.close()


def write_plain(sealed: Path, to: Sink, file: FileKey, digest: str) -> None:
    """The bytes of a sealed file. Raises ``BadCopy`` if they have not that digest."""
    seal = sha256()
    with sealed.open("rb") as raw:
        reader = SealedReader(raw, file)
        while chunk := reader.read(_CHUNK):
            seal.update(chunk)
            to.write(chunk)
    if seal.hexdigest() != digest:
        raise BadCopy(f"O arquivo {digest} da cópia não tem o resumo que o nome diz. Use outra cópia.")
