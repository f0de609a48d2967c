"""The keys under which personal data stand: one for the people of each case, wrapped by a master key kept elsewhere.

What is sealed is a nonce, drawn each time, and AES-256-GCM over the bytes; where it belongs (case, act, field) is bound
in, so that no row passes for another. Destroying a case's wrapped key makes all that it sealed unreadable, in every
copy: the acts keep only commitments, whose salts are sealed too.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from os import urandom
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from storage.faults import MasterKeyLost, file_faults
from storage.key_file import key_line, read_key
from storage.secret import make_once

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MASTER = "chave-mestra"
_NONCE, _KEY, _ID, _TAG = 12, 32, 4, 16
SEALED_SALT = _NONCE + 32 + _TAG
"""Bytes of a salt once it is sealed."""
_TITLE = "CHAVE+MESTRA"
_HELD = 1024
"""Keys kept open at a time; a case's is used again act after act."""


class BadSeal(ValueError):
    """What was sealed was altered, or is not what should stand there."""


class PersonKey:
    """The key of the people of one case, open. ``wrapped`` is how the record keeps it."""

    __slots__ = ("_cipher", "wrapped")

    def __init__(self, cipher: AESGCM, wrapped: bytes) -> None:
        self._cipher = cipher
        self.wrapped = wrapped

    def seal(self, plain: bytes, place: bytes) -> bytes:
        """The bytes sealed for that ``place``, and readable in no other."""
        nonce = urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, plain, place)

    def open(self, sealed: bytes, place: bytes) -> bytes:
        """What was sealed for that place. Raises ``BadSeal``."""
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], place)
        except _failures():
            raise BadSeal("o que está cifrado foi alterado, ou não é deste lugar") from None


class PersonKeys:
    """Makes and opens the keys of a record; the master key's file is read when the first of them is needed.

    ``proven``: the master key is the one that wrapped this record's, and need not be compared again before a new one.
    Beside it, under its number, stands the one before it while keys are still wrapped by that (``storage.rotation``).
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._proven = False
        self._current: _Current | None = None
        self._before: dict[bytes, AESGCM] = {}
        self._open: dict[tuple[str, bytes], PersonKey] = {}

    @property
    def proven(self) -> bool:
        """Whether new keys need no comparing: not once the file is another, as it is after a rotation."""
        return self._proven and not self._changed()

    @property
    def path(self) -> Path:
        """The master key's file. Raises ``MasterKeyLost`` where nobody said which."""
        if self._path is None:
            raise MasterKeyLost("Não se disse onde está a chave-mestra, que abre os dados pessoais deste registro.")
        return self._path

    def opened(self, case_id: str, wrapped: bytes) -> PersonKey:
        """A key that the record keeps wrapped. Raises ``MasterKeyLost``, ``BadSeal``."""
        known = self._open.get((case_id, wrapped))
        if known is None:
            known = PersonKey(_cipher(self._secret(case_id, wrapped)), wrapped)
            self._proven = True
            if len(self._open) >= _HELD:
                self._open.clear()
            self._open[case_id, wrapped] = known
        return known

    def new(self, case_id: str, *, one_there: bytes | None) -> PersonKey:
        """A key for the people of a case. ``one_there`` is any wrapped key that the record has, unless ``proven``.

        The first of a record makes the master key, if its file is not there; where there are others it never does.
        Raises ``MasterKeyLost``, a ``StorageFault``.
        """
        if self._current is None and one_there is None and not self.path.exists():
            make_master(self.path)
        current = self._ready()
        if one_there is not None:
            self._master(one_there[:_ID])  # refuses one that nothing here opens, and says which is which
        secret = secrets.token_bytes(_KEY)
        wrapped = _wrapped(current, case_id, secret)
        self._proven = self._proven or one_there is not None
        key = self._open[case_id, wrapped] = PersonKey(_cipher(secret), wrapped)
        return key

    def rewrapped(self, case_id: str, wrapped: bytes) -> bytes:
        """The same key, wrapped by the master key of now. Raises ``MasterKeyLost``, ``BadSeal``."""
        return _wrapped(self._ready(), case_id, self._secret(case_id, wrapped))

    def _secret(self, case_id: str, wrapped: bytes) -> bytes:
        return PersonKey(self._master(wrapped[:_ID]), b"").open(wrapped[_ID:], case_id.encode())

    def _ready(self) -> _Current:
        """The master key of now, read again where its file is another than it was."""
        current = self._current
        if current is None or self._changed():
            file, secret = _identity(self.path), read_master(self.path)
            self._proven = self._proven and current is not None and current.number == number_of(secret)
            self._before = {}  # what is wrapped by another opens with what stands beside this one, not from memory
            current = self._current = _Current(number_of(secret), _cipher(secret), file)
        return current

    def _changed(self) -> bool:
        """Whether another file stands there now; one that cannot be looked at is taken to be the same."""
        current = self._current
        if current is None:
            return False
        there = _identity(self.path)
        return there is not None and there != current.file

    def _master(self, number: bytes) -> AESGCM:
        """The master key of that number: that of now, or the one before it."""
        current = self._current or self._ready()
        found = current.cipher if number == current.number else self._before.get(number)
        if found is not None:
            return found
        current = self._ready()
        if number == current.number:
            return current.cipher
        before = retired(self.path, number)
        if not before.is_file() or number_of(secret := read_master(before)) != number:
            raise MasterKeyLost(
                f"Há chaves embrulhadas pela chave-mestra {number.hex()}, e a de {self.path} é a "
                f"{current.number.hex()}. Ponha no lugar a chave-mestra certa (para restaurar, --master-key); se uma "
                f"troca ficou a meio, a de antes vai ao lado, em {before.name}. Nada foi alterado."
            )
        found = self._before[number] = _cipher(secret)
        return found


