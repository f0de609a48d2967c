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
from typing import TYPE_CHECKING

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
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.proven = False
        self._master: tuple[bytes, AESGCM] | None = None
        self._open: dict[tuple[str, bytes], PersonKey] = {}

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
            number, master = self._ready()
            if wrapped[:_ID] != number:
                raise MasterKeyLost(
                    f"As chaves deste registro estão embrulhadas pela chave-mestra {wrapped[:_ID].hex()}, e a de "
                    f"{self.path} é a {number.hex()}. Ponha no lugar a chave-mestra certa; nada foi alterado."
                )
            secret = PersonKey(master, b"").open(wrapped[_ID:], case_id.encode())
            known = PersonKey(_cipher(secret), wrapped)
            self.proven = True
            if len(self._open) >= _HELD:
                self._open.clear()
            self._open[case_id, wrapped] = known
        return known

    def new(self, case_id: str, *, one_there: bytes | None) -> PersonKey:
        """A key for the people of a case. ``one_there`` is any wrapped key that the record has, unless ``proven``.

        The first of a record makes the master key, if its file is not there; where there are others it never does.
        Raises ``MasterKeyLost``, a ``StorageFault``.
        """
        if self._master is None and one_there is None and not self.path.exists():
            self._make()
        number, master = self._ready()
        if one_there is not None and one_there[:_ID] != number:
            self.opened(case_id, one_there)  # refuses, and says which is which
        nonce, secret = secrets.token_bytes(_NONCE), secrets.token_bytes(_KEY)
        wrapped = number + nonce + master.encrypt(nonce, secret, case_id.encode())
        self.proven = self.proven or one_there is not None
        key = self._open[case_id, wrapped] = PersonKey(_cipher(secret), wrapped)
        return key

    def _make(self) -> None:
        secret = secrets.token_bytes(_KEY)
        with file_faults(self.path.parent):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_once(self.path, key_line(_TITLE, _number, secret))

    def _ready(self) -> tuple[bytes, AESGCM]:
        if self._master is None:
            secret = _read(self.path)
            self._master = _number(secret), _cipher(secret)
        return self._master


def wrapped_of(rows: str, column: str = "wrapped") -> str:
    """The SELECT of the wrapped key of the act that each row of a table is of; null once it is destroyed."""
    return (
        f"SELECT person_key.{column} FROM person_key WHERE person_key.case_id = {rows}.case_id "  # noqa: S608 - our names
        f"AND person_key.version <= {rows}.version ORDER BY person_key.version DESC LIMIT 1"
    )


def place(case_id: str, version: int, what: str) -> bytes:
    """Where in the record a sealed value belongs."""
    return f"{case_id}\0{version}\0{what}".encode()


def _read(path: Path) -> bytes:
    secret, wrong = read_key(path, _TITLE, _number, "chave-mestra")
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


def _number(secret: bytes) -> bytes:
    return sha256(b"devido/chave-mestra\n" + secret).digest()[:_ID]
