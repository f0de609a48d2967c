"""A file that is read only with its key, and only whole: what a copy of the record travels in.

A head (mark, the key's number, a salt), pieces of 1 MiB each under AES-256-GCM, an end mark. The key of the pieces is
made from the town's and the salt, so that no two copies share it; a piece's nonce is its number and whether it is the
last, so that none can be altered, moved, left out or cut off unseen.
"""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from storage.faults import StorageFault, file_faults
from storage.key_file import key_line, read_key
from storage.secret import make_once

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

PIECE = 1 << 20
"""Bytes in a piece before it is sealed."""
_TAG, _SALT, _ID = 16, 32, 4
_MARK, _END = b"devido-copia/1\n", b"\nfim-da-copia\n"
_HEAD = len(_MARK) + _ID + _SALT
_TITLE = "CHAVE+DA+COPIA"


class BadCopy(StorageFault):
    """The file is no copy, or not all of one, or was altered."""


class WrongKey(StorageFault):
    """The key that opens copies is gone, is not one, or is not this copy's."""


class CopyKey:
    """The key that seals copies, in a file of its own; read when it is needed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> bool:
        """Make the key, readable by its owner alone; False if there was one, which stays. Raises a ``StorageFault``."""
        if self.path.exists():
            return False
        secret = secrets.token_bytes(32)
        with file_faults(self.path.parent):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_once(self.path, key_line(_TITLE, _number, secret))
        return True

    def __str__(self) -> str:
        return str(self.path)

    @property
    def number(self) -> str:
        """What tells this key from another without telling the key. Raises ``WrongKey``."""
        return _number(self.secret()).hex()

    def secret(self) -> bytes:
        """The 32 bytes. Raises ``WrongKey``."""
        secret, wrong = read_key(self.path, _TITLE, _number, "chave de cópia")
        if wrong:
            raise WrongKey(
                f"O arquivo {self.path}, com a chave das cópias, {wrong}. Dê com --key o arquivo em que ela foi "
                "guardada; se nunca houve uma, devido backup key a faz. Sem a chave de uma cópia, ninguém a abre."
            )
        return secret


class Secret(Protocol):
    """What seals: the key of copies, or that of one file in a copy; as text, where it is kept."""

    def secret(self) -> bytes: ...


class Sink(Protocol):
    """Takes bytes."""

    def write(self, data: bytes, /) -> int: ...


def sealed_size(size: int) -> int:
    """How many bytes so many come to once they are sealed."""
    return _HEAD + size + _TAG * max(1, -(-size // PIECE)) + len(_END)


class SealedWriter:
    """Takes bytes in any portions and writes them sealed; nothing is a copy before ``close``."""

    def __init__(self, file: Sink, key: Secret) -> None:
        secret, salt = key.secret(), secrets.token_bytes(_SALT)
        self._head = _MARK + _number(secret) + salt
        self._cipher = _cipher(secret, salt)
        self._file = file
        self._held = bytearray()
        self._written = 0
        file.write(self._head)

    def write(self, data: bytes) -> int:
        """Take some more."""
        self._held += data
        while len(self._held) > PIECE:
            self._seal(bytes(self._held[:PIECE]), last=False)
            del self._held[:PIECE]
        return len(data)

    def close(self) -> None:
        """Seal what is held as the last piece, and put the end mark."""
        self._seal(bytes(self._held), last=True)
        self._file.write(_END)

    def _seal(self, piece: bytes, *, last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._written, last=last), piece, self._head))
        self._written += 1


class SealedReader:
    """Gives back what was written. Raises ``BadCopy``, ``WrongKey``, as soon as the file shows it."""

    def __init__(self, file: BinaryIO, key: Secret) -> None:
        self._name = Path(file.name).name
        secret = key.secret()
        self._head = file.read(_HEAD)
        size = os.fstat(file.fileno()).st_size
        if not self._head.startswith(_MARK[: len(self._head)] or _MARK):
            raise BadCopy(f"{self._name} não é uma cópia feita por devido backup.")
        self._left = size - _HEAD - len(_END)
        file.seek(max(size - len(_END), 0))
        if self._left < _TAG or file.read() != _END:
            raise BadCopy(f"A cópia {self._name} está cortada: tem {size} bytes e não chega ao fim. Use outra cópia.")
        number = self._head[len(_MARK) : -_SALT]
        if number != _number(secret):
            raise WrongKey(
                f"A cópia {self._name} foi cifrada com a chave {number.hex()}, e a dada ({key}) é a "
                f"{_number(secret).hex()}. Dê a outra com --key."
            )
        file.seek(_HEAD)
        self._file, self._cipher = file, _cipher(secret, self._head[-_SALT:])
        self._ready = b""
        self._read = 0

    def read(self, size: int) -> bytes:
        """Up to that many bytes; none at the end."""
        while len(self._ready) < size and self._left:
            self._ready += self._open()
        given, self._ready = self._ready[:size], self._ready[size:]
        return given

    def _open(self) -> bytes:
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - slow to load, seldom needed

        sealed = self._file.read(min(PIECE + _TAG, self._left))
        self._left -= len(sealed)
        try:
            piece = self._cipher.decrypt(_nonce(self._read, last=not self._left), sealed, self._head)
        except InvalidTag:
            at = self._read * (PIECE + _TAG)
            raise BadCopy(
                f"A cópia {self._name} foi alterada depois de feita, ou o disco a estragou, entre os bytes {at} e "
                f"{at + len(sealed) + _HEAD}. Use outra cópia."
            ) from None
        self._read += 1
        return piece


def _cipher(secret: bytes, salt: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - slow to load, seldom needed
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415 - same
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415 - same

    return AESGCM(HKDF(algorithm=SHA256(), length=32, salt=salt, info=_MARK).derive(secret))


def _nonce(ordinal: int, *, last: bool) -> bytes:
    return ordinal.to_bytes(11, "big") + bytes([last])


def _number(secret: bytes) -> bytes:
    return sha256(b"devido/chave-da-copia\n" + secret).digest()[:_ID]
