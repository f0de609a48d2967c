"""What a town's worker does by itself, whoever calls it: the round, papers, checkpoint, copy, daily e-mail.

Each duty opens the office anew, which takes milliseconds: town data and laws changed since are seen. None raises: what
went wrong is logged, shows in the clock's health, and is tried again at the next tick.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app import facts, logs
from app.copies import keep_copies
from app.delivery import Delivered, deliver_some
from app.digest import Server, digest_of, send
from app.office import Office, open_office
from app.settings import Settings
from app.watch import make_round

MAIL_FROM = 7
"""The hour, in the town, from which the day's e-mail may go."""
MAILED = "resumo.enviado"


@dataclass(frozen=True, kw_only=True)
class Mail:
    """Where the day's e-mail goes."""

    server: Server
    sender: str
    to: list[str]


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How often each duty comes. ``silence``: after how long without a sign a machine's work is another's."""

    round: timedelta = timedelta(minutes=10)
    papers: timedelta = timedelta(minutes=1)
    checkpoint: timedelta = timedelta(hours=1)
    mail: timedelta = timedelta(minutes=10)
    copy: timedelta = timedelta(hours=1)
    silence: timedelta = timedelta(seconds=30)


@dataclass(frozen=True, kw_only=True)
class Shift:
    """A worker's time at work: in which town, by which clock (``moment``, aware), until ``stop`` is set."""

    settings: Settings
    moment: Callable[[], datetime] = facts.now
    mail: Mail | None = None
    stop: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def office(self) -> Iterator[Office]:
        """The town's office, opened by whoever is at work and closed after."""
        office = open_office(self.settings)
        try:
            yield office
        finally:
            office.database.close()


Duty = Callable[[Shift], object]


def make_the_round(shift: Shift) -> None:
    """A round of the clock, under watch."""
    with shift.office() as office:
        make_round(office, shift.moment(), moment=shift.moment, halt=shift.stop.is_set)


def print_papers(shift: Shift) -> None:
    """The papers that wait, all of them."""
    with shift.office() as office:
        while print_some(shift, office):
            pass


def print_some(shift: Shift, office: Office) -> bool:
    """A page of the papers that wait; whether there may be more."""
    done = Delivered()
    more = deliver_some(office, shift.moment(), done, shift.stop.is_set)
    if done.rendered or done.failures:
        logs.done("peças", rendered=done.rendered, failures=len(done.failures))
    return more


def sign_the_record(shift: Shift) -> None:
    """A checkpoint of the record, if anything was recorded since the last."""
    with shift.office() as office:
        office.checkpoints.sign(shift.moment())


def mail_the_day(shift: Shift) -> None:
    """The day's e-mail, once, from the hour it may go; a day without anything to tell stays open until there is."""
    if shift.mail is None:
        return
    with shift.office() as office:
        now = shift.moment()
        here = now.astimezone(ZoneInfo(office.town.zone))
        mailed, day = office.settings.folder / MAILED, here.date().isoformat()
        if here.hour < MAIL_FROM or (mailed.exists() and mailed.read_text() == day):
            return
        message = digest_of(office, now)
        if message is not None:
            send(message, shift.mail.server, shift.mail.sender, shift.mail.to)
            mailed.write_text(day)
            logs.done("resumo do dia enviado")


def copy_the_record(shift: Shift) -> None:
    """A copy, where copies are asked for, if anything changed since the last."""
    if shift.settings.backup is not None:
        with shift.office() as office:
            keep_copies(office, shift.moment())


def attempt(name: str, shift: Shift, duty: Duty) -> None:
    """Do a duty, unless the shift is over; whatever goes wrong is said, and ends no worker."""
    if shift.stop.is_set():
        return
    try:
        duty(shift)
    except Exception as error:  # noqa: BLE001 - the next tick tries again; the clock's health says what is lacking
        logs.failed(f"serviço não feito: {name}", "", error)
