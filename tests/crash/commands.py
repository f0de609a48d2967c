"""What people and workers ask of a record, each as one command that may be cut short and is then asked again.

``ready`` makes the record as the command finds it; ``run`` is the command, asked again the same way; both in a folder.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from app import breaker, gazette
from app.backup import AlreadyThere, back_up, copy_key
from app.delivery import deliver
from app.digest import Server
from app.duties import MAILED, Mail, Shift, mail_the_day
from app.office import Office, open_office
from app.restore import REPORT, NotEmpty, published, restore, restored_settings
from app.rotation import change_master_key
from app.settings import Settings
from app.town_stream import make
from app.watch import make_round
from procedures.town_changing import Change
from storage.files import KEPT
from storage.orphans import remove_orphans
from storage.person_keys import MASTER
from storage.rotation import NEW, rotations
from tests.app import desk as here
from tests.crash import town
from tests.databases import told

COPY, BACK, PORT = "noite.copia", "de-volta", "porta"
HOLIDAY = Change(
    kind="calendar", act="Decreto nº 9/2027",
    said={"day": "2027-04-02", "section": "closed", "name": "Luto oficial", "kind": "municipal"},
)  # fmt: skip
NIGHT = here.noon("2027-04-06")


class Asked(NamedTuple):
    """One command: how its record is made ready, and how it is asked for at a moment."""

    ready: Callable[[Path], None]
    run: Callable[[Path, datetime], None]


def with_desk(do: Callable[[Office], object]) -> Callable[[Path], None]:
    """Made ready by an office, open for it."""

    def ready(folder: Path) -> None:
        desk = town.opened(folder)
        do(desk)
        desk.database.close()

    return ready


def served(desk: Office) -> None:
    """Two cases told of, and some sources, papers and numbers already there."""
    for name in ("um", "dois"):
        here.served(desk, respondent={"name": f"Pessoa Exemplo {name}", "address": ["Rua do Exemplo, 10"]})


def signed(desk: Office) -> None:
    served(desk)
    desk.checkpoints.sign(here.noon("2027-03-04"))
    here.do(desk, "file_defense", "2027-03-22", case="000001/2027", key="depois")


def by_the_gazette(desk: Office) -> None:
    """A notice told of there, after two other ways failed."""
    case = here.draw_up(desk, respondent={"name": "Pessoa Exemplo", "address": ["Rua das Amostras, 5"]})
    for day, via in (("2027-03-03", "post"), ("2027-03-04", "personal")):
        here.do(desk, "record_failed_service", day, case=case, via=via, reason="não encontrado")
    here.do(desk, "serve_notice", "2027-03-05", case=case, via="public_notice", receipt="gazette")


def backed_up(folder: Path) -> None:
    with_desk(signed)(folder)
    back_up_tonight(folder, NIGHT)


def with_orphans(desk: Office) -> None:
    served(desk)
    for number in range(2):
        desk.files.put(io.BytesIO(f"recusado {number}".encode()), "text/plain")


def open_a_case(folder: Path, now: datetime) -> None:
    """The first of all, in a place where nothing is yet."""
    desk = town.opened(folder)
    here.draw_up(desk, key="abre")
    desk.database.close()


def file_a_defense(folder: Path, now: datetime) -> None:
    """With a document joined to it."""
    desk = town.opened(folder)
    joined = desk.files.put(io.BytesIO(b"contrato " * 9_000), "text/plain")
    here.do(desk, "file_defense", "2027-03-22", case="000001/2027", key="defesa", claims=["Não era eu."],
            attachments=[joined.sha256], files=[joined])  # fmt: skip
    desk.database.close()


def judge(folder: Path, now: datetime) -> None:
    """Penalties, with their reasons kept apart, and the letter that tells them."""
    desk = town.opened(folder)
    here.do(desk, "judge", "2027-04-12", case="000001/2027", key="julga", outcome="upheld", voters=3, reasons="Sim.")
    desk.database.close()


def make_the_round(folder: Path, now: datetime) -> None:
    breaker.APART = timedelta.max  # the test's clock is not the server's
    desk = town.opened(folder)
    make_round(desk, now, moment=lambda: now)
    desk.database.close()


def print_papers(folder: Path, now: datetime) -> None:
    desk = town.opened(folder)
    deliver(desk, now)
    desk.database.close()


def sign(folder: Path, now: datetime) -> None:
    desk = town.opened(folder)
    desk.checkpoints.sign(now)
    desk.database.close()


def publish(folder: Path, now: datetime) -> None:
    desk = town.opened(folder)
    edited = gazette.closed(desk, 7, date(2027, 3, 5), here.noon("2027-03-08"))
    assert len(edited.published) == 1
    desk.database.close()


def mail(folder: Path, now: datetime) -> None:
    server = Server.read(f"smtp://127.0.0.1:{(folder / PORT).read_text()}")
    at = here.noon("2027-03-09")
    mail_the_day(
        Shift(
            settings=Settings(data=folder, database=told(folder)),
            moment=lambda: at,
            mail=Mail(server=server, sender="devido@exemplo.invalid", to=["chefia@exemplo.invalid"]),
        )
    )


def change_the_town(folder: Path, now: datetime) -> None:
    desk = town.opened(folder)
    made = make(desk, HOLIDAY, here.noon("2027-03-10"), person="p:1", approved_by="p:2")
    assert made.failures == []
    desk.database.close()


def back_up_tonight(folder: Path, now: datetime) -> None:
    desk = town.opened(folder)
    key = copy_key(desk.settings, None)
    key.make()
    with suppress(AlreadyThere):  # it had been made when its author was killed
        back_up(desk, folder / COPY, key, now)
    desk.database.close()


def put_back(folder: Path, now: datetime) -> None:
    settings = Settings(data=folder)
    with suppress(NotEmpty):  # same
        restore(folder / COPY, copy_key(settings, None), folder / BACK, settings, now, known=published(0, b""))


def change_the_master_key(folder: Path, now: datetime) -> None:
    desk = town.opened(folder)
    if [each for each in rotations(desk.database) if each.keys is not None] == []:  # or it was done when it was killed
        change_master_key(desk, now, person="p:1", approved_by="p:2")
    desk.database.close()


def tidy(folder: Path, now: datetime) -> None:
    desk = town.opened(folder)
    remove_orphans(desk.database, desk.files, time.time() + 2 * KEPT)
    desk.database.close()


COMMANDS: dict[str, Asked] = {
    "open": Asked(lambda folder: folder.mkdir(), open_a_case),
    "file": Asked(with_desk(served), file_a_defense),
    "judge": Asked(with_desk(signed), judge),
    "round": Asked(with_desk(served), make_the_round),
    "print": Asked(with_desk(served), print_papers),
    "first signature": Asked(with_desk(served), sign),
    "signature": Asked(with_desk(signed), sign),
    "publish": Asked(with_desk(by_the_gazette), publish),
    "mail": Asked(with_desk(here.draw_up), mail),
    "town": Asked(with_desk(served), change_the_town),
    "backup": Asked(with_desk(signed), back_up_tonight),
    "restore": Asked(backed_up, put_back),
    "rotate": Asked(with_desk(signed), change_the_master_key),
    "tidy": Asked(with_desk(with_orphans), tidy),
}
AGAIN = timedelta(minutes=10)
"""After which what was cut short is asked again: whoever held a paper no longer does."""

_STATE = {
    "acts": "SELECT case_id, version, step, occurred_on, cause FROM event ORDER BY seq",
    "papers": "SELECT case_id, version, kind, series, year, ordinal, status FROM document ORDER BY id",
    "tasks": "SELECT document, status FROM outbox ORDER BY document",
    "numbers": "SELECT series, body, year, last FROM numbering ORDER BY 1, 2, 3",
    "files": "SELECT media_type, count(*) FROM file GROUP BY 1 ORDER BY 1",
    "sources": "SELECT digest FROM source ORDER BY 1",
    "signed": "SELECT size FROM checkpoint ORDER BY id",
    "published": "SELECT edition, day FROM publication ORDER BY 1, 2",
    "town": "SELECT key, act FROM town_change ORDER BY id",
    "rotated": "SELECT person, approved_by, keys FROM key_rotation ORDER BY id",
}


def state(folder: Path) -> dict[str, Any]:
    """All that a command may have changed, but for what chance or the hour makes different each time."""
    desk = town.opened(folder)
    found: dict[str, Any] = {name: desk.database.connection.execute(query).fetchall() for name, query in _STATE.items()}
    found["town's file"] = desk.settings.town_in_force.read_text("utf-8")
    masters = {f"{MASTER}{each}" for each in ("", NEW)}
    found["master keys"] = sorted({each.name for each in desk.settings.master_file.parent.iterdir()} & masters)
    found["memory"] = desk.checkpoints.key.memory.exists()
    found["mailed"] = (desk.settings.folder / MAILED).exists() and (desk.settings.folder / MAILED).read_text()
    found["copy"] = (folder / COPY).exists()
    back = sorted((folder / BACK).iterdir()) if (folder / BACK).exists() else []
    found["back"] = [each.name for each in back if any(each.iterdir())]  # whoever is killed leaves an empty workplace
    found["reported"] = [(each / REPORT).is_file() for each in back if any(each.iterdir())]
    found["wrong there"] = _wrong_there(desk, folder / BACK) if found["back"] else []
    remove_orphans(desk.database, desk.files, time.time() + 2 * KEPT)
    found["on disk"] = sum(path.is_file() for path in desk.files.root.rglob("*"))
    found["wrong"] = town.wrong(desk, [])
    desk.database.close()
    return found


def _wrong_there(desk: Office, back: Path) -> list[str]:
    other = open_office(restored_settings(back, desk.settings.folder.name, desk.settings))
    found = town.wrong(other, [])
    other.database.close()
    return found
