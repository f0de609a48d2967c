"""A worked case played to its end: the case, its events, and what each was decided with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from app.rehearsal import Told, _facts, _mornings, _play
from procedures.reader import read
from procedures.registry import LAWS, law
from workflow.case import Case

SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"
GOLDEN = Path(__file__).parent.parent / "golden"


def cases() -> Iterator[tuple[str, Mapping[str, Any], dict[str, str]]]:
    """Every case of Santos Dumont's that runs, once for each set of answers: name, case, answers."""
    files = [*sorted(GOLDEN.glob("*.yaml")), LAWS / SANTOS_DUMONT / "rehearsals.yaml"]
    for file in files:
        for entry in read(file).data:
            if entry["law"] != SANTOS_DUMONT or entry.get("needs"):
                continue
            answers = dict(entry.get("answers") or {})
            yield entry["id"], entry, answers
            for number, other in enumerate(entry.get("alternatives") or (), 1):
                yield f"{entry['id']}/alt-{number}", entry, {**answers, **(other.get("answers") or {})}


def play(entry: Mapping[str, Any], answers: Mapping[str, str]) -> Told:
    """Play a case's acts, the clock's mornings included, up to the day it is looked at."""
    procedure = law(entry["law"]).resolve(dict(answers), published_on=entry.get("published_on"))
    told = Told(procedure=procedure, base=_facts(entry, procedure), case=Case(id=entry["id"]))
    for act in entry["acts"]:
        _play(told, act)
    _mornings(told, entry["as_of"])
    return told
