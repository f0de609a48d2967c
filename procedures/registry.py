"""Which laws and towns there are: the product's own folders, or another folder given by ``--law-dir``."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

from procedures.checking import loaded
from procedures.loader import FILE, TEXT, Law, load_law
from workflow.errors import DevidoError, LawFaults

LAWS = Path(__file__).parent / "laws"


class UnknownLaw(DevidoError):
    """There is no law of that name among the folders looked at."""


def law_ids(extra: Path | None = None) -> list[str]:
    """The ids of the laws on file, those of ``extra`` first."""
    found = [folder.name for root in _roots(extra) for folder in sorted(root.iterdir()) if (folder / FILE).is_file()]
    return [name for name in dict.fromkeys(found) if not name.startswith("_")]


def law(name: str, extra: Path | None = None) -> Law:
    """A law by id; a folder in ``extra`` goes before the product's own of the same name.

    ``extra`` may be a folder of law folders or one law's folder. Raises ``UnknownLaw`` with the nearest name,
    and ``LawFaults`` with all that is wrong if the law does not hold: a law is never used unchecked.
    """
    found = unchecked(name, extra)
    if id(found) not in _held:
        faults = loaded(found).faults
        if faults:
            raise LawFaults(faults)
        _held[id(found)] = found
    return found


def unchecked(name: str, extra: Path | None = None) -> Law:
    """A law as it stands, faults and all: only for the tools that show its author what is wrong with it."""
    if extra is not None and (extra / FILE).is_file() and extra.resolve().name == name:
        return _loaded(extra)
    for root in _roots(extra):
        if _changed(f"{root}/{name}/{FILE}"):
            return _loaded(root / name)
    bare = [root / name for root in _roots(extra) if Path(name).name == name and (root / name).is_dir()]
    if bare:
        return load_law(bare[0])  # which says what the folder lacks
    known = law_ids(extra)
    near = difflib.get_close_matches(name, known, 1, cutoff=0.4)
    hint = f" Quis dizer {near[0]!r}?" if near else ""
    raise UnknownLaw(f"Não há lei {name!r}.{hint} As leis são: {', '.join(known)}.")


def beside(found: Law) -> list[Law]:
    """The other laws in the folder where this one lies, those that can be read at all."""
    folders = [each for each in sorted(found.folder.resolve().parent.iterdir()) if (each / FILE).is_file()]
    return [law for each in folders if each.name != found.id and (law := _readable(each)) is not None]


def on_file(extra: Path | None = None) -> list[Law]:
    """Every law that can be read at all, checked or not."""
    folders = [root / name for name in law_ids(extra) for root in _roots(extra) if (root / name / FILE).is_file()]
    first = {folder.name: folder for folder in reversed(folders)}
    return [law for folder in first.values() if (law := _readable(folder)) is not None]


def _readable(folder: Path) -> Law | None:
    try:
        return _loaded(folder)
    except LawFaults:
        return None


_kept: dict[tuple[str, int, int], Law] = {}
_held: dict[int, Law] = {}  # laws seen to hold, by identity: reading a changed file makes another law


def _loaded(folder: Path) -> Law:
    place = os.path.abspath(folder)  # noqa: PTH100 - as in ``_changed``
    key = (place, _changed(f"{place}/{FILE}"), _changed(f"{place}/{TEXT}"))
    if key not in _kept:
        _kept[key] = load_law(folder)
    return _kept[key]


def _changed(file: str) -> int:
    """When a file was last changed; 0 if there is none."""
    try:
        return os.stat(file).st_mtime_ns  # noqa: PTH116 - every opening asks, and a path takes longer than the answer
    except OSError:
        return 0


def _roots(extra: Path | None) -> list[Path]:
    if extra is None:
        return [LAWS]
    if not extra.is_dir():
        raise UnknownLaw(f"A pasta {str(extra)!r} não existe; --law-dir pede uma pasta de leis.")
    return [extra, LAWS]
