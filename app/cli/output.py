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
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

Item = TypeVar("Item")

_WIDTH_OF_A_FILE = 160
_NARROWEST = 14
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
    first = max(len(line) for row in rows for line in str(row[0]).splitlines() or [""])
    if first + _NARROWEST * (len(columns) - 1) > console.width:
        for row in rows:
            console.print(Text(str(row[0]), style="bold"), overflow="fold")
            for name, value in zip(columns[1:], row[1:], strict=True):
                if value:
                    console.print(f"  {name}:", value, overflow="fold")
        return
    table = Table(header_style="bold", show_lines=any("\n" in str(cell) for row in rows for cell in row))
    for index, name in enumerate(columns):
        table.add_column(name, overflow="fold", no_wrap=index == 0)  # what people copy stays whole
    for row in rows:
        table.add_row(*row)
    console.print(table)


def show_json(value: Any) -> None:
    """The answer for programs, alone on stdout: days as ISO, decimals as text."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2, default=plain)
    sys.stdout.write("\n")


def plain(value: Any) -> Any:
    """What JSON has no word for: days and moments as ISO, decimals and paths as text, sets in order."""
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
