"""The wrapped keys of personal data in a file of their own, beside the copies: each copy goes without them.

One file serves every copy of a record, the older ones too, and each new copy puts a new one in its place: a key that
was destroyed is in no file any more, and what it sealed is unreadable in all copies, however old.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from storage.driver import sqlite3
from storage.faults import StorageFault
from storage.sealed import BadCopy, CopyKey, SealedReader, SealedWriter

SUFFIX = ".chaves"
FORMAT = 1
_AWAY = ""
"""What a copied row says in the place of the moment its key was destroyed: it was not, and is in the other file."""


class OldKeys(StorageFault):
    """The file of keys is gone, or older than the copy, or another record's."""


class KeyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A key: its id, its case, itself wrapped or the moment it was destroyed."""

    id: str
    case: str
    wrapped: bytes | None
    destroyed_at: str | None


class KeysFile(msgspec.Struct, frozen=True, kw_only=True):
    """All keys of a record (``origin``) at one moment."""

    format: int
    origin: str
    made_at: str
    keys: tuple[KeyRow, ...]


def take_keys(path: Path) -> tuple[KeyRow, ...]:
    """Every key in the copy of a database, which is left without those that live."""
    with _unguarded(path) as copied:
        rows = copied.execute("SELECT id, case_id, wrapped, destroyed_at FROM person_key ORDER BY id").fetchall()
        copied.execute("UPDATE person_key SET wrapped = NULL, destroyed_at = ? WHERE wrapped IS NOT NULL", (_AWAY,))
    return tuple(KeyRow(id=key, case=case, wrapped=wrapped, destroyed_at=at) for key, case, wrapped, at in rows)


def put_keys(path: Path, keys: Mapping[str, KeyRow]) -> list[KeyRow]:
    """Put the keys back into the copy of a database, giving them; one destroyed since stays so. Raises ``OldKeys``."""
    put = []
    with _unguarded(path) as copied:
        for key, case in copied.execute(
            "SELECT id, case_id FROM person_key WHERE destroyed_at = ?", (_AWAY,)
        ).fetchall():
            found = keys.get(key)
            if found is None:
                raise OldKeys(
                    f"O arquivo de chaves é mais velho do que a cópia: não traz a do processo {case}. Use o mais novo "
                    "que houver (--person-keys); um só serve a todas as cópias. Nada foi restaurado."
                )
            copied.execute(
                "UPDATE person_key SET wrapped = ?, destroyed_at = ? WHERE id = ?",
                (found.wrapped, found.destroyed_at, key),
            )
            put.append(found)
    return put


def write_keys(file: Path, key: CopyKey, keys: KeysFile) -> None:
    """Write the file, sealed as copies are. Raises ``OSError``, ``WrongKey``."""
    with file.open("xb") as raw:
        sealed = SealedWriter(raw, key)
        sealed.write(msgspec.json.encode(keys))
        sealed.close()


def read_keys(file: Path, key: CopyKey, origin: str) -> KeysFile:
    """Read it. Raises ``OldKeys`` where it is not there or is another record's, ``BadCopy``, ``WrongKey``."""
    if not file.is_file():
        raise OldKeys(
            f"Falta o arquivo {file}, com as chaves dos dados pessoais, que vai ao lado das cópias: sem ele nomes, "
            "motivos e peças não se leem. Dê com --person-keys o mais novo que houver. Nada foi restaurado."
        )
    with file.open("rb") as raw:
        sealed, text = SealedReader(raw, key), b""
        while portion := sealed.read(1 << 20):
            text += portion
    try:
        found = msgspec.json.decode(text, type=KeysFile)
    except msgspec.MsgspecError as error:
        raise BadCopy(f"O arquivo {file.name} não traz chaves do formato {FORMAT} ({error}).") from error
    if (found.format, found.origin) != (FORMAT, origin):
        raise OldKeys(
            f"O arquivo {file.name} é do formato {found.format} e do livro {found.origin}; pede-se o {FORMAT} do livro "
            f"{origin}. Nada foi restaurado."
        )
    return found


@contextmanager
def _unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """A copy at rest, its triggers taken off meanwhile and put back in their order; all of it or nothing."""
    copied = sqlite3.connect(str(path), isolation_level=None)
    try:
        copied.execute("PRAGMA secure_delete=ON")
        copied.execute("BEGIN IMMEDIATE")
        triggers = copied.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid"
        ).fetchall()
        for name, _ in triggers:
            copied.execute(f"DROP TRIGGER {name}")
        yield copied
        for _, text in triggers:
            copied.execute(text)
        copied.execute("COMMIT")
    finally:
        copied.close()
