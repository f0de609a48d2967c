"""The judged figures as bars, each against its own goal: an SVG that stands beside the tables."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from bench.table import Line, Table, spoken

LEFT, SCALE, ROW, MOST = 330, 240, 30, 2.0
"""Width kept for names, pixels of one goal, height of a bar, and the longest bar in goals."""
COLOURS = {"meta": "#2b7a4b", "piso": "#c98a1b"}
BELOW = "#b3382c"
HALO = 'paint-order="stroke" stroke="#fff" stroke-width="5"'


def chart(tables: Iterable[Table]) -> str:
    """One bar for each line that has a goal, as long as the share of it that was reached; the tick is the floor."""
    bars = [(table, line) for table in tables for line in table.lines if line.goal is not None]
    height = ROW * len(bars) + 40
    width = LEFT + round(SCALE * MOST) + 110
    size = f'width="{width}" height="{height}"'
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f"<title>{escape('Figuras do Devido em relação à meta de cada uma')}</title>",
        f'<rect {size} fill="#fff"/>',
        f'<path d="M{LEFT + SCALE} 8V{height - 28}" stroke="#333" stroke-dasharray="3 3"/>',
        *(_bar(place, table, line) for place, (table, line) in enumerate(bars)),
        f'<text x="{LEFT + SCALE}" y="{height - 12}" text-anchor="middle">meta</text>',
        "</svg>",
    ]
    return "\n".join(drawn) + "\n"


def _bar(place: int, table: Table, line: Line) -> str:
    assert line.goal is not None
    assert line.floor is not None
    top = 12 + ROW * place
    reached = min(MOST, _reached(line.figure, line.goal, less=line.less))
    floor = LEFT + SCALE * _reached(line.floor, line.goal, less=line.less)
    said = f"{spoken(line.figure)} {'%' if line.judged == 'share' else table.unit}"
    return (
        f'<text x="{LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(line.name)}</text>'
        f'<rect x="{LEFT}" y="{top}" width="{SCALE * reached:.0f}" height="{ROW - 12}" '
        f'fill="{COLOURS.get(line.verdict, BELOW)}"/>'
        f'<path d="M{floor:.0f} {top - 3}v{ROW - 6}" stroke="#333"/>'
        f'<text x="{LEFT + SCALE * reached + 6:.0f}" y="{top + 14}" {HALO}>{escape(said)}</text>'
    )


def _reached(figure: float, goal: float, *, less: bool) -> float:
    return goal / figure if less else figure / goal
