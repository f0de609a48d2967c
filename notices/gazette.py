"""The gazette: one matter as text and HTML to send to it, and an edition of many matters as one paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from notices import writers
from notices.blocks import Block, Node, clean
from notices.codes import qr_svg
from notices.context import Context
from notices.dossier import Signer, Town
from notices.faults import PaperFault
from notices.kinds import kind_of
from notices.render import Rendered, compose, set_sheet
from notices.sheet import Sheet, coded, example_warning, neutral_arms
from notices.words import long_date

LARGEST_EDITION = 200
"""Matters in one edition: more are set in parts, so that none takes long nor much memory."""


@dataclass(frozen=True, kw_only=True)
class GazetteMatter:
    """A matter as gazettes take it: organ in capitals, kind and number, body, who publishes, identifier."""

    organ: str
    heading: str
    blocks: tuple[Node, ...]
    published_by: str
    identifier: str
    examples: str

    @property
    def text(self) -> str:
        """The matter alone, in plain text, as it is pasted into a gazette's form."""
        warning = [f"DADOS DE EXEMPLO. {self.examples}"] if self.examples else []
        parts = [self.organ, self.heading, *warning, writers.body_text(self.blocks), self._signature()]
        return "\n\n".join(parts) + "\n"

    @property
    def html(self) -> str:
        """The matter alone, in the simplest HTML: headings, paragraphs, tables."""
        warning: list[Node] = []
        if self.examples:
            warning = [{"t": "p", "c": [f"DADOS DE EXEMPLO. {self.examples}"]}]
        signature: list[Node] = [{"t": "p", "c": [line]} for line in self._signature().split("\n")]
        heading: list[Node] = [{"t": "p", "c": [{"t": "b", "c": [self.organ]}]}, {"t": "h2", "c": [self.heading]}]
        blocks = (*heading, *warning, *map(_lower, self.blocks), *signature)
        return f'<article lang="pt-BR">\n{writers.body_html(blocks)}\n</article>\n'

    def _signature(self) -> str:
        return f"Publicado por: {self.published_by}\nCódigo identificador: {self.identifier}"


@dataclass(frozen=True, kw_only=True)
class Edition:
    """An edition's own data; ``notes`` are printed first (such as the root of the record, for anyone to keep)."""

    town: Town
    number: str
    on: date
    issued_at: datetime
    code: str
    url: str
    signers: tuple[Signer, ...] = ()
    notes: tuple[str, ...] = ()


def matter(kind: str, context: Context) -> GazetteMatter:
    """The matter that a public kind of paper makes, already redacted.

    Raises PaperFault if the kind is not public, or what it says may not be published.
    """
    known = kind_of(kind)
    if known.audience != "public":
        raise PaperFault(f"{known.title} não se publica: não é documento de Diário Oficial")
    sheet = compose(known, context)
    return GazetteMatter(
        organ=clean(context.case.authority.name.upper()),
        heading=f"{sheet.title} nº {sheet.number}",
        blocks=sheet.blocks,
        published_by=sheet.signers[0][0] if sheet.signers else clean(context.case.authority.name),
        identifier=sheet.code,
        examples=sheet.examples,
    )


def edition(head: Edition, matters: Sequence[GazetteMatter]) -> Rendered:
    """The edition as PDF, text and HTML. Raises PaperFault if it is empty or beyond ``LARGEST_EDITION``."""
    if not matters:
        raise PaperFault("a edição não tem matérias")
    if len(matters) > LARGEST_EDITION:
        raise PaperFault(f"a edição tem {len(matters)} matérias; monte partes de até {LARGEST_EDITION}")
    blocks: list[Node] = [{"t": "p", "k": "copy", "c": list(_lines(note))} for note in head.notes]
    organ = ""
    for one in matters:
        if one.organ != organ:
            organ = one.organ
            blocks.append({"t": "p", "k": "mark", "c": [organ]})
        blocks += [{"t": "h2", "c": [one.heading]}, *map(_lower, one.blocks)]
        blocks.append(
            {"t": "p", "k": "cite", "c": [f"Publicado por: {one.published_by}. Código identificador: {one.identifier}"]}
        )
    town = head.town
    sheet = Sheet(
        town=clean(town.name),
        letterhead=tuple(map(clean, town.letterhead)),
        arms=town.arms or neutral_arms(),
        examples=example_warning(town),
        title=clean(town.gazette),
        number=clean(head.number),
        references=(("Edição de", long_date(head.on)),),
        addressee=(),
        blocks=tuple(blocks),
        place_and_date=clean(f"{town.name}, {town.state}, {long_date(head.on)}."),
        automatic="",
        signers=tuple(tuple(map(clean, filter(None, (one.name, one.post, one.act)))) for one in head.signers),
        code=head.code,
        url=head.url,
        verification=clean(town.verification_address),
        data_protection=clean(town.data_protection),
        trail=(),
        codes={url: qr_svg(url) for url in dict.fromkeys([head.url, *coded(blocks)])},
    )
    return set_sheet(sheet, head.issued_at)


def _lines(note: str) -> Iterator[Node]:
    for at, line in enumerate(note.split("\n")):
        if at:
            yield {"t": "br", "c": []}
        yield clean(line)


def _lower(node: Node) -> Node:
    """A matter's own headings one level down, below the matter's."""
    if isinstance(node, dict) and node["t"] == "h2":
        lowered: Block = {**node, "t": "h3"}
        return lowered
    return node
