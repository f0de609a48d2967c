"""The command line: ``devido`` for people at a terminal, with ``--json`` for programs."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code: 0 done, 1 the answer is no, 2 wrong usage or bad input."""
    # Imported here, so that a command imports app.cli.* without building the whole tree of commands.
    from app.cli.running import run

    return run(argv)
