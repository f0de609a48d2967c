"""Whether the data folder is one: it holds a town's record, and is not a record itself.

A wrong folder would look like a healthy record without cases, and a second record would begin inside the first.
"""

from __future__ import annotations

from pathlib import Path

from app.office import DATABASE, FILES, SECRET
from app.settings import Settings
from workflow.errors import DevidoError


class NoRecord(DevidoError):
    """The town has no record in the data folder."""


class InsideRecord(DevidoError):
    """The data folder is a record's own, or is inside one."""


def has_record(settings: Settings) -> bool:
    """Whether the town's record was begun; on a server its database itself answers, when it is opened."""
    return bool(settings.database) or (settings.folder / DATABASE).is_file()


def require_record(settings: Settings) -> None:
    """Refuse a place where nobody began the town's record, saying how one begins. Raises ``NoRecord``."""
    if has_record(settings):
        return
    towns = sorted(file.parent.name for file in settings.data.glob(f"*/{DATABASE}"))
    if (settings.folder / SECRET).is_file():
        advice = f"A pasta tem o arquivo {SECRET}, de um registro cujo banco não está lá: traga-o da cópia de segurança"
        advice += " (devido restore)."
    elif towns:
        advice = f"Em {settings.data} há registro de {', '.join(towns)}: diga qual em --town ou DEVIDO_TOWN."
    else:
        advice = "Confira --home, ou DEVIDO_DATA."
    raise NoRecord(
        f"Não há registro em {settings.folder}: procurou-se ali o arquivo {DATABASE}. {advice} "
        "Um registro novo começa com o primeiro processo (devido case open)."
    )


def require_outside(settings: Settings) -> None:
    """Refuse a data folder that is a record's own, or is inside one. Raises ``InsideRecord``."""
    place = settings.data.resolve()
    for folder in (place, *place.parents):
        if _is_record(folder):
            raise InsideRecord(
                f"A pasta {settings.data} é de um registro, o de {folder.name}, ou fica dentro dele. --home e "
                f"DEVIDO_DATA pedem a pasta que contém as dos registros: {folder.parent}."
            )


def _is_record(folder: Path) -> bool:
    """On a server the folder has no database, and still has the rest."""
    return (folder / DATABASE).is_file() or ((folder / SECRET).is_file() and (folder / FILES).is_dir())
