"""What the town knows, in the shape the core takes it: calendar, unit values, members, the answers in force."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from procedures.municipality import Town
from workflow.facts import Earlier, Facts, Member, Prior, UnitValue

_kept: dict[str, tuple[Mapping[str, tuple[UnitValue, ...]], tuple[Member, ...]]] = {}


def _data(town: Town) -> tuple[Mapping[str, tuple[UnitValue, ...]], tuple[Member, ...]]:
    """Unit values and members of a town, converted once per content."""
    if town.digest not in _kept:
        units = {
            name: tuple(
                UnitValue(each.since, Decimal(each.value), each.said_act)
                for each in sorted(values, key=lambda value: value.since)
            )
            for name, values in town.units.items()
        }
        members = tuple(
            Member(
                name=each.name,
                body=each.body,
                permanent=each.permanent,
                lawyer=each.lawyer,
                since=each.since,
                until=each.until,
                alternate=each.alternate,
            )
            for each in town.members
        )
        _kept[town.digest] = units, members
    return _kept[town.digest]


def facts_of(town: Town, today: date, *, priors: tuple[Prior, ...] = (), earlier: tuple[Earlier, ...] = ()) -> Facts:
    """The facts an act of this day may depend on: what the town knows, and what other cases tell."""
    units, members = _data(town)
    return Facts(
        today=today, calendar=town.calendar(), units=units, members=members, town=town.digest, priors=priors,
        earlier=earlier,
    )  # fmt: skip


def units_of(town: Town) -> Mapping[str, tuple[UnitValue, ...]]:
    """Fiscal units by name, with their dated values."""
    return _data(town)[0]


def answers_of(town: Town, day: date) -> dict[str, str]:
    """The town's answers to open questions in force that day."""
    return {question: each.answer for question, each in town.answers_on(day).items()}


def local_day(moment: datetime, zone: str) -> date:
    """The civil date in the town when it is ``moment`` (aware): 23:30 in Cuiabá is already tomorrow elsewhere."""
    return moment.astimezone(ZoneInfo(zone)).date()


def now() -> datetime:
    """The moment, in UTC: the one place where the product asks a clock."""
    return datetime.now(UTC)
