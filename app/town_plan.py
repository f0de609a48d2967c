"""A change of the town's data thought through: the file after it, the running terms that move, the decided that stay.

Nothing is recorded here; ``app.town_stream`` makes it so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from app.facts import local_day
from app.foreseen import Foreseen, foresee
from app.office import Office
from app.request import Request
from app.saying import effect_said
from notices.words import capital
from procedures.loader import Law
from procedures.municipality import TOWNS, Town, load_town
from procedures.registry import on_file
from procedures.town_changing import DAYS, Change, Known, TownRefusal, changed, days_between, told
from storage.views import Views
from workflow.case import Case, Deadline
from workflow.dates import label
from workflow.engine import evolve
from workflow.errors import DevidoError, LawFaults
from workflow.event import Command, Event
from workflow.nearest import advice
from workflow.procedure import Procedure
from workflow.recounting import counted_again, end_of
from workflow.rules import rules_of
from workflow.standing import ended

STEP = "recount_terms"
"""The act, shared by every law, that counts a case's running terms again."""

_EVERY = 10_000_000


@dataclass(frozen=True, kw_only=True)
class Moved:
    """A term in a case and the day it ends, before and after; a decided one does not get its ``after``."""

    case: str
    kind: str
    label: str
    before: date
    after: date


@dataclass(frozen=True, kw_only=True)
class First:
    """An act that the clock owes a case and does before its terms are counted again: its legal day, and when it is."""

    case: str
    step: str
    label: str
    day: date
    when: str


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a change comes to: the town after it and its file's text, what moves, what was decided and stays.

    ``before`` and ``after`` tell a value or an answer that it changes; ``days`` are those of the calendar. ``clock`` is
    what the clock does first, and what it decides so is among the ``decided``. ``shorter`` are running terms that would
    end earlier, and keep their date; ``failures`` cases that cannot be told.
    """

    change: Change
    town: Town
    text: str
    before: str = ""
    after: str = ""
    days: frozenset[date] = frozenset()
    moved: tuple[Moved, ...] = ()
    decided: tuple[Moved, ...] = ()
    shorter: tuple[Moved, ...] = ()
    clock: tuple[First, ...] = ()
    failures: tuple[tuple[str, str], ...] = ()

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases with a term that moves, in order."""
        return tuple(dict.fromkeys(each.case for each in self.moved))

    @property
    def remedy(self) -> str:
        """How what was already decided is put right, case by case, by whoever answers for it; empty if nothing was."""
        if not self.decided:
            return ""
        first = self.decided[0]
        day = max(day for day in self.days if day <= first.before)
        return (
            "O que já se decidiu corrige-se no próprio processo, depois da mudança, contando-o de novo naquele dia: "
            f'devido case act {first.case} {STEP} --on {day:%d/%m/%Y} --town-act "{self.change.act}" --reasons … '
            "--approved-by … (com --preview vê-se o que cai e o que se refaz)."
        )


def key_of(change: Change) -> str:
    """The digest of what a change asks: asked again, it is the same change."""
    asked = {"kind": change.kind, "act": change.act, "said": dict(change.said)}
    return sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def plan(office: Office, change: Change, now: datetime) -> Plan:
    """Think a change through. Raises ``TownRefusal``, and ``LawFaults`` if the file would no longer hold."""
    return with_terms(office, edited(office, change, local_day(now, office.town.zone)), now)


def edited(office: Office, change: Change, today: date) -> Plan:
    """The file after the change, as it may be asked on that day. Raises ``TownRefusal`` and ``LawFaults``."""
    laws = laws_of(office)
    text = changed(office.settings.town_in_force.read_text("utf-8"), office.town, change, known_to(laws), today)
    town = read_town(office, text)
    if (town.ibge, town.zone) != (office.town.ibge, office.town.zone):
        raise TownRefusal(
            f"O arquivo é do município {town.ibge}, no fuso {town.zone}; o registro é de {office.town.ibge}, "
            f"no fuso {office.town.zone}."
        )
    _require_answerable(laws, town)
    before, after = told(office.town, town, change)
    return Plan(change=change, town=town, text=text, before=before, after=after, days=days_between(office.town, town))


def with_terms(office: Office, planned: Plan, now: datetime) -> Plan:
    """The plan with the terms that it moves, and those that it does not touch."""
    if not planned.days:
        return planned
    after = with_town(office, planned.town)
    today = local_day(now, office.town.zone)
    moved: list[Moved] = []
    decided: list[Moved] = []
    shorter: list[Moved] = []
    clock: list[First] = []
    failures: list[tuple[str, str]] = []
    for line in Views(office.database).cases(limit=_EVERY):
        case = office.store.load(line.case_id)
        if not any(_passes(each, planned.days) for each in case.deadlines):
            continue
        try:
            procedure = after.procedure_as_of(case.procedure, today)
            found = list(_recounted(after, procedure, case, planned.days))
            decided += (each for status, each in found if status == "lapsed" and each.after > each.before)
            running = [each for status, each in found if status == "open"]
            shorter += (each for each in running if each.after < each.before)
            later = [each for each in running if each.after > each.before]
            if not ended(case) and later:
                told, mine = foreseen(after, asked_of(after, planned, case, now), now)
                moved += mine
                clock += (first_of(told.procedure, case.id, each) for each in told.clock)
                decided += (each for each in later if each not in mine)
        except DevidoError as fault:
            failures.append((case.id, str(fault)))
    order = sorted(moved, key=lambda each: (each.case, each.before))
    return replace(
        planned, moved=tuple(order), decided=tuple(decided), shorter=tuple(shorter), clock=tuple(clock),
        failures=tuple(failures),
    )  # fmt: skip


