"""A copy of the town's record, made while others work, in one sealed file that appears whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app import logs
from app.office import DATABASE, FILES, ORIGIN, SECRET, Office
from app.settings import Settings
from storage.archive import FORMAT, Manifest, Part, part_of, root_text, write_copy
from storage.copying import Moment, copy_database
from storage.erasure import remember, remembered
from storage.faults import StorageFault, file_faults
from storage.file_seal import FileKey, locks, new_key, users_of
from storage.instants import instant_text
from storage.key_copy import FORMAT as KEYS_FORMAT
from storage.key_copy import SUFFIX as KEYS_SUFFIX
from storage.key_copy import KeyRow, KeysFile, read_keys, take_keys, write_keys
from storage.person_keys import number_in, retired
from storage.sealed import CopyKey, WrongKey, sealed_size
from storage.workplace import sync_folder, workplace

COPY_KEY = "chave-da-copia"
TOWN_FILE = "municipio.yaml"
SUFFIX = ".copia"
_KIND = "copiando"


class NoSuchPlace(StorageFault):
    """A copy is asked for in a folder that is not there: a disk that nobody mounted, as a rule."""


class AlreadyThere(StorageFault):
    """A file of that name exists: a copy never takes another's place."""


@dataclass(frozen=True, kw_only=True)
class BackedUp:
    """A copy that was made: where, how many bytes, of what (``manifest``); ``keys`` are the file beside it."""

    file: Path
    keys: Path
    size: int
    manifest: Manifest


def copy_key(settings: Settings, given: Path | None) -> CopyKey:
    """The key that seals copies: the file given, else the one that stands with the key that signs."""
    return CopyKey(given or settings.key_file.with_name(COPY_KEY))


def back_up(office: Office, to: Path, key: CopyKey, now: datetime, *, with_keys: bool = False) -> BackedUp:
    """Copy the record into ``to``: a folder that is there, in which the copy gets a name, or the file, a ``.copia``.

    The copy has one moment of the database, every file known then, the record's secret and the town's file; the keys
    that sign and that wrap only ``with_keys``, and the key that opens it never. The keys of personal data go beside it,
    in one file for every copy there. Raises a ``StorageFault``; nothing is left then.
    """
    file = _named(office, to, now)
    key.secret()
    with workplace(office.settings.folder, _KIND) as private, workplace(file.parent, _KIND) as beside:
        moment = copy_database(office.database, private / DATABASE)
        users = users_of(private / DATABASE)
        people = take_keys(private / DATABASE)
        sources = _sources(office, private, people, with_keys=with_keys)
        making, keys = beside / file.name, keys_file(file, office.settings.folder.name)
        with file_faults(file.parent):
            files = _Files(office, users, {each.id: each for each in people})
            manifest = _manifest(office, moment, sources, files, now, with_keys=with_keys)
            write_copy(making, key, manifest, lambda name: _place(office, sources, name), files.keys)
            kept = (*people, *_of_others(keys, key, manifest.origin, people, office))
            told = KeysFile(format=KEYS_FORMAT, origin=manifest.origin, made_at=manifest.made_at, keys=kept)
            write_keys(beside / keys.name, key, told)
            for made in (making, beside / keys.name):
                made.chmod(0o600)
                _sync(made)
            size = making.stat().st_size
            if file.exists():
                raise AlreadyThere(f"Já há um arquivo {file}; uma cópia não toma o lugar de outra. Dê outro nome.")
            (beside / keys.name).replace(keys)  # before the copy: a file of keys serves the copies older than it
            making.rename(file)
            sync_folder(file.parent)
    remember(office.database, office.settings.destroyed_file)
    logs.done("cópia de segurança", acts=manifest.size, files=len(moment.files), missing=len(manifest.missing))
    return BackedUp(file=file, keys=keys, size=size, manifest=manifest)


def keys_file(copy: Path, folder: str) -> Path:
    """The file of keys beside a copy of the record in that folder."""
    return copy.with_name(f"{folder}{KEYS_SUFFIX}")


def _of_others(keys: Path, key: CopyKey, origin: str, mine: tuple[KeyRow, ...], office: Office) -> Iterator[KeyRow]:
    """Keys that are in the file there and not in this record, which may be older than a copy there: they stay."""
    if not keys.exists():
        return
    known = {each.id for each in mine} | remembered(office.settings.destroyed_file)
    try:
        yield from (each for each in read_keys(keys, key, origin).keys if each.id not in known)
    except WrongKey as fault:
        raise WrongKey(
            f"{fault} É o arquivo com as chaves das cópias já feitas aqui: mude-o de lugar com elas, ou faça a cópia "
            "noutra pasta. Nada foi copiado."
        ) from fault


class _Files:
    """The files of cases, each sealed under a key of its own in this copy."""

    def __init__(self, office: Office, users: Mapping[str, list[str]], people: Mapping[str, KeyRow]) -> None:
        self.keys: dict[str, FileKey] = {}
        self._office = office
        self._users = users
        self._people = people

    def part(self, digest: str, size: int) -> Part | None:
        """What the manifest says of a file; None for one that the law had erased."""
        users = [self._people[each] for each in self._users.get(digest, ()) if each in self._people]
        if users and not any(each.wrapped for each in users):
            return None
        name, key = f"{FILES}/{digest}", new_key()
        found = locks(self._office.database.keys, key, digest, users)
        self.keys[name] = key
        return Part(name=name, size=sealed_size(size) if found else size, sha256=digest, locks=found)


def _named(office: Office, to: Path, now: datetime) -> Path:
    if not to.exists() and (to.suffix != SUFFIX or not to.parent.is_dir()):
        folder = to.parent if to.suffix == SUFFIX else to
        raise NoSuchPlace(
            f"Não há a pasta {folder}: crie-a, ou monte o disco em que ela fica. --to pede uma pasta que existe, ou o "
            f"nome do arquivo a fazer, acabado em {SUFFIX}, numa pasta que existe. Nada foi copiado."
        )
    file = to / f"{office.settings.folder.name}-{now:%Y%m%dT%H%M%SZ}{SUFFIX}" if to.is_dir() else to
    if file.exists():
        raise AlreadyThere(f"Já há um arquivo {file}; uma cópia não toma o lugar de outra. Dê outro nome.")
    return file


def _sources(office: Office, private: Path, people: Iterable[KeyRow], *, with_keys: bool) -> dict[str, Path]:
    """The parts besides the files known by digest: name in the copy, and where it is now."""
    master = office.settings.master_file
    before = [
        retired(master, number) for number in sorted({number_in(each.wrapped) for each in people if each.wrapped})
    ]
    parts = {
        DATABASE: private / DATABASE,
        SECRET: office.settings.folder / SECRET,
        TOWN_FILE: office.settings.town_file,
    }
    for each in (office.checkpoints.key.path, master, *before) if with_keys else ():
        if each.exists():
            parts[each.name] = each
    return parts


def _place(office: Office, sources: dict[str, Path], name: str) -> Path:
    return sources.get(name) or office.files.path(name.rpartition("/")[2])


def _manifest(
    office: Office, moment: Moment, sources: dict[str, Path], files: _Files, now: datetime, *, with_keys: bool
) -> Manifest:
    parts = [part_of(path, name) for name, path in sources.items()]
    missing = []
    for digest, size in moment.files:
        found, part = office.files.path(digest), files.part(digest, size)
        if part is None:
            continue
        if found.is_file() and found.stat().st_size == size and office.files.holds(digest):
            parts.append(part)
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
        apart=True,
    )


def _sync(file: Path) -> None:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
