"""The towns of an installation, and one town's data as they were: on a day, of a digest, with their history."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from app.facts import local_day
from app.office import DATABASE, Office
from app.settings import Settings
from procedures.municipality import TOWNS, Town, load_town
from procedures.town_file import whole
from storage.town_changes import TownChanges
from workflow.errors import DevidoError

FROM_THE_START = 8
"""How many letters of a digest are enough to name one."""


class NoSuchData(DevidoError):
    """The record has no data of the town under that digest."""


class Installed(NamedTuple):
    """A town of this installation: its name for ``--town``, who it is, where its record is and whether there is one."""

    id: str
    name: str
    ibge: str
    folder: Path
    has_record: bool


@dataclass(frozen=True, kw_only=True)
class Exported:
    """A town's data for a file: as text, as values, and the changes that led to today's."""

    digest: str
    text: str
    data: dict[str, Any]
    history: list[dict[str, Any]]


def installed(settings: Settings) -> list[Installed]:
    """The product's own towns, and whatever else has a record in the installation's folder."""
    found = []
    for file in sorted(TOWNS.glob("*.yaml")):
        folder = settings.data / file.stem
        copy = folder / "municipio.yaml"
        town = load_town(copy if copy.is_file() else file, beside=file.parent)
        found.append(Installed(file.stem, town.name, town.ibge, folder, (folder / DATABASE).is_file()))
    named = {each.id for each in found}
    others = sorted(each.parent for each in settings.data.glob(f"*/{DATABASE}")) if settings.data.is_dir() else []
    found += [Installed(folder.name, "(arquivo próprio)", "", folder, has_record=True) for folder in others
              if folder.name not in named]  # fmt: skip
    return found


def data_on(office: Office, day: date) -> tuple[Town, datetime | None]:
    """The data in force at the end of a day, and since when; without a change before it, those before the first."""
    changes = TownChanges(office.database).all()
    made = [each for each in changes if local_day(each.at, office.town.zone) <= day]
    if len(made) == len(changes):
        return office.town, (changes[-1].at if changes and changes[-1].new == office.town.digest else None)
    if made:
        return office.town_of(made[-1].new), made[-1].at
    return office.town_of(changes[0].old), None


def data_named(office: Office, digest: str) -> Town:
    """The data of a digest, or of the only one that begins so. Raises ``NoSuchData``."""
    known = {office.town.digest, *(each for change in TownChanges(office.database).all() for each in change[-2:])}
    found = [each for each in known if each.startswith(digest) and len(digest) >= FROM_THE_START]
    if len(found) != 1:
        listed = ", ".join(sorted(each[:16] for each in known))
        raise NoSuchData(
            f"Não há dados do Município com o digesto {digest!r} (ao menos {FROM_THE_START} letras); há {listed}."
        )
    return office.town_of(found[0])


def exported(office: Office, town: Town) -> Exported:
    """The town's data as a file would say them, their history before them as comments."""
    changes = TownChanges(office.database).all()
    data = town.model_dump(mode="json", by_alias=True)
    history = [{**each._asdict(), "said": json.loads(each.said)} for each in changes]
    as_it_is = town.digest == office.town.digest
    body = office.settings.town_in_force.read_text("utf-8") if as_it_is else whole(town)
    lines = [
        f"#   {each.id}. {local_day(each.at, town.zone)} {each.act}; de {each.old[:16]} a {each.new[:16]}; "
        f"por {each.person}, com {each.approved_by}"
        for each in changes
    ]
    head = "\n".join(
        [f"# Dados {town.digest} do Município; mudanças registradas:", *(lines or ["#   nenhuma"]), "", ""]
    )
    return Exported(digest=town.digest, text=head + body, data=data, history=history)
