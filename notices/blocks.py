"""The small HTML a template writes, read into blocks: what the PDF, the text and the page are all made from."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser
from typing import TypedDict

from notices.faults import PaperFault, named


class Block(TypedDict, total=False):
    """One piece of paper: ``t`` its tag, ``c`` what is inside, ``k`` its class, ``href`` where it points."""

    t: str
    c: list[Block | str]
    k: str
    href: str


Node = Block | str

INSIDE: dict[str, frozenset[str]] = {
    "root": frozenset("h2 h3 p ul ol dl table aside blockquote".split()),
    "aside": frozenset("h2 p ul ol".split()),
    "blockquote": frozenset("p b i br".split()),
    "ul": frozenset({"li"}),
    "ol": frozenset({"li"}),
    "dl": frozenset({"dt", "dd"}),
    "table": frozenset({"tr"}),
    "tr": frozenset({"th", "td"}),
} | dict.fromkeys("h2 h3 p li dt dd th td b i a".split(), frozenset("b i a br".split()))
"""Which tag may stand in which: the whole of what a paper can be made of."""

HOLDS_TEXT = frozenset("blockquote h2 h3 p li dt dd th td b i a".split())
CLASSES = {
    "p": frozenset({"due", "sign", "mark", "cite"}),
    "a": frozenset({"qr"}),
    "th": frozenset({"num"}),
    "td": frozenset({"num"}),
}
"""``due`` a due date told large, ``sign`` a line to sign on, ``mark`` a strong notice, ``cite`` a source; ``qr`` a link
printed with its code; ``num`` figures, to the right."""

SAME = {"strong": "b", "em": "i"}
INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
TOWER = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{5,}")


def clean(text: str, where: str = "") -> str:
    """Text as it can be printed: composed (NFC), any blank but the no-break space plain, marks without ink gone.

    Raises PaperFault for what would lie on paper or cannot be printed: controls, signs that turn the
    reading direction, half characters, private ones, towers of accents.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text  # none of what follows is to be found there
    text = INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    text = re.sub(r"[ \t\r\n\f\v]+", " ", text)
    if not text.isprintable():
        bad = dict.fromkeys(character for character in text if unicodedata.category(character) in _REFUSED)
        if bad:
            names = ", ".join(map(named, bad))
            raise PaperFault(
                f"o texto tem caracteres que não se imprimem: {names}; retire-os no cadastro",
                where=where,
                characters=tuple(bad),
            )
    if tower := TOWER.search(text):
        raise PaperFault(
            "o texto empilha mais de quatro sinais sobre uma letra; corrija o cadastro",
            where=where,
            characters=(tower[0],),
        )
    return text


_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


class Reader(HTMLParser):
    """Reads the small HTML and refuses, with the line, any tag, attribute or nesting beyond it."""

    def __init__(self, where: str, *, first_line: int = 1, lenient_text: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self.where = where
        self.first_line = first_line
        self.lenient_text = lenient_text
        self.blocks: list[Node] = []
        self.open: list[Block] = [{"t": "root", "c": self.blocks}]

    def refuse(self, what: str) -> PaperFault:
        line = self.getpos()[0] + self.first_line - 1
        return PaperFault(what, where=f"{self.where}, linha {line}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = SAME.get(tag, tag)
        parent = self.open[-1]
        if tag not in INSIDE[parent["t"]]:
            allowed = " ".join(f"<{name}>" for name in sorted(INSIDE[parent["t"]])) or "só texto"
            place = "fora de tudo" if parent["t"] == "root" else f"dentro de <{parent['t']}>"
            raise self.refuse(f"<{tag}> não é permitido {place}; ali cabe: {allowed}")
        block: Block = {"t": tag}
        for name, value in attrs:
            self._attribute(block, name, value or "")
        parent["c"].append(block)
        if tag != "br":
            block["c"] = []
            self.open.append(block)

    def _attribute(self, block: Block, name: str, value: str) -> None:
        tag = block["t"]
        if name == "class" and value in CLASSES.get(tag, frozenset()):
            block["k"] = value
        elif name == "href" and tag == "a":
            if not (self.lenient_text or re.fullmatch(r"https?://[^\s\"<>]+", value)):
                raise self.refuse(
                    f"o endereço {value!r} não começa por http:// ou https://, ou tem sinais que não cabem nele"
                )
            block["href"] = value
        else:
            raise self.refuse(f"o atributo {name}={value!r} não é permitido em <{tag}>")

    def handle_endtag(self, tag: str) -> None:
        tag = SAME.get(tag, tag)
        if tag == "br":
            return
        if self.open[-1]["t"] != tag:
            opened = self.open[-1]["t"]
            found = "não há nada aberto" if opened == "root" else f"falta fechar <{opened}>"
            raise self.refuse(f"</{tag}> fora de lugar: {found}")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        parent = self.open[-1]
        if parent["t"] in HOLDS_TEXT:
            parent["c"].append(data)
        elif data.strip() and not self.lenient_text:
            raise self.refuse(f"texto solto {data.strip()[:40]!r}: escreva-o dentro de <p>")

    def handle_comment(self, data: str) -> None:
        raise self.refuse("comentário HTML não é permitido; use {# … #}")

    def handle_decl(self, decl: str) -> None:
        raise self.refuse("declaração HTML não é permitida")

    def handle_pi(self, data: str) -> None:
        raise self.refuse("instrução HTML não é permitida")

    def unknown_decl(self, data: str) -> None:
        raise self.refuse("declaração HTML não é permitida")

    def finished(self) -> list[Node]:
        """The blocks, once everything is closed."""
        self.close()
        if len(self.open) > 1:
            raise self.refuse(f"falta fechar <{self.open[-1]['t']}>")
        return self.blocks


def read(html: str, where: str) -> list[Node]:
    """The blocks of a template's output, their text cleaned; ``where`` names the template in a fault."""
    reader = Reader(where)
    reader.feed(html)
    return [tidy(block, where) for block in reader.finished()]


def tidy(node: Node, where: str) -> Node:
    """Text joined and cleaned, the blanks at the ends of a block gone, empty list items and rows gone."""
    if isinstance(node, str):
        return clean(node, where)
    if "c" not in node:
        return node
    children: list[Node] = []
    for child in node["c"]:
        if isinstance(child, str) and children and isinstance(children[-1], str):
            children[-1] += child
        else:
            children.append(child)
    tidied = [tidy(child, where) for child in children]
    if node["t"] in HOLDS_TEXT and node["t"] not in ("b", "i", "a"):
        tidied = _trimmed(tidied)
    node["c"] = [child for child in tidied if child != ""]
    return node


def _trimmed(children: list[Node]) -> list[Node]:
    if children and isinstance(children[0], str):
        children[0] = children[0].lstrip(" ")
    if children and isinstance(children[-1], str):
        children[-1] = children[-1].rstrip(" ")
    for at, child in enumerate(children):
        if isinstance(child, dict) and child["t"] == "br":
            before, after = children[at - 1 : at], children[at + 1 : at + 2]
            if before and isinstance(before[0], str):
                children[at - 1] = before[0].rstrip(" ")
            if after and isinstance(after[0], str):
                children[at + 1] = after[0].lstrip(" ")
    return children
