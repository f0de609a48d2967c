"""The gazette: what the record sent to it, gathered into an edition and its matters, one file each to paste or send.

An edition is made from what acts froze, so it can be made again and says the same; of it only the root of the record
that it bears is stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from pathlib import Path

from app.office import Office
from app.paper.book import letterhead
from app.proof import published_root
from app.telling import ERASED_PAPER
from notices import gazette
from notices.codes import verification_code
from notices.context import thaw
from notices.faults import PaperFault
from notices.gazette import LARGEST_EDITION, Edition, GazetteMatter
from notices.render import Rendered
from storage.numbers import number_text
from storage.views import PAGE, Matter, PaperLine, Views

PUBLIC_NOTICE = "public_notice"
ENTRY = "gazette_entry"


@dataclass(frozen=True, kw_only=True)
class Sent:
    """Something an act sent to the gazette, with the paper that says it; None if the act issued no such paper."""

    matter: Matter
    paper: PaperLine | None


@dataclass(kw_only=True)
class Edited:
    """An edition made: its parts, the matters in them, and what could not be published, each with why."""

    number: str
    day: date
    parts: list[Rendered] = field(default_factory=list)
    matters: list[GazetteMatter] = field(default_factory=list)
    published: list[Sent] = field(default_factory=list)
    failures: list[tuple[Sent, str]] = field(default_factory=list)


def pending(office: Office, *, since: date | None = None, until: date | None = None, after: int = 0) -> list[Sent]:
    """What acts sent to the gazette, by the day they say it appears there, both days included; in order of the record.

    ``after`` is a position in the record: of what an earlier edition reached, nothing is listed again.
    """
    views = Views(office.database)
    return [
        Sent(matter=each, paper=_paper_of(views, each))
        for each in _matters(views, after)
        if (since is None or each.occurred_on >= since) and (until is None or each.occurred_on <= until)
    ]


def _matters(views: Views, after: int) -> Iterator[Matter]:
    """Every matter after a position, page by page; a page that ends within an act leaves that act to the next."""
    while page := views.matters(after):
        last = page[-1].seq
        whole = page if len(page) < PAGE else [each for each in page if each.seq != last]
        yield from whole
        if len(page) < PAGE or not whole:
            return
        after = whole[-1].seq


def edition(
    office: Office, number: int, day: date, *, since: date | None = None, after: int = 0, notes: Sequence[str] = ()
) -> Edited:
    """The edition of a day: what acts sent to it, from ``since`` (that day alone, if not given) on.

    ``number`` is the edition's own, in the gazette's series of the year. Beyond ``LARGEST_EDITION`` matters it
    comes in parts. An edition without matters has no part.
    """
    return _made(office, number, day, pending(office, since=since or day, until=day, after=after), notes)


def closed(office: Office, number: int, day: date, now: datetime, *, since: date | None = None) -> Edited:
    """The edition of a day with the root of the record in it: made again with the same matters, it has the same root.

    Raises a ``StorageFault`` where no checkpoint can be signed.
    """
    matters = pending(office, since=since or day, until=day)
    if not matters:
        return _made(office, number, day, matters)
    name = number_text(number, day.year)
    note = published_root(office, name, day, max(each.matter.seq for each in matters), now)
    # Those looked at before the root was signed, and no other: a matter sent meanwhile would be one it does not cover.
    return _made(office, number, day, matters, notes=(note,))


def _made(office: Office, number: int, day: date, matters: Sequence[Sent], notes: Sequence[str] = ()) -> Edited:
    edited = Edited(number=number_text(number, day.year), day=day)
    for sent in matters:
        try:
            edited.matters.append(_told(office, sent))
            edited.published.append(sent)
        except PaperFault as fault:
            edited.failures.append((sent, str(fault)))
    parts = range(0, len(edited.matters), LARGEST_EDITION)
    for ordinal, start in enumerate(parts, 1):
        some = edited.matters[start : start + LARGEST_EDITION]
        name = edited.number if len(parts) == 1 else f"{edited.number}, parte {ordinal}"
        edited.parts.append(gazette.edition(_head(office, name, day, some, notes), some))
    return edited


def export(edited: Edited, folder: Path) -> list[Path]:
    """Write the edition as PDF, text and page, and each matter alone as text and HTML; the files, in that order.

    Names carry numbers only, never anything of a person.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for ordinal, part in enumerate(edited.parts, 1):
        tail = "" if len(edited.parts) == 1 else f"-parte-{ordinal}"
        stem = f"edicao-{edited.number.replace('/', '-')}{tail}"
        written.append(folder / f"{stem}.pdf")
        written[-1].write_bytes(part.pdf)
        written += _write(folder / stem, part.text, part.html)
    for sent, matter in zip(edited.published, edited.matters, strict=True):
        if sent.paper is not None:
            stem = f"{sent.paper.series}-{sent.paper.number.replace('/', '-')}"
            written += _write(folder / "materias" / stem, matter.text, matter.html)
    return written


def _write(stem: Path, text: str, html: str) -> list[Path]:
    stem.parent.mkdir(parents=True, exist_ok=True)
    files = [stem.parent / f"{stem.name}.txt", stem.parent / f"{stem.name}.html"]
    for file, content in zip(files, (text, html), strict=True):
        file.write_text(content, "utf-8")
    return files


def _paper_of(views: Views, matter: Matter) -> PaperLine | None:
    """A public notice is published whole; anything else by its entry."""
    wanted = PUBLIC_NOTICE if matter.what == PUBLIC_NOTICE else ENTRY
    issued = [each for each in views.papers(matter.case_id) if each.version == matter.version]
    return next((each for each in issued if each.kind == wanted), None)


def _told(office: Office, sent: Sent) -> GazetteMatter:
    found = Views(office.database).paper(sent.paper.id) if sent.paper else None
    if found is None:
        raise PaperFault(f"o ato do processo {sent.matter.case_id} não emitiu a peça que se publica")
    line, frozen = found
    if frozen is None:
        raise PaperFault(f"do ato do processo {line.case_id}, {ERASED_PAPER}")
    return gazette.matter(line.kind, thaw(frozen))


def _head(office: Office, number: str, day: date, matters: Sequence[GazetteMatter], notes: Sequence[str]) -> Edition:
    """The edition's own data; its code comes from what it holds, so that the same edition has the same code."""
    said = "\0".join((office.town.ibge, number, day.isoformat(), *(each.identifier for each in matters), *notes))
    code = verification_code(hashlib.sha256(said.encode()).digest()[:16])
    return Edition(
        town=letterhead(office),
        number=number,
        on=day,
        issued_at=datetime.combine(day, time(12), UTC),
        code=code,
        url=f"{office.town.verification.check.rstrip('/')}/{code}",
        notes=tuple(notes),
    )
