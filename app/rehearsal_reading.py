"""Reads rehearsal files: each case typed and held to its law before it runs, every fault with its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.rehearsal_file import ActEntry, Rehearsal, Waiting
from app.rehearsal_names import wrong_names
from procedures.faults import faults_of
from procedures.reader import Document, cached_read
from procedures.registry import UnknownLaw, law
from workflow.errors import Fault, LawFaults
from workflow.fields import fields_of, problems
from workflow.nearest import advice, nearest
from workflow.procedure import OpenQuestion, Procedure, Step

Place = tuple[str | int, ...]
At = Callable[..., str]
"""Gives ``file:line:column`` of a place inside the case."""
_SAID = ("id", "title", "law")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A case as read: ``told`` if it holds, else its ``faults``. Without ``id`` it is not even a case."""

    id: str = ""
    title: str = ""
    law: str = ""
    told: Rehearsal | Waiting | None = None
    faults: tuple[Fault, ...] = ()

    @property
    def count(self) -> int:
        """How many results it comes to: itself and its alternatives."""
        return 1 + (len(self.told.alternatives) if self.told else 0)


def read_rehearsals(file: Path, law_dir: Path | None = None) -> list[Reading]:
    """Every case of a file; one that cannot be read does not keep the others from running."""
    try:
        document = cached_read(file)
    except LawFaults as error:
        return [Reading(faults=error.faults)]
    if not isinstance(document.data, list):
        return [Reading(faults=(Fault(document.where(), "um arquivo de casos é uma lista de casos (- id: …)"),))]
    return list(_readings(document, document.data, law_dir))


def reading_of(entry: dict[str, Any], law_dir: Path | None = None) -> Reading:
    """A case told in Python instead of a file; places in its faults are those of the same data written out."""
    document = Document(name="caso", raw=json.dumps([entry], default=str).encode(), data=[entry])
    return _reading(document, 0, entry, law_dir)


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
    given = entry if isinstance(entry, dict) else {}
    kind = Waiting if "needs" in given else Rehearsal
    said = {key: str(given[key]) for key in _SAID if isinstance(given.get(key), str | int)}
    told: Rehearsal | Waiting | None = None
    faults: list[Fault] = []
    try:
        told = kind.model_validate(entry)
    except ValidationError as error:
        faults += faults_of(error, document, kind, at=(number,))
    if kind is Rehearsal:
        # Held to its law whatever its form: who wrote it learns everything at once.
        faults += _held_to_law(lambda *path: document.where((number, *path)), given, law_dir)
    return Reading(
        id=said.get("id", ""),
        title=said.get("title", ""),
        law=said.get("law", ""),
        told=None if faults else told,
        faults=tuple(sorted(faults, key=_line)),
    )


def _line(fault: Fault) -> tuple[int, ...]:
    """Where a fault stands in its file, for an order to mend them in."""
    return tuple(int(part) for part in fault.where.split(":") if part.isdigit())


def _held_to_law(at: At, given: dict[str, Any], law_dir: Path | None) -> Iterator[Fault]:
    """What its law says is wrong with a case as written: law, answers, steps, and the data of each."""
    name, published_on = _text(given.get("law")), given.get("published_on")
    if not isinstance(name, str):
        return
    try:
        found = law(name, law_dir)
        questions = found.questions
    except UnknownLaw as error:
        yield Fault(at("law"), str(error))
        return
    except LawFaults as error:
        yield from error.faults
        return
    own = _map(given.get("answers"))
    places: list[tuple[Place, dict[str, Any]]] = [(("answers",), own)]
    for index, each in enumerate(_list(given.get("alternatives"))):
        places.append((("alternatives", index, "answers"), _map(_map(each).get("answers"))))
    for place, answers in places:
        if any(isinstance(each, bool) or not isinstance(each, str | int) for each in answers.values()):
            continue  # told already: an answer is text
        wrong = list(_wrong_answers(at, place, answers, questions))
        yield from wrong
        if wrong:
            continue
        try:
            said = {key: str(value) for key, value in {**own, **answers}.items()}
            procedure = found.resolve(said, published_on=published_on if isinstance(published_on, date) else None)
        except LawFaults as error:
            for fault in error.faults:
                yield Fault(at(*place), f"com estas respostas a lei não se sustenta: {fault}")
        else:
            if answers is own:
                yield from _wrong_acts(at, _list(given.get("acts")), procedure)
                yield from (Fault(at(*where), what) for where, what in wrong_names(given, procedure))


def _wrong_answers(
    at: At, place: Place, answers: dict[str, Any], questions: dict[str, OpenQuestion]
) -> Iterator[Fault]:
    for name, answer in answers.items():
        question = questions.get(name)
        if question is None:
            yield Fault(at(*place, name), f"não há a questão {name!r}{advice(name, questions)}")
        elif str(answer) not in question.options and not question.value:
            yield Fault(at(*place, name), f"a resposta {answer!r} não existe{advice(str(answer), question.options)}")


def _wrong_acts(at: At, acts: Sequence[Any], procedure: Procedure) -> Iterator[Fault]:
    """Unknown steps and data; an act marked as refused may be as wrong as it likes: the engine is to say so."""
    for index, act in enumerate(acts):
        name = _map(act).get("step")
        if not isinstance(name, str) or act.get("refused") is True:
            continue
        step = procedure.steps.get(name)
        if step is None:
            yield Fault(at("acts", index, "step"), f"a lei não tem o ato {name!r}{advice(name, procedure.steps)}")
            continue
        data = data_of({key: value for key, value in act.items() if key not in ActEntry.model_fields}, step)
        for key, what in problems(name, step, data):
            yield Fault(at("acts", index, key), _meant_otherwise(key, step) or what)


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _meant_otherwise(key: str, step: Step) -> str:
    """A key most like one that every act has (``recorded_by``), rather than like the step's data."""
    fields = fields_of(step)
    near = nearest(key, [*fields, *ActEntry.model_fields])
    wrong = key not in fields and near in ActEntry.model_fields
    return f"campo desconhecido {key!r}; quis dizer {near!r}?" if wrong else ""


def data_of(written: Mapping[str, Any], step: Step | None) -> dict[str, Any]:
    """An act's data as commands carry it: days as text, and bare numbers too where the step takes text."""
    fields = fields_of(step) if step is not None else {}
    data = {}
    for name, value in written.items():
        field = fields.get(name)
        takes_text = field is not None and field.type in ("text", "choice")
        data[name] = _text(value) if takes_text else _plain(value)
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(_text(each)) for each in value]
    return value


def _text(value: Any) -> Any:
    """``36`` as ``"36"``: an item, a name, an article written without quotes."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _plain(value)
