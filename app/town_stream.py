"""The town's stream: a change of its data is recorded, then the file says it, then each case that it moves has its act.

Asked again, whatever was left undone is done, and nothing twice: the change has one key, and so has each case's act.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from app.casework import Request, handle
from app.facts import local_day
from app.office import Office
from app.town_plan import Moved, Plan, command_of, edited, foreseen, key_of, plan, read_town, with_terms, with_town
from procedures.municipality import Town
from procedures.town_changing import Change, TownRefusal, days_between
from storage.town_changes import TownChange, TownChanges
from workflow.dates import short_label
from workflow.errors import DevidoError

_SHOWN = 5


@dataclass(kw_only=True)
class Made:
    """A change made: its entry in the stream, whether it had been begun before, the terms moved, what failed."""

    entry: TownChange
    resumed: bool
    moved: list[Moved] = field(default_factory=list)
    decided: tuple[Moved, ...] = ()
    failures: list[tuple[str, str]] = field(default_factory=list)


def look(office: Office, change: Change, now: datetime) -> Plan:
    """What a change would come to; of one already begun, what is still to be done."""
    entry = _begun(office, change)
    if entry is None:
        _require_finished(office)
        return plan(office, change, now)
    return _rest(office, change, entry, now)


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
    _write(office.settings.town_copy, planned.text)
    changed = with_town(office, planned.town)
    made = Made(entry=entry, resumed=resumed, decided=planned.decided, failures=list(planned.failures))
    for case in planned.cases:
        try:
            made.moved += _counted_again(changed, planned, case, entry, now)
        except DevidoError as fault:
            made.failures.append((case, str(fault)))
    return made


def _counted_again(office: Office, planned: Plan, case: str, entry: TownChange, now: datetime) -> list[Moved]:
    moves = list(foreseen(office, planned, case, now))
    if moves:
        command = command_of(planned, local_day(now, office.town.zone), entry.person, entry.approved_by)
        handle(office, Request(command=command, key=f"town:{entry.id}:{case}", case=case, person=entry.person), now)
    return moves


def _begun(office: Office, change: Change) -> TownChange | None:
    key = key_of(change)
    return next((each for each in TownChanges(office.database).all() if each.key == key), None)


def _rest(office: Office, change: Change, entry: TownChange, now: datetime) -> Plan:
    """What a change that was begun still has to do: its file if it was not written, and the cases not yet told."""
    if office.town.digest == entry.old != entry.new:
        again = edited(office, change, local_day(entry.at, office.town.zone))  # judged by the day it was recorded
        if again.town.digest != entry.new:
            raise TownRefusal("O arquivo do Município não é o que era quando esta mudança se registrou.")
        return with_terms(office, again, now)
    text = office.settings.town_in_force.read_text("utf-8")
    town = read_town(office, text)
    days = days_between(office.town_of(entry.old), office.town_of(entry.new))
    return with_terms(office, Plan(change=change, town=town, text=text, days=days), now)


def _require_finished(office: Office) -> None:
    """Refuse another change while the file still lacks the latest one recorded."""
    changes = TownChanges(office.database).all()
    if changes and office.town.digest == changes[-1].old != changes[-1].new:
        last = changes[-1]
        raise TownRefusal(f"A mudança nº {last.id} ({last.act}) registrou-se e não terminou; repita-a antes de outra.")


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
        f"por esta via; só mudariam os prazos em curso ({len(planned.moved)}). Estando certo, repita com --confirm; o "
        "que já se decidiu corrige-se no próprio processo (rectify, reopen)."
    )


def _keep(office: Office, town: Town, now: datetime) -> None:
    told = json.dumps(town.model_dump(mode="json", by_alias=True), ensure_ascii=False)
    office.store.keep_source(town.digest, "town", town.name, told.encode(), now)


def _write(file: Path, text: str) -> None:
    """The whole file or the one before it, whatever happens meanwhile."""
    if file.is_file() and file.read_text("utf-8") == text:
        return
    new = file.with_suffix(".novo")
    with new.open("w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
