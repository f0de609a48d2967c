"""One machine's worker: APScheduler ticks, and the duties are done in line, one at a time, in one thread.

It keeps no deadline: its store is memory, and what is due is found in the record.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler

from app.duties import (
    Duty,
    Pace,
    Shift,
    attempt,
    copy_the_record,
    mail_the_day,
    make_the_round,
    print_papers,
    sign_the_record,
)


def work_alone(shift: Shift, pace: Pace) -> None:
    """Do every duty now and whenever it comes again, until the shift is told to stop; the act in hand is finished."""
    duties: dict[str, tuple[Duty, timedelta]] = {
        "ronda": (make_the_round, pace.round),
        "peças": (print_papers, pace.papers),
        "ponto de controle": (sign_the_record, pace.checkpoint),
        "cópia de segurança": (copy_the_record, pace.copy),
        "resumo do dia": (mail_the_day, pace.mail),
    }
    with told_to_stop(shift), ticking(shift, duties):
        shift.stop.wait()


@contextmanager
def ticking(shift: Shift, duties: dict[str, tuple[Duty, timedelta]]) -> Iterator[None]:
    """Duties done at intervals, all of them at once to begin with; late ones come together, and none is dropped."""
    logging.getLogger("apscheduler").setLevel(logging.CRITICAL)  # a tick that finds the last one at work is no news
    scheduler = BackgroundScheduler(
        executors={"default": ThreadPoolExecutor(1)},
        job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        timezone=UTC,
    )
    for name, (duty, every) in duties.items():
        scheduler.add_job(
            attempt,
            "interval",
            seconds=every.total_seconds(),
            args=(name, shift, duty),
            next_run_time=datetime.now(UTC),
        )
    scheduler.start()
    try:
        yield
    finally:
        scheduler.shutdown(wait=True)


@contextmanager
def told_to_stop(shift: Shift) -> Iterator[None]:
    """While this lasts, SIGTERM and SIGINT ask the shift to stop instead of ending the process."""
    before = {each: signal.signal(each, lambda *_: shift.stop.set()) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
