"""What a town answers, held against its laws: each question is some law's, each answer one that the law takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from procedures.loader import Law
from procedures.municipality import load_town
from procedures.reader import cached_read
from workflow.errors import Fault, LawFaults
from workflow.nearest import advice


def town_faults(file: Path, laws: Sequence[Law]) -> Iterator[Fault]:
    """Everything wrong in a town's file, its answers to the questions of ``laws`` (all that the town has) included."""
    try:
        town = load_town(file, file.name)
    except LawFaults as broken:
        yield from broken.faults
        return
    try:
        asked = dict.fromkeys(question for law in laws for question in law.questions)
    except LawFaults:
        return  # a law of the town is broken: what it would ask is not known
    document = cached_read(file, file.name)
    for question, given in town.answers.items():
        if question not in asked:
            what = f"nenhuma lei do Município tem a questão {question!r}{advice(question, list(asked))}"
            yield Fault(document.where(("answers", question)), what)
            continue
        for law in (each for each in laws if question in each.questions):
            for index, entry in enumerate(given):
                place = document.where(("answers", question, index, "answer"))
                yield from (
                    Fault(place, f"answers.{question}: {what}") for what in _refused(law, question, entry.answer)
                )


def _refused(law: Law, question: str, answer: str) -> Iterator[str]:
    if answer in law.questions[question].options:
        return  # judged with the law itself
    try:
        law.tried({question: answer})
    except LawFaults as broken:
        yield from (fault.what for fault in broken.faults)
