"""A law's text read into its units: article, paragraph, inciso, alínea, item and annex, each under its citation.

``law.txt`` has one unit a line. Titles, chapter headings and the closing formula belong to no unit; a line wholly
in parentheses is a publisher's margin note and belongs to the unit above it. Any other line among the articles
that opens no unit is a fault: nothing of the text is lost in silence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from workflow.citation import meets, roman_value
from workflow.errors import Fault, LawFaults


class _Level(IntEnum):
    """How deep a unit stands: each opens under the nearest open one above it (LC 95/1998 art. 10)."""

    ARTICLE = 0
    PARAGRAPH = 1
    INCISO = 2
    LETTER = 3
    ITEM = 4


_AFTER = r"\s*[-–—.:,]*\s*(?P<text>.*)"
_ORDINAL = rf"\s*(?:[º°ª]|o\b)?(?P<suffix>-[A-Z]\b)?{_AFTER}"
_SHAPES = {
    _Level.ARTICLE: re.compile(rf"(?:Art\.?|Artigo)\s*(?P<id>\d{{1,3}}(?:\.\d{{3}})+|\d+){_ORDINAL}"),
    _Level.PARAGRAPH: re.compile(rf"§\s*(?P<id>\d+){_ORDINAL}"),
    _Level.INCISO: re.compile(r"(?P<id>[IVXLCDM]+)(?P<suffix>-[A-Z])?\s*[-–—]\s*(?P<text>.*)"),
    _Level.LETTER: re.compile(r"(?P<id>[a-z]{1,2})(?P<suffix>)\)\s*(?P<text>.*)"),
    _Level.ITEM: re.compile(r"(?P<id>\d{1,2})(?P<suffix>)[.)]\s+(?P<text>.*)"),
}
_SOLE = re.compile(rf"Parágrafo\s+único{_AFTER}", re.IGNORECASE)
_ANNEX = re.compile(r"anexo\s+(?P<id>[ivxlcdm]+|\d+|único)\s*(?:[-–—].*)?", re.IGNORECASE)
_HEADING = re.compile(r"(?:livro|título|cap[ií]tulo|seção|subseção)\b.*", re.IGNORECASE)
_NOTE = re.compile(r"\(.*\)")


@dataclass(frozen=True, kw_only=True)
class LawText:
    """The units of one law, in the order of the text.

    ``units`` maps each citation to its own words, without the mark that opens it (``Art. 33.``, ``§ 1º``);
    ``printed`` keeps the mark. An article with anything below it gives ``33 caput`` and its parts; one without
    is the unit ``35``. ``notes`` are the publisher's margin notes; ``around`` is what belongs to no unit.
    """

    units: Mapping[str, str]
    printed: Mapping[str, str]
    notes: Mapping[str, tuple[str, ...]]
    around: tuple[str, ...]

    @property
    def articles(self) -> tuple[str, ...]:
        """The numbers of the articles, as cited: ``1``, ``1-A``, ``2``."""
        return tuple(dict.fromkeys(unit.split()[0] for unit in self.units if not unit.startswith("Anexo")))

    def names(self, citation: str) -> bool:
        """Whether the law has such a unit; ``33`` names the whole of article 33."""
        return any(meets(citation, unit) for unit in self.units)

    def within(self, citation: str) -> str:
        """The unit as printed with everything below it, one unit a line; ``LookupError`` if the law has none such."""
        lines = [line for unit, line in self.printed.items() if meets(citation, unit)]
        if not lines:
            raise LookupError(f"o texto da lei não tem {citation!r}")
        return "\n".join(lines)

    def contains(self, citation: str, quote: str) -> bool:
        """Whether ``quote`` stands literally in that unit or below it; only the white space may differ."""
        words = one_line(quote)
        return bool(words) and self.names(citation) and words in one_line(self.within(citation))


def one_line(text: str) -> str:
    """The text with every run of white space as one blank."""
    return " ".join(text.split())


def read_text(text: str, name: str = "law.txt") -> LawText:
    """Read a law's text into units; raises ``LawFaults`` with every line that fits nowhere or opens a unit twice."""
    reader = _Reader(name)
    for number, line in enumerate(text.splitlines(), start=1):
        if words := one_line(line):
            reader.read(number, words)
    return reader.finish()


