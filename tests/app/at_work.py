"""A worker in a process of its own, by a clock that the test sets: ``python -m tests.app.at_work FOLDER NOW [nodes]``.

It goes on from the moment it is told, quickly and in small pages; a paper held by one that died is another's after a
second.
"""

import logging
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from app import breaker, delivery, logs, sharing
from app.alone import work_alone
from app.duties import Pace, Shift
from app.settings import Settings
from storage import outbox
from tests.databases import told

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
    outbox.LEASE, breaker.FEW, sharing.PAGE, delivery.PAGE = timedelta(seconds=1), 10_000, 5, 5
    shift = shift_at(Path(sys.argv[1]), datetime.fromisoformat(sys.argv[2]))
    if sys.argv[3:] == ["nodes"]:
        from app.nodes import work_shared

        work_shared(shift, QUICK)
    else:
        work_alone(shift, QUICK)
