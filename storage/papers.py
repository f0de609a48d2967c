"""Papers as their act freezes them, and what the act's record says of each."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from storage.canonical import commitment


class FrozenPaper(msgspec.Struct, frozen=True, kw_only=True):
    """A paper as its act froze it; ``number`` is ``NNNNNN/AAAA`` in its series and body, ``code`` is printed on it."""

    kind: str
    series: str
    number: str
    code: str
    template: str
    context: bytes
    body: str = ""
    track: str = ""
    about: str = ""


class PaperMark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an event's record says of a paper: its number, and the commitment that binds the frozen context."""

    kind: str
    series: str
    number: str
    template: str
    context: str
    body: str = ""
    track: str = ""
    about: str = ""


def mark_paper(paper: FrozenPaper, salt: bytes) -> PaperMark:
    """What the event's record says of a paper it issues."""
    return PaperMark(
        kind=paper.kind, series=paper.series, number=paper.number, template=paper.template, body=paper.body,
        track=paper.track, about=paper.about, context=context_commitment(salt, paper.context).hex(),
    )  # fmt: skip


def context_commitment(salt: bytes, context: bytes) -> bytes:
    """What binds a paper's frozen context, personal data and all, to its event without saying anything of it.

    The committed value is the context's SHA-256, in hexadecimal.
    """
    return commitment(salt, "context", sha256(context).hexdigest())
