"""Why a deadline is what it is: the act that opened it, the days counted and skipped, the roll, the articles.

One explanation serves the screen, the certificate and the letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from workflow.calendar import Calendar
from workflow.case import Case, Deadline, DeadlineStatus
from workflow.deadlines import Line, explain, label
from workflow.length import Length
from workflow.procedure import Procedure, TimeLimit
from workflow.rules import rules_of, sorted_articles

STATUS: Mapping[DeadlineStatus, str] = {
    "open": "em curso",
    "met": "cumprido",
    "lapsed": "vencido",
    "suspended": "suspenso",
    "void": "sem efeito",
    "overtaken": "superado",
}
"""How a deadline stands, as people read it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A deadline told: its name, the sentence of the rule, the count line by line, the date, the grounds."""

    kind: str
    title: str
    status: str
    rule: str
    lines: tuple[Line, ...]
    due: date
    literal: date
    articles: tuple[str, ...]


def explained(procedure: Procedure, case: Case, deadline: Deadline, calendar: Calendar) -> Explanation:
    """The whole derivation of a deadline; raises ``CalendarMissing`` if the calendar no longer covers it."""
    rules = rules_of(procedure)
    limit = procedure.time_limits[deadline.kind]
    starts, ends = rules.counting(limit)
    suspended = () if limit.binds == "penalty" else case.head.suspensions
    lines = list(
        explain(
            length_of(case, deadline, limit),
            deadline.anchor,
            starts=starts,
            ends=ends,
            calendar=calendar,
            suspended=suspended,
            at=deadline.anchor_at,
        )
    )
    for extension in deadline.extended:
        lines.extend(
            explain(
                Length.parse(extension),
                lines[-1].day,
                starts="next_day",
                ends=ends,
                calendar=calendar,
                suspended=suspended,
                at=deadline.at,
            )
        )
    opener = procedure.steps.get(deadline.opened_by)
    name = opener.label if opener and opener.label else deadline.opened_by
    row = procedure.counting[limit.binds]
    return Explanation(
        kind=deadline.kind,
        title=limit.label or deadline.kind,
        status=STATUS[deadline.status],
        rule=f"{length_of(case, deadline, limit).in_portuguese}, aberto por “{name}” em {label(deadline.anchor)}.",
        lines=tuple(lines),
        due=deadline.due,
        literal=deadline.literal,
        articles=sorted_articles((*limit.basis, *row.basis)),
    )


def length_of(case: Case, deadline: Deadline, limit: TimeLimit) -> Length:
    """The length counted: the limit's own, or the days of the penalties it runs for."""
    if isinstance(limit.length, Length):
        return limit.length
    tracks = {track.id: track for track in case.tracks}
    mine = (
        each
        for each in case.obligations
        if each.kind == limit.of and each.round == deadline.round and tracks[deadline.track].covers(each)
    )
    return Length(sum(each.days or 0 for each in mine if each.status not in ("cancelled", "absorbed")), "days")
