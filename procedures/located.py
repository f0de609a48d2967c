"""Where in its file a rule stands: from the path that a check names to ``file:line:column``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from procedures.reader import Document
from workflow.errors import Fault

_INDEX = re.compile(r"\[(\d+)º\]")


def located(document: Document, faults: Iterable[Fault]) -> Iterator[Fault]:
    """The same faults with the place of their path in the document, the path going before what is wrong."""
    for fault in faults:
        yield Fault(document.where(_steps(document.data, fault.where)), str(fault))


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
