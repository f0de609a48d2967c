"""The keys of personal data when a copy is put back: where they are, what they open, what was erased meanwhile."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from app.backup import keys_file
from app.office import DATABASE
from app.settings import Settings
from storage.archive import Manifest, Part
from storage.erasure import LIST, remembered
from storage.faults import MasterKeyLost, file_faults
from storage.file_seal import unlocked, write_plain
from storage.instants import instant_text
from storage.key_copy import KeyRow, put_keys, read_keys
from storage.person_keys import MASTER, PersonKeys, number_in, retired
from storage.sealed import CopyKey


@dataclass(frozen=True, kw_only=True)
class Beside:
    """Where the file of keys and the master key are, if not beside the copy and with the keys."""

    keys: Path | None = None
    master: Path | None = None


@dataclass(frozen=True, kw_only=True)
class People:
    """The keys of a copy's people, as they are now: what was destroyed since the copy is destroyed here too.

    ``apart`` is False for a copy of before there were such keys; ``listed`` the file that lists those destroyed.
    """

    apart: bool
    master: Path
    listed: Path
    parts: Mapping[str, Part]
    keys: Mapping[str, KeyRow] = field(default_factory=dict)

    def unseal(self, name: str, target: Path) -> None:
        """Leave a file of cases in the clear, or nothing of one whose every case was erased."""
        part = self.parts[name]
        if not part.locks:
            target.chmod(0o440)
            return
        sealed = target.with_name(f"{target.name}.cifrado")
        target.rename(sealed)
        file = unlocked(PersonKeys(self.master), part.locks, part.sha256, self.keys)
        if file is not None:
            with target.open("xb") as out:
                target.chmod(0o640)
                write_plain(sealed, out, file, part.sha256)
            target.chmod(0o440)
        sealed.unlink()

    def put(self, folder: Path, settings: Settings) -> Path:
        """Put the keys into the database in ``folder``; and the master key, given back, where the record looks for it.

        With it the one of before, if a change of it was cut short when the keys were copied. A record of before there
        were such keys has none yet, and makes it there when it is brought up to date.
        """
        used = put_keys(folder / DATABASE, self.keys) if self.apart else []
        numbers = {number_in(each.wrapped) for each in used if each.wrapped is not None}
        before = [retired(self.master, number) for number in sorted(numbers)]
        place = folder if settings.keys is None else settings.keys / folder.name
        with file_faults(place):
            place.mkdir(parents=True, exist_ok=True)
            named = [(each, f"{MASTER}{each.suffix}") for each in before]
            for source, name in ((self.master, MASTER), (self.listed, f"{MASTER}{LIST}"), *named):
                if source.is_file() and not (place / name).exists():
                    shutil.copyfile(source, place / name)
                    (place / name).chmod(0o600)
        return place / MASTER


def keys_for(file: Path, key: CopyKey, manifest: Manifest, settings: Settings, beside: Beside, now: datetime) -> People:
    """The keys that go with a copy. Raises ``OldKeys``, ``MasterKeyLost``, ``BadCopy``, ``WrongKey``."""
    usual = (settings.keys or settings.data) / manifest.folder / MASTER
    people = People(
        apart=manifest.apart,
        master=beside.master or usual,
        listed=usual.with_name(f"{MASTER}{LIST}"),
        parts={each.name: each for each in manifest.parts},
    )
    if not manifest.apart:
        return people
    found = read_keys(beside.keys or keys_file(file, manifest.folder), key, manifest.origin).keys
    if any(each.wrapped for each in found) and not people.master.is_file():
        raise MasterKeyLost(
            f"Não há {people.master}, a chave-mestra que abre os dados pessoais. Dê com --master-key o arquivo em que "
            "ela foi guardada, ou aponte DEVIDO_KEYS para a pasta das chaves. Nada foi restaurado."
        )
    gone = remembered(people.listed)
    return People(
        apart=True,
        master=people.master,
        listed=people.listed,
        parts=people.parts,
        keys={each.id: _as_known(each, gone, now) for each in found},
    )


def _as_known(row: KeyRow, gone: frozenset[str], now: datetime) -> KeyRow:
    """The key, destroyed if the list outside the copies says that it was."""
    if row.id not in gone or row.wrapped is None:
        return row
    return KeyRow(id=row.id, case=row.case, wrapped=None, destroyed_at=instant_text(now))
