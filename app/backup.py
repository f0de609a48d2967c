"""A copy of the town's record, made while others work, in one sealed file that appears whole or not at all."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app import logs
from app.office import DATABASE, FILES, ORIGIN, SECRET, Office
from app.settings import Settings
from storage.archive import FORMAT, Manifest, Part, part_of, root_text, write_copy
from storage.copying import Moment, copy_database
from storage.faults import StorageFault, file_faults
from storage.instants import instant_text
from storage.sealed import CopyKey
from storage.workplace import sync_folder, workplace

COPY_KEY = "chave-da-copia"
TOWN_FILE = "municipio.yaml"
SUFFIX = ".copia"
_KIND = "copiando"


class AlreadyThere(StorageFault):
    """A file of that name exists: a copy never takes another's place."""


@dataclass(frozen=True, kw_only=True)
class BackedUp:
    """A copy that was made: where, how many bytes, of what (``manifest``)."""

    file: Path
    size: int
    manifest: Manifest


def copy_key(settings: Settings, given: Path | None) -> CopyKey:
    """The key that seals copies: the file given, else the one that stands with the key that signs."""
    return CopyKey(given or settings.key_file.with_name(COPY_KEY))


def back_up(office: Office, to: Path, key: CopyKey, now: datetime, *, with_keys: bool = False) -> BackedUp:
    """Copy the record into ``to``: a folder, where the copy gets a name of its own, or the file itself.

    The copy has one moment of the database, every file known then, the record's secret and the town's file; the key
    that signs only ``with_keys``, and the key that opens it never. Raises a ``StorageFault``; nothing is left then.
    """
    file = _named(office, to, now)
    key.secret()
    with workplace(office.settings.folder, _KIND) as private, workplace(file.parent, _KIND) as beside:
        moment = copy_database(office.database, private / DATABASE)
        sources = _sources(office, private, with_keys=with_keys)
        making = beside / file.name
        with file_faults(file.parent):
            manifest = _manifest(office, moment, sources, now, with_keys=with_keys)
            write_copy(making, key, manifest, lambda name: _place(office, sources, name))
            making.chmod(0o600)
            _sync(making)
            size = making.stat().st_size
            if file.exists():
                raise AlreadyThere(f"Já há um arquivo {file}; uma cópia não toma o lugar de outra. Dê outro nome.")
            making.rename(file)
            sync_folder(file.parent)
    logs.done("cópia de segurança", acts=manifest.size, files=len(moment.files), missing=len(manifest.missing))
    return BackedUp(file=file, size=size, manifest=manifest)


def _named(office: Office, to: Path, now: datetime) -> Path:
    file = to / f"{office.settings.folder.name}-{now:%Y%m%dT%H%M%SZ}{SUFFIX}" if to.is_dir() else to
    if file.exists():
        raise AlreadyThere(f"Já há um arquivo {file}; uma cópia não toma o lugar de outra. Dê outro nome.")
    return file


def _sources(office: Office, private: Path, *, with_keys: bool) -> dict[str, Path]:
    """The parts besides the files known by digest: name in the copy, and where it is now."""
    parts = {
        DATABASE: private / DATABASE,
        SECRET: office.settings.folder / SECRET,
        TOWN_FILE: office.settings.town_file,
    }
    if with_keys and office.checkpoints.key.there:
        parts[office.checkpoints.key.path.name] = office.checkpoints.key.path
    return parts


def _place(office: Office, sources: dict[str, Path], name: str) -> Path:
    return sources.get(name) or office.files.path(name.rpartition("/")[2])


def _manifest(office: Office, moment: Moment, sources: dict[str, Path], now: datetime, *, with_keys: bool) -> Manifest:
    parts = [part_of(path, name) for name, path in sources.items()]
    missing = []
    for digest, size in moment.files:
        found = office.files.path(digest)
        if found.is_file() and found.stat().st_size == size and office.files.holds(digest):
            parts.append(Part(name=f"{FILES}/{digest}", size=size, sha256=digest))
        else:
            missing.append(digest)
    return Manifest(
        format=FORMAT,
        made_at=instant_text(now),
        town=office.town.name,
        folder=office.settings.folder.name,
        origin=f"{ORIGIN}{office.store.log.name}",
        size=moment.size,
        root=root_text(moment.root),
        recorded_at=moment.recorded_at,
        schema=moment.schema,
        keys=with_keys,
        parts=tuple(parts),
        missing=tuple(missing),
    )


def _sync(file: Path) -> None:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
