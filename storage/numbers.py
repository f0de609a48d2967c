"""Numbers as people write them: ``NNNNNN/AAAA``, one run per series, body and year."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(\d{6,})/(\d{4})")


def number_text(ordinal: int, year: int) -> str:
    """The number as written: ``000123/2027``."""
    return f"{ordinal:06d}/{year:04d}"


def read_number(number: str) -> tuple[int, int]:
    """Year and ordinal of a number. Raises ``ValueError`` for anything not written ``NNNNNN/AAAA``."""
    found = _NUMBER.fullmatch(number)
    if found is None:
        raise ValueError(f"{number!r} não é um número NNNNNN/AAAA")
    return int(found[2]), int(found[1])
