"""The only module that knows typst: a sheet becomes the bytes of a PDF/A-2a and PDF/UA-1 file."""

from __future__ import annotations

import json
import math
import os
import re
import threading
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import Any

import typst

from notices.blocks import Node
from notices.faults import PaperFault, named
from notices.sheet import Sheet

FOLDER = Path(__file__).parent
STANDARDS: list[Any] = ["a-2a", "ua-1"]
LONGEST_WORD = 28
"""Beyond these many signs in a row a word may be broken anywhere, so that it never leaves its column.

Not counting across a hyphen or a slash, where a line breaks anyway: an address and a code have nothing put in them.
"""

_local = threading.local()
_pressed_in: set[int] = set()


def press(sheet: Sheet, issued_at: datetime) -> bytes:
    """The PDF, ending in a newline so that a signature appended to it keeps it conforming.

    The same sheet and moment give the same bytes. Raises PaperFault for a character the fonts lack,
    and RuntimeError in a process forked after typst ran in its parent, where it would hang: use "spawn".
    """
    try:
        pdf = _compiler().compile(source(sheet), pdf_standards=STANDARDS, timestamp=issued_at.replace(microsecond=0))
    except typst.TypstError as error:
        raise _fault(error) from error
    assert isinstance(pdf, bytes)
    return pdf + b"\n"


def source(sheet: Sheet) -> bytes:
    """What typst is given: the layout, called with the sheet as JSON in one literal, out of which nothing can break.

    Only what the layout is called with changes from one paper to the next, so that typst keeps all the rest.
    """
    data = json.dumps(_laid_out(sheet), ensure_ascii=False)
    literal = data.replace("\\", "\\\\").replace('"', '\\"')
    return f'#import "layout.typ": paper\n#paper(json(bytes("{literal}")))'.encode()


def _compiler() -> typst.Compiler:
    """One per thread; the fonts load with the first."""
    _pressed_in.add(os.getpid())
    if len(_pressed_in) > 1:
        raise RuntimeError("this process was forked after typst ran in its parent; start it with 'spawn'")
    if not hasattr(_local, "compiler"):
        _local.compiler = typst.Compiler(root=FOLDER, ignore_system_fonts=True)
    compiler: typst.Compiler = _local.compiler
    return compiler


def _fault(error: typst.TypstError) -> PaperFault:
    shown = re.findall(r'the text `"((?:[^"`]|\\")+)"` could not be displayed', error.diagnostic)
    characters = tuple(dict.fromkeys("".join(map(_unescaped, shown))))
    if characters:
        names = ", ".join(map(named, characters))
        return PaperFault(
            f"as fontes do documento não têm estes caracteres: {names}; escreva-os de outra forma no cadastro",
            characters=characters,
        )
    return PaperFault(f"o documento não pôde ser composto: {error.message}", where="layout.typ")


def _unescaped(text: str) -> str:
    return re.sub(r"\\u\{([0-9a-f]+)\}", lambda match: chr(int(match[1], 16)), text)


def _laid_out(sheet: Sheet) -> dict[str, Any]:
    data = {field.name: getattr(sheet, field.name) for field in fields(sheet)}
    codes: dict[str, str] = data.pop("codes")
    data["svg"] = codes[sheet.url]
    data["blocks"] = [_breakable(block, codes) for block in sheet.blocks]
    for name in ("addressee", "letterhead"):
        data[name] = [_soft(line) for line in data[name]]
    data["signers"] = [[_soft(line) for line in signer] for signer in sheet.signers]
    return data


def _breakable(node: Node, codes: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        return _soft(node)
    block: dict[str, Any] = dict(node)
    if node.get("k") == "copy":
        return block  # what is copied from the page has no spaces put in it
    if "c" in node:
        block["c"] = [_breakable(child, codes) for child in node["c"]]
    if node.get("k") == "qr":
        block["svg"] = codes[node["href"]]
    if node["t"] == "table":
        block["widths"] = _widths(node)
    return block


GLUED = re.compile(r"(?<=nº) |(?<=nos) (?=\d)|(?<=\bart\.) |(?<=\barts\.) |(?<=§) |(?<=\bR\$) ", re.IGNORECASE)


def _soft(text: str) -> str:
    """What belongs together kept on one line (``nº 12``, ``art. 33``), and words too long for one made breakable.

    The zero-width spaces have no ink and no width.
    """
    text = GLUED.sub("\u00a0", text)
    return re.sub(
        rf"[^\s/-]{{{LONGEST_WORD + 1},}}",
        lambda word: "\u200b".join(word[0][at : at + 8] for at in range(0, len(word[0]), 8)),
        text,
    )


def _widths(table: Node) -> list[float]:
    """A width for each column: 0 (its own) where every cell is short, else a share that grows with its text."""
    assert isinstance(table, dict)
    lengths: list[int] = []
    for row in table["c"]:
        for at, cell in enumerate(row["c"] if isinstance(row, dict) else []):
            longest = _length(cell)
            if at == len(lengths):
                lengths.append(longest)
            lengths[at] = max(lengths[at], longest)
    if sum(lengths) > 2 * LONGEST_WORD + 20 or max(lengths, default=0) > LONGEST_WORD:
        return [0 if length <= 16 else round(math.sqrt(min(length, 400)), 2) for length in lengths]
    return [0.0] * (len(lengths) - 1) + [1.0]


def _length(node: Node) -> int:
    return len(node) if isinstance(node, str) else sum(map(_length, node.get("c", [])))
