"""Finds values that the default answer to a question replaces by others: whoever reads the rule would be misled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from procedures.loader import Law
from workflow.errors import Fault
from workflow.procedure import OpenQuestion, Procedure


def overwritten(law: Law, procedure: Procedure) -> Iterator[Fault]:
    """Each value of the file that is not the one its question's default answer puts there, by its path."""
    try:
        written = Procedure.model_validate({**law.data, "id": law.id})
    except ValidationError:
        return  # the file leaves to an answer a value that it must have
    for name, question in procedure.open_questions.items():
        if question.default is None:
            continue
        for path in dict.fromkeys(_set_by(question, question.default)):
            for place in _spread(path, procedure):
                if _at(law.data, place) is not None and _at(written, place) != _at(procedure, place):
                    yield Fault(
                        place, f"aqui o arquivo diz outra coisa que a resposta padrão de {name}; escreva o mesmo"
                    )


def _set_by(question: OpenQuestion, answer: str) -> Iterable[str]:
    return question.options[answer].set if answer in question.options else question.value


def _spread(path: str, procedure: Procedure) -> Iterator[str]:
    """The paths that one with ``*`` reaches."""
    head, star, rest = path.partition(".*")
    if not star:
        yield path
        return
    for name in _at(procedure, head):
        yield from _spread(f"{head}.{name}{rest}", procedure)


def _at(value: Any, path: str) -> Any:
    """The value at a path of the model or of the plain data, ``None`` where nothing is written."""
    for name in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, BaseModel):
            fields = {field.alias or key: key for key, field in type(value).model_fields.items()}
            value = getattr(value, fields[name])
    return value
