"""Rehearsals: worked cases told in YAML, run in memory with their own calendar and clock (``design.md`` 8).

A rehearsal is data a lawyer writes. It is played through the same engine as any case, mornings of the
clock included, and what came out is compared with what was expected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.comparison import compare
from app.outcome import Outcome, outcome_of
from app.play import play
from app.rehearsal_file import Expectation, Rehearsal
from app.rehearsal_reading import Reading, read_rehearsals
from procedures.registry import law
from workflow.errors import DevidoError, Fault


class Result(Struct, frozen=True, kw_only=True):
    """How a rehearsal (or one of its alternatives) went.

    ``passed`` is ``None`` when it cannot run yet, ``False`` with ``faults`` when it cannot be read at all;
    what is not even a case has no ``id``.
    """

    id: str
    title: str = ""
    law: str = ""
    passed: bool | None = None
    differences: tuple[str, ...] = ()
    outcome: Outcome | None = None
    faults: tuple[Fault, ...] = ()


def run_files(files: Iterable[Path], law_dir: Path | None = None) -> Iterator[Result]:
    """Run every rehearsal of these files with its alternatives, in order."""
    for file in files:
        for reading in read_rehearsals(file, law_dir):
            yield from run(reading, law_dir)


def run(reading: Reading, law_dir: Path | None = None) -> Iterator[Result]:
    """One rehearsal and its alternatives (``ID/alt-1`` …)."""
    blank = Result(id=reading.id, title=reading.title, law=reading.law)
    told = reading.told
    if told is None:
        yield replace(blank, passed=False, differences=tuple(map(str, reading.faults)), faults=reading.faults)
        return
    if not isinstance(told, Rehearsal):
        wait = replace(blank, differences=(f"precisa de {told.needs}",))
        yield wait
        yield from (replace(wait, id=_alternative(told.id, number)) for number, _ in enumerate(told.alternatives, 1))
        return
    yield _result(blank, told, told.answers, _expected(told, told.expect), law_dir)
    for number, other in enumerate(told.alternatives, 1):
        named = replace(blank, id=_alternative(told.id, number))
        yield _result(named, told, {**told.answers, **other.answers}, _expected(told, other.expect), law_dir)


def _alternative(id: str, number: int) -> str:
    return f"{id}/alt-{number}"


def _result(
    blank: Result, told: Rehearsal, answers: Mapping[str, str], expected: Mapping[str, Any], law_dir: Path | None
) -> Result:
    try:
        procedure = law(told.law, law_dir).resolve(answers, published_on=told.published_on)
        stage = play(told, procedure)
    except DevidoError as error:
        return replace(blank, passed=False, differences=(str(error),))
    outcome = outcome_of(procedure, stage.case, stage.events, stage.refused, replace(stage.facts, today=told.as_of))
    differences = tuple(compare(expected, outcome))
    return replace(blank, passed=not differences, differences=differences, outcome=outcome)


def _expected(told: Rehearsal, expect: Expectation) -> dict[str, Any]:
    """The keys that are written, and the acts marked as refused where the expectation lists none itself."""
    written = expect.model_dump(exclude_unset=True)
    marked = [
        {"place": place, "date": act.known_on, "step": act.step, **({"article": act.article} if act.article else {})}
        for place, act in enumerate(told.acts, 1)
        if act.refused
    ]
    return {"refused": marked, **written}
