"""Breaks a law one rule at a time and asks who notices: the checks, the quotes, or a worked case.

Every number (lengths and their unit, days, units of value, percentages, votes, dates), every place a step
leads to, every guard and every literal quote of a law file is a rule that somebody must miss.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from unittest import mock

from app import rehearsal
from app.rehearsal_file import Waiting
from app.rehearsal_reading import Reading, read_rehearsals
from procedures.checking import Checked, check_defaults, check_law
from procedures.loader import Law
from procedures.reader import Document
from workflow.graph import places

_LENGTH = re.compile(r"(\d+) (hours?|days?|business days?|months?|years?)")
_OTHER_UNIT = {"hour": "days", "day": "business days", "business day": "days", "month": "years", "year": "months"}
_WORDS = frozenset("label title short summary asks why note help warns before number id quote says is".split())
"""Keys whose text is read by people and obeyed by nobody (a quote is broken apart, as a quote)."""


@dataclass(frozen=True, kw_only=True)
class Mutation:
    """One rule broken: its path in the file, what stood there and what stands there now."""

    path: tuple[str | int, ...]
    old: Any
    new: Any
    kind: str

    def __str__(self) -> str:
        return f"{self.kind} {'.'.join(map(str, self.path))}: {self.old} → {self.new}"


def mutations(law: Law) -> list[Mutation]:
    """Every mutation of a law's file, in the order of the file."""
    data = law.document.data
    known = places(law.resolve())
    return [*_numbers(data, ()), *_targets(data, known), *_guards(data), *_quotes(data)]


def broken(law: Law, mutation: Mutation) -> Law:
    """The law as if its file said the mutated thing."""
    data = copy.deepcopy(law.document.data)
    *above, last = mutation.path
    place = data
    for step in above:
        place = place[step]
    if mutation.new is None:
        del place[last]
    else:
        place[last] = mutation.new
    document = Document(name=law.document.name, raw=law.document.raw, data=data)
    document.__dict__["positions"] = law.document.positions  # finding them is most of the work, and they are the same
    return Law(id=law.id, folder=law.folder, document=document, layers=law.layers, raw_text=law.raw_text)


def usual(law: Law) -> frozenset[str]:
    """What the checks say of the law unbroken: flags of what its file declares, which notice nothing."""
    return frozenset(_told(check_law(law)))


def noticed(law: Law, cases: Sequence[Reading], said: Collection[str] = ()) -> str:
    """Who notices that this law is not what it should be (``said`` is usual); empty if nobody. Quick checks first."""
    quick = next((each for each in _told(check_defaults(law)) if each not in said), "")
    if quick:
        return quick
    with mock.patch.object(rehearsal, "law", return_value=law):
        for case in cases:
            for result in rehearsal.run(case):
                if result.passed is False:
                    return f"o caso {result.id}: {result.differences[0]}"
    return next((each for each in _told(check_law(law)) if each not in said), "")


def _told(checked: Checked) -> Iterator[str]:
    yield from (f"a conferência: {found.what}" for found in (*checked.faults, *checked.flags))


def cases_of(law: Law, golden: Path) -> list[Reading]:
    """The worked cases of a law: the golden ones and its own."""
    files = [*sorted(golden.glob("*.yaml")), law.rehearsals]
    return [each for file in files for each in read_rehearsals(file) if each.law == law.id and not _waits(each)]


def _waits(reading: Reading) -> bool:
    return isinstance(reading.told, Waiting)


def _numbers(value: Any, path: tuple[str | int, ...]) -> Iterator[Mutation]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in _WORDS and (path or key != "take") and not (path == () and key == "articles"):
                yield from _numbers(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _numbers(inner, (*path, index))
    elif isinstance(value, bool) or value is None or "basis" in path or "cites" in path:
        return
    else:
        for new in _other(value):
            yield Mutation(path=path, old=value, new=new, kind="número")


def _other(value: Any) -> Iterator[Any]:
    if isinstance(value, int):
        yield value + 1
    elif isinstance(value, date):
        yield value + timedelta(days=1)
    elif length := _LENGTH.fullmatch(str(value)):
        yield f"{int(length[1]) + 1} {length[2]}"
        if int(length[1]):
            yield f"{length[1]} {_OTHER_UNIT[length[2].removesuffix('s')]}"
    elif re.fullmatch(r"\d+(\.\d+)?%", str(value)):
        yield f"{int(str(value)[:-1]) + 10}%"
    elif re.fullmatch(r"\d+(\.\d+)?", str(value)):
        yield str(Decimal(value) + 1)


def _parts(data: dict[str, Any], part: str) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """A part (``to``, ``requires``) of each step, as the file writes it and as each answer would."""
    for name, step in data["steps"].items():
        yield ("steps", name, part), step.get(part)
    for name, question in data.get("open_questions", {}).items():
        for answer, option in question.get("options", {}).items():
            for path, value in (option.get("set") or {}).items():
                place = ("open_questions", name, "options", answer, "set", path)
                if path.startswith("steps.") and f".{part}" in path:
                    yield place, value
                elif path.startswith("steps.") and path.count(".") == 1:
                    yield (*place, part), value.get(part)


def _targets(data: dict[str, Any], known: list[str]) -> Iterator[Mutation]:
    for path, value in _parts(data, "to"):
        yield from _places(value, path, known)


def _places(value: Any, path: tuple[str | int, ...], known: list[str]) -> Iterator[Mutation]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*path, key), known)
    elif isinstance(value, str):
        reachable = [place for place in known if place not in ("not_opened", value)]
        # The next one in the order of the graph: near enough to be a plausible slip of the pen.
        after = known.index(value) if value in known else 0
        yield Mutation(path=path, old=value, new=reachable[after % len(reachable)], kind="destino")


def _guards(data: dict[str, Any]) -> Iterator[Mutation]:
    for path, guards in _parts(data, "requires"):
        lists = (
            {(*path, change): listed for change, listed in guards.items()}
            if isinstance(guards, dict)
            else {path: guards}
        )
        for place, listed in lists.items():
            for index, guard in enumerate(listed or ()):
                shown = guard if isinstance(guard, str) else next(iter(guard))
                yield Mutation(path=(*place, index), old=shown, new=None, kind="condição")


def _quotes(data: dict[str, Any]) -> Iterator[Mutation]:
    for citation, article in data["articles"].items():
        quote = article.get("quote")
        if quote is not None:
            yield Mutation(path=("articles", citation, "quote"), old=quote, new=f"{quote[:-1]}§", kind="trecho")
