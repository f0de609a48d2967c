"""A copy put back in an empty place, checked whole, and set beside what is known of the record outside the copy.

A copy cannot say that it is the newest. What the key last signed, or a root printed in the gazette, can say that it
is not: the record then only lets itself be read, and says how many acts are missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import msgspec

from app import logs
from app.backup import TOWN_FILE
from app.invariants import Invariant, verify_all
from app.office import ANCHOR, DATABASE, FILES, Office, open_office
from app.restored_keys import Beside, People, keys_for
from app.settings import Settings
from storage.archive import Manifest, nothing, read_copy, root_text
from storage.checkpoints import Checkpoints
from storage.database import Database
from storage.faults import StorageFault, file_faults
from storage.files import Files
from storage.instants import instant_text, read_instant
from storage.notes import Checkpoint, checkpoint_text, root_of_text
from storage.restorations import Restoration, Restorations
from storage.sealed import BadCopy, CopyKey
from storage.signing import SigningKey
from storage.workplace import prefix, sync_folder, workplace

REPORT = "restauracao.json"
_KIND = "restaurando"


class NotEmpty(StorageFault):
    """A copy is only put back where nothing is."""


class NoAnchor(StorageFault):
    """Nothing outside the copy is known that could say whether it is the newest."""


class OtherPast(StorageFault):
    """The copy does not give the root that was published of its record."""


@dataclass(frozen=True, kw_only=True)
class Restored:
    """A record put back in ``folder`` (the town's), with all that the verification looked at.

    ``anchor`` is the furthest that is known of the log outside the copy, ``lost`` the acts that the copy lacks of it;
    ``closed`` says why nothing may be written there, if so.
    """

    folder: Path
    manifest: Manifest
    anchor: Checkpoint
    lost: int
    closed: str
    invariants: tuple[Invariant, ...]

    @property
    def holds(self) -> bool:
        """Whether the record is whole and as long as it is known to have been."""
        return not self.closed and not self.manifest.missing and all(not each.findings for each in self.invariants)


def published(size: int, root: bytes) -> Checkpoint:
    """A size and root as the gazette prints them; of which log, the copy will say. Of size 0 there is no root."""
    return Checkpoint(origin="", size=size, root=root, note="")


def restore(
    file: Path,
    key: CopyKey,
    to: Path,
    settings: Settings,
    now: datetime,
    *,
    known: Checkpoint | None = None,
    beside: Beside | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Restored:
    """Put a copy back into ``to``, which is made if it is not there, as ``to/<town>``. Verifies it and reports.

    ``known`` is what the gazette says; of what the key signed, the ``settings`` tell; ``beside`` where the keys of
    personal data are, if not where they usually are. What was erased after the copy was made stays erased. Raises
    ``NotEmpty``, ``NoAnchor``, ``OtherPast``, ``BadCopy``, ``WrongKey``, ``OldKeys``, ``MasterKeyLost`` or another
    ``StorageFault``; nothing is put in place then.
    """
    _require_empty(to)
    manifest = read_copy(file, key, nothing)
    anchor = _anchor(manifest, settings, known)
    people = keys_for(file, key, manifest, settings, beside or Beside(), now)
    made = not to.exists()
    try:
        with workplace(to, _KIND) as place:
            _unpack(file, key, place / manifest.folder, people)
            master = people.put(place / manifest.folder, settings)
            _compare(place / manifest.folder, manifest, known, master)
            _note(place / manifest.folder, manifest, anchor, master, now)
            if anchor.size > manifest.size:
                (place / manifest.folder / ANCHOR).write_text(anchor.note, "utf-8")
            # All is looked at and reported here: what has its final name lacks nothing, whatever was killed meanwhile.
            seen = _verified(place, manifest, anchor, settings, now, progress)
            done = replace(seen, folder=to / manifest.folder)
            _report(place / manifest.folder, done, file, now)
            os.sync()
            with file_faults(to):
                (place / manifest.folder).rename(to / manifest.folder)
                sync_folder(to)
    except BaseException:
        if made:
            with suppress(OSError):
                to.rmdir()
        raise
    logs.done("restauração", acts=manifest.size, lost=done.lost, findings=sum(len(i.findings) for i in done.invariants))
    return done


def restored_settings(to: Path, folder: str, settings: Settings) -> Settings:
    """How a record that was put back is opened."""
    return replace(settings, data=to, town=str(to / folder / f"{folder}.yaml"))


def _require_empty(to: Path) -> None:
    with file_faults(to):
        found = [each.name for each in to.iterdir() if not each.name.startswith(prefix(_KIND))] if to.exists() else []
    if found:
        raise NotEmpty(
            f"A pasta {to} não está vazia (tem {min(found)}); restaura-se numa pasta vazia ou que ainda não "
            "existe, para que nada se misture. Nada foi alterado."
        )


def _anchor(manifest: Manifest, settings: Settings, known: Checkpoint | None) -> Checkpoint:
    """The furthest that is known of this log outside the copy."""
    key = SigningKey((settings.keys or settings.data) / manifest.folder / settings.key_file.name, manifest.origin)
    remembered = key.remembered()
    if known is not None:
        text = checkpoint_text(manifest.origin, known.size, known.root)
        known = replace(known, origin=manifest.origin, note=f"{text}\n")
    found = [each for each in (remembered, known) if each is not None]
    if not found:
        raise NoAnchor(
            f"Não se sabe se esta cópia ({manifest.size} atos) é a mais nova: não há {key.memory}, que lembra o último "
            "ponto de controle assinado. Dê --size e --root da última edição do Diário que os traz, ou aponte "
            "DEVIDO_KEYS para a pasta das chaves; se nada se assinou nem publicou, --size 0. Nada foi restaurado."
        )
    return max(found, key=lambda each: each.size)


def _unpack(file: Path, key: CopyKey, folder: Path, people: People) -> None:
    files = Files(folder / FILES)

    def take(name: str, chunks: Iterable[bytes]) -> None:
        inside, _, digest = name.rpartition("/")
        plain = f"{folder.name}.yaml" if name == TOWN_FILE else name
        target = files.path(digest) if inside else folder / plain
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as out:
            target.chmod(0o640 if inside else 0o600)
            for chunk in chunks:
                out.write(chunk)
        if inside:
            people.unseal(name, target)

    with file_faults(folder.parent.parent):
        folder.mkdir()
        read_copy(file, key, take)


def _compare(folder: Path, manifest: Manifest, known: Checkpoint | None, master: Path) -> None:
    """What was unpacked is what the manifest says, and has the published root. Opening it may bring it up to date."""
    database = Database(folder / DATABASE, master=master)
    try:
        checkpoints = Checkpoints(database, SigningKey(folder / "nenhuma", manifest.origin))
        if root_text(checkpoints.root_at(manifest.size)) != manifest.root:
            raise BadCopy("O banco da cópia não dá a raiz que a lista dela diz. Use outra cópia.")
        if known is not None and 0 < known.size <= manifest.size and checkpoints.root_at(known.size) != known.root:
            raise OtherPast(
                f"Os {known.size} primeiros atos da cópia não dão a raiz {known.root_text}: ou ela foi copiada errada, "
                f"ou a cópia é de outro registro ({manifest.origin}), ou o passado dela foi alterado. Nada foi "
                "restaurado."
            )
    finally:
        database.close()


def _note(folder: Path, manifest: Manifest, anchor: Checkpoint, master: Path, now: datetime) -> None:
    """That it was put back is from now on in the record itself."""
    database = Database(folder / DATABASE, master=master)
    try:
        done = Restoration(
            id=0, at=now, copied_at=read_instant(manifest.made_at), size=manifest.size,
            root=root_of_text(manifest.root), known_size=anchor.size, files_missing=len(manifest.missing),
        )  # fmt: skip
        Restorations(database).add(done)
    finally:
        database.close()


def _verified(
    place: Path,
    manifest: Manifest,
    anchor: Checkpoint,
    settings: Settings,
    now: datetime,
    progress: Callable[[int, int], None] | None,
) -> Restored:
    office: Office = open_office(restored_settings(place, manifest.folder, settings))
    try:
        invariants = tuple(verify_all(office, now, progress=progress))
        return Restored(
            folder=place / manifest.folder,
            manifest=manifest,
            anchor=anchor,
            lost=max(anchor.size - manifest.size, 0),
            closed=office.database.closed,
            invariants=invariants,
        )
    finally:
        office.database.close()


def told(done: Restored) -> dict[str, object]:
    """The report, for programs and for the file that stays with the record."""
    manifest = done.manifest
    return {
        "folder": str(done.folder),
        "town": manifest.town,
        "copied_at": manifest.made_at,
        "size": manifest.size,
        "root": manifest.root,
        "last_act_at": manifest.recorded_at,
        "anchor_size": done.anchor.size,
        "acts_missing": done.lost,
        "read_only": done.closed,
        "files_missing": list(manifest.missing),
        "keys": manifest.keys,
        "holds": done.holds,
        "invariants": [each.told() for each in done.invariants],
    }


def _report(folder: Path, done: Restored, file: Path, now: datetime) -> None:
    said = {"copy": file.name, "restored_at": instant_text(now), **told(done)}
    with file_faults(folder):
        (folder / REPORT).write_bytes(msgspec.json.format(msgspec.json.encode(said), indent=2) + b"\n")
