"""The town's file beside its record, kept as the latest change left it: a change recorded is a change made."""

from __future__ import annotations

import os
from pathlib import Path

from app.settings import Settings
from procedures.municipality import Town, load_town
from storage.database import Database
from storage.town_changes import TownChanges
from storage.workplace import sync_folder, workplace


def read_in_force(settings: Settings) -> Town:
    """The town as its file tells it today. Raises ``LawFaults``."""
    return load_town(settings.town_in_force, beside=settings.town_file.parent)


def made_good(settings: Settings, town: Town, database: Database) -> Town:
    """The town once the latest change is in its file: written if whoever recorded it was stopped, or the file is gone.

    A file that somebody edited since stays as it is, and rules.
    """
    last = TownChanges(database).latest()
    if last is None or (settings.town_copy.is_file() and town.digest != last.old) or town.digest == last.new:
        return town
    write_whole(settings.town_copy, last.text)
    return read_in_force(settings)


def write_whole(file: Path, text: str) -> None:
    """The whole file or the one before it, whatever happens meanwhile, and whoever else writes it at the same time."""
    if file.is_file() and file.read_text("utf-8") == text:
        return
    with workplace(file.parent, "municipio") as place:
        new = place / file.name
        with new.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(file)
        sync_folder(file.parent)
