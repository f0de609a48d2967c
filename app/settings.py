"""Where things are: the data folder and the town, from the environment or the command line, with safe defaults."""

from __future__ import annotations

import os
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from procedures.municipality import TOWNS, load_town
from storage.erasure import LIST
from storage.person_keys import MASTER
from workflow.errors import DevidoError


def _plain(name: str) -> str:
    """A town's name without accents, case or doubled spaces."""
    bare = unicodedata.normalize("NFKD", name)
    return " ".join("".join(sign for sign in bare if not unicodedata.combining(sign)).casefold().split())


class NoSuchTown(DevidoError):
    """There is no town file of that name."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One installation's choices. ``data`` holds one folder a town: its database and its files.

    ``database`` is the address of the town's database on PostgreSQL, in place of the file; ``owner`` that of the role
    that owns its schema, needed only to make it or bring it up to date.

    ``keys`` is where the keys that sign checkpoints are, one folder a town; with the data, if not given. ``backup`` is
    the folder in which the worker keeps copies; none, if not given.
    """

    data: Path
    keys: Path | None = None
    backup: Path | None = None
    town: str = "mg_santos_dumont"
    law_dir: Path | None = None
    database: str = ""
    owner: str = ""

    @property
    def town_file(self) -> Path:
        """The town's file: a path given as such, or one of the product's own by name."""
        given = Path(self.town)
        if given.suffix == ".yaml" and given.is_file():
            return given
        found = TOWNS / f"{self.town}.yaml"
        if not found.is_file():
            called = [
                file for file in sorted(TOWNS.glob("[a-z]*.yaml")) if _plain(load_town(file).name) == _plain(self.town)
            ]
            if len(called) == 1:
                return called[0]
            known = ", ".join(sorted(file.stem for file in TOWNS.glob("*.yaml") if not file.stem.startswith("_")))
            raise NoSuchTown(
                f"Não há município {self.town!r}; há {known} (ou o nome por extenso); ou dê o caminho de um arquivo "
                ".yaml."
            )
        return found

    @property
    def town_copy(self) -> Path:
        """Where the town's data are once they have been changed here; until then the town's file rules."""
        return self.folder / "municipio.yaml"

    @property
    def town_in_force(self) -> Path:
        """The file that says the town's data today: the seed, or from the first change on the one beside the record."""
        return self.town_copy if self.town_copy.is_file() else self.town_file

    @property
    def folder(self) -> Path:
        """The town's own folder under ``data``."""
        return self.data / self.town_file.stem

    @property
    def master_file(self) -> Path:
        """The file with the key that wraps those of personal data; it stands with the one that signs."""
        return self.key_file.with_name(MASTER)

    @property
    def destroyed_file(self) -> Path:
        """The file that lists the keys of personal data that were destroyed, beside the one that wraps the others."""
        return self.master_file.with_name(f"{MASTER}{LIST}")

    @property
    def key_file(self) -> Path:
        """The file with the key that signs the town's checkpoints."""
        return (self.keys or self.data) / self.town_file.stem / "assinatura"


def from_environment(*, data: Path | None = None, town: str | None = None, law_dir: Path | None = None) -> Settings:
    """What the command line says, else ``DEVIDO_DATA``, ``DEVIDO_KEYS``, ``DEVIDO_BACKUP``, ``DEVIDO_TOWN``; or none.

    ``DEVIDO_DATABASE_URL`` and ``DEVIDO_DATABASE_OWNER_URL`` are passwords too, and so only in the environment.
    """
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = data or Path(os.environ.get("DEVIDO_DATA") or Path(home) / "devido")
    return Settings(
        data=folder,
        keys=Path(keys) if (keys := os.environ.get("DEVIDO_KEYS")) else None,
        backup=Path(backup) if (backup := os.environ.get("DEVIDO_BACKUP")) else None,
        town=town or os.environ.get("DEVIDO_TOWN") or Settings.town,
        law_dir=law_dir,
        database=os.environ.get("DEVIDO_DATABASE_URL", ""),
        owner=os.environ.get("DEVIDO_DATABASE_OWNER_URL", ""),
    )
