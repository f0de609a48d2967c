"""The one road by which a case changes: a request becomes one event, its papers and rows, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from msgspec.structs import replace

from app import logs
from app.already_known import already_known
from app.facts import local_day
from app.letters import letter_of, require_check_digit
from app.office import Office
from app.papers import frozen_papers
from app.people import Found, named_by, people_in_force, subjects_of
from app.renaming import MAY_NAME_ANOTHER, known_of_renamed, known_priors, named_anew_by
from app.request import Handled, Request, Standing, declared, require_cited, taken, whole
from app.respondents import called, named_in
from app.saying import note_clock, said_of
from storage.faults import Conflict, KeyReused
from storage.transaction import Transaction
from workflow.case import Case
from workflow.engine import Due, decide, due_acts, needs_history, next_morning_of
from workflow.errors import DevidoError
from workflow.event import CLOCK, Command, Event
from workflow.facts import Facts
from workflow.facts_in_force import names_another
from workflow.fields import kept_apart
from workflow.phases import phase_of
from workflow.procedure import Procedure
from workflow.standing import state_of


def handle(office: Office, request: Request, now: datetime) -> Handled:
    """Decide and record one request; raises a ``Refusal``, ``Conflict``, ``KeyReused`` or ``StorageFault``.

    What was sent is first made fit for the record (``app.intake``).

    Nothing is half done: either the event and all that follows from it are in the record, or nothing is. What the
    clock owed by then is not part of it: it is done first, stays though the request is refused, and is told (``clock``,
    or a note of the refusal).
    """
    clock: list[Event] = []
    try:
        request = taken(request)
        if request.law:
            handled = _open(office, request, now)
        else:
            pinned = clock_first(office, request, now, clock)
            handled = _act(office, request, pinned, now)
            handled = replace(handled, clock=tuple(clock)) if clock else handled
    except DevidoError as refusal:
        note_clock(refusal, (said_of(office.procedure(each.procedure), each) for each in clock), "fez")
        logs.refused(office, request, refusal)
        raise
    logs.handled(office, request, handled)
    return handled


def _open(office: Office, request: Request, now: datetime) -> Handled:
    today = local_day(now, office.town.zone)
    procedure = office.procedure_for_opening(request.law, today, now)
    found = Found(office, called(named_by(request.command)))
    request = declared(procedure, request)
    facts = office.facts(
        today,
        priors=(*request.priors, *found.priors()),
        earlier=tuple(found.earlier(procedure, request.command.data)),
    )
    facts.calendar.has_hours(today)  # a year without calendar could count none of the terms to come: it opens nothing
    with office.store.opening(
        request.command.on.year,
        key=request.key,
        command=request.command,
        now=now,
        law=procedure.id,
        person=request.person,
    ) as tx:
        if tx.recorded is not None:
            return Handled(case=tx.case, event=None, appended=tx.recorded)
        require_cited(procedure, request.command)
        event = decide(procedure, tx.case, request.command, facts)
        known = tuple(already_known(found, procedure, request.command))
        return replace(_append(office, tx, procedure, event, request), known=known)


def morning_acts(
    office: Office, case_id: str, morning: date, now: datetime, *, entered: bool = False
) -> Iterator[tuple[Case, Due, Handled]]:
    """Do what the clock owes a case by that morning, act by act: the case before each, what was owed, what came of it.

    Somebody else's act in between is taken into account. ``entered``: acts of other days are being entered today, one
    after the other, and the clock goes with them as they were lived.
    """
    conflicts = 0
    first = first_morning(office.store.history(case_id)) if entered else None
    while True:
        case = office.store.load(case_id)
        wakes_on = first if entered else office.store.pinned(case_id).wakes_on
        if wakes_on is None or wakes_on > morning:
            return
        owed = due_acts(office.procedure_for(case, morning, now), case, morning)
        if not owed:
            return
        request = Request(
            command=owed[0].command(local_day(now, office.town.zone)),
            key=f"clock:{case_id}:{case.version + 1}",
            case=case_id,
            person=CLOCK,
            version=case.version,
        )
        try:
            handled = handle(office, request, now)
        except (Conflict, KeyReused):
            conflicts += 1
            if conflicts > _PATIENCE:
                raise
            continue
        if not handled.appended.repeated:
            yield case, owed[0], handled


_DAY = timedelta(days=1)
_PATIENCE = 20
"""Acts of others that may come between the clock's look at a case and its own act; after them it is left for later."""


