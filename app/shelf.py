"""Takes rendered papers out of the record into a folder, under names a person can read."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from app.office import Office
from app.telling import ERASED_PAPER, paper_label, paper_number
from app.unprinted import replaced
from storage.views import PaperLine, Views


@dataclass(kw_only=True)
class Taken:
    """The files written, in the order of the papers, and the papers that have none yet, each with why.

    ``replaced`` are those that never will have one, each with the number of the one in its place.
    """

    files: list[Path] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    replaced: list[tuple[str, str]] = field(default_factory=list)


def export_papers(office: Office, case: str, folder: Path) -> Taken:
    """Write each rendered paper of a case into ``folder``, made if it is not there. Raises ``MissingFile``."""
    taken = Taken()
    folder.mkdir(parents=True, exist_ok=True)
    papers = Views(office.database).papers(case)
    instead = replaced(office, papers)
    for place, paper in enumerate(papers, 1):
        named = f"{paper_label(paper.kind)} {paper_number(paper.series, paper.number)}"
        if paper.id in instead:
            taken.replaced.append((named, instead[paper.id]))
            continue
        if paper.file is None or paper.erased:
            why = ERASED_PAPER if paper.erased else paper.reason or "ainda por imprimir"
            taken.missing.append(f"{named}: {why}")
            continue
        target = folder / file_name(place, paper)
        target.write_bytes(office.files.read(paper.file))
        taken.files.append(target)
    return taken


def file_name(place: int, paper: PaperLine) -> str:
    """``01-AI-000001-2027-auto-de-infracao.pdf``: its place in the case, series, number and what it is.

    The place keeps the order of the case, and apart the papers of two bodies that share a number.
    """
    number = paper.number.replace("/", "-")
    return "-".join(filter(None, (f"{place:02}", paper.series, number, _plain(paper_label(paper.kind))))) + ".pdf"


def _plain(label: str) -> str:
    """``auto-de-infracao``: letters that every file system and every attachment takes."""
    letters = unicodedata.normalize("NFD", label.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
