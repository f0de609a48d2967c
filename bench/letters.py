"""Letters of a real case, from what its acts froze to the finished PDF, beside typst setting the same sheets.

Every round tells new cases: typst remembers what it has set, and the same letter twice would cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import typst

from app.office import Office
from bench.measuring import Work, in_turn, percent
from bench.offices import new_office, play, told
from bench.table import Line, Table
from notices import press
from notices.context import thaw
from notices.kinds import kind_of
from notices.render import compose, render
from storage.views import Views

FLOOR, GOAL = 30, 45
KINDS = ("notice_letter", "decision_letter", "payment_slip")
MIXED = "todas as peças do processo"


class Letter(NamedTuple):
    """A paper as its act froze it."""

    kind: str
    frozen: bytes


def measure(rounds: int, letters: int, folder: Path) -> Table:
    """Each kind, then every paper of the case as it comes, so many letters a round."""
    office = new_office(folder)
    compiler = typst.Compiler(root=press.FOLDER, ignore_system_fonts=True)

    def prepare(turn: int) -> dict[str, Work]:
        works: dict[str, Work] = {}
        for name in (*KINDS, MIXED):
            ours, theirs = (_frozen(office, f"{turn}:{name}:{side}", name, letters) for side in ("ours", "typst"))
            works[f"{name}: typst sozinho"] = _set(compiler, theirs)
            works[f"{name}: descongelar e imprimir"] = _rendered(ours)
        return works

    prepare(-1)[f"{MIXED}: descongelar e imprimir"]()  # the fonts load with the first letter
    rates = in_turn(rounds, prepare)
    lines = []
    for name in (*KINDS, MIXED):
        raw, ours = rates[f"{name}: typst sozinho"], rates[f"{name}: descongelar e imprimir"]
        lines.append(Line(name=f"{name}: typst sozinho", values=raw, share=percent(raw, raw)))
        lines.append(
            Line(
                name=f"{name}: descongelar e imprimir", values=ours, share=percent(ours, raw), floor=FLOOR, goal=GOAL
            )
        )  # fmt: skip
    return Table(title="Peças impressas", unit="peças/s", of="da typst sozinha", lines=lines)


def _frozen(office: Office, key: str, name: str, letters: int) -> list[Letter]:
    """So many papers of new cases, all of one kind or, for ``MIXED``, as the acts issue them."""
    found: list[Letter] = []
    while len(found) < letters:
        (scenes,) = told(1)
        case = play(office, scenes, f"{key}:{len(found)}").case.id
        lines = [each for each in Views(office.database).papers(case) if name in (each.kind, MIXED)]
        contexts = (Views(office.database).paper(each.id) for each in lines)
        found += [Letter(line.kind, frozen) for line, frozen in filter(None, contexts) if frozen is not None]
    return found[:letters]


def _rendered(letters: Iterable[Letter]) -> Work:
    def work() -> int:
        return sum(len(render(each.kind, thaw(each.frozen)).pdf) > 0 for each in letters)

    return work


def _set(compiler: typst.Compiler, letters: Iterable[Letter]) -> Work:
    """The library alone, on sheets laid out before."""
    ready: list[tuple[bytes, datetime]] = []
    for each in letters:
        context = thaw(each.frozen)
        sheet = compose(kind_of(each.kind), context)
        ready.append((press.source(sheet), context.document.issued_at))

    def work() -> int:
        for sheet, issued_at in ready:
            compiler.compile(sheet, pdf_standards=press.STANDARDS, timestamp=issued_at.replace(microsecond=0))
        return len(ready)

    return work
