"""Compares what a rehearsal came to with what was expected, in Portuguese, one line per difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from app.outcome import Outcome
from workflow.citation import meets

_NUMBERS = ("units", "amount")


def compare(expected: Mapping[str, Any], outcome: Outcome) -> Iterator[str]:
    """Every difference between an expectation and an outcome."""
    for key, want in expected.items():
        check = _CHECKS.get(key)
        if check is None:
            yield f"{key}: expectativa desconhecida"
        else:
            yield from check(key, want, getattr(outcome, "documents" if key == "not_documents" else key))


def _plain(key: str, want: Any, got: Any) -> Iterator[str]:
    if got != want:
        yield f"{key}: esperado {want!r}, veio {got!r}"


def _amount(key: str, want: Any, got: Decimal | None) -> Iterator[str]:
    if got is None or Decimal(str(want)) != got:
        yield f"{key}: esperado {want}, veio {got}"


def _names(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    if sorted(want) != sorted(got):
        yield f"{key}: esperado {sorted(want)}, veio {sorted(got)}"


def _days(key: str, want: Mapping[str, int], got: Mapping[str, int]) -> Iterator[str]:
    whole = {**want, "total": want.get("total", sum(want.values()))} if want else {}
    if whole != got:
        yield f"{key}: esperado {dict(want)}, veio {dict(got)}"


def _present(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    missing = [each for each in want if each not in got]
    if missing:
        yield f"{key}: faltam {', '.join(missing)}; há {', '.join(got)}"


def _absent(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    present = [each for each in want if each in got]
    if present:
        yield f"{key}: não deviam existir {', '.join(present)}"


def _cited(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    missing = [str(each) for each in want if not any(meets(str(each), cited) for cited in got)]
    if missing:
        yield f"{key}: não citados {', '.join(missing)}; citados {', '.join(got)}"


def _shown_flags(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    missing = [str(each) for each in want if not any(str(each) in shown for shown in got)]
    if missing:
        yield f"{key}: nenhum aviso diz {', '.join(missing)}; avisos: {' | '.join(got)}"


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


def _refused(key: str, want: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    left = list(got)
    for each in want:
        what = f"{each['step']} em {each['date']}"
        found = next((one for one in left if one["step"] == each["step"] and one["date"] == each["date"]), None)
        if found is None:
            yield f"{key}: {what} devia ser recusado e não foi"
            continue
        left.remove(found)
        article = each.get("article")
        if article is not None and not any(meets(str(article), cited) for cited in found["article"]):
            yield f"{key}: {what} recusado, mas citando {', '.join(found['article'])} e não {article}"
    for extra in left:
        ground = "; ".join(extra["article"])
        yield f"{key}: {extra['step']} em {extra['date']} foi recusado: {extra['message']} ({ground})"


_CHECKS: dict[str, Callable[[str, Any, Any], Iterator[str]]] = {
    **dict.fromkeys(("state", "reason", "no_defense", "confession"), _plain),
    **dict.fromkeys(("due", "due_literal", "timely", "bar_days"), _subset),
    **dict.fromkeys(("total", "total_units", "refund"), _amount),
    **dict.fromkeys(("fines", "proposed_fines", "penalties"), _lines),
    **dict.fromkeys(("gazette", "added_codes", "measures"), _names),
    "suspension_days": _days,
    "documents": _present,
    "not_documents": _absent,
    "articles": _cited,
    "flags": _shown_flags,
    "refused": _refused,
}
