"""Checks a law's folder whole: the file, its quotes and coverage, and each answer to each open question.

A law is used only if it holds (``registry.law`` refuses it otherwise). What that costs is paid once for the
same bytes: the result is kept in the user's cache, and forgotten when the checks themselves change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import workflow
from procedures import parse_cache
from procedures.blanks import blanks
from procedures.citations import cited
from procedures.coverage import coverage
from procedures.in_part import told_in_part
from procedures.loader import Law
from procedures.located import located
from procedures.overwritten import overwritten
from workflow.checks import holds, unused, walkable
from workflow.checks_terms import far_ends
from workflow.due_process import due_process
from workflow.errors import Fault, LawFaults
from workflow.procedure import Procedure


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
    left, layers = tuple(blanks(law)), known_citations(law)
    try:
        procedure = law.resolve()
    except LawFaults as broken:
        return Checked(faults=tuple(dict.fromkeys((*left, *broken.faults, *told_in_part(law, broken, layers)))))
    found = _judged(procedure, layers)
    dead = unused(procedure)
    faults, flags = list(found.faults), list(found.flags)
    for where, variant in _answered(law):
        if isinstance(variant, LawFaults):
            faults.extend(Fault(where, f"com esta resposta, {fault.what}") for fault in variant.faults)
            continue
        other = _judged(variant, layers)
        faults.extend(Fault(where, f"com esta resposta, {each}") for each in other.faults if each not in found.faults)
        flags.extend(Fault(where, f"com esta resposta, {each}") for each in other.flags if each not in found.flags)
        dead = [each for each in dead if each in unused(variant)] if dead else dead
    checked = _placed(law, procedure, [*faults, *dead], flags)
    return Checked(faults=(*left, *checked.faults), flags=checked.flags)


def check_defaults(law: Law) -> Checked:
    """The same under the default answers alone: what an editor asks at each key pressed."""
    try:
        procedure = law.resolve()
    except LawFaults as broken:
        return Checked(faults=broken.faults)
    found = _judged(procedure, known_citations(law))
    return _placed(law, procedure, found.faults, found.flags)


def _placed(law: Law, procedure: Procedure, faults: Iterable[Fault], flags: Iterable[Fault]) -> Checked:
    return Checked(
        faults=(*located(law.document, dict.fromkeys(faults)), *_text_faults(law, procedure)),
        flags=tuple(located(law.document, dict.fromkeys([*flags, *overwritten(law, procedure)]))),
    )


def known_citations(law: Law) -> frozenset[str]:
    """The citations that layers have on file."""
    return frozenset(citation for layer in law.layers.values() for citation in layer.articles)


def _judged(procedure: Procedure, layers: frozenset[str]) -> Checked:
    """Faults and flags of one resolved procedure, by path; without a whole graph no road is walked."""
    found = holds(procedure, layers)
    if not walkable(procedure):
        return Checked(faults=tuple(found))
    verdict = due_process(procedure)
    return Checked(faults=(*found, *verdict.faults), flags=(*verdict.flags, *far_ends(procedure)))


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
