"""Papers that did not come out: which of them a correction issued anew, so that nobody waits for them any more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from app.office import Office
from app.telling import paper_number
from notices.context import thaw
from notices.render import is_hopeless
from storage.views import PaperLine, Views

_CORRECTS = ("rectify", "replace")
MEND = "Retifique o ato que trouxe o dado: se nada se fez depois dele, sai peça nova, que substitui a que não saiu"
HOW_TO_MEND = (
    f"devido documents list diz por quê. Falta um dado, ou não se deixa escrever? {MEND}. Não falta? devido documents "
    "print tenta de novo"
)


def replaced(office: Office, papers: Iterable[PaperLine]) -> dict[int, str]:
    """Of papers that failed, those that never can come out and that a correction issued anew: id, and the new number.

    Such a paper says what its act froze, and that is what stops it. The new one is of the same kind, about the same,
    issued by a later act that corrects. One that nothing replaced, or that could still come out, is not among them.
    """
    failed: defaultdict[str, list[PaperLine]] = defaultdict(list)
    for paper in papers:
        if paper.status == "failed" and not paper.erased:
            failed[paper.case_id].append(paper)
    return {old: new for case, lines in failed.items() for old, new in _of_case(office, case, lines)}


def waiting_for_someone(office: Office, case: str = "") -> list[PaperLine]:
    """The papers that did not come out, of one case or of all, save those that were replaced or erased by law."""
    views = Views(office.database)
    papers = views.papers(case) if case else views.given_up(views.given_up_count())
    failed = [each for each in papers if each.status == "failed" and not each.erased]
    gone = replaced(office, failed)
    return [each for each in failed if each.id not in gone]


def _of_case(office: Office, case: str, failed: list[PaperLine]) -> Iterable[tuple[int, str]]:
    views = Views(office.database)
    issued, acts = views.papers(case), views.events(case)
    corrections = {
        act.record.n for act in acts if office.procedure(act.record.procedure).steps[act.record.step].does in _CORRECTS
    }
    for paper in failed:
        anew = [
            each
            for each in issued
            if each.version > paper.version and each.version in corrections and _same(each, paper)
        ]
        if anew and _never_comes_out(views, paper):
            yield paper.id, paper_number(anew[-1].series, anew[-1].number)


def _same(one: PaperLine, other: PaperLine) -> bool:
    return (one.kind, one.track, one.about) == (other.kind, other.track, other.about)


def _never_comes_out(views: Views, paper: PaperLine) -> bool:
    _, frozen = views.paper(paper.id) or (paper, None)
    return frozen is not None and is_hopeless(paper.kind, thaw(frozen), paper.reason)
