"""Checks of grounds: every rule cites the law, every citation is on file, every item is a unit of the text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from workflow.citation import is_municipal
from workflow.errors import Fault
from workflow.nearest import advice
from workflow.procedure import Procedure
from workflow.walk import citations_of

_PART = r"(?:[IVXLCDM]+(?:-[A-Z])?|§\d+(?:-[A-Z])?|p\.u\.|[a-z]{1,2})"
_ITEM = re.compile(rf"\d+(?:-{_PART}(?: {_PART})*)?")

_RULES = (
    "bodies", "time_limits", "steps", "penalties", "circumstances", "measures", "origins", "units", "repeat", "noncure",
    "open_questions", "due_process",
)  # fmt: skip
"""Sections whose every entry is a rule of its own and stands on the law."""


def grounded(procedure: Procedure) -> Iterator[Fault]:
    """Every rule has a basis."""
    for section in _RULES:
        for name, rule in getattr(procedure, section).items():
            if not rule.basis:
                yield Fault(f"{section}.{name}", "falta basis: que artigo manda isto?")
    for name, discount in procedure.money.discounts.items():
        if not discount.basis:
            yield Fault(f"money.discounts.{name}", "falta basis: que artigo manda isto?")
    for name, repeat in procedure.repeat.items():
        for number, level in enumerate(repeat.levels, 1):
            if not level.basis:
                yield Fault(f"repeat.{name}.levels[{number}º]", "falta basis: que artigo manda isto?")
    single = {
        "in_force": procedure.in_force,
        "catalogue": procedure.catalogue,
        "tracks": procedure.tracks if procedure.tracks.per else None,
        "confession": procedure.confession,
        "same_fact": procedure.same_fact,
        "recusal": procedure.recusal if "recusal" in procedure.model_fields_set else None,
        "choice": procedure.choice if "choice" in procedure.model_fields_set else None,
    }
    for name, rule in single.items():
        if rule is not None and not rule.basis:
            yield Fault(name, "falta basis: que artigo manda isto?")


def counting(procedure: Procedure) -> Iterator[Fault]:
    """Each kind of limit has its row of counting; that of penalties is needed only where one runs."""
    bound = {"party", "authority", *(limit.binds for limit in procedure.time_limits.values())}
    for binds in sorted(bound - set(procedure.counting)):
        yield Fault("counting", f"falta {binds}: primeiro dia (starts) e fim sem expediente (ends)")


def citations(procedure: Procedure, layers: Collection[str]) -> Iterator[Fault]:
    """Every citation is a key of ``articles``, here or in a layer; what is cited of this law has its quote."""
    own, unquoted = procedure.articles, dict[str, str]()
    known = [*own, *layers]
    misnamed = {f"infractions.{name}" for name in procedure.infractions if not _ITEM.fullmatch(name)}
    for citation, path in citations_of(procedure):
        if path in misnamed:
            continue
        article = own.get(citation)
        if article is None and citation not in layers:
            near = advice(citation, [each for each in known if is_municipal(each) == is_municipal(citation)])
            twin = _twin(citation)
            hint = f"; quis dizer {twin!r}?" if twin in own else near if "quis dizer" in near else ""
            yield Fault(path, f"{citation!r} não está em articles, nem em camada{hint}")
        elif article is not None and not (article.quote or article.says):
            unquoted.setdefault(citation, path)
    for citation, path in unquoted.items():
        yield Fault(f"articles.{citation}", f"{path} cita esta unidade, mas falta o trecho literal (quote)")


def _twin(citation: str) -> str:
    """An article as its caput, or the other way round: where one is meant the other is what authors write."""
    return citation.removesuffix(" caput") if citation.endswith(" caput") else f"{citation} caput"


def items(procedure: Procedure) -> Iterator[Fault]:
    """Items are coded ``article-inciso``, ``article-§`` or the article alone."""
    for name in procedure.infractions:
        if not _ITEM.fullmatch(name):
            yield Fault(
                f"infractions.{name}",
                "o código do item é artigo-inciso (36-XIX), artigo-§ (8-§4) ou só o artigo (26); a alínea vem "
                "depois de um espaço (36-XIX a)",
            )
