"""The invented law of Vila das Pedras, whole or with changes, and a case of it while it is played."""

from __future__ import annotations

import copy
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from procedures.checking import known_citations
from procedures.loader import Law, load_law
from tests.planting import Change
from tests.workflow.play import Play
from workflow.case import Deadline
from workflow.checks import check
from workflow.facts import UnitValue
from workflow.procedure import Procedure

ROOT = Path(__file__).parents[1] / "laws" / "fictional"
FOLDER = ROOT / "xx_vila_das_pedras_lei_7_2027"
UNITS = {"UFV": (UnitValue(date.min, Decimal(10), always=True),)}


@lru_cache(maxsize=1)
def law() -> Law:
    return load_law(FOLDER)


def vila(*changes: Change) -> Procedure:
    """The procedure, with these changes to the file's data."""
    planted = replace(law(), _resolved={})
    planted.data = copy.deepcopy(law().data)
    for change in changes:
        change(planted.data)
    return planted.resolve()


def faults(*changes: Change) -> list[tuple[str, str]]:
    """Where and what the checks find with these changes."""
    return [tuple(fault) for fault in check(vila(*changes), known_citations(law()))]


def opened(*changes: Change, on: str = "2027-03-01", **data: Any) -> Play:
    """A case found on 1 March 2027, a Monday."""
    play = Play(vila(*changes), units=UNITS)
    play.do("draw_up", on, **{"items": ["2-I"], "fact_on": on, **data})
    return play


def last(play: Play, kind: str) -> Deadline:
    return play.last(kind)
