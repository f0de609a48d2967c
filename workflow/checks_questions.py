"""Checks of open questions: each has answers, a default among them, and sets values at paths that exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workflow.errors import Fault
from workflow.nearest import advice
from workflow.procedure import Procedure, Rule


def questions(procedure: Procedure) -> Iterator[Fault]:
    """Every question asks something, can be answered, and each answer reaches a place of the file."""
    for name, question in procedure.open_questions.items():
        where = f"open_questions.{name}"
        if not question.asks:
            yield Fault(where, "falta asks: o que a lei deixa em aberto?")
        if not question.options and not question.value:
            yield Fault(where, "dê as respostas (options) ou o caminho que recebe uma livre (value)")
        default = question.default
        if default is not None and not question.value and default not in question.options:
            yield Fault(
                f"{where}.default",
                f"a resposta {default!r} não está em options{advice(default, list(question.options))}",
            )
        for path in question.value:
            yield from _path(f"{where}.value", path, procedure)
        for option, answer in question.options.items():
            for path in answer.set:
                yield from _path(f"{where}.options.{option}.set.{path}", path, procedure)


def _path(where: str, path: str, procedure: Procedure) -> Iterator[Fault]:
    head, *_ = path.split(".")
    if head in ("open_questions", "articles", "id", "digest", "answers", "unanswered"):
        yield Fault(where, f"uma resposta não muda {head}")
        return
    found = _missing(procedure, path.split("."))
    if found is not None:
        name, known = found
        yield Fault(where, f"o caminho {path!r} não existe: não há {name!r}{advice(name, known)}")


def _missing(value: object, path: list[str]) -> tuple[str, list[str]] | None:
    """The first name on the path that is not there, with the names that are; ``None`` if the path holds."""
    for depth, name in enumerate(path):
        if isinstance(value, Rule):
            fields = {field.alias or key: key for key, field in type(value).model_fields.items()}
            if name not in fields:
                return name, list(fields)
            value = getattr(value, fields[name])
        elif isinstance(value, Mapping):
            if name == "*":
                inner = [_missing(each, path[depth + 1 :]) for each in value.values()]
                return next((each for each in inner if each is not None), None) if inner else (name, [])
            last = depth == len(path) - 1
            if name not in value and not last:
                return name, list(value)
            value = value.get(name)
        else:
            return name, []
    return None
