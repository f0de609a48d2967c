"""Reads rehearsal files: each case typed and held to its law before it runs, every fault with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.rehearsal_file import ActEntry, Rehearsal, Waiting
from procedures.faults import faults_of
from procedures.reader import Document, cached_read
from procedures.registry import UnknownLaw, law
from workflow.errors import Fault, LawFaults
from workflow.fields import fields_of, problems
from workflow.procedure import OpenQuestion, Procedure, Step

At = Callable[..., str]
"""Gives the place of a path inside the case."""
_SAID = ("id", "title", "law")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A case as read: ``told`` if it holds, else its ``faults``. Without ``id`` it is not even a case."""

    id: str = ""
    title: str = ""
    law: str = ""
    told: Rehearsal | Waiting | None = None
    faults: tuple[Fault, ...] = ()


def read_rehearsals(file: Path, law_dir: Path | None = None) -> list[Reading]:
    """Every case of a file; one that cannot be read does not keep the others from running."""
    try:
        document = cached_read(file)
    except LawFaults as error:
        return [Reading(faults=error.faults)]
    if not isinstance(document.data, list):
        return [Reading(faults=(Fault(document.where(), "um arquivo de casos é uma lista de casos (- id: …)"),))]
    return list(_readings(document, document.data, law_dir))


def _readings(document: Document, entries: Sequence[Any], law_dir: Path | None) -> Iterator[Reading]:
    seen: set[str] = set()
    for number, entry in enumerate(entries):
        reading = _reading(document, number, entry, law_dir)
        if reading.id in seen:
            fault = Fault(document.where((number, "id")), f"o caso {reading.id!r} já existe neste arquivo")
            reading = Reading(faults=(fault, *reading.faults))
        if reading.id:
            seen.add(reading.id)
        yield reading


def _reading(document: Document, number: int, entry: Any, law_dir: Path | None) -> Reading:
    kind = Waiting if isinstance(entry, dict) and "needs" in entry else Rehearsal
    try:
        told = kind.model_validate(entry)
    except ValidationError as error:
        return _unreadable(entry, faults_of(error, document, kind, at=(number,)))
    if isinstance(told, Rehearsal):
        faults = tuple(_held_to_law(lambda *path: document.where((number, *path)), told, law_dir))
        if faults:
            return _unreadable(entry, faults)
    return Reading(id=told.id, title=told.title, law=told.law, told=told)


def _unreadable(entry: Any, faults: tuple[Fault, ...]) -> Reading:
    """A case that does not hold, with what it still says of itself."""
    given = entry if isinstance(entry, dict) else {}
    said = {key: str(given[key]) for key in _SAID if isinstance(given.get(key), str | int)}
    return Reading(id=said.get("id", ""), title=said.get("title", ""), law=said.get("law", ""), faults=faults)


def _held_to_law(at: At, told: Rehearsal, law_dir: Path | None) -> Iterator[Fault]:
    """What its law says is wrong with a well-formed case: law, answers, steps, and the data of each."""
    try:
        found = law(told.law, law_dir)
        questions = found.questions
    except UnknownLaw as error:
        yield Fault(at("law"), str(error))
        return
    except LawFaults as error:
        yield from error.faults
        return
    places: list[tuple[tuple[str | int, ...], dict[str, str]]] = [(("answers",), told.answers)]
    places += [(("alternatives", index, "answers"), each.answers) for index, each in enumerate(told.alternatives)]
    for place, answers in places:
        wrong = list(_wrong_answers(at, place, answers, questions))
        yield from wrong
        if wrong:
            continue
        try:
            procedure = found.resolve({**told.answers, **answers}, published_on=told.published_on)
        except LawFaults as error:
            for fault in error.faults:
                yield Fault(at(*place), f"com estas respostas a lei não se sustenta: {fault}")
        else:
            if answers is told.answers:
                yield from _wrong_acts(at, told.acts, procedure)


def _wrong_answers(
    at: At, place: tuple[str | int, ...], answers: dict[str, str], questions: dict[str, OpenQuestion]
) -> Iterator[Fault]:
    for name, answer in answers.items():
        question = questions.get(name)
        if question is None:
            yield Fault(at(*place, name), f"não há a questão {name!r}{_near(name, questions)}")
        elif answer not in question.options and not question.value:
            yield Fault(at(*place, name), f"a resposta {answer!r} não existe{_near(answer, question.options)}")


def _wrong_acts(at: At, acts: Sequence[ActEntry], procedure: Procedure) -> Iterator[Fault]:
    """Unknown steps and data; an act marked as refused may be as wrong as it likes: the engine is to say so."""
    for index, act in enumerate(acts):
        step = procedure.steps.get(act.step)
        if act.refused:
            continue
        if step is None:
            yield Fault(
                at("acts", index, "step"), f"a lei não tem o ato {act.step!r}{_near(act.step, procedure.steps)}"
            )
            continue
        for key, what in problems(act.step, step, plain(act.data)):
            yield Fault(at("acts", index, key), _meant_otherwise(key, step) or what)


def _meant_otherwise(key: str, step: Step) -> str:
    """A key most like one that every act has (``recorded_by``), rather than like the step's data."""
    close = get_close_matches(key, [*fields_of(step), *ActEntry.model_fields], 1)
    wrong = key not in fields_of(step) and close and close[0] in ActEntry.model_fields
    return f"campo desconhecido {key!r}; quis dizer {close[0]!r}?" if wrong else ""


def _near(name: str, known: Iterable[str]) -> str:
    names = list(known)
    close = get_close_matches(name, names, 1)
    return f"; quis dizer {close[0]!r}?" if close else f"; há {', '.join(names)}"


def plain(value: Any) -> Any:
    """YAML's dates as text, the way commands carry them."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value
