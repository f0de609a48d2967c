"""Checks a law's folder whole: the file, its quotes and coverage, and each answer to each open question.

A law is used only if it holds (``registry.law`` refuses it otherwise). What that costs is paid once for the
same bytes: the result is kept in the user's cache, and forgotten when the checks themselves change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import workflow
from procedures import parse_cache
from procedures.citations import cited
from procedures.coverage import coverage
from procedures.loader import Law
from procedures.reader import Document
from workflow.checks import holds, unused, walkable
from workflow.due_process import due_process
from workflow.errors import Fault, LawFaults
from workflow.procedure import Procedure

_INDEX = re.compile(r"\[(\d+)º\]")


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What was found in a law's folder: ``faults`` refuse it, ``flags`` are shown, each with its place."""

    faults: tuple[Fault, ...] = ()
    flags: tuple[Fault, ...] = ()


def loaded(law: Law) -> Checked:
    """``check_law``, computed once for the same files and the same checks."""
    key = _key(law)
    kept = parse_cache.load(key)
    if kept is not None:
        return Checked(**{kind: tuple(Fault(*each) for each in found) for kind, found in kept.items()})
    checked = check_law(law)
    parse_cache.store(key, {"faults": checked.faults, "flags": checked.flags})
    return checked


def check_law(law: Law) -> Checked:
    """Everything wrong with a law at once, each fault with ``file:line:column``.

    Each answer to each open question is applied alone, over the defaults, and judged like a law of its own.
    """
    try:
        procedure = law.resolve()
    except LawFaults as broken:
        return Checked(faults=broken.faults)
    layers = known_citations(law)
    faults, flags, dead = _judged(procedure, layers)
    for where, variant in _answered(law):
        if isinstance(variant, LawFaults):
            faults.extend(Fault(where, f"com esta resposta, {fault.what}") for fault in variant.faults)
            continue
        others, shown, dead_too = _judged(variant, layers)
        faults.extend(Fault(where, f"com esta resposta, {each}") for each in others if each not in faults)
        flags.extend(Fault(where, f"com esta resposta, {each}") for each in shown if each not in flags)
        dead = [each for each in dead if each in dead_too]
    return Checked(
        faults=(*located(law.document, dict.fromkeys([*faults, *dead])), *_text_faults(law, procedure)),
        flags=tuple(located(law.document, dict.fromkeys(flags))),
    )


def known_citations(law: Law) -> frozenset[str]:
    """The citations that layers have on file."""
    return frozenset(citation for layer in law.layers.values() for citation in layer.articles)


def located(document: Document, faults: Iterable[Fault]) -> Iterator[Fault]:
    """The same faults with the place of their path in the document, the path going before what is wrong."""
    for fault in faults:
        yield Fault(document.where(_steps(document.data, fault.where)), str(fault))


def _judged(procedure: Procedure, layers: frozenset[str]) -> tuple[list[Fault], list[Fault], list[Fault]]:
    """Faults, flags and unused parts of one resolved procedure; without a whole graph no road is walked."""
    found = holds(procedure, layers)
    if not walkable(procedure):
        return found, [], []
    verdict = due_process(procedure)
    return [*found, *verdict.faults], list(verdict.flags), unused(procedure)


def _answered(law: Law) -> Iterator[tuple[str, Procedure | LawFaults]]:
    """The procedure under each answer that is not the default, with the path of the answer."""
    for name, question in law.questions.items():
        for answer in question.options:
            if answer == question.default:
                continue
            path = f"open_questions.{name}.options.{answer}"
            try:
                yield path, law.tried({name: answer})
            except LawFaults as broken:
                yield path, broken


def _text_faults(law: Law, procedure: Procedure) -> Iterator[Fault]:
    """Quotes that are not in their unit, units without a mark: what the text itself says against the file."""
    try:
        text = law.text
    except LawFaults as broken:
        yield from broken.faults
        return
    yield from located(law.document, coverage(text, law.data["articles"], cited(procedure)).faults)


def _steps(data: Any, path: str) -> tuple[str | int, ...]:
    """A written path as steps into the data: names may themselves hold dots, so the longest that is there wins."""
    steps: list[str | int] = []
    rest = path
    while rest:
        if index := _INDEX.match(rest):
            number = int(index[1]) - 1
            if not isinstance(data, list) or not 0 <= number < len(data):
                break
            steps.append(number)
            data, rest = data[number], rest[index.end() :].removeprefix(".")
            continue
        here = [key for key in data if f"{rest}.".startswith((f"{key}.", f"{key}["))] if isinstance(data, dict) else []
        if not here:
            break
        name = max(here, key=len)
        steps.append(name)
        data, rest = data[name], rest[len(name) :].removeprefix(".")
    return tuple(steps)


def _key(law: Law) -> bytes:
    layers = [layer.document.digest for _, layer in sorted(law.layers.items())]
    return "\0".join(["checked", law.id, law.digest, *layers, _checks()]).encode()


@lru_cache(maxsize=1)
def _checks() -> str:
    """A digest of the checks themselves and all they stand on."""
    seal = sha256()
    for folder in (Path(__file__).parent, Path(workflow.__file__).parent):
        for file in sorted(folder.glob("*.py")):
            seal.update(file.read_bytes())
    return seal.hexdigest()
