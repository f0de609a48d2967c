"""Compares what a rehearsal came to with what was expected, in Portuguese, one line per difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from app.outcome import Outcome
from app.saying import day_said
from workflow.citation import meets


def compare(expected: Mapping[str, Any], outcome: Outcome) -> Iterator[str]:
    """Every difference between an expectation and an outcome; only what is expected is compared."""
    for key, want in expected.items():
        yield from _CHECKS[key](key, want, getattr(outcome, "documents" if key == "not_documents" else key))


def _same_value(key: str, want: Any, got: Any) -> Iterator[str]:
    if want != got:
        yield f"{key}: esperado {_said(want)}, veio {_said(got)}"


def _complete(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    if sorted(want) != sorted(got):
        yield f"{key}: esperado {_listed(sorted(want))}, veio {_listed(sorted(got))}"


def _complete_days(key: str, want: Mapping[str, int], got: Mapping[str, int]) -> Iterator[str]:
    whole = {**want, "total": want.get("total", sum(want.values()))} if want else {}
    if whole != got:
        yield f"{key}: esperado {_line(want)}, veio {_line(got)}"


def _present(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    missing = [each for each in want if each not in got]
    if missing:
        yield f"{key}: faltam {_listed(missing)}; há {_listed(got)}"


def _absent(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    present = [each for each in want if each in got]
    if present:
        yield f"{key}: não deviam existir {_listed(present)}"


def _cited(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    missing = [each for each in want if not any(meets(each, cited) for cited in got)]
    if missing:
        yield f"{key}: não citados {_listed(missing)}; citados {_listed(got)}"


def _warned(key: str, want: Sequence[str], got: Sequence[str]) -> Iterator[str]:
    missing = [each for each in want if not any(each in shown for shown in got)]
    if missing:
        yield f"{key}: nenhum aviso diz {_listed(missing)}; avisos: {' | '.join(got) or 'nenhum'}"


def _each_key(key: str, want: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[str]:
    for name, value in want.items():
        if name in got:
            yield from _same_value(f"{key}.{name}", value, got[name])
        else:
            yield f"{key}.{name}: esperado {_said(value)}, e o caso não tem {name!r}; tem {_listed(got)}"


def _complete_lines(key: str, want: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    left = list(got)
    for line in want:
        found = next((each for each in left if _matches(line, each)), None)
        if found is None:
            yield f"{key}: esperado {_line(line)}, não veio; veio {_listed(map(_line, got))}"
        else:
            left.remove(found)
    if left:
        yield f"{key}: a mais {_listed(map(_line, left))}"


def _matches(want: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    return all(
        got.get(name) is not None and meets(value, got[name]) if name == "origin" else value == got.get(name)
        for name, value in want.items()
    )


def _refused(key: str, want: Sequence[Mapping[str, Any]], got: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A mark stands on one act (``place``); a line of an expectation fits any act of that step and day."""
    left = list(got)
    for each in want:
        what = f"{each['step']} em {_said(each['date'])}"
        if "place" in each:
            what = f"o {each['place']}º ato, {what},"
        same = [name for name in ("place", "step", "date") if name in each]
        found = next((one for one in left if all(one[name] == each[name] for name in same)), None)
        if found is None:
            yield f"{key}: {what} devia ser recusado e não foi"
            continue
        left.remove(found)
        article = each.get("article")
        if article is not None and not any(meets(article, cited) for cited in found["article"]):
            yield f"{key}: {what} recusado, mas citando {_listed(found['article'])} e não {article}"
    for extra in left:
        ground = "; ".join(extra["article"])
        what = f"o {extra['place']}º ato, {extra['step']} em {_said(extra['date'])},"
        yield f"{key}: {what} foi recusado: {extra['message']} ({ground})"


def _said(value: object) -> str:
    match value:
        case None:
            return "nada"
        case bool():
            return "true" if value else "false"  # as the file writes it
        case date():
            return day_said(value)
        case _:
            return str(value)


def _listed(values: Iterable[str]) -> str:
    return ", ".join(values) or "nada"


def _line(line: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{name}: {_said(value)}" for name, value in line.items() if value is not None) + "}"


_CHECKS: dict[str, Callable[[str, Any, Any], Iterator[str]]] = {
    **dict.fromkeys(("state", "reason", "no_defense", "confession", "total", "total_units", "refund"), _same_value),
    **dict.fromkeys(("due", "due_literal", "timely", "bar_days"), _each_key),
    **dict.fromkeys(("fines", "proposed_fines", "penalties"), _complete_lines),
    **dict.fromkeys(("gazette", "added_codes", "measures"), _complete),
    "suspension_days": _complete_days,
    "documents": _present,
    "not_documents": _absent,
    "articles": _cited,
    "flags": _warned,
    "refused": _refused,
}
"""Which comparison each key gets: whole lists, or at least what is named (``tests/golden/README.md``)."""
