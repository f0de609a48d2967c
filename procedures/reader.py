"""Reads a law, layer, town or rehearsal file: YAML 1.2 into plain data, every mistake with its place."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from procedures import parse_cache
from procedures.faults import faults_of
from procedures.nodes import FieldPath, parse
from workflow.errors import Fault, LawFaults

Kind = TypeVar("Kind")

_LARGEST = 1_000_000
"""Ten times the longest law written so: what is bigger is another file, and would take minutes to be told so."""


@dataclass(frozen=True, kw_only=True)
class Document:
    """A file as read: its bytes, and its values as plain ``dict list str int float bool date None``.

    Keys are always text, as written (``25:`` is ``"25"``); so are ``no``, ``12:30`` and the like.
    """

    name: str
    raw: bytes
    data: Any

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the bytes, in hexadecimal: what a case is pinned to."""
        return sha256(self.raw).hexdigest()

    @cached_property
    def positions(self) -> dict[FieldPath, tuple[int, int]]:
        """Line and column of each field's name, counted from one."""
        # Wanted only to report faults, so a file that holds never pays for it, nor does one from the cache.
        return parse(self.raw, self.name).positions

    def where(self, path: FieldPath = ()) -> str:
        """``file:line:column`` of the field's name, or of its nearest ancestor that is in the file."""
        while path and path not in self.positions:
            path = path[:-1]
        line, column = self.positions[path]
        return f"{self.name}:{line}:{column}"


def read(source: Path | str, name: str | None = None) -> Document:
    """Read a file (``Path``) or a text (``str``); ``name`` is how messages call it.

    Raises ``LawFaults`` for what is not YAML, repeated keys, days that do not exist, anchors, tags.
    """
    raw, name = _bytes_of(source, name)
    return Document(name=name, raw=raw, data=parse(raw, name).data)


def cached_read(source: Path | str, name: str | None = None) -> Document:
    """Like ``read``, but the same bytes are parsed only once for this user."""
    raw, name = _bytes_of(source, name)
    stored = parse_cache.load(raw)
    if stored is not None:
        return Document(name=name, raw=raw, data=stored)
    document = Document(name=name, raw=raw, data=parse(raw, name).data)
    parse_cache.store(raw, document.data)
    return document


def validated(document: Document, kind: type[Kind]) -> Kind:
    """The document's data as ``kind`` (a pydantic model or any type); raises ``LawFaults`` with every mistake."""
    try:
        return TypeAdapter(kind).validate_python(document.data)
    except ValidationError as error:
        raise LawFaults(faults_of(error, document, kind)) from None


def file_bytes(file: Path, name: str) -> bytes:
    """The bytes of a file of a law, town or rehearsal; raises ``LawFaults`` for one that is missing or too big."""
    try:
        size = file.stat().st_size
        if size > _LARGEST:
            megabytes = f"{size / 1_000_000:.1f}".replace(".", ",")
            raise LawFaults(
                [Fault(name, f"o arquivo tem {megabytes} MB; o limite é 1 MB: não parece ser o arquivo certo")]
            )
        return file.read_bytes()
    except FileNotFoundError:
        raise LawFaults([Fault(name, "o arquivo não existe")]) from None
    except OSError as error:
        reason = "é uma pasta" if isinstance(error, IsADirectoryError) else f"não se deixa ler (erro {error.errno})"
        raise LawFaults([Fault(name, f"o arquivo {reason}")]) from None


def _bytes_of(source: Path | str, name: str | None) -> tuple[bytes, str]:
    if isinstance(source, str):
        return source.encode(), name or "texto"
    name = name or str(source)
    return file_bytes(source, name), name
