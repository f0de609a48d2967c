"""The one road by which a case changes: a request becomes one event, its papers and rows, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from app import logs
from app.already_known import Known, already_known
from app.facts import local_day
from app.intake import one_line, require_respondent, taken_in
from app.letters import letter_of, require_check_digit
from app.office import Office
from app.papers import Lacking, frozen_papers, lacking_in
from app.partial import completed
from app.people import Found, named_by, people_in_force, subjects_of
from app.renaming import known_priors, named_anew_by
from app.respondents import called, named_in, require_each_named
from app.saying import effect_said
from storage.appended import Appended
from storage.faults import Conflict, KeyReused
from storage.files import StoredFile
from storage.papers import FrozenPaper
from storage.transaction import Transaction
from workflow.case import Case
from workflow.engine import Due, decide, due_acts, needs_history, next_morning_of
from workflow.errors import DevidoError
from workflow.event import CLOCK, Command, Event
from workflow.facts import Facts, Prior
from workflow.facts_in_force import names_another
from workflow.fields import as_declared, kept_apart
from workflow.phases import phase_of
from workflow.procedure import Procedure
from workflow.standing import state_of


class Request(Struct, frozen=True, kw_only=True):
    """What somebody asks: a command on a case, or the opening of one under a law.

    ``key`` makes it once; ``version`` is the version of the case the person had before their eyes.
    """

    command: Command
    key: str
    case: str = ""
    law: str = ""
    person: str = ""
    version: int | None = None
    files: Sequence[StoredFile] = ()
    priors: Sequence[Prior] = ()


class Handled(Struct, frozen=True, kw_only=True):
    """What came of it: the case after, the event, its place in the record, and its papers as they were frozen.

    ``clock`` is what the clock owed, and did first; ``known`` what other cases say that whoever opened this one should
    know.
    """

    case: Case
    event: Event | None
    appended: Appended
    clock: tuple[Event, ...] = ()
    papers: tuple[FrozenPaper, ...] = ()
    known: tuple[Known, ...] = ()

    @property
    def lacking(self) -> tuple[Lacking, ...]:
        """The papers that cannot come out: they are read again for it, and only where somebody asks."""
        return lacking_in(self.papers)


def handle(office: Office, request: Request, now: datetime) -> Handled:
    """Decide and record one request; raises a ``Refusal``, ``Conflict``, ``KeyReused`` or ``StorageFault``.

    What was sent is first made fit for the record (``app.intake``).

    Nothing is half done: either the event and all that follows from it are in the record, or nothing is. What the
    clock owed by then is not part of it: it is done first, stays though the request is refused, and is told (``clock``,
    or a note of the refusal).
    """
    clock: list[Event] = []
    try:
        request = _taken(request)
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


def said_of(procedure: Procedure, event: Event) -> str:
    """An act of the clock in a few words: what, and when it takes effect."""
    when = effect_said(event.occurred_on, lapse=bool(event.deadline))
    return f"{procedure.steps[event.step].label or event.step} ({when})"


def note_clock(error: DevidoError, acts: Iterable[str], verb: str) -> None:
    """Note on a refusal what the clock did before it (or would, of what is only looked at), for people to be told."""
    if said := "; ".join(acts):
        error.add_note(f"Antes, o relógio {verb}: {said}.")


def _taken(request: Request) -> Request:
    return replace(
        request,
        command=taken_in(request.command),
        case=one_line(request.case, "processo") if request.case else "",
        key=one_line(request.key, "chave"),
        person=one_line(request.person, "pessoa") if request.person else "",
    )


def made_fit(request: Request, procedure: Procedure) -> Request:
    """The request as ``handle`` would decide it under a procedure. Raises ``InvalidData``."""
    request = _declared(procedure, _taken(request))
    _require_respondent(procedure, request.command)
    require_check_digit(request.command.data)
    return request


def _open(office: Office, request: Request, now: datetime) -> Handled:
    today = local_day(now, office.town.zone)
    procedure = office.procedure_for_opening(request.law, today, now)
    found = Found(office, called(named_by(request.command)))
    request = _declared(procedure, request)
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
        _require_respondent(procedure, request.command)
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
    request = _declared(procedure, request)
    if isinstance(request.command.data.get("value"), dict):
        request = whole(procedure, request, office.store.history(request.case))
    command = request.command
    with office.store.transaction(
        request.case, key=request.key, command=command, now=now, person=request.person, version=request.version
    ) as tx:
        if tx.recorded is not None:
            return Handled(case=tx.case, event=None, appended=tx.recorded)
        facts = facts_for(office, procedure, request, today, tx)
        _require_respondent(procedure, command)
        require_check_digit(command.data)
        event = decide(procedure, tx.case, command, facts)
        return _append(office, tx, procedure, event, request)


class Standing(Protocol):
    """A case as it stands when an act is decided, with what it can tell of its own past."""

    case: Case

    def history(self) -> tuple[Event, ...]:
        """Its events, in order."""

    def priors(self) -> tuple[tuple[str, tuple[Prior, ...]], ...]:
        """Each act's step and the priors it was decided with, in order."""


def whole(procedure: Procedure, request: Request, history: Sequence[Event]) -> Request:
    """The request with the whole value of a record that it corrects in part. Raises ``InvalidData``.

    What is kept is that of the version read: should somebody act meanwhile, the request is in conflict.
    """
    command = completed(procedure, request.command, history)
    version = history[-1].version if history and request.version is None else request.version
    return replace(request, command=command, version=version)


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


def _declared(procedure: Procedure, request: Request) -> Request:
    """The request with its data as the step declares them, which is how the key remembers them."""
    command = request.command
    rule = procedure.steps.get(command.step)
    declared = command.data if rule is None else as_declared(rule, command.data)
    return request if declared is command.data else replace(request, command=replace(command, data=declared))


def _require_respondent(procedure: Procedure, command: Command) -> None:
    rule = procedure.steps.get(command.step)
    if rule is not None:
        require_respondent(rule, command)
        if rule.does == "open":
            require_each_named(named_by(command), command.data.get("respondents") or (), rule.ground)


_WEIGHS_PRIORS = ("decide", "review", "lapse")
_MAY_NAME_ANOTHER = ("replace", "rectify", "reopen")


def _subjects(office: Office, tx: Transaction, procedure: Procedure, event: Event) -> dict[str, str] | None:
    """What each respondent is found by from this act on (empty: by nothing), or None if the act names none."""
    does = procedure.steps[event.step].does
    if does == "open":
        return subjects_of(office, named_in(event.data.get("respondent")))
    if does not in _MAY_NAME_ANOTHER:
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