def clock_first(office: Office, request: Request, now: datetime, done: list[Event]) -> str:
    """Let the clock do what it owes before an act's turn comes, adding each act to ``done`` as it is recorded.

    Gives the procedure the case is then pinned to.

    The clock acts in the morning, and the acts of a day come after: where it has not run yet, it does so first.
    """
    pinned, today = office.store.pinned(request.case), local_day(now, office.town.zone)
    if request.command.by == CLOCK or pinned.wakes_on is None:
        return pinned.procedure
    until = today
    if counts_again(office.procedure(pinned.procedure), request.command):
        until = min(request.command.on, today)
        if has_reached(office.store.load(request.case), until):
            return pinned.procedure
    if pinned.wakes_on > today + _DAY:
        return pinned.procedure
    if pinned.wakes_on > today or has_reached(office.store.load(request.case), today):
        # put off because the latest act was recorded today, or the clock has begun today to go with such acts
        acts = morning_acts(office, request.case, min(request.command.on, today), now, entered=True)
    else:
        acts = morning_acts(office, request.case, until, now)
    for _, _, handled in acts:
        if handled.event is not None:
            done.append(handled.event)
    return office.store.pinned(request.case).procedure


def counts_again(procedure: Procedure, command: Command) -> bool:
    """Whether an act counts terms again: a fact of its own day, before which only the mornings until then come.

    What the clock owes since, and has not done, is decided by the terms as they are after it.
    """
    step = procedure.steps.get(command.step)
    return step is not None and step.does == "recount"


def has_reached(case: Case, day: date) -> bool:
    """Whether there is an act of that day or later in the case."""
    return case.day is not None and case.day >= day


def first_morning(history: Iterable[Event]) -> date | None:
    """The first morning of which the clock may still act in a case entered today: people act after the clock.

    That the clock ran today says nothing of the day to which the case has been lived.
    """
    lived = [each.occurred_on for each in history if each.by != CLOCK]
    return max(lived) + _DAY if lived else None


def _act(office: Office, request: Request, pinned: str, now: datetime) -> Handled:
    today = local_day(now, office.town.zone)
    procedure = office.procedure_now(pinned, today, now)
    request = declared(procedure, request)
    if isinstance(request.command.data.get("value"), dict):
        request = whole(procedure, request, office.store.history(request.case))
    command = request.command
    with office.store.transaction(
        request.case, key=request.key, command=command, now=now, person=request.person, version=request.version
    ) as tx:
        if tx.recorded is not None:
            return Handled(case=tx.case, event=None, appended=tx.recorded)
        facts = facts_for(office, procedure, request, today, tx)
        require_cited(procedure, command)
        require_check_digit(command.data)
        event = decide(procedure, tx.case, command, facts)
        known = known_of_renamed(office, procedure, tx, event)
        handled = _append(office, tx, procedure, event, request)
        return replace(handled, known=known) if known else handled


def facts_for(office: Office, procedure: Procedure, request: Request, today: date, at: Standing) -> Facts:
    """What an act on a case depends on besides the case: the town's data, other cases, its own history."""
    command, step = request.command, procedure.steps.get(request.command.step)
    facts = office.facts(today, priors=tuple(request.priors))
    if step is not None and (step.does == "replace" or names_another(command.data)):
        facts = named_anew_by(office, procedure, request, facts, at)
    elif step is not None and step.does in _WEIGHS_PRIORS and not facts.priors:
        facts = replace(facts, priors=known_priors(office, procedure, facts, at))
    if needs_history(procedure, at.case, command):
        facts = replace(facts, history=at.history(), known=office.known)
    return facts


_WEIGHS_PRIORS = ("decide", "review", "lapse")


def _subjects(office: Office, tx: Transaction, procedure: Procedure, event: Event) -> dict[str, str] | None:
    """What each respondent is found by from this act on (empty: by nothing), or None if the act names none."""
    does = procedure.steps[event.step].does
    if does == "open":
        return subjects_of(office, named_in(event.data.get("respondent")))
    if does not in MAY_NAME_ANOTHER:
        return None
    history = tx.history()
    before, after = people_in_force(procedure, history), people_in_force(procedure, (*history, event))
    return dict.fromkeys(before, "") | subjects_of(office, after)


def _append(office: Office, tx: Transaction, procedure: Procedure, event: Event, request: Request) -> Handled:
    letter = letter_of(office, tx, event.command)
    before = tx.case
    after = tx.after(event)
    state, _ = state_of(after)
    papers = frozen_papers(office, tx, procedure, before, event, after)
    appended = tx.append(
        event,
        phase=phase_of(procedure, state),
        wakes_on=next_morning_of(procedure, after, event),
        subjects=_subjects(office, tx, procedure, event),
        private=kept_apart(procedure, event.step, event.data),
        papers=papers,
        files=request.files,
        erases=procedure.steps[event.step].does == "erase",
    )
    if letter:
        tx.keep_letter(letter)
    return Handled(case=after, event=event, appended=appended, papers=tuple(papers))
