"""What an act would change, decided in full and recorded nowhere: what a person looks at before a correction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from app.already_known import Known
from app.casework import counts_again, facts_for, first_morning, has_reached
from app.facts import local_day
from app.office import Office
from app.renaming import known_of_renamed
from app.request import Handled, Request, made_fit, whole
from app.saying import note_clock, said_of
from app.together import handle_all
from workflow.case import Case
from workflow.engine import decide, due_acts, evolve
from workflow.errors import DevidoError
from workflow.event import CLOCK, Command, Event
from workflow.facts import Prior
from workflow.procedure import Procedure


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """The case ``before`` and ``after``; ``clock`` is what the clock owes first, ``event`` the act itself.

    ``history`` are all the acts, those foreseen included; ``known`` what other cases say of whom the act names anew.
    """

    procedure: Procedure
    before: Case
    clock: tuple[Event, ...]
    event: Event
    after: Case
    history: tuple[Event, ...]
    known: tuple[Known, ...] = ()


@dataclass(slots=True)
class _Seen:
    """A case in memory, as the acts it was read with and those foreseen leave it."""

    case: Case
    events: list[Event]

    def history(self) -> tuple[Event, ...]:
        return tuple(self.events)

    def priors(self) -> tuple[tuple[str, tuple[Prior, ...]], ...]:
        return tuple((event.step, event.priors) for event in self.events)

    def take(self, event: Event) -> Event:
        self.case = evolve(self.case, event)
        self.events.append(event)
        return event


def foresee_opening(office: Office, request: Request, now: datetime) -> Handled:
    """Open a case and take it back: what ``handle`` would answer now, or what it would raise."""
    ((_, answer),) = handle_all(office, [request], now, rehearse=True)
    if isinstance(answer, DevidoError):
        raise answer
    return answer


def foresee(office: Office, request: Request, now: datetime) -> Foreseen:
    """Decide a request as ``handle`` would now. Raises what ``handle`` would raise, save a race with others."""
    today = local_day(now, office.town.zone)
    seen = _Seen(office.store.load(request.case), list(office.store.history(request.case)))
    before = seen.case
    clock = tuple(_mornings(office, seen, request, now))
    procedure = office.procedure_as_of(seen.case.procedure, today)
    try:
        request = whole(procedure, made_fit(request, procedure), seen.history())
        event = decide(procedure, seen.case, request.command, facts_for(office, procedure, request, today, seen))
    except DevidoError as refusal:
        note_clock(refusal, (said_of(procedure, each) for each in clock), "faria")
        raise
    known = known_of_renamed(office, procedure, seen, event)
    seen.take(event)
    return Foreseen(
        procedure=procedure, before=before, clock=clock, event=event, after=seen.case,
        history=seen.history(), known=known,
    )  # fmt: skip


def after_clock(office: Office, case: str, now: datetime) -> tuple[Case, tuple[Event, ...], tuple[Event, ...]]:
    """A case as an act of today would find it: its history, and of it what the clock owes and has not done yet."""
    seen = _Seen(office.store.load(case), list(office.store.history(case)))
    request = Request(command=Command(step="", on=local_day(now, office.town.zone)), key="", case=case)
    clock = tuple(_mornings(office, seen, request, now))
    return seen.case, seen.history(), clock


def _mornings(office: Office, seen: _Seen, request: Request, now: datetime) -> Iterator[Event]:
    """What ``handle`` lets the clock do first: up to today, or to the act's day where the case is entered today."""
    today = local_day(now, office.town.zone)
    entered = seen.events[-1].recorded_on >= today
    again = counts_again(office.procedure(seen.case.procedure), request.command)
    until = min(request.command.on, today) if entered or again else today
    if again and has_reached(seen.case, until):
        return
    first = first_morning(seen.events) if entered else None
    if first is not None and first > until:
        return
    while True:
        procedure = office.procedure_as_of(seen.case.procedure, today)
        owed = due_acts(procedure, seen.case, until)
        if not owed:
            return
        command = owed[0].command(today)
        asked = replace(request, command=command, person=CLOCK, priors=())
        yield seen.take(decide(procedure, seen.case, command, facts_for(office, procedure, asked, today, seen)))
