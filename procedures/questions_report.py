"""What a law leaves open: each question with its answers, the default and why, and what the town has answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from procedures.loader import Law
from procedures.municipality import Town
from workflow.procedure import OpenQuestion


@dataclass(frozen=True, kw_only=True)
class Answerable:
    """One answer a question may have: its id and words, what it sets, and what it warns of."""

    id: str
    label: str
    sets: tuple[str, ...]
    warns: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Question:
    """One open question as it stands on a day.

    ``answer`` is the one in force: the town's (then ``since`` and ``act`` say from when and by what), else the
    default; ``None`` if there is neither, and then nothing opens.
    """

    id: str
    numbers: tuple[str, ...]
    asks: str
    options: tuple[Answerable, ...]
    free: bool
    default: str | None
    why: str
    basis: tuple[str, ...]
    procedural: bool
    answer: str | None
    since: date | None = None
    act: str = ""

    @property
    def answered(self) -> bool:
        """Whether the town has answered, whatever the answer."""
        return self.since is not None


def questions(law: Law, town: Town | None = None, day: date | None = None) -> list[Question]:
    """Every open question of a law in the order of the file; with a town, its answers in force that day."""
    given = town.answers_on(day) if town is not None and day is not None else {}
    found = []
    for name, question in law.questions.items():
        own = given.get(name)
        found.append(
            Question(
                id=name,
                numbers=question.number,
                asks=question.asks,
                options=tuple(_options(question)),
                free=bool(question.value),
                default=question.default,
                why=question.why,
                basis=question.basis,
                procedural=question.procedural,
                answer=own.answer if own is not None else question.default,
                since=own.since if own is not None else None,
                act=own.said_act if own is not None else "",
            )
        )
    return found


def by_number(law: Law) -> dict[str, tuple[str, ...]]:
    """The analysis's numbers (``SD-A01``, ``C-03``) with the questions that each became."""
    table: dict[str, list[str]] = {}
    for name, question in law.questions.items():
        for number in question.number:
            table.setdefault(number, []).append(name)
    return {number: tuple(names) for number, names in sorted(table.items())}


def rows(found: list[Question]) -> list[tuple[str, ...]]:
    """The questions as lines of a table, under ``COLUMNS``; the answer in force is marked."""
    return [
        (
            "\n".join((each.id, *each.numbers)),
            each.asks,
            "\n".join(_shown(each)),
            "\n".join(filter(None, (each.why, "; ".join(each.basis)))),
            _answered(each),
        )
        for each in found
    ]


COLUMNS = ("Questão", "O que a lei deixa em aberto", "Respostas", "Por que o padrão", "Município")


def _options(question: OpenQuestion) -> Iterator[Answerable]:
    for name, option in question.options.items():
        yield Answerable(id=name, label=option.label, sets=tuple(option.set), warns=option.warns, cites=option.cites)


def _shown(question: Question) -> Iterator[str]:
    for option in question.options:
        mark = "●" if option.id == question.answer else "○"
        default = " (padrão)" if option.id == question.default else ""
        warning = f". Adverte: {option.warns}" if option.warns else ""
        yield f"{mark} {option.id}{f': {option.label}' if option.label else ''}{default}{warning}"
    if question.free and question.answer not in {option.id for option in question.options}:
        default = " (padrão)" if question.answer == question.default else ""
        yield f"● {question.answer or 'sem resposta'}{default}; admite outra"
    elif question.free:
        yield "○ admite outra"


def _answered(question: Question) -> str:
    if question.since is not None:
        return f"{question.answer}, desde {question.since:%d/%m/%Y} ({question.act})"
    return "usa o padrão" if question.answer is not None else "falta responder: nada se abre"
