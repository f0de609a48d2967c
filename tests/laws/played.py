"""Every worked case of every law that runs, the invented ones too, once for each set of answers, played to its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from app.play import Play, play
from app.rehearsal_file import Rehearsal
from app.rehearsal_reading import read_rehearsals
from procedures.registry import LAWS, law, law_ids

GOLDEN = Path(__file__).parent.parent / "golden"
FICTIONAL = Path(__file__).parent / "fictional"


def cases() -> Iterator[tuple[str, Rehearsal, dict[str, str]]]:
    """Name, case and answers."""
    own = [LAWS / name / "rehearsals.yaml" for name in law_ids()]
    invented = sorted(FICTIONAL.glob("*/rehearsals.yaml"))
    for file in [*sorted(GOLDEN.glob("*.yaml")), *(each for each in own if each.is_file()), *invented]:
        for reading in read_rehearsals(file, FICTIONAL):
            told = reading.told
            if not isinstance(told, Rehearsal):
                continue
            yield told.id, told, dict(told.answers)
            for number, other in enumerate(told.alternatives, 1):
                yield f"{told.id}/alt-{number}", told, {**told.answers, **other.answers}


def played(told: Rehearsal, answers: dict[str, str]) -> Play:
    """The case after its last morning."""
    return play(told, law(told.law, FICTIONAL).resolve(answers, published_on=told.published_on))
