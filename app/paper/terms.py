"""A term told: the date with its count where the start is known; else the rule in words and worked examples."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from app.paper.book import Book
from app.paper.material import Material
from app.paper.openings import Opened, act_within, at_stake, filed_within
from app.paper.routes import act_by, judged, routes_of, sent_to
from app.paper.term_words import opening_words, recess_words, rule_words, served_words, silence_of
from app.paper.wording import length_words
from notices.acts import Term, TermExample
from notices.dossier import Quote
from notices.words import short_date
from workflow.calendar import Calendar
from workflow.case import Deadline
from workflow.dates import Ranges, add_months, hour_label, short_label, yearly
from workflow.deadlines import Span, explain
from workflow.explanation import count_of, length_of
from workflow.length import Length
from workflow.procedure import LengthRange, TimeLimit
from workflow.rules import Rules
from workflow.spans import pauses, span_of

Ends: TypeAlias = tuple[date, date]
"""The first and the last of some days."""
DAY = timedelta(days=1)
LOOK_AHEAD = timedelta(days=75)
"""How far ahead examples look for a last day that moves."""
FIRST_EXAMPLE = timedelta(days=5)
FAR = 36
"""For how many months ahead the recess of each year is told of, as the count itself looks."""
FRIDAY = 4


def term_of(material: Material, opened: Opened, letter: str) -> Term:
    """The term as a paper prints it; ``letter`` is what its receipt opens (``esta notificação``), with its article.

    Raises ``CalendarMissing`` for a year that the town's calendar does not have.
    """
    book, rules = material.book, material.book.rules
    limit = rules.limits[opened.name]
    length = _length(material, opened, limit)
    event = served_words(rules, opened.opener, opened.via)
    if opened.deadline is None and opened.anchor is None:
        paused = material.after.head.suspensions
        days = material.today, _still_served(material, opened)
        return _to_come(book, opened, length, event, letter, material.calendar, days, paused)
    term = _worded(book, opened.name, opened.about, length, event, letter)
    if opened.deadline is not None:
        lines = count_of(material.procedure, material.after, opened.deadline, material.calendar)
        return replace(
            term,
            due=opened.deadline.due,
            until=until(material, opened.deadline),
            explanation=tuple([line.what for line in lines]),
        )
    starts, ends = rules.counting(limit)
    anchor = opened.anchor or material.today
    paused = pauses(rules, limit, material.after.head.suspensions, anchor, add_months(anchor, FAR))
    lines = explain(length, anchor, starts=starts, ends=ends, calendar=material.calendar, suspended=paused)
    return replace(term, due=lines[-1].day, until=_counter(material), explanation=tuple(line.what for line in lines))


@lru_cache(maxsize=1024)
def _worded(book: Book, name: str, about: tuple[str, ...], length: Length, event: str, letter: str) -> Term:
    """The term in words, without any date; ``about`` are the penalties at stake."""
    limit = book.rules.limits[name]
    starts, ends = book.rules.counting(limit)
    routes = routes_of(book, limit, about)
    return Term(
        label=limit.label or name,
        act=act_by(routes, act_within(book.rules, limit)),
        length=length_words(length),
        rule=rule_words(starts, ends, event) + recess_words(book, limit),
        quote=_quote(book, limit, length),
        opens=opening_words(event, letter),
        event=event,
        body=routes[0].judges[0] if routes and routes[0].judges else None,
        attach=("documentos que provem o que você alega",) if filed_within(book.rules, limit) else (),
        silence=silence_of(book, name),
        judged=judged(book, routes),
        sent_to=sent_to(routes),
    )


def _still_served(material: Material, opened: Opened) -> Ends | None:
    """Within what days the act that opens a term has to come, where a limit that ends the case runs for it."""
    limits = material.book.rules.limits
    ends = [
        (each.anchor, each.due)
        for each in material.after.deadlines
        if each.status == "open" and each.fires and opened.opener in limits[each.kind].met_by
        and limits[each.kind].binds == "authority"
    ]  # fmt: skip
    return min(ends, key=lambda each: each[1], default=None)


@lru_cache(maxsize=1024)
def _to_come(
    book: Book,
    opened: Opened,
    length: Length,
    event: str,
    letter: str,
    calendar: Calendar,
    days: tuple[date, Ends | None],
    paused: Ranges,
) -> Term:
    """A term whose start is to come, with the count worked twice; ``days``: today, and within which it has to come.

    Raises ``CalendarMissing``.
    """
    today, within = days
    worked = examples(book.rules, book.rules.limits[opened.name], length, calendar, today, paused, within)
    return replace(_worded(book, opened.name, opened.about, length, event, letter), examples=worked)


def known_term(material: Material, deadline: Deadline) -> Term:
    """A term whose deadline exists, with the count of its date."""
    opener = deadline.opened_by
    means = [deed.text("via") for deed in material.story.of("serve") if deed.step == opener]
    via = means[-1] if means else ""
    about = at_stake(material, next((each for each in material.after.tracks if each.id == deadline.track), None))
    return term_of(material, Opened(name=deadline.kind, opener=opener, deadline=deadline, via=via, about=about), "")


def until(material: Material, deadline: Deadline) -> str:
    """Up to what hour of the last day."""
    return f"às {hour_label(deadline.at)}" if deadline.at is not None else _counter(material)


def _counter(material: Material) -> str:
    return f"até as {hour_label(material.calendar.closes)} no protocolo"


def examples(
    rules: Rules,
    limit: TimeLimit,
    length: Length,
    calendar: Calendar,
    today: date,
    suspended: Ranges = (),
    within: Ends | None = None,
) -> tuple[TermExample, ...]:
    """The count worked twice as the term itself is counted: once plain, once with a last day that moves, if one does.

    What opens the term has to come ``within`` these days: an example of a later one would tell the reader that he may
    yet be notified then. Raises ``CalendarMissing``.
    """
    if length.unit == "hours":
        return ()
    first, end = _looked_at(calendar, today, within)
    plain: TermExample | None = None
    moved: TermExample | None = None
    day = first
    while (plain is None or moved is None) and day <= end:
        span = span_of(rules, limit, length, day, calendar, suspended, None)
        if span.due == span.literal and plain is None:
            plain = _example(rules, limit, day, span, "o último dia tem expediente")
        elif span.due != span.literal and moved is None:
            moved = _example(rules, limit, day, span, _moved(span.literal, calendar))
        day = calendar.next_full_day(day + DAY)
    return tuple(sorted((each for each in (plain, moved) if each is not None), key=lambda each: each.received))


def _looked_at(calendar: Calendar, today: date, within: Ends | None) -> Ends:
    """The days that examples may have: soon to come, if they still can; of a notice entered late, days gone by."""
    soon = calendar.next_full_day(today + FIRST_EXAMPLE)
    if within is None:
        return soon, soon + LOOK_AHEAD
    since, until = within
    for first in (soon, calendar.next_full_day(today + DAY), calendar.next_full_day(since + DAY)):
        if first <= until:
            return first, min(until, first + LOOK_AHEAD)
    return soon, soon + LOOK_AHEAD  # no day of the office is left to give one of


def _example(rules: Rules, limit: TimeLimit, received: date, span: Span, why: str) -> TermExample:
    """One count, with the recess that fell within it, if any did."""
    out = yearly(rules.recess(limit), received, span.due)
    recess = [f"o prazo não correu de {short_date(since)} a {short_date(until)}" for since, until in out]
    return TermExample(received=received, first_day=span.first, due=span.due, note="; ".join((*recess, why)))


def _moved(day: date, calendar: Calendar) -> str:
    why = calendar.why_not(day)
    if day.weekday() > FRIDAY:
        return f"{short_label(day)} é {why}"
    return f"{short_label(day)} não tem expediente completo ({why})"


def _length(material: Material, opened: Opened, limit: TimeLimit) -> Length:
    if opened.deadline is not None:
        return length_of(material.after, opened.deadline, limit)
    told = [dict(track.said) for track in material.after.tracks]
    for each in limit.instead:
        if any(said.get(each.field) in each.word for said in told):
            return each.length
    if isinstance(limit.length, LengthRange):
        said = (dict(track.said).get(limit.length.set_by) for track in material.after.tracks)
        set_to = next(filter(None, said), None)
        return Length.parse(set_to) if set_to else limit.length.default or limit.length.end
    return limit.length if isinstance(limit.length, Length) else Length(0, "days")


def _quote(book: Book, limit: TimeLimit, length: Length) -> Quote:
    basis = next((each.basis for each in limit.instead if each.length == length and each.basis), limit.basis)
    found = book.quotes(basis)
    return found[0] if found else Quote(citation=book.cite(*basis), text="")
