"""The public formats of the proof: signed note, checkpoint and inclusion proof, as C2SP writes them (c2sp.org).

A checkpoint is a signed note of three lines: origin, size, root. A proof is an index, a path and a checkpoint, with
whatever makes the leaf again in ``extra``. Reading is strict: what two programs could read in two ways is refused.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from storage.merkle import BadProof, require_inclusion

PROOF = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 64
ED25519 = b"\x01"
_COUNT = re.compile(r"0|[1-9][0-9]{0,17}")
_KEY_NAME = re.compile(r"[^\s+]+")
_SIGNATURE = re.compile(r"— ([^\s+]+) (\S+)")

Check = Callable[[bytes, bytes, bytes], bool]
"""Whether a signature of some bytes is of that public key: ``check(key, signature, text)``."""


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """The town's log at a size: its root, and the whole signed note that says so."""

    origin: str
    size: int
    root: bytes
    note: str

    @property
    def text(self) -> str:
        """What is signed: the note without its signatures."""
        return checkpoint_text(self.origin, self.size, self.root)

    @property
    def root_text(self) -> str:
        """The root as it is printed, in base64."""
        return b64encode(self.root).decode()


@dataclass(frozen=True, kw_only=True)
class Verifier:
    """A public key and the name it signs by, as ``name+hash+key``."""

    name: str
    key: bytes

    @property
    def id(self) -> bytes:
        """Four bytes that tell keys of one name apart; no secret, no proof."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.key).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64encode(ED25519 + self.key).decode()}"


def read_verifier(text: str) -> Verifier:
    """The key that ``str(verifier)`` wrote. Raises ``BadProof``."""
    name, _, rest = text.strip().partition("+")
    said, _, encoded = rest.partition("+")
    raw = _decoded(encoded, "a chave")
    found = Verifier(name=name, key=raw[1:])
    if not _KEY_NAME.fullmatch(name) or raw[:1] != ED25519 or len(raw) != 33 or found.id.hex() != said:
        raise BadProof(f"{text.strip()!r} não é uma chave de conferência Ed25519 (nome+resumo+chave)")
    return found


def checkpoint_text(origin: str, size: int, root: bytes) -> str:
    """The three lines that are signed."""
    return f"{origin}\n{size}\n{b64encode(root).decode()}\n"


def signed_note(text: str, verifier: Verifier, signature: bytes) -> str:
    """A text and one signature of it as a note."""
    return f"{text}\n— {verifier.name} {b64encode(verifier.id + signature).decode()}\n"


def require_signed(note: str, verifier: Verifier, check: Check) -> str:
    """The text of a note signed by that key; signatures of others are passed over. Raises ``BadProof``."""
    text, gap, signatures = note.rpartition("\n\n")
    text += "\n"
    if not gap or not signatures.endswith("\n") or any(sign < " " and sign != "\n" for sign in note):
        raise BadProof("o ponto de controle não é uma nota assinada: texto, linha vazia, assinaturas")
    known = False
    for line in signatures[:-1].split("\n"):
        found = _SIGNATURE.fullmatch(line)
        if found is None:
            raise BadProof(f"{line!r} não é uma linha de assinatura")
        raw = _decoded(found[2], "a assinatura")
        if (found[1], raw[:4]) == (verifier.name, verifier.id):
            if not check(verifier.key, raw[4:], text.encode()):
                raise BadProof(f"a assinatura de {verifier.name} não é deste ponto de controle")
            known = True
    if not known:
        raise BadProof(f"o ponto de controle não está assinado pela chave {verifier.name}+{verifier.id.hex()}")
    return text


def read_checkpoint(note: str) -> Checkpoint:
    """The checkpoint a note holds, whoever signed it. Raises ``BadProof``."""
    text, gap, _ = note.rpartition("\n\n")
    lines = text.split("\n")
    if not gap or len(lines) != 3 or not lines[0] or not _COUNT.fullmatch(lines[1]):
        raise BadProof("o ponto de controle não tem as três linhas: origem, tamanho, raiz")
    return Checkpoint(origin=lines[0], size=int(lines[1]), root=_hash(lines[2]), note=note)


@dataclass(frozen=True, kw_only=True)
class Proof:
    """That a leaf is in the log: its index (from 0), the path to the root, the checkpoint, and what makes the leaf."""

    index: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint
    extra: bytes = b""

    def __str__(self) -> str:
        extra = [f"extra {b64encode(self.extra).decode()}"] if self.extra else []
        head = [PROOF, *extra, f"index {self.index}", *(b64encode(each).decode() for each in self.path)]
        return "\n".join(head) + "\n\n" + self.checkpoint.note

    def require(self, leaf: bytes, verifier: Verifier, check: Check) -> None:
        """Refuse unless that leaf is where this says, in the log of that key's name. Raises ``BadProof``."""
        if self.checkpoint.origin != verifier.name:
            raise BadProof(f"a prova é do livro {self.checkpoint.origin}, e o esperado é {verifier.name}")
        require_signed(self.checkpoint.note, verifier, check)
        require_inclusion(leaf, self.index, self.checkpoint.size, self.path, self.checkpoint.root)


def read_proof(text: str) -> Proof:
    """The proof that ``str(proof)`` wrote. Raises ``BadProof``."""
    head, gap, note = text.partition("\n\n")
    first, *lines = head.split("\n")
    if not gap or first != PROOF:
        raise BadProof(f"o arquivo não é uma prova {PROOF}")
    extra = _decoded(lines.pop(0)[6:], "o complemento") if lines and lines[0].startswith("extra ") else b""
    name, _, index = lines.pop(0).partition(" ") if lines else ("", "", "")
    if name != "index" or not _COUNT.fullmatch(index):
        raise BadProof("falta na prova a posição do ato (linha index)")
    if len(lines) > MOST_HASHES:
        raise BadProof("o caminho da prova é comprido demais")
    return Proof(index=int(index), path=_hashes(lines), checkpoint=read_checkpoint(note), extra=extra)


def _hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    return tuple(map(_hash, lines))


def root_of_text(text: str) -> bytes:
    """A root as it is printed, in base64. Raises ``BadProof``."""
    return _hash(text.strip())


def _hash(text: str) -> bytes:
    raw = _decoded(text, "um resumo")
    if len(raw) != 32:
        raise BadProof(f"{text!r} não é um resumo SHA-256 em base64")
    return raw


def _decoded(text: str, what: str) -> bytes:
    """Base64 in its one form: no other text gives the same bytes."""
    try:
        raw = b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if not raw or b64encode(raw).decode() != text:
        raise BadProof(f"{what} não está em base64: {text[:60]!r}")
    return raw
