"""Why a deadline is what it is: the act that opened it, the days counted and skipped, the roll, the articles.

One explanation serves the screen, the certificate and the letter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from functools import lru_cache

from workflow.calendar import Calendar
from workflow.case import Case, Deadline, DeadlineStatus
from workflow.dates import Ranges, add_months
from workflow.deadlines import Ends, Line, Starts, explain, label
from workflow.length import Length
from workflow.procedure import Procedure, TimeLimit
from workflow.recounting import outside_of
from workflow.rules import rules_of, sorted_articles
from workflow.spans import pauses

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
    limit = procedure.time_limits[deadline.kind]
    lines = count_of(procedure, case, deadline, calendar)
    opener = procedure.steps.get(deadline.opened_by)
    name = opener.label if opener and opener.label else deadline.opened_by
    row = procedure.counting[limit.binds]
    return Explanation(
        kind=deadline.kind,
        title=limit.label or deadline.kind,
        status=STATUS[deadline.status],
        rule=f"{length_of(case, deadline, limit).in_portuguese}, aberto por “{name}” em {label(deadline.anchor)}.",
        lines=lines,
        due=deadline.due,
        literal=deadline.literal,
        articles=sorted_articles((*limit.basis, *row.basis)),
    )


def count_of(procedure: Procedure, case: Case, deadline: Deadline, calendar: Calendar) -> tuple[Line, ...]:
    """The count of a deadline line by line; raises ``CalendarMissing``."""
    rules = rules_of(procedure)
    limit = procedure.time_limits[deadline.kind]
    starts, ends = rules.counting(limit)
    suspended = pauses(rules, limit, outside_of(case, deadline.track), deadline.anchor, add_months(deadline.due, 12))
    length = length_of(case, deadline, limit)
    if limit.before is not None:
        lines = _backwards(limit, deadline, length)
    elif limit.length == "none":
        lines = [Line(deadline.anchor, None, f"O prazo abriu-se em {label(deadline.anchor)}.", None)]
    else:
        lines = list(_explained(length, deadline.anchor, starts, ends, calendar, suspended, deadline.anchor_at))
    for extension in deadline.extended:
        more = Length.parse(extension)
        first, *rest = _explained(more, lines[-1].day, "next_day", ends, calendar, suspended, deadline.at)
        lines.append(Line(first.day, None, f"O prazo foi prorrogado por mais {more.in_portuguese}.", None))
        lines.extend(rest)
    lines.extend(_ended_otherwise(procedure, limit, deadline, lines[-1].day))
    return tuple(lines)


@lru_cache(maxsize=1024)
def _explained(
    length: Length, anchor: date, starts: Starts, ends: Ends, calendar: Calendar, suspended: Ranges, at: time | None
) -> tuple[Line, ...]:
    """A count told, kept: the acts of one day open terms that count alike."""
    return explain(length, anchor, starts=starts, ends=ends, calendar=calendar, suspended=suspended, at=at)


def _backwards(limit: TimeLimit, deadline: Deadline, length: Length) -> list[Line]:
    """A term counted back, told: from which day, to which, and whether it moved to an earlier one."""
    lines = [
        Line(deadline.anchor, None, f"O prazo conta-se para trás, de {label(deadline.anchor)}, que não entra.", None),
        Line(deadline.literal, None, f"{length.in_portuguese} antes: {label(deadline.literal)}.", None),
    ]
    if deadline.due != deadline.literal:
        what = f"Sem expediente nesse dia, vale o anterior que o tem: {label(deadline.due)}."
        lines.append(Line(deadline.due, None, what, None))
    return lines


def _ended_otherwise(procedure: Procedure, limit: TimeLimit, deadline: Deadline, counted: date) -> list[Line]:
    """Why the term ends on another day than its own count says: the end it shares, or its ceiling."""
    if deadline.due == counted or limit.before is not None:
        return []
    if limit.ends_with is not None:
        other = procedure.time_limits[limit.ends_with]
        what = f"Termina junto com “{other.label or limit.ends_with}”, em {label(deadline.due)}."
    elif limit.ceiling is not None:
        what = f"Não passa de {limit.ceiling.in_portuguese} ao todo: termina em {label(deadline.due)}."
    else:
        what = f"Vale o calendário que o Município tinha quando o prazo se contou: termina em {label(deadline.due)}."
    return [Line(deadline.due, None, what, None)]


def length_of(case: Case, deadline: Deadline, limit: TimeLimit) -> Length:
    """The length counted: the limit's own, what an act set it to, or the days of the penalties it runs for."""
    if deadline.length:
        return Length.parse(deadline.length)
    if limit.length == "none":
        return Length((deadline.due - deadline.anchor).days, "days")
    if isinstance(limit.length, Length):
        return limit.length
    tracks = {track.id: track for track in case.tracks}
    mine = (
        each
        for each in case.obligations
        if each.kind == limit.of and each.round == deadline.round and tracks[deadline.track].covers(each)
    )
    standing = (each for each in mine if each.status not in ("cancelled", "absorbed"))
    return Length(sum((each.days or 0) - each.served for each in standing), "days")
