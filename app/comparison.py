"""Compares what a rehearsal came to with what was expected, in Portuguese, one line per difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from app.outcome import Outcome
from workflow.citation import meets

_NUMBERS = ("units", "amount")
_COMPLETE_LISTS = ("fines", "proposed_fines", "penalties")
_COMPLETE_NAMES = ("gazette", "added_codes", "measures")
_SUBSETS = ("due", "due_literal", "timely", "bar_days")
_AMOUNTS = ("total", "total_units", "refund")
_PLAIN = ("state", "reason", "no_defense", "confession")


def compare(expected: Mapping[str, Any], outcome: Outcome) -> Iterator[str]:
    """Every difference between an expectation and an outcome."""
    for key, want in expected.items():
        if key in _PLAIN:
            got = getattr(outcome, key)
            if got != want:
                yield f"{key}: esperado {want!r}, veio {got!r}"
        elif key in _SUBSETS:
            yield from _subset(key, want, getattr(outcome, key))
        elif key == "suspension_days":
            if dict(want) != outcome.suspension_days and {**want, "total": sum(v for k, v in want.items() if k != "total")} != outcome.suspension_days:
                yield f"{key}: esperado {dict(want)}, veio {outcome.suspension_days}"
        elif key in _AMOUNTS:
            got = getattr(outcome, key)
            if got is None or Decimal(str(want)) != got:
                yield f"{key}: esperado {want}, veio {got}"
        elif key in _COMPLETE_LISTS:
            yield from _lines(key, want, getattr(outcome, key))
        elif key in _COMPLETE_NAMES:
            if sorted(want) != sorted(getattr(outcome, key)):
                yield f"{key}: esperado {sorted(want)}, veio {sorted(getattr(outcome, key))}"
        elif key == "documents":
            missing = [each for each in want if each not in outcome.documents]
            if missing:
                yield f"documents: faltam {', '.join(missing)}; há {', '.join(outcome.documents)}"
        elif key == "not_documents":
            present = [each for each in want if each in outcome.documents]
            if present:
                yield f"not_documents: não deviam existir {', '.join(present)}"
        elif key == "articles":
            missing = [each for each in want if not any(meets(str(each), cited) for cited in outcome.articles)]
            if missing:
                yield f"articles: não citados {', '.join(map(str, missing))}; citados {', '.join(outcome.articles)}"
        elif key == "flags":
            missing = [each for each in want if not any(str(each) in shown for shown in outcome.flags)]
            if missing:
                yield f"flags: nenhum aviso diz {', '.join(missing)}; avisos: {' | '.join(outcome.flags)}"
        elif key == "refused":
            yield from _refused(want, outcome.refused)
        else:
            yield f"{key}: expectativa desconhecida"


def _subset(key: str, want: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[str]:
    for name, value in want.items():
        if got.get(name) != value:
            yield f"{key}.{name}: esperado {value}, veio {got.get(name)}"


def _lines(key: str, want: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    left = list(got)
    for line in want:
        found = next((each for each in left if _same(line, each)), None)
        if found is None:
            yield f"{key}: esperado {_shown(line)}, não veio; veio {', '.join(_shown(each) for each in got) or 'nada'}"
        else:
            left.remove(found)
    if left:
        yield f"{key}: a mais {', '.join(_shown(each) for each in left)}"


def _same(want: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    return all(_equal(name, value, got.get(name)) for name, value in want.items())


def _equal(name: str, want: Any, got: Any) -> bool:
    if name in _NUMBERS:
        try:
            return got is not None and Decimal(str(want)) == got
        except InvalidOperation:
            return False
    if name == "origin":
        return meets(str(want), str(got))
    return bool(want == got)


def _shown(line: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{name}: {value}" for name, value in line.items() if value is not None) + "}"


def _refused(want: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    left = list(got)
    for each in want:
        found = next((one for one in left if one["step"] == each["step"] and _same_day(each["date"], one["date"])), None)
        if found is None:
            yield f"refused: {each['step']} em {each['date']} devia ser recusado e não foi"
            continue
        left.remove(found)
        article = each.get("article")
        if article is not None and not any(meets(str(article), cited) for cited in found["article"]):
            yield f"refused: {each['step']} em {each['date']} recusado, mas citando {', '.join(found['article'])} e não {article}"
    for extra in left:
        yield f"refused: {extra['step']} em {extra['date']} foi recusado: {extra['message']} ({'; '.join(extra['article'])})"


def _same_day(one: date, other: date) -> bool:
    return one == other
