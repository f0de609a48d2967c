"""Writes ``sql.py``: the statements built with SQLAlchemy, as the text the driver is given.

``python -m storage.compiling``, whenever a statement or a table changes; a test says when it was forgotten. A
command that only acts on a case so loads neither SQLAlchemy nor the tables, which take longer than the act.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

FILE = Path(__file__).with_name("sql.py")
_HEAD = '''"""The SQL that the program runs, as text. Written by ``python -m storage.compiling``, never by hand."""

'''
_VERBS = ("SELECT ", "INSERT ", "UPDATE ", "DELETE ")


def built() -> Iterator[tuple[str, str]]:
    """Every statement by its name, as SQLAlchemy compiles it. Raises ``ValueError`` for a name used twice."""
    # Imported here: it is what the written file spares the program.
    from storage import (  # noqa: PLC0415
        proof_statements,
        queries,
        restoration_statements,
        rotation_statements,
        round_statements,
        statements,
        tasks,
        town_statements,
    )

    seen: set[str] = set()
    for module in (
        statements, queries, tasks, round_statements, proof_statements, town_statements, restoration_statements,
        rotation_statements,
    ):  # fmt: skip
        for name, value in vars(module).items():
            if isinstance(value, str) and value.startswith(_VERBS):
                if name in seen:
                    raise ValueError(f"two statements are called {name}")
                seen.add(name)
                yield name, value


def written() -> str:
    """The file as it should be."""
    return _HEAD + "".join(_wrapped(f'{name} = """{" ".join(text.split())}"""\n') for name, text in built())


def _wrapped(text: str) -> str:
    """In lines; the literals of our statements are single words, so that no line ends inside one."""
    return fill(text, width=118, break_long_words=False, break_on_hyphens=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
