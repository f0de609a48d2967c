"""What a docket is played on: the procedure, the town's days and values, what of the law the players need at hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from app.facts import facts_of
from app.simulation.rates import Rates
from procedures.municipality import Town
from workflow.calendar import Calendar
from workflow.case import Case
from workflow.engine import decide
from workflow.errors import CalendarMissing, DevidoError, Refusal
from workflow.event import CLOCK, Command
from workflow.facts import Facts, UnitValue
from workflow.law_time import first_day_in_force
from workflow.length import Length
from workflow.means import means_of
from workflow.procedure import Infraction, LengthRange, Procedure, Step
from workflow.rules import Rules, rules_of

DAY = timedelta(days=1)
_YEARS_AHEAD = 15
_ONE = Decimal(1)


class NothingOpens(DevidoError):
    """No item of the law can be noticed on the first day: nothing to simulate."""


@dataclass(kw_only=True)
class Scene:
    """One law under one set of answers, in one town, from one day to another. Everything here is only read."""

    procedure: Procedure
    facts: Facts
    rates: Rates
    seed: int
    first: date
    last: date
    dispatches: bool = False

    @cached_property
    def rules(self) -> Rules:
        """The compiled rules."""
        return rules_of(self.procedure)

    @cached_property
    def movers(self) -> dict[str, list[tuple[str, Step]]]:
        """By place, the acts of people that move a track from there, in the order of the file."""
        found: dict[str, list[tuple[str, Step]]] = defaultdict(list)
        for name, step in self.procedure.steps.items():
            if step.by != (CLOCK,):
                for place in step.source:
                    found[place].append((name, step))
        return dict(found)

    def doing(self, *verbs: str) -> list[tuple[str, Step]]:
        """The acts of people with one of these effects, in the order of the file."""
        return [(name, step) for name, step in self.procedure.steps.items() if step.does in verbs]

    @cached_property
    def hangs_on_dispatch(self) -> bool:
        """Whether any limit is opened or met by a dispatch; only then is it worth recording."""
        named = {name for name, step in self.procedure.steps.items() if step.does == "dispatch"}
        return any(
            use.partition(":")[0] in named for limit in self.procedure.time_limits.values()
            for use in (*limit.opened_by, *limit.met_by)
        )  # fmt: skip

    @cached_property
    def hour(self) -> dict[str, str]:
        """The hour at which everything is done, where the law counts some term, or some attempt, in hours."""
        limits, services = self.procedure.time_limits.values(), self.procedure.services.values()
        lengths = [each.length.end if isinstance(each.length, LengthRange) else each.length for each in limits]
        lengths += [other.length for each in limits for other in each.instead]
        counted = [*lengths, *(each.apart for each in services)]
        hours = any(isinstance(each, Length) and each.unit == "hours" for each in counted)
        return {"at_time": "10:00"} if hours else {}

    def service(self, step: Step) -> dict[str, Any]:
        """A means that a service may use, that takes effect at once if any does; what it needs to hold, its receipt."""
        services, receipts = means_of(self.procedure, step), self.procedure.receipts
        via = [name for name, each in services.items() if not each.after_failed_means and not each.effective_after]
        proof = [name for name, each in receipts.items() if not each.effective_after]
        means = via[0] if via else next(iter(services), "")
        needs = services[means].needs if means else {}
        return {"via": means, **needs, **({"receipt": proof[0]} if proof else {})}

    @cached_property
    def openings(self) -> list[dict[str, Any]]:
        """The data of a notice for each item that can be noticed on the first day. Raises ``NothingOpens``."""
        found, why = [], ""
        for item, infraction in self.procedure.infractions.items():
            for data in self._notices(item, infraction):
                try:
                    decide(self.procedure, Case(), self.notice(data, self.first), self.on(self.first))
                except Refusal as refusal:
                    why = why or str(refusal)
                else:
                    found.append(data)
                    break
        if not found:
            raise NothingOpens(f"Nenhum auto se abre em {self.first:%d/%m/%Y}: {why or 'a lei não tem infrações.'}")
        return found

    @cached_property
    def required(self) -> dict[str, str]:
        """What else this law wants said when a case begins, of the words that it offers the first one."""
        _, step = self.doing("open")[0]
        return {name: each.values[0] for name, each in step.data.items() if each.required and each.values}

    def require_openings(self) -> None:
        """Raise ``NothingOpens`` where there is nothing to simulate, or no calendar to do it by."""
        try:
            self.office_day(self.first)
            self.office_day(end_of_year(self.last + DAY))  # terms opened at the end run into the next year
        except CalendarMissing as missing:
            raise NothingOpens(f"Não há como correr o ano: {missing}") from None
        assert self.openings

    def notice(self, data: dict[str, Any], day: date) -> Command:
        """The command that opens a case that day."""
        name, step = self.doing("open")[0]
        dated = {
            **self.hour,
            "fact_on": day.isoformat(),
            **{key: day.isoformat() if value == "" else value for key, value in data.items()},
        }
        return Command(step=name, on=day, by=step.by[0], data=dated, recorded_by="simulação")

    def on(self, day: date) -> Facts:
        """What is known on a day."""
        return replace(self.facts, today=day)

    def office_day(self, day: date) -> date:
        """The day itself, or the next with office hours."""
        while not self.facts.calendar.has_hours(day):
            day += DAY
        return day

    def _notices(self, item: str, infraction: Infraction) -> Iterator[dict[str, Any]]:
        """Data that the item may ask for, the plainest first; an empty text stands for the day itself."""
        data: dict[str, Any] = {"items": [item], "inspector": "Agente Exemplo", **self.required}
        for name, when in infraction.needs.items():
            data[name] = "" if when == "by_today" else (when[0] if isinstance(when, (list, tuple)) else when)
        if infraction.duty_of is not None:
            data["duty"] = f"{infraction.duty_of}-I"
        yield data
        for origin, rule in self.procedure.origins.items():
            yield {**data, "origin": origin, **rule.at_least}


def scene(procedure: Procedure, town: Town | None, rates: Rates, seed: int, first: date | None = None) -> Scene:
    """A docket's scene. Without a town only weekends are closed, and a unit is worth one real.

    A unit keeps its last published value: a docket counts cases, not money. ``first`` defaults to the first day of
    the first whole calendar year in which the law is in force and the town's calendar is known.
    """
    begins = first or _first_year(procedure, town)
    if town is not None:
        known = facts_of(town, begins)
        last = {name: values[-1].value for name, values in known.units.items()}
        facts = replace(known, members=())
    else:
        years = range(begins.year, begins.year + _YEARS_AHEAD)
        facts = Facts(today=begins, calendar=replace(Calendar.of(()), years=frozenset(years)))
        last = {}
    units = {name: (UnitValue(date.min, last.get(name, _ONE), always=True),) for name in procedure.units}
    return Scene(
        procedure=procedure, facts=replace(facts, units=units), rates=rates, seed=seed, first=begins,
        last=end_of_year(begins),
    )  # fmt: skip


def end_of_year(first: date) -> date:
    """The last day of the year that begins on this one."""
    last = first - DAY
    return last.replace(year=last.year + 1, day=28 if (last.month, last.day) == (2, 29) else last.day)


def _first_year(procedure: Procedure, town: Town | None) -> date:
    inside = first_day_in_force(procedure)
    new_year = date(inside.year + (inside > date(inside.year, 1, 1)), 1, 1)
    years = sorted(town.office_days.years) if town is not None else []
    return date(min((year for year in years if year >= new_year.year), default=new_year.year), 1, 1)
