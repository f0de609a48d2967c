"""Papers are rendered after the act, from what it froze, once; what cannot be is visible and stops no other."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from app import logs
from app.clock import never
from app.office import Office
from app.proof import trail_of
from app.telling import ERASED_PAPER, paper_label, paper_number
from app.unprinted import waiting_for_someone
from notices.context import thaw
from notices.faults import PaperFault
from notices.kinds import KINDS
from notices.render import render
from storage.faults import StorageFault
from storage.outbox import RenderTask

PDF = "application/pdf"
PAGE = 50


@dataclass(kw_only=True)
class Delivered:
    """What a round of rendering did: papers on disk, and those that could not be, with why.

    ``stopped`` says what the disk or the database refused, if that ended the round: the papers left wait for the next.
    """

    rendered: int = 0
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    stopped: str = ""


def deliver(office: Office, now: datetime) -> Delivered:
    """Render every paper that waits. Each is stored by digest before the record speaks of it.

    It never raises: the acts are on record whatever becomes of their papers.
    """
    done = Delivered()
    while deliver_some(office, now, done):
        pass
    return done


def deliver_some(office: Office, now: datetime, done: Delivered, halt: Callable[[], bool] = never) -> bool:
    """Render ``PAGE`` papers at most, added to ``done``; whether there may be more. It never raises.

    Told to ``halt``, it ends after the paper in hand and gives the others back.
    """
    owner = f"{os.uname().nodename}:{os.getpid()}"
    tasks = list[RenderTask]()
    try:
        tasks = office.outbox.claim(owner, now, PAGE)
        for position, task in enumerate(tasks):
            if halt():
                office.outbox.give_back(tasks[position:])
                return False
            _try(office, done, task, now)
    except StorageFault as fault:
        done.stopped = str(fault)
        logs.failed("impressão interrompida", "", fault)
        with suppress(StorageFault):
            office.outbox.give_back(tasks)
        return False
    return bool(tasks)


def again(office: Office, case: str, now: datetime) -> int:
    """Put back in the queue the papers that did not come out, of one case or of all; says how many.

    Those that a correction issued anew stay as they are.
    """
    return sum(office.outbox.again(paper.id, now) for paper in waiting_for_someone(office, case))


def _try(office: Office, done: Delivered, task: RenderTask, now: datetime) -> None:
    try:
        _deliver(office, task, now)
        done.rendered += 1
    except StorageFault:
        raise
    except PaperFault as fault:
        said = fault.what if fault.where == paper_label(task.kind) else str(fault)  # the paper is named beside it
        _give_up(office, done, task, said, fault, now)
    except Exception as error:  # noqa: BLE001 - a defect in one paper is shown on that paper and stops no other
        _give_up(office, done, task, f"defeito ao imprimir ({type(error).__name__})", error, now)


def _give_up(
    office: Office, done: Delivered, task: RenderTask, reason: str, error: BaseException, now: datetime
) -> None:
    office.outbox.failed(task, reason, None, now)
    done.failures.append((task.case_id, _named(task), reason))
    logs.failed("peça não impressa", task.case_id, error)


def _named(task: RenderTask) -> str:
    series = KINDS[task.kind].series if task.kind in KINDS else ""
    return f"{paper_label(task.kind)} {paper_number(series, task.number)}"


def _deliver(office: Office, task: RenderTask, now: datetime) -> None:
    if task.context is None:
        raise PaperFault(ERASED_PAPER)
    paper = render(task.kind, thaw(task.context), trail_of(office, task.case_id, task.version))
    office.outbox.rendered(task, office.files.put(io.BytesIO(paper.pdf), PDF), now)
