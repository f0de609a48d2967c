"""Citations as papers print them: ``33 §2`` is ``art. 33, § 2º``, with the source apart if it is not the law."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

_ARTICLE = re.compile(r"(\d+)((?:-[A-Z]+)?)")
_PARAGRAPH = re.compile(r"§(\d+)((?:-[A-Z]+)?)")
_LETTER = re.compile(r"[a-z]{1,2}")


class Cited(NamedTuple):
    """``art. 26, § 4º`` and the source's short name (``Lei 9.784``), empty for the case's own law."""

    place: str
    source: str


@lru_cache(maxsize=4096)
def cited(citation: str) -> Cited:
    """A citation told in Portuguese; what has no known shape is given back as it stands."""
    words = citation.split()
    if "art." in words:
        at = words.index("art.")
        return Cited(_place(words[at + 1 :]), " ".join(words[:at]))
    if words and _ARTICLE.fullmatch(words[0]):
        return Cited(_place(words), "")
    if "Súmula" in words or "Tema" in words:
        court, *rest = words
        return Cited(f"{' '.join(rest)} do {court}", "")
    if words[:1] == ["SV"]:
        return Cited(f"Súmula Vinculante {words[-1]} do STF", "")
    return Cited(citation, "")


def said(citation: str, sources: Mapping[str, str]) -> str:
    """The citation in one piece: ``art. 26, § 4º, da Lei Federal nº 9.784/1999``."""
    place, source = cited(citation)
    if not source:
        return place
    name = sources.get(source, source)
    return f"{place}{',' if ',' in place else ''} {'do' if name.startswith(('Decreto', 'Código')) else 'da'} {name}"


def said_together(citations: tuple[str, ...], sources: Mapping[str, str]) -> str:
    """Several citations: ``art. 34, II; Anexo I``."""
    return "; ".join(dict.fromkeys(said(each, sources) for each in citations))


def _place(words: list[str]) -> str:
    return ", ".join(map(_part, words))


def _part(word: str) -> str:
    if match := _PARAGRAPH.fullmatch(word):
        return f"§ {_ordinal(match)}"
    if match := _ARTICLE.fullmatch(word):
        return f"art. {_ordinal(match)}"
    if word == "p.u.":
        return "parágrafo único"
    return f"alínea {word}" if _LETTER.fullmatch(word) else word


def _ordinal(match: re.Match[str]) -> str:
    """Articles and paragraphs are ordinal up to the ninth (Lei Complementar 95/1998, art. 10, I e III)."""
    number = int(match[1])
    return f"{number}{'º' if number < 10 else ''}{match[2]}"
