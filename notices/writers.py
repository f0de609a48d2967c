"""The same sheet as plain text, for the gazette and for screen readers, and as a fragment of HTML, for the screen."""

from __future__ import annotations

import textwrap
from html import escape

from notices.blocks import Block, Node
from notices.sheet import Sheet

WIDTH = 78


def text(sheet: Sheet) -> str:
    """The whole paper in lines of 78 signs; tables become one line a cell, so that they survive copying."""
    head = [*sheet.letterhead, ""]
    if sheet.examples:
        head += [_filled(f"DADOS DE EXEMPLO. {sheet.examples}"), ""]
    head += [sheet.title.upper(), f"nº {sheet.number}"]
    head += [f"{label} {value}" for label, value in sheet.references]
    if sheet.addressee:
        head += ["", "Para", *sheet.addressee]
    foot = [sheet.automatic and _filled(sheet.automatic), sheet.place_and_date]
    foot += ["\n".join(signer) for signer in sheet.signers]
    foot += [
        f"Confira se este documento é autêntico: {sheet.url}\nCódigo de verificação: {sheet.code}",
        sheet.data_protection and _filled(sheet.data_protection),
        "\n".join(sheet.trail),
    ]
    return "\n".join(head) + "\n\n" + "\n\n".join(filter(None, [body_text(sheet.blocks), *foot])) + "\n"


def body_text(blocks: tuple[Node, ...]) -> str:
    """The blocks alone, as text."""
    return "\n\n".join(filter(None, map(_block_text, blocks)))


def _filled(words: str, first: str = "", rest: str | None = None) -> str:
    lines = [
        textwrap.fill(
            line.strip(" "),
            WIDTH,
            initial_indent=first if at == 0 else (rest or first),
            subsequent_indent=first if rest is None else rest,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for at, line in enumerate(words.split("\n"))
    ]
    return "\n".join(lines)


def inline_text(node: Node) -> str:
    """The words of a block, a link followed by where it leads."""
    if isinstance(node, str):
        return node
    if node["t"] == "br":
        return "\n"
    words = "".join(map(inline_text, node["c"]))
    if node["t"] == "a" and node["href"] not in words:
        return f"{words} <{node['href']}>"
    return words


def _block_text(node: Node) -> str:
    if isinstance(node, str):
        return _filled(node)
    match node["t"]:
        case "h2" | "h3":
            return inline_text(node).upper() if node["t"] == "h2" else inline_text(node)
        case "ul" | "ol":
            return "\n".join(
                _filled(inline_text(item), mark := f"{at}. " if node["t"] == "ol" else "- ", " " * len(mark))
                for at, item in enumerate(node["c"], 1)
            )
        case "dl":
            return _pairs(node)
        case "table":
            return _rows(node)
        case "blockquote":
            return _filled("".join(map(inline_text, node["c"])), "    ")
        case "aside":
            inside = "\n\n".join(map(_block_text, node["c"]))
            return "\n".join(f"| {line}".rstrip() for line in inside.split("\n"))
        case _ if node.get("k") == "sign":
            return f"{'_' * 40}\n{_filled(inline_text(node))}"
    return _filled(inline_text(node))


def _pairs(node: Block) -> str:
    lines, label = [], ""
    for child in node["c"]:
        if isinstance(child, dict) and child["t"] == "dt":
            label = inline_text(child)
        else:
            lines.append(_filled(f"{label}: {inline_text(child)}", "", "    "))
    return "\n".join(lines)


def _rows(node: Block) -> str:
    rows = [row["c"] for row in node["c"] if isinstance(row, dict)]
    heads: list[str] = []
    said = []
    for row in rows:
        cells = [inline_text(cell) for cell in row]
        if all(isinstance(cell, dict) and cell["t"] == "th" for cell in row):
            heads = cells
            continue
        pairs = [
            f"{head}: {cell}" if head else cell
            for head, cell in zip(heads or [""] * len(cells), cells, strict=False)
            if cell
        ]
        said.append("\n".join(_filled(pair, "- " if at == 0 else "  ", "    ") for at, pair in enumerate(pairs)))
    return "\n".join(said)


def html(sheet: Sheet) -> str:
    """The whole paper as one ``<article>``: no script, no style, no image, nothing from elsewhere."""
    head = "<br>".join(map(escape, sheet.letterhead))
    parts = [f"<header><p>{head}</p>"]
    if sheet.examples:
        parts.append(f'<p class="example"><strong>DADOS DE EXEMPLO.</strong> {escape(sheet.examples)}</p>')
    parts.append(f"<h1>{escape(sheet.title)}</h1><p>nº {escape(sheet.number)}</p>")
    parts.append("<p>" + "<br>".join(escape(f"{label} {value}") for label, value in sheet.references) + "</p>")
    if sheet.addressee:
        parts.append("<address>" + "<br>".join(map(escape, sheet.addressee)) + "</address>")
    parts.append("</header>")
    parts.append(body_html(sheet.blocks))
    parts.append("<footer>")
    if sheet.automatic:
        parts.append(f"<p>{escape(sheet.automatic)}</p>")
    parts.append(f"<p>{escape(sheet.place_and_date)}</p>")
    parts += ["<p>" + "<br>".join(map(escape, signer)) + "</p>" for signer in sheet.signers]
    link = f'<a href="{escape(sheet.url)}">{escape(sheet.verification)}</a>'
    parts.append(f"<p>Confira se este documento é autêntico: {link}, código <strong>{escape(sheet.code)}</strong>.</p>")
    if sheet.data_protection:
        parts.append(f"<p>{escape(sheet.data_protection)}</p>")
    if sheet.trail:
        parts.append("<p>" + "<br>".join(map(escape, sheet.trail)) + "</p>")
    parts.append("</footer>")
    return '<article class="paper" lang="pt-BR">\n' + "\n".join(parts) + "\n</article>\n"


def body_html(blocks: tuple[Node, ...]) -> str:
    """The blocks alone, as HTML."""
    return "\n".join(map(_html, blocks))


def _html(node: Node) -> str:
    if isinstance(node, str):
        return escape(node)
    tag = {"b": "strong", "i": "em"}.get(node["t"], node["t"])
    if tag == "br":
        return "<br>"
    attributes = f' class="{node["k"]}"' if "k" in node else ""
    attributes += f' href="{escape(node["href"])}"' if "href" in node else ""
    attributes += ' scope="col"' if tag == "th" else ""
    inside = "".join(map(_html, node["c"]))
    return f"<{tag}{attributes}>{inside}</{tag}>"
