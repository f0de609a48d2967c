"""Runs a command line: the one place where an error becomes words and an exit code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

import typer

from app.cli.output import clean, err
from app.cli.tree import command
from app.cli.trouble import Trouble, trouble_of
from workflow.errors import DevidoError


class NotText(DevidoError):
    """An argument holds bytes that are no text, and names no file either."""


def _is_bytes(arg: str) -> bool:
    return not arg.isascii() and any("\ud800" <= sign <= "\udfff" for sign in arg)


_INTERRUPTED, _NOBODY_READS = 130, 141


def run(argv: Sequence[str] | None) -> int:
    """Do what the command line asks; never raises, whatever happens."""
    args = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without accents still gets the rest of the text
            stream.reconfigure(errors="replace")
    try:
        code = _invoke(args)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        return _NOBODY_READS
    except KeyboardInterrupt:
        err().print("\nInterrompido.")
        return _INTERRUPTED
    except Exception as error:  # noqa: BLE001 — whatever it is, the person gets a paragraph and not a traceback
        trouble = trouble_of(error)
        tell(trouble, as_json="--json" in args)
        return trouble.exit_code
    return code


def _invoke(args: list[str]) -> int:
    for arg in args:
        if _is_bytes(arg) and not os.path.lexists(arg):
            raise NotText(f"{arg!a} não é texto em UTF-8; escreva de novo esse argumento.")
    root = command()
    try:
        with root.make_context("devido", args or ["--help"]) as context:
            return int(root.invoke(context) or 0)
    except typer.Exit as done:
        return done.exit_code


def tell(trouble: Trouble, *, as_json: bool) -> None:
    """Say on stderr what went wrong."""
    if as_json:
        said = {
            "error": trouble.message,
            "code": trouble.code,
            "articles": trouble.articles,
            "faults": [fault._asdict() for fault in trouble.faults],
        }
        sys.stderr.write(json.dumps(said, ensure_ascii=False) + "\n")
    else:
        err().print(clean(trouble.message), style="red", soft_wrap=True)


def _silence() -> None:
    """Whoever read the output went away: Python's own last flush must not complain about it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
