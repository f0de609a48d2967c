"""Many acts made safe at once, each by the one road (``app.casework``): whole in the record, or left out with why."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TypeAlias

from app import logs
from app.casework import handle
from app.office import Office
from app.people import named_by, subjects_of
from app.request import Handled, Request
from storage.gathering import Gathering
from workflow.errors import DevidoError

AT_ONCE = 1000
"""Acts made safe together at most: others wait for their turn to write meanwhile."""

LONGEST = 2.0
"""Seconds after which no more acts are gathered: a server lets nobody wait for more than five."""

Answer: TypeAlias = Handled | DevidoError


class _Rehearsed(Exception):
    """Nothing went wrong: what was only tried is to be taken back."""


def handle_all(
    office: Office, requests: Sequence[Request], now: datetime, *, rehearse: bool = False
) -> Iterator[tuple[Request, Answer]]:
    """Handle each request, some at a time, giving what came of it once it is safe; a refusal stops no other.

    ``rehearse``: everything is done and then taken back, so that the answers are those there would be. Raises a
    ``StorageFault``: what was given before is in the record, and of the rest nothing.
    """
    done = 0
    while done < len(requests):
        part = requests[done : done + AT_ONCE]
        answers: list[Answer] = []
        try:
            with made_safe_together(
                office,
                cases=[each.case for each in part if each.case],
                keys=[each.key for each in part],
                subjects=_subjects(office, part),
            ) as gathering:
                until = time.monotonic() + LONGEST
                for request in part:
                    answers.append(_answer(office, request, now, gathering))
                    if time.monotonic() > until:
                        break
                if rehearse:
                    raise _Rehearsed
        except _Rehearsed:
            pass
        yield from zip(part, answers, strict=False)
        done += len(answers)


@contextmanager
def made_safe_together(
    office: Office, *, cases: Iterable[str] = (), keys: Iterable[str] = (), subjects: Iterable[str] = ()
) -> Iterator[Gathering]:
    """What this thread records meanwhile goes in at the end, in one transaction; the log speaks of it only then."""
    try:
        with logs.once_safe(), office.store.together(cases=cases, keys=keys, subjects=subjects) as gathering:
            yield gathering
    except BaseException:
        office.forget_kept()
        raise


def _answer(office: Office, request: Request, now: datetime, gathering: Gathering) -> Answer:
    try:
        return handle(office, request, now)
    except DevidoError as refusal:
        if gathering.broken:
            raise
        return refusal


def _subjects(office: Office, requests: Sequence[Request]) -> Iterator[str]:
    for each in requests:
        yield from filter(None, subjects_of(office, named_by(each.command)).values())
