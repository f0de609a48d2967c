"""Several machines on one PostgreSQL: each tick puts jobs in the queue, and whoever is free does them.

The queue (procrastinate) holds no deadline. A tick that finds its job waiting adds none; a job that ran twice did its
acts once, by their keys in the record; one whose machine died is taken up by another; one that failed is said and
forgotten, since the next tick asks again.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import psycopg
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, UniqueViolation
from procrastinate.jobs import Status

from app import logs
from app.alone import ticking
from app.delivery import PAGE
from app.duties import Duty, Pace, Shift, attempt, mail_the_day, print_some, sign_the_record
from app.sharing import do_page, share_out
from storage.instants import instant_text, read_instant
from storage.queue_schema import queue_address
from storage.views import Views

SHARES = 20
"""Jobs of papers, at most, that wait at a time: each does a page of them."""

PAUSE = 5.0
"""Seconds before a worker that lost the server asks for it again; seconds it waits for a connection."""

_HEARTBEATS = 6
"""Signs of life given in the time after which a silent machine is taken for dead."""
_GOES_ON = "SELECT 1 FROM procrastinate_jobs WHERE task_name = 'page' AND status IN ('todo', 'doing') LIMIT 1"


class Job(NamedTuple):
    """Work for whoever is free; a second one called ``once`` is not put in while the first waits.

    ``urgent`` goes before what is less so; ``alone``: not while another called the same is being done.
    """

    task: str
    once: str
    urgent: int
    alone: bool
    given: dict[str, Any]


def work_shared(shift: Shift, pace: Pace) -> None:
    """Tick, and do jobs until told to stop, the act in hand finished."""
    for name in ("procrastinate", "psycopg.pool"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said by ``app.logs``, once
    ticks: dict[str, tuple[Duty, timedelta]] = {
        "pedir ronda": (lambda shift: put(shift, [_single("round", 2)]), pace.round),
        "pedir peças": (share_papers, pace.papers),
        "pedir ponto de controle": (lambda shift: put(shift, [_single("checkpoint", 1)]), pace.checkpoint),
        "pedir resumo do dia": (lambda shift: put(shift, [_single("mail", 1)]), pace.mail),
    }
    with ticking(shift, ticks):
        asyncio.run(_work(shift, pace))


def put(shift: Shift, jobs: list[Job]) -> None:
    """Put jobs in the queue, but for those that wait there already."""
    queue = App(connector=SyncPsycopgConnector())  # it has no tasks and no pool: a tick brings its own connection
    with psycopg.connect(queue_address(shift.settings.database), autocommit=True) as driver:
        for job in jobs:
            asked = queue.configure_task(
                job.task, queueing_lock=job.once, lock=job.once if job.alone else None, priority=job.urgent,
                connection=driver,
            )  # fmt: skip
            with suppress(AlreadyEnqueued):
                asked.defer(**job.given)


def _single(task: str, urgent: int) -> Job:
    return Job(task=task, once=task, urgent=urgent, alone=True, given={})


def share_papers(shift: Shift) -> None:
    """As many jobs as there are pages of papers waiting, some at a time."""
    with shift.office() as office:
        pages = -(-Views(office.database).waiting_count() // PAGE)
    shares = range(min(pages, SHARES))
    put(shift, [Job("papers", f"papers:{each}", urgent=0, alone=False, given={}) for each in shares])


def share_round(shift: Shift) -> None:
    """Begin a round, its pages before any other work; not while the last one goes on, whose cases would be its own."""
    with psycopg.connect(queue_address(shift.settings.database)) as driver:
        if driver.execute(_GOES_ON).fetchone():
            return
    with shift.office() as office:
        begun = shift.moment()
        pages = list(share_out(office, begun))
    given = {"begun": instant_text(begun)}
    put(
        shift,
        [Job("page", f"page:{at}", 3, alone=False, given=given | {"cases": page}) for at, page in enumerate(pages)],
    )


def tasks_of(shift: Shift) -> App:
    """The queue, and what each of its jobs does here."""
    address = queue_address(shift.settings.database)
    app = App(connector=PsycopgConnector(conninfo=address, min_size=1, max_size=3, timeout=PAUSE))

    def page(cases: list[str], begun: str) -> None:
        attempt("parte de ronda", shift, lambda shift: _do_page(shift, cases, read_instant(begun)))

    app.task(name="page")(page)
    app.task(name="round")(lambda: attempt("ronda", shift, share_round))
    app.task(name="papers")(lambda: attempt("peças", shift, _print_some))
    app.task(name="checkpoint")(lambda: attempt("ponto de controle", shift, sign_the_record))
    app.task(name="mail")(lambda: attempt("resumo do dia", shift, mail_the_day))
    return app


def _print_some(shift: Shift) -> None:
    with shift.office() as office:
        more = print_some(shift, office)
    if more:
        share_papers(shift)  # without waiting for the next tick


def _do_page(shift: Shift, cases: list[str], begun: datetime) -> None:
    with shift.office() as office:
        do_page(office, cases, begun, shift.moment, shift.stop.is_set)


async def _work(shift: Shift, pace: Pace) -> None:
    loop, told = asyncio.get_running_loop(), asyncio.Event()

    def stop() -> None:
        shift.stop.set()
        told.set()

    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stop)
    while not told.is_set():
        serving, stopping = asyncio.ensure_future(_serve(shift, pace)), asyncio.ensure_future(told.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        serving.cancel()  # the worker takes it for a request to end after the job in hand
        (ended,) = await asyncio.gather(serving, return_exceptions=True)
        if not told.is_set():
            logs.failed("fila fora de alcance", "", ended or ConnectorException())
            with suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), PAUSE)


async def _serve(shift: Shift, pace: Pace) -> None:
    app, silence = tasks_of(shift), pace.silence.total_seconds()
    async with app.open_async():
        rescuing = asyncio.ensure_future(_rescue_always(app, silence))
        try:
            await app.run_worker_async(
                install_signal_handlers=False,
                delete_jobs="always",
                update_heartbeat_interval=silence / _HEARTBEATS,
                stalled_worker_timeout=silence,
                fetch_job_polling_interval=min(5.0, silence),
            )
        finally:
            rescuing.cancel()
            await asyncio.gather(rescuing, return_exceptions=True)


async def _rescue_always(app: App, silence: float) -> None:
    while True:
        try:
            await rescue(app, silence)
        except ConnectorException as error:
            logs.failed("serviços de máquina parada não retomados", "", error)
        await asyncio.sleep(silence / 2)


async def rescue(app: App, silence: float) -> None:
    """Put back the jobs of machines silent for so many seconds; nothing does it by itself."""
    for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=silence):
        try:
            await app.job_manager.retry_job(job)
        except UniqueViolation:  # another like it waits already
            await app.job_manager.finish_job(job, status=Status.FAILED, delete_job=True)
        logs.stopped("serviço de máquina parada", [job.task_name])
