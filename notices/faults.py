"""What stops a paper: a fault that says, in Portuguese, which paper, where, and what would be accepted."""

from __future__ import annotations

import re

from workflow.errors import DevidoError


class PaperFault(DevidoError):
    """One paper cannot be written; the act it tells of stands, and other papers are not touched.

    ``where`` is a template with its line, a context field, or empty; ``characters`` are those that
    no letter can carry or the fonts lack, in order of appearance, each once.
    """

    def __init__(self, what: str, *, where: str = "", characters: tuple[str, ...] = ()) -> None:
        self.what = what
        self.where = where
        self.characters = characters
        super().__init__(f"{where}: {what}" if where else what)


def named(character: str) -> str:
    """A character as people can find it: itself where it can be shown, and always its code."""
    code = f"U+{ord(character):04X}"
    return f"“{character}” ({code})" if character.isprintable() else code


def named_in(reason: str) -> tuple[str, ...]:
    """The characters that a fault's text names, as ``named`` wrote them."""
    return tuple(chr(int(code, 16)) for code in re.findall(r"\bU\+([0-9A-F]{4,6})\b", reason))