def first_of(procedure: Procedure, case: str, event: Event) -> First:
    """An act of the clock, told."""
    label_ = procedure.steps[event.step].label or event.step
    when = effect_said(event.occurred_on, lapse=bool(event.deadline))
    return First(case=case, step=event.step, label=label_, day=event.occurred_on, when=when)


def foreseen(office: Office, request: Request, now: datetime) -> tuple[Foreseen, tuple[Moved, ...]]:
    """What the act that counts a case again comes to: what the clock does first, and the terms that it moves."""
    told = foresee(office, request, now)
    before = told.before
    for event in told.clock:
        before = evolve(before, event)
    ends = {each.id: each.due for each in before.deadlines}
    return told, tuple(
        _moved(told.procedure, request.case, each, ends[each.id], each.due)
        for each in told.event.derived.deadlines
        if ends[each.id] != each.due
    )


def asked_of(
    office: Office, planned: Plan, case: Case, now: datetime, recorded_by: str = "", approved_by: str = ""
) -> Request:
    """The request that counts a case's terms again because of a change; without a second person, only to look at.

    It is of the day that changed, or of the case's latest act if that came after: a day without office hours is so
    from its own morning, whenever the town decrees it. What had not been decided by then is decided by it; what had,
    stays.
    """
    looked_at = {} if approved_by else {"approved_by": "-", "recorded_by": ""}
    given = {"recorded_by": recorded_by, "approved_by": approved_by} | looked_at
    today = local_day(now, office.town.zone)
    days = [day for each in case.deadlines if each.status == "open" for day in planned.days if _passes(each, (day,))]
    on = max(case.day or today, min((*days, today)))
    data = {"town_act": planned.change.act, "reasons": reasons_of(planned)}
    return Request(command=Command(step=STEP, on=on, data=data, **given), key="", case=case.id)


def reasons_of(planned: Plan) -> str:
    """Why the terms are counted again, in a sentence."""
    if planned.change.kind == "calendar":
        said = planned.change.said
        day = capital(label(date.fromisoformat(said["day"])))
        return f"{day}, passou a ser dia {DAYS[said['section']]}: {said['name']} ({planned.change.act})."
    return f"O calendário do Município mudou ({planned.change.act})."


def with_town(office: Office, town: Town) -> Office:
    """The same office under other data of the town."""
    return replace(office, town=town, _kept=set())


def laws_of(office: Office) -> list[Law]:
    """The laws on file of this town: those that name its file, or that of the same municipality."""
    found = []
    for law in on_file(office.settings.law_dir):
        name = law.resolve().municipality
        own = TOWNS / f"{name}.yaml"
        if name == office.settings.town_file.stem or (own.is_file() and load_town(own).ibge == office.town.ibge):
            found.append(law)
    return found


def known_to(laws: Iterable[Law]) -> Known:
    """What these laws have for a change to name."""
    resolved = [law.resolve() for law in laws]
    return Known(
        bodies=frozenset(body for each in resolved for body in each.bodies),
        units=frozenset(unit for each in resolved for unit in each.units),
        questions=frozenset(question for law in laws for question in law.questions),
    )


def read_town(office: Office, text: str) -> Town:
    """The town that a text of its file tells, read as the file is. Raises ``LawFaults``."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / office.settings.town_file.name
        file.write_text(text, "utf-8")
        return load_town(file, file.name, beside=office.settings.town_file.parent)


def _require_answerable(laws: Sequence[Law], town: Town) -> None:
    asked = {question for law in laws for question in law.questions}
    for question, given in town.answers.items():
        if question not in asked:
            raise TownRefusal(f"Nenhuma lei do Município tem a questão {question!r}{advice(question, asked)}.")
        for law in (each for each in laws if question in each.questions):
            for answer in (each.answer for each in given if each.answer not in law.questions[question].options):
                _require_taken(law, question, answer)


def _require_taken(law: Law, question: str, answer: str) -> None:
    try:
        law.tried({question: answer})
    except LawFaults as broken:
        why = "; ".join(dict.fromkeys(fault.what for fault in broken.faults))
        raise TownRefusal(f"A questão {question} não tem a resposta {answer!r}: {why}.") from None


def _passes(deadline: Deadline, days: Iterable[date]) -> bool:
    """Whether one of the days is among those that the count of a term looks at."""
    ends = (deadline.anchor, deadline.first, deadline.literal, deadline.due, deadline.act_on)
    since, until = min(ends), max(ends)
    return deadline.status in ("open", "lapsed") and any(since <= day <= until for day in days)


def _recounted(office: Office, procedure: Procedure, case: Case, days: Iterable[date]) -> Iterator[tuple[str, Moved]]:
    rules, calendar = rules_of(procedure), office.town.calendar()
    for deadline in case.deadlines:
        if _passes(deadline, days):
            again = counted_again(rules, case, deadline, calendar)
            if end_of(again) != end_of(deadline):
                yield deadline.status, _moved(procedure, case.id, deadline, deadline.due, again.due)


def _moved(procedure: Procedure, case: str, deadline: Deadline, before: date, after: date) -> Moved:
    name = procedure.time_limits[deadline.kind].label or deadline.kind
    return Moved(case=case, kind=deadline.kind, label=name, before=before, after=after)
