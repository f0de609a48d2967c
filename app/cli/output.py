"""What commands write: tables and colour for people, JSON for programs, a bar on stderr for what takes long."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from textwrap import fill
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict as fields_of
from rich.console import Console
from rich.table import Table
from rich.text import Text

Item = TypeVar("Item")

_WIDTH_OF_A_FILE = 160
_NARROWEST = 14
_TALLEST = 14
"""Lines of a cell beyond which a table is read better as a list."""
_PATIENCE = 1.0
# Control characters but the end of a line and the tab.
_COMMANDS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)), "�")


class _Console(Console):
    """Lets whoever runs the command see that nobody reads any more, instead of ending the process."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def out() -> Console:
    """The console on stdout: no colour where it is not a terminal, or where ``NO_COLOR`` is set."""
    return _console(stderr=False)


def err() -> Console:
    """The console on stderr."""
    return _console(stderr=True)


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    # A file or a pipe has no width of its own; rich would take 80 columns and fold what still fits.
    width = None if stream.isatty() or os.environ.get("COLUMNS") else _WIDTH_OF_A_FILE
    return _Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


def clean(part: str | Text) -> str | Text:
    """The same text unable to command the terminal: what people type into files and forms ends up here."""
    if isinstance(part, Text):
        return Text(part.plain.translate(_COMMANDS), style=part.style)
    return part.translate(_COMMANDS)


def say(*parts: str | Text) -> None:
    """One line for people: on a terminal a long one goes on below, elsewhere it stays one line. Nothing is cut."""
    if sys.stdout.isatty():
        out().print(*map(clean, parts), overflow="fold")
    else:
        out().print(*map(clean, parts), soft_wrap=True)


def write(text: str) -> None:
    """A text that is a file of its own (Markdown, a drawing): as it is, neither folded nor coloured."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def show_table(columns: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> None:
    """A table, cells folding; where the terminal is too narrow for one, each row as a list. Nothing is cut."""
    console = out()
    if not rows:
        console.print("Nada a mostrar.")
        return
    rows = [[clean(cell) for cell in row] for row in rows]
    if _too_narrow(console.width, columns, rows):
        for row in rows:
            _show_as_list(console, columns, row)
        return
    table = Table(header_style="bold", show_lines=any("\n" in str(cell) for row in rows for cell in row))
    for index, name in enumerate(columns):
        table.add_column(name, overflow="fold", no_wrap=index == 0)  # what people copy stays whole
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _too_narrow(width: int, columns: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> bool:
    """Whether columns would be slivers, or a cell taller than anyone reads across."""
    others = len(columns) - 1
    room = width - max(len(line) for row in rows for line in str(row[0]).splitlines() or [""])
    if room < _NARROWEST * others:
        return True
    longest = max((len(str(cell)) for row in rows for cell in row[1:]), default=0)
    return longest > _TALLEST * room / max(others, 1)


def _show_as_list(console: Console, columns: Sequence[str], row: Sequence[str | Text]) -> None:
    """One row: its first cell as a heading, then each other under its name; what folds stays under where it began."""
    console.print(Text(" ".join(str(row[0]).split()), style="bold"), overflow="fold")
    for name, value in zip(columns[1:], row[1:], strict=True):
        style = value.style if isinstance(value, Text) else ""
        lines = str(value).splitlines()
        if len(lines) == 1:
            console.print(Text(_folded(f"{name}: {lines[0]}", console.width, 2), style=style), soft_wrap=True)
        elif lines:
            console.print(f"  {name}:", soft_wrap=True)
            for line in lines:
                console.print(Text(_folded(line, console.width, 4), style=style), soft_wrap=True)


def _folded(line: str, width: int, indent: int) -> str:
    """A line within the width, what goes on below it set in by two more."""
    return fill(line, max(width, 20), initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))


def show_json(value: Any) -> None:
    """The answer for programs, alone on stdout: days as ISO, decimals as text."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2, default=plain)
    sys.stdout.write("\n")


def plain(value: Any) -> Any:
    """What JSON has no word for: days and moments as ISO, decimals and paths as text, sets in order."""
    if isinstance(value, Struct):
        return fields_of(value)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)


@contextmanager
def waiting(label: str) -> Iterator[None]:
    """A sign of life on stderr while one long thing is done, shown after a second if someone is watching."""
    if not sys.stderr.isatty():
        yield
        return
    sign = err().status(label)
    timer = threading.Timer(_PATIENCE, sign.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        sign.stop()


def progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """The items, with a bar on stderr if going through them takes more than a second and someone is watching."""
    with counting(label) as tell:
        for done, item in enumerate(items, 1):
            yield item
            tell(done, total)


def _untold(done: int, total: int) -> None:
    """Nobody is watching."""


@contextmanager
def counting(label: str) -> Iterator[Callable[[int, int], None]]:
    """Something to tell how much is done, of how much; the bar shows after a second, if someone is watching."""
    if not sys.stderr.isatty():
        yield _untold
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=err(), transient=True)
    task, start = bar.add_task(label, total=None), time.monotonic()

    def tell(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        if time.monotonic() - start > _PATIENCE:
            bar.start()

    try:
        yield tell
    finally:
        bar.stop()
