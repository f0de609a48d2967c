"""What goes round the blocks of every paper: letterhead, title, references, warning of examples, signatures, check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from notices.blocks import Node, clean
from notices.codes import qr_svg
from notices.context import Context
from notices.dossier import Town, Trail
from notices.kinds import Kind
from notices.words import listed, long_date, number


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """A paper ready to be set: the same for PDF, text and HTML. Every string is clean."""

    town: str
    letterhead: tuple[str, ...]
    arms: str
    examples: str
    title: str
    number: str
    references: tuple[tuple[str, str], ...]
    addressee: tuple[str, ...]
    blocks: tuple[Node, ...]
    place_and_date: str
    automatic: str
    signers: tuple[tuple[str, ...], ...]
    code: str
    url: str
    verification: str
    data_protection: str
    trail: tuple[str, ...]
    codes: dict[str, str]
    """The QR code, in SVG, of each address the paper prints one for."""


@cache
def neutral_arms() -> str:
    """The shield that stands in for a municipality's arms until they are given."""
    return (Path(__file__).parent / "arms.svg").read_text("utf-8").strip()


def sheet(kind: Kind, context: Context, blocks: list[Node], trail: Trail | None) -> Sheet:
    """The paper of that kind, its blocks framed. Raises PaperFault if a string cannot be printed."""
    town, document, case = context.town, context.document, context.case
    letter = kind.audience == "letter"
    references = (("Processo nº", case.number), ("Auto de infração nº", case.notice_number))
    addresses = dict.fromkeys([document.url, *coded(blocks)])
    automatic = f"Ato automático do sistema: {document.automatic}." if document.automatic else ""
    return Sheet(
        town=clean(town.name),
        letterhead=tuple(map(clean, town.letterhead)),
        arms=town.arms or neutral_arms(),
        examples=example_warning(town),
        title=kind.title,
        number=clean(f"{kind.series} {document.number}"),
        references=tuple(
            (label, clean(value))
            for label, value in references
            if value not in ("", f"{kind.series} {document.number}")
        ),
        addressee=tuple(map(clean, (case.respondent.addressed or case.respondent.name, *case.respondent.address)))
        if letter
        else (),
        blocks=tuple(blocks),
        place_and_date=clean(f"{town.name}, {town.state}, {long_date(document.issued_on)}."),
        automatic=clean(automatic),
        signers=tuple(tuple(map(clean, filter(None, (one.name, one.post, one.act)))) for one in context.signers),
        code=document.code,
        url=document.url,
        verification=clean(town.verification_address),
        data_protection=clean(town.data_protection),
        trail=tuple(map(clean, _trail(trail))) if trail else (),
        codes={url: qr_svg(url) for url in addresses},
    )


def _acts(count: int) -> str:
    return "ato" if count == 1 else "atos"


def _trail(trail: Trail) -> Iterator[str]:
    yield f"Registro de integridade: ato na posição {number(trail.position)} do livro {trail.log}"
    yield f"Resumo do ato (SHA-256): {trail.digest}"
    if trail.size:
        yield f"Última raiz antes dele: árvore de {number(trail.size)} {_acts(trail.size)}, raiz {trail.root}"


def example_warning(town: Town) -> str:
    """Which data are examples, until the municipality gives its own; empty when none is."""
    if not town.examples:
        return ""
    return clean(
        "Este documento usa dados de exemplo, sem valor oficial, até que o Município informe os seus: "
        f"{listed(town.examples)}."
    )


def coded(blocks: list[Node]) -> Iterator[str]:
    """The addresses that the blocks print as QR codes."""
    for block in blocks:
        if isinstance(block, dict):
            if block.get("k") == "qr":
                yield block["href"]
            yield from coded(block.get("c", []))
