"""What can be said already of a file that is not of the right types: names nobody declares, quotes that are not there.

What is of the wrong type is left out, and the rest is read as a law; of that, only what leaving it out cannot have
caused is told. So an author mends everything at once, and not first the types and then the names.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from procedures.coverage import coverage
from procedures.faults import faults_of
from procedures.loader import Law
from procedures.located import located
from procedures.nodes import FieldPath
from procedures.reader import Document
from workflow.checks import holds
from workflow.errors import Fault, LawFaults
from workflow.procedure import Procedure

_ROUNDS = 8
_OF_NAMES = ("desconhecid", "não está em articles")
"""How the checks speak of a name that nothing declares."""


def told_in_part(law: Law, broken: LawFaults, layers: frozenset[str]) -> Iterator[Fault]:
    """The faults of the rest, each with its place; none where too much would have to be left out."""
    found = _without(law, broken)
    if found is None:
        return
    rest, procedure, left_out = found
    unknown = [each for each in holds(procedure, layers) if any(said in each.what for said in _OF_NAMES)]
    yield from located(
        law.document, [each for each in unknown if not any(repr(name) in each.what for name in left_out)]
    )
    try:
        # Each mark as if a rule cited it: which rules do is not known while some are left out.
        report = coverage(rest.text, rest.data["articles"], dict.fromkeys(rest.data["articles"], ("",)))
    except LawFaults as of_the_text:
        yield from of_the_text.faults
        return
    told = {f"articles.{each}" for each in (*report.no_such_unit, *(wrong.citation for wrong in report.misquoted))}
    yield from located(law.document, [each for each in report.faults if each.where in told])


def _without(law: Law, broken: LawFaults) -> tuple[Law, Procedure, set[str]] | None:
    """The law without what is wrong in it, its procedure, and the names that went: a few rounds, or nothing."""
    data = copy.deepcopy(law.document.data)
    left_out: set[str] = set()
    for _ in range(_ROUNDS):
        paths = {path for fault in broken.faults if (path := _path(law.document, fault.where))}
        if not paths:
            return None
        for path in sorted(paths, key=lambda each: [str(step).zfill(6) for step in each], reverse=True):
            left_out.update(_remove(data, path))
        document = Document(name=law.document.name, raw=law.document.raw, data=data)
        rest = Law(id=law.id, folder=law.folder, document=document, layers=law.layers, raw_text=law.raw_text)
        try:
            return rest, _unanswered(rest), left_out
        except LawFaults as still:
            broken = still
    return None


def _unanswered(law: Law) -> Procedure:
    """The procedure as the file alone tells it: an answer may speak of what was left out."""
    try:
        return Procedure.model_validate({**law.data, "id": law.id, "open_questions": {}})
    except ValidationError as error:
        raise LawFaults(faults_of(error, law.document, Procedure)) from None


def _path(document: Document, where: str) -> FieldPath:
    """The field that stands at ``file:line:column``; empty if none does, or only the whole file."""
    place = tuple(int(each) for each in where.split(":")[1:] if each.isdigit())
    return max((path for path, at in document.positions.items() if at == place), key=len, default=())


def _remove(data: Any, path: FieldPath) -> Iterator[str]:
    """Take a field out, or the nearest one above it that is still there; gives the names that went."""
    *above, last = path
    for step in above:
        if not (isinstance(data, dict) and step in data):
            return
        data = data[step]
    if isinstance(data, dict) and last in data:
        del data[last]
        yield str(last)
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        data[last] = ""
