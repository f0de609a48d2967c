"""Run by a program of the past, in its own checkout: a record of its own making, with cases at every stage.

It asks nothing of today's program and nothing that the oldest landed one did not have; what came later is done where
it is there.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

from app import clock
from app.attachments import attach
from tests.app import desk as here

DECREED = "2027-04-16"
"""A holiday within the running term to judge, where the program can change the town."""


def plant(folder: Path) -> None:
    """A paid case, and others whose next act is the notice, the defense, the judgment, the notice of the decision.

    Nothing is printed, so that what is kept stays small: the papers wait for whoever opens the record next.
    """
    desk = here.office(folder)
    case = here.judged(desk)
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="post", receipt="ar")
    here.do(desk, "issue_payment_slip", "2027-04-19", case=case)
    here.do(desk, "pay", "2027-05-03", case=case, amount="68.72")
    clock.run(desk, here.noon("2027-05-05"))
    photo = folder / "foto.jpg"
    photo.write_bytes(b"\xff\xd8" + bytes(1000))
    file = attach(desk.files, photo)
    photo.unlink()
    here.draw_up(desk, "2027-05-06", attachments=[file.sha256], files=[file])
    here.served(desk)
    here.judged(desk)
    if find_spec("app.town_stream"):
        from app.town_stream import make  # noqa: PLC0415 - the oldest programs have none
        from procedures.town_changing import Change  # noqa: PLC0415 - same

        said = {"day": DECREED, "section": "closed", "name": "Luto oficial", "kind": "municipal"}
        change = Change(kind="calendar", act="Decreto nº 9/2027", said=said)
        make(desk, change, here.noon("2027-05-06"), person="p:1", approved_by="p:2", confirmed=True)
        desk.database.close()
        desk = here.office(folder)
    here.draw_up(desk, "2027-05-07")
    if hasattr(desk, "checkpoints"):
        desk.checkpoints.sign(here.noon("2027-05-07"))
    desk.database.close()


if __name__ == "__main__":
    if len(sys.argv) > 2:  # on PostgreSQL: the owner's address, which makes the schema
        from storage.database import Database
        from tests.databases import told

        Database(told(Path(sys.argv[1])), sys.argv[2]).close()
    plant(Path(sys.argv[1]))
