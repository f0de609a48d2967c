"""The town's stream: a change of its data is recorded, then the file says it, then each case that it moves has its act.

Asked again, whatever was left undone is done, and nothing twice: the change has one key, and so has each case's act.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime

from msgspec.structs import replace

from app.casework import clock_first, handle
from app.office import Office
from app.town_copy import write_whole
from app.town_plan import First, Moved, Plan, asked_of, first_of, foreseen, key_of, plan, with_terms, with_town
from procedures.municipality import Town
from procedures.town_changing import Change, TownRefusal, days_between
from storage.faults import Conflict
from storage.town_changes import TownChange, TownChanges
from workflow.dates import short_label
from workflow.errors import DevidoError
from workflow.event import Event

_SHOWN = 5
_PATIENCE = 20
"""Acts of others that may come between the look at a case and its own act; after them it is left for the next time."""


@dataclass(kw_only=True)
class Made:
    """A change made: its entry in the stream, whether it had been begun before, the terms moved, what failed.

    ``clock`` is what the clock did first; ``remedy`` how what was decided is put right.
    """

    entry: TownChange
    resumed: bool
    moved: list[Moved] = field(default_factory=list)
    decided: tuple[Moved, ...] = ()
    remedy: str = ""
    clock: list[First] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)


def look(office: Office, change: Change, now: datetime) -> Plan:
    """What a change would come to; of one already begun, what is still to be done."""
    entry = _begun(office, change)
    return plan(office, change, now) if entry is None else _rest(office, change, entry, now)


def make(
    office: Office, change: Change, now: datetime, *, person: str, approved_by: str, confirmed: bool = False
) -> Made:
    """Make a change, or finish one that was begun.

    Raises ``TownRefusal`` and ``LawFaults`` before anything is recorded. A case that cannot be handled is told in
    ``failures`` and stops no other; asked again, it is tried again.
    """
    _require_two(person, approved_by)
    planned = look(office, change, now)
    entry, resumed = _begun(office, change), True
    if entry is None:
        entry, resumed = _recorded(office, planned, now, person, approved_by, confirmed=confirmed), False
    write_whole(office.settings.town_copy, planned.text)
    changed = with_town(office, planned.town)
    made = Made(
        entry=entry, resumed=resumed, decided=planned.decided, remedy=planned.remedy, failures=list(planned.failures)
    )
    for case in planned.cases:
        try:
            made.moved += _counted_again(changed, planned, case, made, now)
        except DevidoError as fault:
            made.failures.append((case, str(fault)))
    return made


def _counted_again(office: Office, planned: Plan, case: str, made: Made, now: datetime) -> tuple[Moved, ...]:
    """Count a case's terms again, the clock doing first what it owed by the day that changed and nothing since.

    It is decided on the case that was looked at: whoever acts on it meanwhile, the clock most of all, has decided.
    """
    entry = made.entry
    for _ in range(_PATIENCE):
        asked = asked_of(office, planned, office.store.load(case), now, entry.person, entry.approved_by)
        done: list[Event] = []
        clock_first(office, asked, now, done)
        made.clock += (first_of(office.procedure(each.procedure), case, each) for each in done)
        asked = replace(
            asked, key=f"town:{entry.id}:{case}", person=entry.person, version=office.store.load(case).version
        )
        _, moves = foreseen(office, asked, now)
        if not moves:
            return ()
        try:
            handle(office, asked, now)
        except Conflict:
            continue
        return moves
    raise TownRefusal(f"O processo {case} não parou de receber atos; repita o comando.")


def _begun(office: Office, change: Change) -> TownChange | None:
    key = key_of(change)
    return next((each for each in TownChanges(office.database).all() if each.key == key), None)


def _rest(office: Office, change: Change, entry: TownChange, now: datetime) -> Plan:
    """What a change that was begun still has to do: the cases not yet told. Its file an office writes as it opens."""
    days = days_between(office.town_of(entry.old), office.town_of(entry.new))
    text = office.settings.town_in_force.read_text("utf-8")
    return with_terms(office, Plan(change=change, town=office.town, text=text, days=days), now)


def _require_two(person: str, approved_by: str) -> None:
    if not approved_by.strip():
        raise TownRefusal("A mudança precisa da aprovação de uma segunda pessoa (--approved-by).")
    if approved_by == person:
        raise TownRefusal(f"Quem registra ({person}) não pode aprovar a própria mudança.")


def _recorded(
    office: Office, planned: Plan, now: datetime, person: str, approved_by: str, *, confirmed: bool
) -> TownChange:
    change, changes = planned.change, TownChanges(office.database)
    if planned.decided and not confirmed:
        raise TownRefusal(_already_decided(planned))
    for town in (office.town, planned.town):
        _keep(office, town, now)
    entry = TownChange(
        id=len(changes.all()) + 1,
        key=key_of(change),
        at=now,
        person=person,
        approved_by=approved_by,
        kind=change.kind,
        act=change.act,
        said=json.dumps(dict(change.said), ensure_ascii=False, sort_keys=True),
        old=office.town.digest,
        new=planned.town.digest,
        text=planned.text,
    )
    changes.add(entry)
    return entry


def _already_decided(planned: Plan) -> str:
    shown = "; ".join(
        f"{each.case}, {each.label}, terminado em {short_label(each.before)}" for each in planned.decided[:_SHOWN]
    )
    more = f" e mais {len(planned.decided) - _SHOWN}" if len(planned.decided) > _SHOWN else ""
    last = max(each.before for each in planned.decided)
    days = ", ".join(short_label(day) for day in sorted(planned.days) if day <= last)
    return (
        f"O dia {days} já passou, e com ele se decidiu: {shown}{more}. O decidido não muda "
        f"por esta via; só mudariam os prazos em curso ({len(planned.moved)}). Estando certo, repita com --confirm. "
        f"{planned.remedy}"
    )


def _keep(office: Office, town: Town, now: datetime) -> None:
    told = json.dumps(town.model_dump(mode="json", by_alias=True), ensure_ascii=False)
    office.store.keep_source(town.digest, "town", town.name, told.encode(), now)
