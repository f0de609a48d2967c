"""Draws the procedure on one A4 page as SVG of our own: the ordinary course down the middle, its ends at the right.

Nothing is measured by a font: widths are those of a wide sans serif, so that what fits here fits anywhere.
Lengths are millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from xml.sax.saxutils import escape

from procedures.diagram import Arrow, Diagram
from procedures.wording import place_said
from workflow.procedure import ARCHIVED, ENFORCEMENT, NOT_OPENED, Procedure

PAGE = (210.0, 297.0)
_MARGIN = 10.0
_SPINE, _BOX = 99.0, 56.0
_LEFT, _RIGHT = _SPINE - _BOX / 2, _SPINE + _BOX / 2
_ENDS, _END_WIDTH = 140.0, 60.0
_ASIDE = 30.0
_LINE, _SMALL_LINE = 4.0, 3.5
_TEXT, _SMALL = 3.2, 2.75
_CHAR, _BOLD = 0.56, 0.64
"""Width of a letter, in sizes of the letter."""
_LANES = 5.0
_SLACK = 9.0
_WIDER = tuple(float(each) for each in range(0, 70, 5))
"""How much wider, at each side, a long procedure may be drawn before it is made smaller to fit the page."""
_STYLE = """
text { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; fill: #1a1a1a; }
.box { fill: #eef3fa; stroke: #24476f; stroke-width: .35; }
.end { fill: #f4f4f1; stroke: #6b6b63; stroke-width: .3; }
.way { fill: none; stroke: #24476f; stroke-width: .35; }
.clock { stroke-dasharray: 1.2 .8; }
.over { paint-order: stroke; stroke: #ffffff; stroke-width: .8; stroke-linejoin: round; }
.lapse { font-style: italic; }
.strong { font-weight: bold; }
"""
_TIP = """<defs>
<marker id="tip" viewBox="0 0 6 6" refX="5.5" refY="3" markerWidth="6" markerHeight="6" orient="auto">
<path d="M0 0L6 3L0 6z" fill="#24476f"/>
</marker>
</defs>"""


@dataclass
class _Row:
    """One place of the ordinary course: its box, what ends there, what leaves it at the left, and downwards."""

    place: str
    title: list[str]
    ends: list[tuple[Arrow, list[str], list[tuple[str, bool]]]]
    aside: list[tuple[Arrow, list[tuple[str, bool]]]]
    down: list[tuple[str, bool]]
    top: float = 0.0

    @property
    def box(self) -> float:
        return 4.0 if self.place == NOT_OPENED else 4.5 + _LINE * len(self.title)

    @property
    def block(self) -> float:
        return max(self.box, sum(_end_height(title, acts) + 2 for _, title, acts in self.ends))

    @property
    def height(self) -> float:
        beside = sum(_aside_height(acts) for _, acts in self.aside) + 2 - self.block / 2
        return self.block + max(7.0, len(self.down) * _SMALL_LINE + 4, beside)

    @property
    def middle(self) -> float:
        return self.top + self.block / 2


def svg(procedure: Procedure) -> str:
    """The drawing as SVG text, one A4 page whatever the number of states."""
    diagram = Diagram(procedure)
    heading = wrap(f"{procedure.title} ({procedure.short})", _letters(PAGE[0] - 2 * _MARGIN, 4.4, _BOLD))
    notes = [line for note in diagram.notes for line in wrap(note, _letters(PAGE[0] - 2 * _MARGIN, _SMALL))]
    head = _MARGIN + 5.5 * len(heading) + 6
    foot = _SMALL_LINE * len(notes) + _MARGIN + 2
    scale, rows, wider = max((_laid(diagram, PAGE[1] - head - foot, each) for each in _WIDER), key=lambda each: each[0])
    shift = (PAGE[0] - PAGE[0] * scale) / 2
    size = f'width="{PAGE[0]:g}mm" height="{PAGE[1]:g}mm" viewBox="0 0 {PAGE[0]:g} {PAGE[1]:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        f"<title>{escape(procedure.title)}: o caminho do processo</title>",
        f"<style>{_STYLE}</style>",
        _TIP,
        f'<rect width="{PAGE[0]:g}" height="{PAGE[1]:g}" fill="#ffffff"/>',
        *(_text(_MARGIN, _MARGIN + 5.5 * n, line, 4.4, "strong") for n, line in enumerate(heading, 1)),
        _text(_MARGIN, head - 1.5, "Em itálico e tracejado, o que o relógio faz quando o prazo vence.", _SMALL),
        f'<g transform="translate({shift:.2f} {head:.2f}) scale({scale:.4f})">',
        *_body(rows, wider),
        "</g>",
        *(_text(_MARGIN, PAGE[1] - foot + 2 + _SMALL_LINE * n, line, _SMALL) for n, line in enumerate(notes, 1)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _laid(diagram: Diagram, room: float, wider: float) -> tuple[float, list[_Row], float]:
    """How large the drawing can be with so much more at each side for words: with it lines are fewer, but longer."""
    rows = _rows(diagram, wider)
    spare = (room - _place(rows)) / len(rows)
    height = _place(rows, min(max(spare, 0.0), _SLACK))
    return min(1.0, room / height, PAGE[0] / (PAGE[0] + 2 * wider)), rows, wider


def _rows(diagram: Diagram, wider: float) -> list[_Row]:
    procedure, places = diagram.procedure, diagram.places
    rows = []
    for rank, place in enumerate(places):
        leaving = [arrow for arrow in diagram.arrows if arrow.source == place]
        following = places[rank + 1] if rank + 1 < len(places) else ""
        ends = [arrow for arrow in leaving if arrow.to.startswith(ARCHIVED)]
        aside = [arrow for arrow in leaving if arrow not in ends and arrow.to != following]
        down = next((arrow for arrow in leaving if arrow.to == following), None)
        rows.append(
            _Row(
                place=place,
                title=wrap(place_said(procedure, place), _letters(_BOX - 4, _TEXT)),
                ends=[
                    (
                        arrow,
                        wrap(place_said(procedure, arrow.to), _letters(_END_WIDTH + wider - 4, _SMALL, _BOLD)),
                        _labels(arrow, _END_WIDTH + wider - 4),
                    )
                    for arrow in ends
                ],
                aside=[(arrow, _labels(arrow, _ASIDE + wider)) for arrow in aside],
                down=_labels(down, PAGE[0] - _MARGIN - _SPINE - 4 + wider) if down else [],
            )
        )
    return rows


def _place(rows: list[_Row], between: float = 0.0) -> float:
    """Set each row below the one above, so much further apart; gives the height of all."""
    top = 0.0
    for row in rows:
        row.top = top
        top += row.height + between
    return top - between - rows[-1].height + rows[-1].block


def _body(rows: list[_Row], wider: float) -> list[str]:
    by_place = {row.place: row for row in rows}
    lanes = _lanes(rows, by_place, wider)
    lines, boxes, words = [], [], []
    for rank, row in enumerate(rows):
        boxes.extend(_box(row))
        if rank + 1 < len(rows) and row.down:
            start, end = row.middle + row.box / 2, rows[rank + 1].middle - rows[rank + 1].box / 2
            clock = all(lapse for _, lapse in row.down)
            lines.append(_way(f"M{_SPINE:g} {start:.2f}V{end:.2f}", clock=clock))
            # Between what ends above and below: the ends of the next place may stand higher than its box.
            first = (row.top + row.block + rows[rank + 1].top) / 2 - (len(row.down) - 1) * _SMALL_LINE / 2
            words.extend(_column(_SPINE + 3, first + 1, row.down))
        top = row.middle - sum(_end_height(title, acts) + 2 for _, title, acts in row.ends) / 2 + 1
        for arrow, title, acts in row.ends:
            height = _end_height(title, acts)
            level = _within(row, top + height / 2)
            lines.append(
                _way(
                    f"M{_RIGHT:g} {level:.2f}H{(_RIGHT + _ENDS) / 2:g}V{top + height / 2:.2f}H{_ENDS:g}",
                    clock=not arrow.acts,
                )
            )
            boxes.append(_rectangle(_ENDS, top, _END_WIDTH + wider, height, "end"))
            for number, line in enumerate(title, 1):
                words.append(_text(_ENDS + 2, top + 1 + number * _SMALL_LINE, line, _SMALL, "strong"))
            words.extend(_column(_ENDS + 2, top + 1 + (len(title) + 1) * _SMALL_LINE, acts, over=""))
            top += height + 2
        level = row.middle + 1.0
        for arrow, acts in row.aside:
            lane, target = lanes[arrow.source, arrow.to], by_place[arrow.to]
            leave, entry = _within(row, level), target.middle - target.box / 2 + 1.5
            path = f"M{_LEFT:g} {leave:.2f}H{_LEFT - 2:g}V{level:.2f}H{lane:g}V{entry:.2f}H{_LEFT:g}"
            lines.append(_way(path, clock=not arrow.acts))
            words.extend(_column(_LEFT - _ASIDE - wider - 2, level + _SMALL_LINE, acts))
            level += _aside_height(acts)
    return [*lines, *boxes, *words]


def _lanes(rows: list[_Row], by_place: dict[str, _Row], wider: float) -> dict[tuple[str, str], float]:
    """A vertical line for each way that skips a place or turns back: short ones near the middle, none shared."""
    ways = [(arrow, row.middle, by_place[arrow.to].middle) for row in rows for arrow, _ in row.aside]
    taken: list[list[tuple[float, float]]] = []
    lanes = {}
    for arrow, start, end in sorted(ways, key=lambda each: abs(each[2] - each[1])):
        low, high = min(start, end) - 8, max(start, end) + 8
        free = (n for n, spans in enumerate(taken) if all(high < other[0] or low > other[1] for other in spans))
        number = next(free, len(taken))
        if number == len(taken):
            taken.append([])
        taken[number].append((low, high))
        lanes[arrow.source, arrow.to] = max(_LEFT - _ASIDE - 4 - number * _LANES, 3.0) - wider
    return lanes


def _within(row: _Row, level: float) -> float:
    """The same height, kept on the side of the row's box."""
    half = row.box / 2 - 1.2
    return min(max(level, row.middle - half), row.middle + half)


def _box(row: _Row) -> list[str]:
    top = row.middle - row.box / 2
    if row.place == NOT_OPENED:
        return [f'<circle cx="{_SPINE:g}" cy="{row.middle:.2f}" r="2" fill="#24476f"/>']
    first = top + 2.2 + _LINE - 0.9
    weight = "strong" if row.place == ENFORCEMENT else ""
    return [
        _rectangle(_LEFT, top, _BOX, row.box, "box"),
        *(_text(_SPINE, first + n * _LINE, line, _TEXT, weight, middle=True) for n, line in enumerate(row.title)),
    ]


def _end_height(title: list[str], acts: list[tuple[str, bool]]) -> float:
    return (len(title) + len(acts)) * _SMALL_LINE + 3


def _labels(arrow: Arrow, width: float) -> list[tuple[str, bool]]:
    """The lines that stand by an arrow, each with whether it is the clock's."""
    found: list[tuple[str, bool]] = []
    for acts, lapse in ((arrow.acts, False), (arrow.lapses, True)):
        for act in acts:
            found.extend((line, lapse) for line in wrap(act, _letters(width, _SMALL), subsequent_indent="  "))
    return found


def _letters(width: float, size: float, letter: float = _CHAR) -> int:
    return int(width / (size * letter))


def _aside_height(acts: list[tuple[str, bool]]) -> float:
    return len(acts) * _SMALL_LINE + 3.5


def _column(x: float, y: float, lines: list[tuple[str, bool]], over: str = "over") -> list[str]:
    """Lines of small text; ``over`` keeps them legible where a way passes behind."""
    return [
        _text(x, y + n * _SMALL_LINE, line, _SMALL, " ".join(filter(None, (over, "lapse" if lapse else ""))))
        for n, (line, lapse) in enumerate(lines)
    ]


def _text(x: float, y: float, line: str, size: float, style: str = "", *, middle: bool = False) -> str:
    named = f' class="{style}"' if style else ""
    anchor = ' text-anchor="middle"' if middle else ""
    indent = (len(line) - len(line.lstrip())) * size * _CHAR
    place = f'x="{x + indent:.2f}" y="{y:.2f}" font-size="{size:g}"'
    return f"<text {place}{named}{anchor}>{escape(line.strip())}</text>"


def _rectangle(x: float, y: float, width: float, height: float, style: str) -> str:
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="1.6" class="{style}"/>'


def _way(path: str, *, clock: bool) -> str:
    return f'<path d="{path}" class="way{" clock" if clock else ""}" marker-end="url(#tip)"/>'
