"""What an act in the record is known by: which log it is in, what brought it about, where it came to stand."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from storage.reading import Issued
from workflow.event import Command


class Log(Struct, frozen=True, kw_only=True):
    """Which log this is: ``<IBGE code>/<instance>``, the zone of its civil days, the version of the zone's rules."""

    name: str
    zone: str
    tzdata: str


class Caused(Struct, frozen=True, kw_only=True):
    """What brought the act about: the command, the key that makes it once, the person (an id) who sent it.

    ``about`` is what the command is on: the case, or the law under which one is opened.
    """

    key: str
    person: str
    command: Command
    about: str


class Appended(NamedTuple):
    """An act in the record. ``repeated`` says that it had been there already, from the same command."""

    case_id: str
    version: int
    seq: int
    leaf: bytes
    recorded_at: datetime
    papers: tuple[Issued, ...]
    repeated: bool = False