class _Current(NamedTuple):
    """The master key of now: its number, what it wraps with, and which file it was read from."""

    number: bytes
    cipher: AESGCM
    file: tuple[int, int] | None


def _identity(path: Path) -> tuple[int, int] | None:
    """What a file put in the place of another does not share with it; ``None`` where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def retired(path: Path, number: bytes) -> Path:
    """Where the master key of that number stands once another is in its place."""
    return path.with_name(f"{path.name}.{number.hex()}")


def number_in(wrapped: bytes) -> bytes:
    """The number of the master key that wraps a key."""
    return wrapped[:_ID]


def _wrapped(master: _Current, case_id: str, secret: bytes) -> bytes:
    nonce = secrets.token_bytes(_NONCE)
    return master.number + nonce + master.cipher.encrypt(nonce, secret, case_id.encode())


def wrapped_of(rows: str, column: str = "wrapped") -> str:
    """The SELECT of the wrapped key of the act that each row of a table is of; null once it is destroyed."""
    return (
        f"SELECT person_key.{column} FROM person_key WHERE person_key.case_id = {rows}.case_id "  # noqa: S608 - our names
        f"AND person_key.version <= {rows}.version ORDER BY person_key.version DESC LIMIT 1"
    )


def place(case_id: str, version: int, what: str) -> bytes:
    """Where in the record a sealed value belongs."""
    return f"{case_id}\0{version}\0{what}".encode()


def make_master(path: Path) -> None:
    """A master key in a file of its own, whole and on disk when this returns; one that is there stays."""
    with file_faults(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        make_once(path, key_line(_TITLE, number_of, secrets.token_bytes(_KEY)))


def read_master(path: Path) -> bytes:
    """The master key in a file. Raises ``MasterKeyLost``."""
    secret, wrong = read_key(path, _TITLE, number_of, "chave-mestra")
    if wrong:
        raise MasterKeyLost(
            f"O arquivo {path}, com a chave-mestra que abre os dados pessoais deste registro, {wrong}. Restaure-o da "
            "cópia guardada à parte: sem ele ninguém lê nomes, motivos e peças, e outro não serve."
        )
    return secret


def _cipher(secret: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - slow to load, not always needed

    return AESGCM(secret)


def _failures() -> tuple[type[Exception], ...]:
    """What the library says of what it cannot open; asked for only then."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - slow to load, seldom needed

    return InvalidTag, ValueError


def number_of(secret: bytes) -> bytes:
    """What tells a master key from another, and tells nothing of it."""
    return sha256(b"devido/chave-mestra\n" + secret).digest()[:_ID]
