"""Plants one fault in a copy of a whole law, so that a check can be seen to name it and nothing else."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from procedures.checking import known_citations
from procedures.loader import Law, load_law
from procedures.registry import LAWS
from workflow.checks import check
from workflow.procedure import Procedure

SANTOS_DUMONT = LAWS / "mg_santos_dumont_lei_4814_2026"
Change = Callable[[dict[str, Any]], None]
Path = str | Sequence[str]
GONE = object()


@lru_cache(maxsize=1)
def law() -> Law:
    return load_law(SANTOS_DUMONT)


def put(path: Path, value: Any) -> Change:
    """Set the value at a path (text with dots, or its names one by one); ``GONE`` takes it out."""
    names = path.split(".") if isinstance(path, str) else list(path)

    def change(data: dict[str, Any]) -> None:
        for name in names[:-1]:
            data = data.setdefault(name, {})
        if value is GONE:
            del data[names[-1]]
        else:
            data[names[-1]] = copy.deepcopy(value)

    return change


def with_changes(*changes: Change) -> Law:
    """Santos Dumont's law with these changes to its data, as if its file said so."""
    planted = replace(law(), _resolved={})
    planted.data = copy.deepcopy(law().data)
    for change in changes:
        change(planted.data)
    return planted


def resolved(*changes: Change) -> Procedure:
    return with_changes(*changes).resolve()


def found(*changes: Change) -> list[tuple[str, str]]:
    """Where and what the checks find, besides what they find in the law as it is."""
    layers = known_citations(law())
    as_it_is = check(law().resolve(), layers)
    return [tuple(fault) for fault in check(resolved(*changes), layers) if fault not in as_it_is]
