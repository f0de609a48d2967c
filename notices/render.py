"""From a kind and a context to the paper: PDF, text and HTML from the same blocks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from notices import writers
from notices.blocks import read
from notices.context import Context, holder
from notices.dossier import Trail
from notices.faults import PaperFault, named_in
from notices.kinds import Kind, kind_of, label_of, require
from notices.press import press
from notices.redaction import redacted, refuse_leaks
from notices.sheet import Sheet, sheet
from notices.templates import packaged, values_of, write


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """A paper, done: its PDF, and the sheet it was set from, whose text and HTML are written when asked for."""

    pdf: bytes
    sheet: Sheet

    @property
    def digest(self) -> str:
        """SHA-256 of the PDF, in hexadecimal."""
        return hashlib.sha256(self.pdf).hexdigest()

    @property
    def text(self) -> str:
        """The paper as text."""
        return writers.text(self.sheet)

    @property
    def html(self) -> str:
        """The paper as a page."""
        return writers.html(self.sheet)


def compose(kind: Kind, context: Context, trail: Trail | None = None) -> Sheet:
    """The paper before it is set: checked for what it must carry, written by its template, read into blocks.

    Raises PaperFault.
    """
    require(kind, context)
    shown = redacted(context) if kind.audience == "public" else context
    html = write(packaged(), kind.template, values_of(shown) | {"kind": kind, "trail": trail})
    paper = sheet(kind, shown, read(html, f"modelo {kind.template}, texto escrito"), trail)
    if kind.audience == "public":
        refuse_leaks(writers.text(paper), context)
    return paper


def render(kind: str, context: Context, trail: Trail | None = None) -> Rendered:
    """The paper of that kind. The same context and trail give the same bytes.

    Raises PaperFault, which names the field that holds a character no paper can carry, and never its text.
    """
    try:
        return set_sheet(compose(kind_of(kind), context, trail), context.document.issued_at)
    except PaperFault as fault:
        if not fault.characters or not (field := holder(context, fault.characters)):
            raise
        raise PaperFault(fault.what, where=label_of(kind, field), characters=fault.characters) from fault


def is_hopeless(kind: str, context: Context, reason: str) -> bool:
    """Whether what stopped the paper is in what was frozen for it: a fault, a lack, a character that ``reason`` names.

    No mending of a template brings such a paper out.
    """
    try:
        require(kind_of(kind), context)
    except PaperFault:
        return True
    return bool(holder(context, named_in(reason)))


def whole_text(kind: str, context: Context, trail: Trail | None = None) -> str:
    """A paper as text, with all that it says. Raises PaperFault."""
    return render(kind, context, trail).text


TAKEN_OUT = """VERSÃO COM TARJAS. Desta peça se retiraram os endereços, os textos livres e
parte do CPF. Onde um título não tem texto, o texto foi retirado.

"""


def public_text(kind: str, context: Context, trail: Trail | None = None) -> str:
    """The same paper as text for whoever may not see the rest, without what the gazette may not carry; it says so.

    Raises PaperFault for a paper that says nothing without it.
    """
    try:
        return TAKEN_OUT + writers.text(compose(replace(kind_of(kind), audience="public"), context, trail))
    except PaperFault as fault:
        raise PaperFault(f"esta peça não tem versão com tarjas ({fault.what})") from fault


def set_sheet(paper: Sheet, issued_at: datetime) -> Rendered:
    """A composed paper, set and stamped with the moment given."""
    return Rendered(pdf=press(paper, issued_at), sheet=paper)


def render_each(papers: Iterable[tuple[str, Context]]) -> Iterator[Rendered | PaperFault]:
    """Many papers in order, on one compiler; the fault of one is its own result and stops no other."""
    for kind, context in papers:
        try:
            yield render(kind, context)
        except PaperFault as fault:
            yield fault
