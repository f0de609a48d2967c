"""A worker in a process of its own, by a clock that the test sets: ``at_work FOLDER NOW [nodes] [clock] [careless]``.

It goes on from the moment it is told, quickly and in small pages; a paper held by one that died is another's after a
second. ``clock``: it prints nothing, takes pages of the usual size, and is not stopped by much at once. ``careless``:
with the defect of ``tests.races.careless``.
"""

import logging
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from app import breaker, clock, delivery, duties, logs, sharing
from app.alone import work_alone
from app.duties import Pace, Shift
from app.settings import Settings
from storage import outbox
from tests.databases import told
from tests.races.careless import careless

QUICK = Pace(
    round=timedelta(seconds=0.3), papers=timedelta(seconds=0.3), checkpoint=timedelta(seconds=1),
    mail=timedelta(hours=1), silence=timedelta(seconds=1.5),
)  # fmt: skip


def shift_at(folder: Path, now: datetime) -> Shift:
    begun = time.monotonic()
    return Shift(
        settings=Settings(data=folder, database=told(folder)),
        moment=lambda: now + timedelta(seconds=time.monotonic() - begun),
    )


if __name__ == "__main__":
    logs.configure(as_json=True, level=logging.WARNING)
    outbox.LEASE, breaker.FEW, delivery.PAGE = timedelta(seconds=1), 1_000_000, 5
    breaker.APART = timedelta.max  # the test's clock is not the server's
    if "clock" in sys.argv[3:]:
        duties.deliver_some = lambda *_: False
    else:
        sharing.PAGE = 5
    if "careless" in sys.argv[3:]:
        careless(keys=True)
        clock._together = lambda *_: False  # what is held for a whole page is not looked at before
    shift = shift_at(Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2]))
    if "nodes" in sys.argv[3:]:
        from app.nodes import work_shared

        work_shared(shift, QUICK)
    else:
        work_alone(shift, QUICK)
