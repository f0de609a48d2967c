"""The papers an act issues: numbered, coded, and frozen with all they will say, inside the act's transaction.

Nothing here may stop a legal act: what cannot be told is frozen with the reason, and that paper alone is
refused, visibly, when its turn to be printed comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app import logs
from app.office import Office
from app.paper.book import book_of
from app.paper.material import Material
from app.paper.whole import blank, context_of, signing_body
from app.telling import paper_label, paper_number
from notices.context import Context, freeze, thaw
from notices.faults import PaperFault
from notices.kinds import KINDS, kind_of, require
from notices.templates import digest
from storage.papers import FrozenPaper
from storage.transaction import Transaction
from workflow.case import Case
from workflow.event import Event, Paper
from workflow.procedure import Procedure

UNKNOWN_SERIES = "DOC"


def frozen_papers(
    office: Office, tx: Transaction, procedure: Procedure, before: Case, event: Event, after: Case
) -> list[FrozenPaper]:
    """The papers of an event, each with the next number of its kind and body in the year, never raising for a text."""
    papers = [each for each in event.derived.papers if not _joined(procedure, event, each)]
    if not papers:
        return []
    material = Material(office=office, tx=tx, book=book_of(office, procedure), before=before, event=event, after=after)
    numbered = [_numbered(material, each) for each in papers]
    return [_frozen(material, each) for each in numbered]


class Lacking(NamedTuple):
    """A paper that an act issues and that cannot come out as it was frozen: its title, its number, and why."""

    title: str
    number: str
    why: str


def lacking_in(papers: Iterable[FrozenPaper]) -> tuple[Lacking, ...]:
    """Of the papers of an event, those that what they were frozen with is not enough for."""
    found = []
    for paper in papers:
        try:
            require(kind_of(paper.kind), thaw(paper.context))
        except PaperFault as fault:
            found.append(Lacking(paper_label(paper.kind), paper_number(paper.series, paper.number), fault.what))
    return tuple(found)


class _Numbered(NamedTuple):
    """A paper with the series and body it is numbered in, and its number."""

    paper: Paper
    series: str
    body: str
    number: str


def _joined(procedure: Procedure, event: Event, paper: Paper) -> bool:
    """A document that somebody brought is in the case already: it is not ours to write."""
    step = procedure.steps.get(event.step)
    return step is not None and step.does == "join" and paper.kind == event.data.get("kind")


def _numbered(material: Material, paper: Paper) -> _Numbered:
    """Numbers are taken before any paper is told, so that one may name another."""
    kind, body = KINDS.get(paper.kind), signing_body(material, paper)
    series = kind.series if kind else UNKNOWN_SERIES
    number = material.tx.number(series, material.today.year, body)
    material.numbers.setdefault(paper.kind, number)
    return _Numbered(paper, series, body, number)


def _frozen(material: Material, numbered: _Numbered) -> FrozenPaper:
    paper, series, body, number = numbered
    context = _context(material, numbered)
    return FrozenPaper(
        kind=paper.kind,
        series=series,
        number=number,
        code=context.document.code,
        template=digest(),
        context=freeze(context),
        body=body,
        track=paper.track,
        about=paper.about,
    )


def _context(material: Material, numbered: _Numbered) -> Context:
    paper, _, body, number = numbered
    try:
        return context_of(material, paper, body, number)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong with a text, the legal act it tells of stands
        logs.failed("peça não composta", material.after.id, error)
        return blank(material, number, f"a peça não pôde ser composta: {str(error) or type(error).__name__}")
