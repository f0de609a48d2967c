"""The copies that the worker makes by itself: when one is due, which of the old ones stay, how the last one went."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from app import logs
from app.backup import SUFFIX, BackedUp, back_up, copy_key
from app.office import Office
from app.settings import Settings
from storage.copying import require_file
from storage.faults import ReadOnly, StorageFault, file_faults
from storage.instants import instant_text, read_instant
from storage.rounds import Rounds
from storage.town_changes import TownChanges
from storage.views import Views

DAYS, WEEKS, MONTHS = 7, 5, 12
"""Of how many days, weeks and months that have copies the last copy stays."""
LATE = timedelta(hours=26)
"""How long a record that changed may be without a copy before it is said."""
NOTED = "copia.ultima"
_AT = "%Y%m%dT%H%M%SZ"


class NoPlace(StorageFault):
    """Where copies are asked for, none can be put."""


class LastCopy(msgspec.Struct, frozen=True, kw_only=True):
    """How the last went: when it was made, its name, what the record held (``mark``); the failure since, if any."""

    made_at: str = ""
    file: str = ""
    mark: str = ""
    failed_at: str = ""
    why: str = ""


def require_place(settings: Settings) -> Path | None:
    """The folder for copies, if one is asked for. Raises a ``StorageFault`` where no copy could ever be made."""
    folder = settings.backup
    if folder is None:
        return None
    require_file(on_a_server=bool(settings.database))
    if not folder.is_dir():
        raise NoPlace(
            f"A pasta {folder}, onde DEVIDO_BACKUP manda pôr as cópias de segurança, não está lá; crie-a, ou monte o "
            "disco em que ela fica. Nenhuma cópia foi feita."
        )
    copy_key(settings, None).secret()
    return folder


def keep_copies(office: Office, now: datetime) -> BackedUp | None:
    """Make a copy if the record changed since the last one, then remove those that need not stay.

    How it went is noted beside the record. Raises a ``StorageFault``; nothing is removed then.
    """
    settings = office.settings
    if settings.backup is None:
        return None
    last, mark = last_copy(settings), _mark(office)
    try:
        folder = require_place(settings)
        assert folder is not None
        if last.mark == mark and (folder / last.file).is_file() and not last.failed_at:
            return None
        if office.database.closed:  # older than it should be: its copies would push out those that have what it lacks
            raise ReadOnly(office.database.closed)
        done = back_up(office, folder, copy_key(settings, None), now)
    except StorageFault as fault:
        _note(settings, msgspec.structs.replace(last, failed_at=instant_text(now), why=str(fault)))
        raise
    _note(settings, LastCopy(made_at=instant_text(now), file=done.file.name, mark=mark))
    _remove(folder, settings.folder.name)
    return done


def last_copy(settings: Settings) -> LastCopy:
    """How the last copy went; empty if there has been none."""
    try:
        return msgspec.json.decode((settings.folder / NOTED).read_bytes(), type=LastCopy)
    except (OSError, ValueError):
        return LastCopy()


def made_at(settings: Settings) -> datetime | None:
    """When the last copy was made; ``None`` if there has been none, or none is asked for."""
    made = last_copy(settings).made_at if settings.backup else ""
    return read_instant(made) if made else None


def trouble(office: Office, now: datetime) -> Iterator[str]:
    """What is wrong with the copies, where they are asked for."""
    if office.settings.backup is None:
        return
    last = last_copy(office.settings)
    if last.failed_at:
        yield f"a cópia de segurança de {_said(last.failed_at)} não se fez: {last.why.rstrip('.')}"
    elif not last.made_at:
        yield f"ainda não se fez nenhuma cópia de segurança em {office.settings.backup}"
    elif now - read_instant(last.made_at) > LATE and last.mark != _mark(office):
        yield f"a última cópia de segurança é de {_said(last.made_at)}, e o registro mudou desde então"


def staying(moments: Iterable[datetime]) -> set[datetime]:
    """Of copies made at these moments, those that stay: the last of each of the latest days, weeks and months."""
    latest = sorted(moments, reverse=True)
    stay: set[datetime] = set()
    for most, of in ((DAYS, "%Y-%m-%d"), (WEEKS, "%G-%V"), (MONTHS, "%Y-%m")):
        last_of: dict[str, datetime] = {}
        for each in latest:
            last_of.setdefault(each.strftime(of), each)
        stay.update(list(last_of.values())[:most])
    return stay


def _remove(folder: Path, town: str) -> None:
    """Remove the town's copies that need not stay; what is not one of them is not touched."""
    named = re.compile(rf"{re.escape(town)}-(\d{{8}}T\d{{6}}Z){re.escape(SUFFIX)}")
    there = [(name[1], each) for each in folder.iterdir() if (name := named.fullmatch(each.name))]
    found = {datetime.strptime(at, _AT).replace(tzinfo=UTC): each for at, each in there}
    try:
        for moment in sorted(found.keys() - staying(found)):
            found[moment].unlink()
    except OSError as error:  # a place that lets nothing be removed is a good place for copies
        logs.failed("cópias antigas não removidas", "", error)


def _mark(office: Office) -> str:
    """What a copy would have that the last one had not: acts, papers printed, changes of the town, checkpoints."""
    signed = office.checkpoints.latest()
    counted = (
        Rounds(office.database).acts_recorded(), Views(office.database).waiting_count(),
        len(TownChanges(office.database).all()), signed.size if signed else 0,
    )  # fmt: skip
    return "/".join(map(str, counted))


def _note(settings: Settings, last: LastCopy) -> None:
    new = settings.folder / f"{NOTED}.novo"
    with file_faults(settings.folder):
        new.write_bytes(msgspec.json.encode(last))
        new.replace(settings.folder / NOTED)


def _said(moment: str) -> str:
    return f"{read_instant(moment):%d/%m/%Y %H:%M} UTC"
