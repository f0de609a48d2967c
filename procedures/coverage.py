"""Coverage: every unit of the law's text is a rule, or says why it is none.

The marks are the law file's section ``articles`` (citation → ``quote`` and/or ``is``). A bare ``33`` marks the
caput of article 33; it reaches the parts below only with ``with_all_below``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from procedures.text import LawText, one_line
from workflow.citation import is_municipal, meets, order
from workflow.errors import Fault

Mark = Literal["rule", "human judgment", "duty without sanction", "not procedural", "open question", "unmarked"]

MARKS: Mapping[str, Mark] = {
    "human_judgment": "human judgment",
    "duty_without_sanction": "duty without sanction",
    "not_procedural": "not procedural",
    "open_question": "open question",
}
"""What ``is`` may say in the law file, and the mark it makes."""

IN_PORTUGUESE: Mapping[Mark, str] = {
    "rule": "regra",
    "human judgment": "juízo de pessoas",
    "duty without sanction": "dever sem sanção",
    "not procedural": "não é procedimento",
    "open question": "questão em aberto",
    "unmarked": "sem marca",
}


@dataclass(frozen=True, kw_only=True)
class UnitCoverage:
    """One unit of the law: its mark, the rules that cite it, the note of whoever marked it."""

    citation: str
    text: str
    mark: Mark
    rules: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Misquote:
    """A quote that is not literally inside its unit: the nearest words there, and the units where it does stand."""

    citation: str
    quote: str
    nearest: str
    found_in: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CoverageReport:
    """Each unit of the law with its mark, in the order of the text, and everything that does not hold.

    ``no_such_unit`` are marks that name nothing in the text; ``misquoted`` quotes not literally in their unit;
    ``uncited`` quotes that no rule cites and that no ``is`` explains; ``unquoted`` units that a rule cites
    without a quote in the law file; ``unknown_marks`` values of ``is`` that do not exist.
    """

    units: tuple[UnitCoverage, ...]
    no_such_unit: tuple[str, ...]
    misquoted: tuple[Misquote, ...]
    uncited: tuple[str, ...]
    unquoted: tuple[str, ...]
    unknown_marks: tuple[str, ...]

    @property
    def unmarked(self) -> tuple[str, ...]:
        """The units without any mark."""
        return tuple(unit.citation for unit in self.units if unit.mark == "unmarked")

    @property
    def counts(self) -> dict[Mark, int]:
        """How many units carry each mark; marks that none carries are left out."""
        marks = [unit.mark for unit in self.units]
        return {mark: marks.count(mark) for mark in IN_PORTUGUESE if mark in marks}

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that does not hold, as faults of the law file with the path of the entry, in Portuguese."""
        said = [
            *((unit, "unidade sem marca: cite-a numa regra ou diga por que não é regra") for unit in self.unmarked),
            *((unit, "o texto da lei não tem esta unidade") for unit in self.no_such_unit),
            *((wrong.citation, _misquoted_in_portuguese(wrong)) for wrong in self.misquoted),
            *((unit, "a citação literal não é usada por regra nenhuma") for unit in self.uncited),
            *((unit, "uma regra cita a unidade, mas falta o trecho literal ('quote')") for unit in self.unquoted),
            *((unit, f"a marca 'is' tem de ser uma destas: {', '.join(MARKS)}") for unit in self.unknown_marks),
        ]
        return tuple(Fault(f"articles.{unit}", what) for unit, what in said)


def coverage(
    text: LawText, articles: Mapping[str, Mapping[str, object]], cited: Mapping[str, Iterable[str]]
) -> CoverageReport:
    """Compare the text with the marks of ``articles`` and with the rules (``cited``: citation → paths of rules).

    Citations of other sources (a layer's) are left alone, in ``articles`` and in ``cited``.
    """
    articles = {citation: entry for citation, entry in articles.items() if is_municipal(citation)}
    rules = {citation: tuple(dict.fromkeys(paths)) for citation, paths in cited.items()}
    known = {citation for citation in articles if text.names(citation)}
    quoted = {citation for citation in known if articles[citation].get("quote") is not None}
    return CoverageReport(
        units=tuple(_unit(unit, words, articles, rules) for unit, words in text.units.items()),
        no_such_unit=_sorted(set(articles) - known),
        misquoted=tuple(
            _misquote(text, citation, quote)
            for citation in _sorted(quoted)
            if not text.contains(citation, quote := str(articles[citation]["quote"]))
        ),
        uncited=_sorted(c for c in quoted if not rules.get(c) and "is" not in articles[c]),
        unquoted=_sorted(c for c in rules if rules[c] and text.names(c) and c not in quoted),
        unknown_marks=_sorted(c for c in articles if articles[c].get("is", "human_judgment") not in MARKS),
    )


def _unit(
    unit: str, words: str, articles: Mapping[str, Mapping[str, object]], rules: Mapping[str, tuple[str, ...]]
) -> UnitCoverage:
    """The unit's own mark or, failing that, the nearest one above that says it reaches all below."""
    own = _own_keys(unit)
    citing = tuple(path for key in own for path in rules.get(key, ()) if "quote" in articles.get(key, {}))
    above = [key for key in articles if articles[key].get("with_all_below") is True and meets(key, unit)]
    for key in (*own, *sorted(above, key=len, reverse=True)):
        entry = articles.get(key, {})
        note = str(entry.get("note", ""))
        if key in own and citing:
            return UnitCoverage(citation=unit, text=words, mark="rule", rules=citing, note=note)
        if mark := MARKS.get(str(entry.get("is", ""))):
            return UnitCoverage(citation=unit, text=words, mark=mark, note=note)
    return UnitCoverage(citation=unit, text=words, mark="unmarked")


def _own_keys(unit: str) -> tuple[str, ...]:
    """The names under which a unit may be marked: the caput also by the bare number of its article."""
    return (unit, unit.removesuffix(" caput")) if unit.endswith(" caput") else (unit,)


def _misquote(text: LawText, citation: str, quote: str) -> Misquote:
    found = tuple(unit for unit in text.units if text.contains(unit, quote))
    return Misquote(
        citation=citation, quote=quote, nearest=_nearest(one_line(text.within(citation)), quote), found_in=found
    )


def _nearest(text: str, quote: str) -> str:
    """The run of as many words as the quote that is most like it."""
    words, size = text.split(), max(len(quote.split()), 1)
    runs = [" ".join(words[start : start + size]) for start in range(max(len(words) - size, 0) + 1)]
    return max(runs, key=lambda run: SequenceMatcher(None, run, quote, autojunk=False).ratio())


def _misquoted_in_portuguese(wrong: Misquote) -> str:
    elsewhere = f"; está em {', '.join(wrong.found_in)}" if wrong.found_in else ""
    return f"o trecho {wrong.quote!r} não está na unidade; o mais próximo ali é {wrong.nearest!r}{elsewhere}"


def _sorted(citations: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(citations, key=order))
