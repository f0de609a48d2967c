"""The clock's round: every case whose morning has come, each act whole and exactly once.

The acts of a page of cases are made safe together; where that fails, each case goes by itself. What is due is found by
index, decided again under the case's lock, and dated with its legal day however late the clock runs. One case that
cannot be handled is reported on every round and stops no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import islice

from app import logs
from app.casework import morning_acts
from app.facts import local_day
from app.office import Office
from app.together import made_safe_together
from storage.erasure import remove_forgotten
from storage.orphans import remove_orphans
from storage.views import Views
from workflow.case import Case
from workflow.engine import Due, due_acts
from workflow.errors import DevidoError
from workflow.procedure import Procedure


def never() -> bool:
    """Nobody asks the work to stop."""
    return False


@dataclass(frozen=True, kw_only=True)
class Ring:
    """One act of the clock: done, or what would be done, with the reason."""

    case: str
    step: str
    label: str
    legal_day: date
    morning: date
    deadline: str
    articles: tuple[str, ...]
    version: int | None = None


@dataclass(kw_only=True)
class Round:
    """A round of the clock: what it did (or would do), what it could not, why it did nothing (``app.breaker``)."""

    morning: date
    dry: bool
    rings: list[Ring] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)


def run(
    office: Office,
    now: datetime,
    *,
    on: date | None = None,
    dry: bool = False,
    cases: Iterable[str] | None = None,
    halt: Callable[[], bool] = never,
) -> Round:
    """Run the clock: what is due by the morning of ``on`` (default: today in the town), in ``cases`` or in all.

    Its acts carry the day they are done, today, whatever ``on``: a record says when a thing was written. Told to
    ``halt``, it ends after the case in hand; what is left waits for the next round.
    """
    morning = on or local_day(now, office.town.zone)
    done = Round(morning=morning, dry=dry)
    waiting = iter(awake(office, morning) if cases is None else cases)
    order = _Order(halt)
    while not order.told and (page := list(islice(waiting, PAGE))):
        if dry or not _together(office, page, done, now, order):
            for case_id in order.until_told(page):
                _one(office, case_id, done, now)
    if not dry:
        remove_orphans(office.database, office.files, now.timestamp())
        remove_forgotten(office.database, office.files)
    logs.done("relógio", acts=len(done.rings), failures=len(done.failures))
    return done


PAGE = 100
"""Cases whose acts are made safe together: some hundredths of a second for which others wait to write."""


class _Order:
    """The order to stop, asked for before each case until it is ``told``."""

    def __init__(self, halt: Callable[[], bool]) -> None:
        self.told = False
        self._halt = halt

    def until_told(self, cases: Iterable[str]) -> Iterator[str]:
        """The cases, one by one, until the order comes."""
        for case_id in cases:
            self.told = self._halt()
            if self.told:
                return
            yield case_id


def _together(office: Office, page: list[str], done: Round, now: datetime, order: _Order) -> bool:
    """Do what is owed to the cases of a page in one transaction; False if that cannot be, and then nothing was done."""
    mine = Round(morning=done.morning, dry=False)
    try:
        with made_safe_together(office, cases=page) as gathering:
            for case_id in order.until_told(page):
                _one(office, case_id, mine, now)
                gathering.require_whole()
    except Exception as error:  # noqa: BLE001 - whatever it was, each case gets its own transaction, and its own answer
        logs.failed("relógio: atos juntos não gravados; vão um a um", "", error)
        return False
    done.rings += mine.rings
    done.failures += mine.failures
    return True


def _one(office: Office, case_id: str, done: Round, now: datetime) -> None:
    try:
        for ring in _case(office, case_id, done.morning, now, dry=done.dry):
            done.rings.append(ring)
    except DevidoError as fault:
        logs.failed("relógio: processo não tratado", case_id, fault)
        done.failures.append((case_id, str(fault)))
    except Exception as error:  # noqa: BLE001 - one broken case must not stop the others; it is reported every round
        logs.failed("relógio: erro inesperado", case_id, error)
        done.failures.append((case_id, f"erro inesperado ({type(error).__name__}: {error})"))


def awake(office: Office, morning: date) -> Iterator[str]:
    """Numbers of the cases whose morning has come, page after page; each once, whatever becomes of it."""
    views, last = Views(office.database), ("", "")
    while page := views.due(morning, after=last):
        for day, case_id in page:
            yield case_id
            last = (day.isoformat(), case_id)


def _case(office: Office, case_id: str, morning: date, now: datetime, *, dry: bool) -> Iterator[Ring]:
    if dry:
        case = office.store.load(case_id)
        procedure = office.procedure_as_of(case.procedure, morning)
        yield from (_ring(procedure, case, each, morning, None) for each in due_acts(procedure, case, morning))
        return
    for before, due, handled in morning_acts(office, case_id, morning, now):
        yield _ring(office.procedure(before.procedure), before, due, morning, handled.appended.version)


def _ring(procedure: Procedure, case: Case, due: Due, morning: date, version: int | None) -> Ring:
    step = procedure.steps[due.step]
    limit = next((each.kind for each in case.deadlines if each.id == due.deadline), "")
    basis = procedure.time_limits[limit].basis if limit else ()
    return Ring(
        case=case.id,
        step=due.step,
        label=step.label or due.step,
        legal_day=due.legal_day,
        morning=morning,
        deadline=limit,
        articles=(*basis, *step.ground),
        version=version,
    )
