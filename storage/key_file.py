"""A secret key in a file of its own: one line, with what it is for, its number and the key."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path

Number = Callable[[bytes], bytes]
"""What tells one key from another without telling the key."""


def key_line(title: str, number: Number, secret: bytes) -> bytes:
    """A key as its file holds it; ``title`` says what it is for, in capitals."""
    return f"{title}+{number(secret).hex()}+{b64encode(secret).decode()}\n".encode()


def read_key(path: Path, title: str, number: Number, called: str) -> tuple[bytes, str]:
    """The 32 bytes of a key, or none and what is wrong with its file; ``called`` is what people call such a key."""
    try:
        found = re.fullmatch(rf"{re.escape(title)}\+([0-9a-f]{{8}})\+([A-Za-z0-9+/]{{43}}=)\n", path.read_text("ascii"))
    except FileNotFoundError:
        return b"", "não está lá"
    except (OSError, ValueError) as error:
        return b"", f"não se deixa ler ({error})"
    secret = b64decode(found[2]) if found else b""
    if found is None or number(secret).hex() != found[1]:
        return b"", f"não é uma {called}, ou está danificado"
    return secret, ""
