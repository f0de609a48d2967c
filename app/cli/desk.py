"""The office a command works in: which town, where its record is, what day it is there."""

from __future__ import annotations

import getpass
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from app.office import Office
    from app.settings import Settings


@contextmanager
def office(context: typer.Context, law_dir: Path | None = None, *, begins: bool = False) -> Iterator[Office]:
    """The town's office, open while the command runs; ``--home`` and ``--town`` are options of ``devido`` itself.

    Only a command that ``begins`` a record makes one where there is none. Raises ``NoRecord``, ``InsideRecord``.
    """
    from app.place import require_record

    here = settings(context, law_dir)
    if not begins:
        require_record(here)
    with opened(here) as desk:
        yield desk


@contextmanager
def rehearsed(context: typer.Context, law_dir: Path | None = None) -> Iterator[Office]:
    """The office in which a preview is made; where there is no record yet, one that is gone after it."""
    from app.cli.output import err
    from app.place import has_record

    here = settings(context, law_dir)
    if has_record(here):
        with opened(here) as desk:
            yield desk
        return
    err().print(f"Não há registro em {here.folder}: a prévia é a de um que ali começasse.", soft_wrap=True)
    with TemporaryDirectory() as elsewhere, opened(replace(here, data=Path(elsewhere), keys=None)) as desk:
        yield desk


def settings(context: typer.Context, law_dir: Path | None = None) -> Settings:
    """What the command line and the environment say of where things are. Raises ``InsideRecord``."""
    from app.place import require_outside
    from app.settings import from_environment

    said = context.find_root().params
    here = from_environment(data=said["home"], town=said["town"], law_dir=law_dir)
    require_outside(here)
    return here


@contextmanager
def opened(settings: Settings) -> Iterator[Office]:
    """An office open while the command runs."""
    from app.office import open_office

    listen()
    desk = open_office(settings)
    try:
        yield desk
    finally:
        desk.database.close()


def listen() -> None:
    """Let the log of what the command does go where ``DEVIDO_LOG`` says."""
    from app import logs

    wanted = os.environ.get("DEVIDO_LOG", "")
    logs.configure(as_json=wanted == "json", level=_LEVELS[bool(wanted)])


# A person at a terminal reads the answer, not the log, unless DEVIDO_LOG asks for it.
_LEVELS = {True: logging.INFO, False: logging.CRITICAL}


def today(office: Office) -> date:
    """The civil day in the town."""
    from app.facts import local_day, now

    return local_day(now(), office.town.zone)


def user() -> str:
    """Who types, as the system knows them."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "desconhecido"