@dataclass
class _Reader:
    """Where the reading stands: the open unit at each level, and the lines that fit nowhere so far."""

    name: str
    path: dict[_Level, str] = field(default_factory=dict)
    current: str = ""
    units: dict[str, str] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    around: list[str] = field(default_factory=list)
    loose: list[tuple[int, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def read(self, number: int, line: str) -> None:
        if (annex := _ANNEX.fullmatch(line)) and self.current:
            self._close()
            self.path.clear()
            self._open(number, f"Anexo {_annex_name(annex['id'])}", line, line)
        elif self.current.startswith("Anexo"):
            self.units[self.current] += f"\n{line}"
            self.printed[self.current] += f"\n{line}"
        elif not self._opens(number, line):
            self._loose(number, line)

    def finish(self) -> LawText:
        self._close()
        if not self.units:
            self._fault(1, "não há artigo nenhum; cada artigo abre a sua linha com 'Art. 1º' ou 'Artigo 1º'")
        if self.faults:
            raise LawFaults(self.faults)
        called = {unit: self._called(unit) for unit in self.units}
        return LawText(
            units={called[unit]: words for unit, words in self.units.items()},
            printed={called[unit]: line for unit, line in self.printed.items()},
            notes={called[unit]: lines for unit, lines in self.notes.items()},
            around=tuple(self.around),
        )

    def _opens(self, number: int, line: str) -> bool:
        """Open the unit that this line begins, if it begins one."""
        level, unit, words = _opening(line, inside_letter=_Level.LETTER in self.path)
        if level is None:
            return False
        if level > _Level.ARTICLE and _Level.ARTICLE not in self.path:
            return False
        for stray, what in self.loose:
            if _is_heading(what):
                self.around.append(what)
            else:
                self._fault(stray, f"linha que não abre artigo, parágrafo, inciso nem alínea: {what[:60]!r}")
        self.loose.clear()
        self.path = {above: name for above, name in self.path.items() if above < level} | {level: unit}
        self._open(number, " ".join(self.path.values()), words, line)
        return True

    def _open(self, number: int, citation: str, words: str, line: str) -> None:
        if citation in self.units:
            self._fault(number, f"{citation!r} aparece pela segunda vez; uma das duas tem outro número")
        self.current, self.units[citation], self.printed[citation] = citation, words, line

    def _loose(self, number: int, line: str) -> None:
        if not self.current:
            self.around.append(line)
        elif _NOTE.fullmatch(line):
            self.notes[self.current] = (*self.notes.get(self.current, ()), line)
        else:
            self.loose.append((number, line))

    def _close(self) -> None:
        """No article follows: the lines that opened nothing are the closing formula and the signatures."""
        self.around.extend(line for _, line in self.loose)
        self.loose.clear()

    def _fault(self, number: int, what: str) -> None:
        self.faults.append(Fault(f"{self.name}:{number}", what))

    def _called(self, unit: str) -> str:
        """The citation of a unit: an article with parts is cited by its caput."""
        is_article = " " not in unit
        return f"{unit} caput" if is_article and any(other.startswith(f"{unit} ") for other in self.units) else unit


def _opening(line: str, *, inside_letter: bool) -> tuple[_Level | None, str, str]:
    """The level, name and words of the unit that a line begins; no level if it begins none."""
    if match := _SOLE.fullmatch(line):
        return _Level.PARAGRAPH, "p.u.", match["text"]
    for level, shape in _SHAPES.items():
        match = shape.fullmatch(line)
        if match is None or (level is _Level.ITEM and not inside_letter):
            continue
        if level is _Level.INCISO and not _is_roman(match["id"]):
            continue
        mark = "§" if level is _Level.PARAGRAPH else ""
        return level, f"{mark}{match['id'].replace('.', '')}{match['suffix'] or ''}", match["text"]
    return None, "", ""


def _is_heading(line: str) -> bool:
    return line == line.upper() or _HEADING.fullmatch(line) is not None


def _is_roman(numeral: str) -> bool:
    try:
        return roman_value(numeral) > 0
    except ValueError:
        return False


def _annex_name(printed: str) -> str:
    return "Único" if printed.lower() == "único" else printed.upper()
