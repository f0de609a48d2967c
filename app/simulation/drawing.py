"""A docket's counts drawn in SVG: what happened, as bars, and each body's acts by month; one colour a side."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from app.saying import decimal_said
from app.simulation.report import Ran

_COLOURS = ("#1f5fa8", "#c7701c")
_WIDTH, _LEFT, _BAR, _GAP, _PANEL = 960, 290, 12, 8, 90
_FONT = 'font-family="Helvetica, Arial, sans-serif"'


def svg(ran: Ran, title: str, note: str) -> str:
    """The drawing, of its own height; ``note`` says below it what the figures are."""
    body, y = [], 56
    for index, name in enumerate(ran.names):
        body.append(f'<rect x="24" y="{y - 9}" width="10" height="10" fill="{_COLOURS[index]}"/>')
        body.append(_text(40, y, f"{name}: {ran.cases} processos"))
        y += 18
    y += 16
    body.append(_text(24, y, "Processos em que aconteceu", bold=True))
    y += 14
    for row in ran.happened():
        body.append(_text(_LEFT - 10, y + _BAR - 2, row.label, anchor="end"))
        for index, number in enumerate(row.counts):
            width = (_WIDTH - _LEFT - 110) * number / max(1, ran.cases)
            body.append(f'<rect x="{_LEFT}" y="{y}" width="{width:.1f}" height="{_BAR}" fill="{_COLOURS[index]}"/>')
            body.append(_text(_LEFT + width + 6, y + _BAR - 2, f"{number} ({_percent(number, ran.cases)})"))
            y += _BAR + 2
        y += _GAP
    y += 20
    body.append(_text(24, y, "Atos por mês", bold=True))
    y += 10
    for by, label in ran.bodies():
        body.extend(_months(ran, by, label, y))
        y += _PANEL
    y += 24
    body.append(_text(24, y, note))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y + 20}" role="img" {_FONT}>',
            f"<title>{escape(title)}</title>",
            f'<rect width="{_WIDTH}" height="{y + 20}" fill="white"/>',
            _text(24, 30, title, bold=True, size=16),
            *body,
            "</svg>",
        )
    )


def _months(ran: Ran, by: str, label: str, top: float) -> Iterator[str]:
    """One body's acts: a column for each month and side."""
    months = ran.months()
    most = max(1, *(number for month in months for number in ran.load(month, by)))
    step = (_WIDTH - _LEFT - 30) / max(1, len(months))
    thick = min(24, step * 0.8 / len(ran.names))
    floor = top + _PANEL - 26
    yield _text(_LEFT - 10, floor, label, anchor="end")
    for place, month in enumerate(months):
        x = _LEFT + place * step
        for index, number in enumerate(ran.load(month, by)):
            height = (_PANEL - 58) * number / most
            yield (
                f'<rect x="{x + index * thick:.1f}" y="{floor - height:.1f}" width="{thick:.1f}" '
                f'height="{height:.1f}" fill="{_COLOURS[index]}"/>'
            )
        yield _text(x, floor - (_PANEL - 54), "/".join(map(str, ran.load(month, by))), size=9)
        yield _text(x, floor + 12, f"{month[5:]}/{month[2:4]}", size=9)


def _percent(number: int, of: int) -> str:
    return f"{decimal_said(100 * number / max(1, of))}%"


def _text(x: float, y: float, said: str, *, bold: bool = False, size: int = 12, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(said)}</text>'
