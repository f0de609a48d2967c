"""The drill: a copy is made, put back in a place of its own and verified whole, and both are removed."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from app.backup import BackedUp, back_up
from app.office import Office
from app.restore import Restored, published, restore
from app.restored_keys import Beside
from storage.faults import file_faults
from storage.sealed import CopyKey
from storage.workplace import workplace

_KIND = "ensaio"


@dataclass(frozen=True, kw_only=True)
class Drilled:
    """A drill: the copy, what putting it back showed, and the seconds each took."""

    copied: BackedUp
    restored: Restored
    copy_seconds: float
    restore_seconds: float


def drill(
    office: Office, key: CopyKey, now: datetime, *, progress: Callable[[int, int], None] | None = None
) -> Drilled:
    """Do it, on the disk where the record is, which needs room for it twice. Raises a ``StorageFault``.

    The record beside which the copy is set is the one that stands here: what its key had last signed before, and how
    far its log went before.
    """
    settings, signing = office.settings, office.checkpoints.key
    with workplace(settings.folder, _KIND) as place:
        keys = place / "chaves"
        (keys / settings.folder.name).mkdir(parents=True)
        if signing.memory.exists():  # as it is now: what is signed during the drill is no loss of the copy's
            with file_faults(place):
                shutil.copy(signing.memory, keys / settings.folder.name / signing.memory.name)
        (place / "copia").mkdir()
        size = office.checkpoints.size()
        known = published(size, office.checkpoints.root_at(size))
        start = time.monotonic()
        copied = back_up(office, place / "copia" / "ensaio.copia", key, now)
        middle = time.monotonic()
        restored = restore(
            copied.file, key, place / "restaurado", replace(settings, keys=keys), now, known=known,
            beside=Beside(master=settings.master_file), progress=progress,
        )  # fmt: skip
        return Drilled(
            copied=copied,
            restored=restored,
            copy_seconds=middle - start,
            restore_seconds=time.monotonic() - middle,
        )
