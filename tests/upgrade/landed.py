"""The schemas that have landed, each with the commit whose own program makes the record kept of it.

    python -m tests.upgrade.landed [NAME …]

makes the records anew, all or those named, each by the program of its commit in a checkout of its own.
"""

from __future__ import annotations

import io
import lzma
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.databases import OWNER, TOLD, cluster
from tests.upgrade import planting
from tests.upgrade.schemas import dumped, load

KEPT = Path(__file__).parent / "records"
_REPOSITORY = Path(__file__).parent.parent.parent


class Landing(NamedTuple):
    """A schema as it stood on main, ``revision`` its migration, ``commit`` the last whose program made it so.

    ``served``: whether that program kept records on PostgreSQL too. ``unread`` says why today's program does not find
    a record of that one whole; empty if it does.
    """

    name: str
    revision: str
    commit: str
    served: bool = False
    unread: str = ""


LANDED = (
    Landing(
        "0001", "0001", "5be43bd",
        unread="the record was changed, of what an earlier case says and what a paper's commitment is of; none was in "
        "use. The first whose records are read is aaabf0a",
    ),
    Landing("0002", "0002", "aaabf0a"),
    Landing("0003", "0003", "5c2e399"),
    Landing("0003-two-databases", "0003", "2607993", served=True),
    Landing("0004-without-text", "0004", "b1f856a", served=True),
    Landing("0005-without-text", "0005", "8cd3dcc", served=True),
    Landing("0005", "0005", "1e89f32", served=True),
    Landing("0006", "0006", "b3495d3", served=True),
)  # fmt: skip
"""In their order. 0004 was changed after it had landed, so that it and 0005 are there twice; 0007 mends it."""

NEW = ("0007", "0008", "0009", "0010", "0011")
"""Migrations of this version, which no record of another could have been at yet."""


def unpack(landing: Landing, folder: Path) -> None:
    """Put the kept folder of a landing's record (its files, and the database if that is one) into ``folder``."""
    _extract(KEPT / f"{landing.name}.tar.xz", folder)


def _extract(archive: Path, folder: Path) -> None:
    """The plain files of an archive of ours: the oldest Python that Devido runs on has no filter for the others."""
    with tarfile.open(archive) as packed:
        for member in packed:
            content = packed.extractfile(member)
            if content is not None:
                place = folder / member.name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())
                place.chmod(member.mode)


def serve(landing: Landing, folder: Path) -> str:
    """Put a landing's record on PostgreSQL, its files into ``folder``; the database's name there."""
    _extract(KEPT / f"{landing.name}-postgres.tar.xz", folder)
    name = cluster().empty()
    with cluster().connected(name) as driver:
        load(driver, (folder / "registro.sql").read_text("utf-8"), OWNER, queue=landing.revision >= "0005")
    (folder / TOLD).write_text(cluster().address(name))
    return name


def make(landing: Landing) -> None:
    """Make the records kept of a landing: its program plants them in a checkout that is gone afterwards."""
    with tempfile.TemporaryDirectory() as place:
        checkout = Path(place) / "programa"
        _git("worktree", "add", "--detach", str(checkout), landing.commit)
        try:
            _plant(checkout, Path(place) / "arquivo")
            _pack(Path(place) / "arquivo", KEPT / f"{landing.name}.tar.xz")
            if landing.served:
                _plant_served(checkout, Path(place) / "servidor")
                _pack(Path(place) / "servidor", KEPT / f"{landing.name}-postgres.tar.xz")
        finally:
            _git("worktree", "remove", "--force", str(checkout))


def _plant(checkout: Path, folder: Path, *more: str) -> None:
    folder.mkdir(exist_ok=True)
    subprocess.run(
        [sys.executable, Path(planting.__file__), folder, *more], check=True, cwd=checkout,
        env=os.environ | {"PYTHONPATH": str(checkout)},
    )  # fmt: skip


def _plant_served(checkout: Path, folder: Path) -> None:
    name = cluster().empty()
    folder.mkdir()
    (folder / TOLD).write_text(cluster().address(name))
    _plant(checkout, folder, cluster().address(name, OWNER))
    (folder / TOLD).unlink()
    with cluster().connected(name) as driver:
        (folder / "registro.sql").write_text(dumped(driver), "utf-8")
    cluster().drop(name)


def _pack(folder: Path, kept: Path) -> None:
    """Everything of the folder, always in the same order and without dates or owners."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as packed:
        for path in sorted(folder.rglob("*")):
            if not path.name.endswith(("-wal", "-shm")):
                about = packed.gettarinfo(path, path.relative_to(folder).as_posix())
                about.mtime, about.uid, about.gid, about.uname, about.gname = 0, 0, 0, "", ""
                if path.is_file():
                    with path.open("rb") as read:
                        packed.addfile(about, read)
                else:
                    packed.addfile(about)
    kept.parent.mkdir(exist_ok=True)
    kept.write_bytes(lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def _git(*said: str) -> None:
    program = shutil.which("git")
    assert program, "git is needed to make the records anew"
    subprocess.run([program, "-C", str(_REPOSITORY), *said], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    for each in LANDED:
        if not sys.argv[1:] or each.name in sys.argv[1:]:
            make(each)
