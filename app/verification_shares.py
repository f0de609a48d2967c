"""The cases of a verification, in turn or, where there are many, among processes: the same findings in one order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeAlias

from app.office import Office, open_office
from app.settings import Settings
from storage.ledger import Checked, pages
from storage.rounds import Rounds

WORTH = 20_000
"""Acts from which on several processes, each of which opens the record, are quicker than one."""

Check: TypeAlias = Callable[[Office, list[str]], Checked]
"""Looks at a page of cases; found by other processes by its name."""


@contextmanager
def in_turn_or_shared(office: Office, check: Check, cases: list[str]) -> Iterator[Iterable[Checked]]:
    """What looking at each page of the cases shows, in their order; other processes begin at once."""
    processes = len(os.sched_getaffinity(0))
    if processes == 1 or Rounds(office.database).acts_recorded() < WORTH:
        yield (check(office, page) for page in pages(cases))
        return
    # Spawned, not forked: a fork would copy whatever threads and locks the parent has at that moment.
    with ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_begin, initargs=(office.settings, check)
    ) as pool:
        try:
            yield pool.map(_check, pages(cases))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


class _Share:
    """This process's own office, and what it does there."""

    office: Office
    check: Check


def _begin(settings: Settings, check: Check) -> None:
    _Share.office, _Share.check = open_office(settings), staticmethod(check)


def _check(page: list[str]) -> Checked:
    return _Share.check(_Share.office, page)
