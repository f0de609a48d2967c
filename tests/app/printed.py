"""The papers of a worked case of an invented law, as data and as text, with no database."""

from __future__ import annotations

import copy
import dataclasses
from datetime import date
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from app.papers import frozen_papers
from app.play import play
from app.rehearsal_file import Rehearsal
from notices import writers
from notices.context import Context, thaw
from notices.kinds import kind_of
from notices.render import compose
from procedures.loader import Law, load_law
from procedures.municipality import load_town
from storage.papers import PaperMark
from tests.app.clerk import OPENING
from tests.app.test_papers_of_every_law import Transaction
from tests.laws.played import FICTIONAL
from tests.planting import Change
from workflow.case import Case
from workflow.fold import evolve
from workflow.procedure import Procedure

LAW, TOWN = "xx_lagoa_serena_lei_58_2029", FICTIONAL / "xx_lagoa_serena.yaml"


@lru_cache
def law() -> Law:
    return load_law(FICTIONAL / LAW)


def changed(*changes: Change) -> Law:
    """The law of Lagoa Serena with these changes to its data."""
    planted = dataclasses.replace(law(), _resolved={})
    planted.data = copy.deepcopy(law().data)
    for change in changes:
        change(planted.data)
    return planted


def told(*acts: dict[str, Any]) -> Rehearsal:
    """A case of that law, told in Python: what it expects does not matter here."""
    return Rehearsal.model_validate(
        {
            "id": "LS",
            "title": "x",
            "law": LAW,
            "why": "x",
            "units": {"ULS": "10.00"},
            "acts": acts,
            "as_of": acts[-1]["date"],
            "closed_days": [date(2029, 3, 30), date(2029, 12, 25), date(2030, 1, 1), date(2031, 1, 1)],
        }
    )


def _apart(procedure: Procedure) -> Procedure:
    """The procedure by a digest of its own: that of a law changed in memory is still that of its files."""
    return procedure.model_copy(update={"digest": sha256(procedure.model_dump_json().encode()).hexdigest()})


def contexts_of(case: Rehearsal, its_law: Law | None = None, town: Path = TOWN) -> list[tuple[str, Context]]:
    """Each paper of a case, in order: its kind and all that it may say. An act that was refused fails."""
    office: Any = SimpleNamespace(
        town=load_town(town), settings=SimpleNamespace(town_file=town), files=SimpleNamespace(),
        law_of=lambda _: its_law or law(),
    )  # fmt: skip
    procedure, tx = _apart((its_law or law()).resolve()), Transaction()
    played = play(case, procedure)
    if played.refused:
        raise played.refused[0].refusal
    before, found = Case(id="000001/2029"), []
    for each in played.events:
        event = replace(each, data={**OPENING, **each.data}) if each.version == 1 else each
        after = evolve(before, event)
        for paper in frozen_papers(office, tx, procedure, before, event, after):
            mark = PaperMark(
                kind=paper.kind, series=paper.series, number=paper.number, template="", context="", body=paper.body
            )
            tx.issued[event.version].append(mark)
            found.append((paper.kind, thaw(paper.context)))
        tx.events.append(event)
        before = after
    return found


def printed(kind: str, context: Context) -> str:
    """The paper as text, in one line."""
    text = writers.text(compose(kind_of(kind), context))
    return " ".join(text.replace("|", " ").replace("\xa0", " ").split())
