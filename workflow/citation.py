"""Citations as the laws are cited here: ``33 §1``, ``25 p.u. X``, ``5 VI a``, ``Anexo I``, ``Lei 9.784 art. 26 §4``."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

_ROMAN = re.compile(r"M*(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ARTICLE = re.compile(r"(\d+)(-[A-Z]+)?")
_PARAGRAPH = re.compile(r"§(\d+)(-[A-Z]+)?")
_INCISO = re.compile(r"([IVXLCDM]+)(-[A-Z]+)?")
_LETTERS = re.compile(r"[a-z]{1,2}")
_NUMBERS = re.compile(r"\d[\d.]*")


class _Rank(IntEnum):
    """Where a part stands among its neighbours: the caput, what hangs from it, then the paragraphs."""

    CAPUT = 0
    INCISO = 1
    LETTER = 2
    NUMBER = 3
    PARAGRAPH = 4


class _Part(NamedTuple):
    rank: int
    number: int
    suffix: str


class Order(NamedTuple):
    """Sort key of a citation: municipal articles, municipal annexes, then other sources by name."""

    group: int
    source: tuple[tuple[int, str], ...]
    parts: tuple[_Part, ...]


def meets(expected: str, cited: str) -> bool:
    """Whether ``cited`` is ``expected`` itself or a part of it: ``33 §1`` meets ``33``, never the reverse.

    The caput is a part of its article like any paragraph: ``23 caput`` meets ``23``, but ``32 III`` does not
    meet ``32 caput``.
    """
    wanted, given = expected.split(), cited.split()
    return bool(wanted) and given[: len(wanted)] == wanted


def is_municipal(citation: str) -> bool:
    """Whether the citation names the municipal law itself (``33 §1``, ``Anexo I``) and not another source."""
    return citation.lstrip()[:1].isdigit() or citation.split()[:1] == ["Anexo"]


@lru_cache(maxsize=4096)
def order(citation: str) -> Order:
    """Sort key that lists citations as the law prints them: 33 caput, 33 I, 33 §1, 33 §2, 33 §10, Anexo I.

    Municipal articles come first, then the municipality's annexes, then the other sources by name. Text that
    is no citation still sorts, by its words, so that a list can be ordered before it is checked.
    """
    words = citation.split()
    if words and _ARTICLE.fullmatch(words[0]):
        return Order(0, (), tuple(_part(word) for word in words))
    if words and words[0] == "Anexo":
        return Order(1, (), tuple(_part(word) for word in words[1:]))
    where = words.index("art.") if "art." in words else len(words)
    return Order(2, _natural(words[:where]), tuple(_part(word) for word in words[where + 1 :]))


def roman_value(numeral: str) -> int:
    """The number a roman numeral writes (``XXIV`` is 24); ``ValueError`` if it is not written as it should be."""
    if not numeral or _ROMAN.fullmatch(numeral) is None:
        raise ValueError(f"{numeral!r} não é um número romano bem escrito, como IX ou XXIV")
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    return sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))


def _part(word: str) -> _Part:
    if word == "caput":
        return _Part(_Rank.CAPUT, 0, "")
    if word == "p.u.":
        return _Part(_Rank.PARAGRAPH, 0, "")
    if match := _PARAGRAPH.fullmatch(word):
        return _Part(_Rank.PARAGRAPH, int(match[1]), match[2] or "")
    if match := _ARTICLE.fullmatch(word):
        return _Part(_Rank.NUMBER, int(match[1]), match[2] or "")
    if (match := _INCISO.fullmatch(word)) and _ROMAN.fullmatch(match[1]):
        return _Part(_Rank.INCISO, roman_value(match[1]), match[2] or "")
    if _LETTERS.fullmatch(word):
        return _Part(_Rank.LETTER, len(word), word)
    return _Part(_Rank.NUMBER, 0, word)


def _natural(words: list[str]) -> tuple[tuple[int, str], ...]:
    """Words with their numbers as numbers: Súmula 37 before Súmula 312, Lei 9.784 before Lei 10.406."""
    return tuple((int(word.replace(".", "")), "") if _NUMBERS.fullmatch(word) else (0, word) for word in words)
