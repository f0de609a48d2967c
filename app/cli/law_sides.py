"""A law named on the command line, by id or by folder, under some answers: one side of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workflow.errors import DevidoError
from workflow.length import as_typed
from workflow.nearest import advice

if TYPE_CHECKING:
    from procedures.loader import Law
    from procedures.municipality import Town

Answers = Annotated[
    list[str] | None,
    typer.Option("--answers", metavar="QUESTÃO=RESPOSTA", help="Resposta a uma questão em aberto."),
]
Versus = Annotated[
    list[str] | None,
    typer.Option("--versus", metavar="QUESTÃO=RESPOSTA", help="Outra resposta, para comparar."),
]


class BadAnswer(DevidoError):
    """An answer not written as ``question=answer``, or to a question that the law does not have."""


def named(text: str, law_dir: Path | None) -> tuple[str, Path | None]:
    """``pasta/minha_lei`` as the law ``minha_lei`` of that folder; anything else as a law's name."""
    folder = Path(text)
    if (folder / "procedure.yaml").is_file():
        return folder.resolve().name, folder
    return text, law_dir


def answers_to(law: Law, given: Iterable[str]) -> dict[str, str]:
    """``["defesa=10 days"]`` as a map. Raises ``BadAnswer``, with the nearest question."""
    found = {}
    for text in given:
        question, equals, answer = text.partition("=")
        if not equals:
            raise BadAnswer(f"Uma resposta se escreve questão=resposta; veio {text!r}.")
        if question not in law.questions:
            raise BadAnswer(f"{law.id} não tem a questão {question!r}{advice(question, law.questions)}")
        found[question] = as_typed(answer)
    return found


def answers_said(answers: Mapping[str, str]) -> str:
    """``defesa = 10 days; recurso = no``."""
    return "; ".join(f"{question} = {answer}" for question, answer in answers.items())


def town_file(context: typer.Context, municipality: str) -> Path | None:
    """The file of the town asked for with ``--town``, else the law's own where it is on file."""
    from app.settings import from_environment
    from procedures.municipality import TOWNS

    asked = context.find_root().params["town"]
    if asked:
        return from_environment(town=asked).town_file
    own = TOWNS / f"{municipality}.yaml"
    return own if own.is_file() else None


def town_of(context: typer.Context, municipality: str) -> Town | None:
    """That town, read."""
    from app.settings import from_environment
    from procedures.municipality import load_town

    file = town_file(context, municipality)
    if file is None:
        return None
    said = context.find_root().params
    settings = from_environment(data=said["home"], town=said["town"] or municipality)
    return load_town(settings.town_in_force, beside=file.parent)
