"""The key that signs the town's checkpoints, in a file of its own, and what it last signed, beside it.

Whoever can change the database cannot sign a changed past without the file. What was last signed stands outside the
database, so that a database older than it, or with another past, is noticed even where its own memory was cut too.
"""

from __future__ import annotations

import os
import re
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path

from storage.faults import KeyLost, file_faults
from storage.merkle import BadProof
from storage.notes import ED25519, Checkpoint, Verifier, checkpoint_text, read_checkpoint, signed_note
from storage.secret import make_once

_WRITTEN = re.compile(r"PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})\n")


class SigningKey:
    """The key in ``path``, for the log of that origin. The file is read when something is signed or checked."""

    def __init__(self, path: Path, origin: str) -> None:
        self.path = path
        self.origin = origin

    @property
    def memory(self) -> Path:
        """Where the last checkpoint that this key signed is kept."""
        return self.path.with_name(f"{self.path.name}.ultimo")

    @property
    def there(self) -> bool:
        return self.path.exists()

    def make(self) -> None:
        """Make the key where there is none, readable by its owner alone. Raises a ``StorageFault``."""
        seed = os.urandom(32)
        public = _public(seed)
        verifier = Verifier(name=self.origin, key=public)
        text = f"PRIVATE+KEY+{self.origin}+{verifier.id.hex()}+{b64encode(ED25519 + seed).decode()}\n"
        with file_faults(self.path.parent):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            make_once(self.path, text.encode())

    def replace(self) -> None:
        """Make another key; the old one, if it is there, is kept beside it under its id. Raises a ``StorageFault``."""
        if self.there:
            with file_faults(self.path.parent):
                try:
                    kept = self.verifier().id.hex()
                except KeyLost:
                    kept = "danificada"
                self.path.replace(self.path.with_name(f"{self.path.name}.{kept}"))
        self.make()

    def verifier(self) -> Verifier:
        """The public half. Raises ``KeyLost``."""
        return Verifier(name=self.origin, key=_public(self._seed()))

    def sign(self, size: int, root: bytes) -> Checkpoint:
        """The checkpoint, signed; never called before it is shown to continue what was signed before."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - slow to load, seldom needed
            Ed25519PrivateKey,
        )

        text = checkpoint_text(self.origin, size, root)
        signature = Ed25519PrivateKey.from_private_bytes(self._seed()).sign(text.encode())
        return read_checkpoint(signed_note(text, self.verifier(), signature))

    def remembered(self) -> Checkpoint | None:
        """What was last signed here; None before the first time. Raises ``BadProof`` if the file was spoilt.

        Its signature is not looked at: whoever can write this file can read the key.
        """
        return read_anchor(self.memory, self.origin)

    def remember(self, signed: Checkpoint) -> None:
        """Keep a checkpoint beside the key once it is safe in the database, unless a later one is kept already.

        Were it kept before, a process killed in between would leave what looks like a database cut short.
        """
        kept = self.remembered()
        if kept is not None and kept.size >= signed.size:
            return
        with file_faults(self.path.parent):
            descriptor, name = tempfile.mkstemp(prefix=f"{self.memory.name}-", dir=self.path.parent)
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                    file.write(signed.note)
                    file.flush()
                    os.fsync(file.fileno())
                Path(name).replace(self.memory)
            finally:
                Path(name).unlink(missing_ok=True)

    def _seed(self) -> bytes:
        try:
            found = _WRITTEN.fullmatch(self.path.read_text("ascii"))
            wrong = "está danificado"
        except FileNotFoundError:
            found, wrong = None, "não está lá"
        except (OSError, ValueError) as error:
            found, wrong = None, f"não se deixa ler ({error})"
        raw = b64decode(found[3]) if found else b""
        if found is None or found[1] != self.origin or raw[:1] != ED25519:
            wrong = wrong if found is None else f"é do livro {found[1]}, e este é o {self.origin}"
            raise KeyLost(
                f"O arquivo {self.path}, com a chave que assina os pontos de controle, {wrong}. Restaure-o da cópia; "
                "se a chave se perdeu, devido proof key --new faz outra, que se publica no Diário: as raízes já "
                "publicadas continuam valendo."
            )
        return raw[1:]


def read_anchor(path: Path, origin: str) -> Checkpoint | None:
    """How far that log is known to have gone, as kept outside the database; or None. Raises ``BadProof``."""
    try:
        note = path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        raise BadProof(f"o arquivo {path} não se deixa ler") from None
    found = read_checkpoint(note)
    if found.origin != origin:
        raise BadProof(f"o arquivo {path} é do livro {found.origin}, e este é o {origin}")
    return found


def is_signed(key: bytes, signature: bytes, text: bytes) -> bool:
    """Whether an Ed25519 signature of a text is of that public key."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - slow to load, seldom needed
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - same

    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def _public(seed: bytes) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - slow to load, seldom needed
        Ed25519PrivateKey,
    )

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
