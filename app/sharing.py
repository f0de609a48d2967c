"""A round shared out in pages among machines: the watch looks at it whole, once; each page is done where it is taken.

A page names cases and nothing else: what is due in them is found again under lock, so that a page done twice, late or
never changes nothing but who does the acts. The parts of a round are kept under the moment it was begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice

from app import breaker, clock, logs
from app.clock import Round
from app.facts import local_day
from app.office import Office
from app.watch import keep
from storage.views import Views

PAGE = 100
"""Cases in a page."""

FRESH = timedelta(hours=1)
"""How old a page may be; the cases of an older one are found again by the next round."""

SLACK = timedelta(minutes=1)
"""How far two machines' clocks may be apart."""


def share_out(office: Office, now: datetime) -> Iterator[list[str]]:
    """The pages of a round begun now; none if the watch stops it, which is kept as ``app.watch`` does."""
    morning = local_day(now, office.town.zone)
    due = Views(office.database).due_count(morning)
    against = list(breaker.objections(office, now, due))
    if against:
        logs.stopped("relógio: ronda parada, à espera de uma pessoa", against)
    if against or not due:
        keep(office, Round(morning=morning, dry=False, stopped=against), now, now)
        return
    cases = clock.awake(office, morning)
    while page := list(islice(cases, PAGE)):
        yield page


def do_page(
    office: Office, cases: list[str], begun: datetime, moment: Callable[[], datetime], halt: Callable[[], bool]
) -> None:
    """A page of the round begun at ``begun``, unless it is old or this machine's clock says another time."""
    now = moment()
    if not begun - SLACK <= now <= begun + FRESH:
        logs.stopped("relógio: parte de ronda deixada para a próxima", [f"começada às {begun:%H:%M}, aqui {now:%H:%M}"])
        return
    done = clock.run(office, max(now, begun), on=local_day(begun, office.town.zone), cases=cases, halt=halt)
    keep(office, done, begun, moment())
