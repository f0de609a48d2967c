"""A term told: the date with its count where the start is known; else the rule in words and two worked examples."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache

from app.paper.book import Book
from app.paper.material import Material
from app.paper.wording import ACTS, act_of, length_words
from notices.acts import Term, TermExample
from notices.dossier import Act, Body, Quote
from notices.words import the
from workflow.calendar import Calendar
from workflow.case import Deadline, Track
from workflow.dates import hour_label, short_label
from workflow.deadlines import count, explain
from workflow.explanation import explained, length_of
from workflow.graph import TOLD
from workflow.length import Length
from workflow.procedure import Ends, Starts, Step, TimeLimit
from workflow.rules import Rules

LOOK_AHEAD = timedelta(days=75)
"""How far ahead examples look for a last day that moves."""
FIRST_EXAMPLE = timedelta(days=5)
FRIDAY = 4


@dataclass(frozen=True, kw_only=True)
class Opened:
    """A limit that a paper tells of: with its deadline or anchor once the start is known, and the act that opens it."""

    name: str
    opener: str
    deadline: Deadline | None = None
    anchor: date | None = None
    via: str = ""


def opened_for_party(material: Material, track: Track | None) -> list[Opened]:
    """The limits of the party that this act opened on the track, or that the next service will open."""
    if track is None:
        return []
    rules, event = material.book.rules, material.event
    known = [
        Opened(name=each.kind, opener=event.step, deadline=each, via=str(event.data.get("via") or ""))
        for each in event.derived.deadlines
        if each.track == track.id and each.opened_by == event.step and each.status == "open"
        and rules.limits[each.kind].binds == "party"
    ]  # fmt: skip
    if known:
        return known
    pending = track.pending
    if pending is not None:
        via = str(pending.data.get("via") or "")
        names = _openable(material, track, (pending.step,))
        return [Opened(name=each, opener=pending.step, anchor=pending.effective_on, via=via) for each in names]
    for name, step in material.procedure.steps.items():
        if step.does == "serve" and rules.moves_from(step, track.place):
            found = _openable(material, track, _triggers(step, name))
            if found:
                return [Opened(name=each, opener=name) for each in found]
    return [
        Opened(name=each, opener=name)
        for name, step in material.procedure.steps.items()
        if step.does == "serve" and rules.tells(name, track.place)
        for each in _openable(material, track, (f"{name}:{TOLD}",))
    ]


def _triggers(step: Step, name: str) -> tuple[str, ...]:
    outcomes = step.to if isinstance(step.to, dict) else {}
    return (name, *(f"{name}:{outcome}" for outcome in outcomes))


def _openable(material: Material, track: Track, triggers: Iterable[str]) -> list[str]:
    rules = material.book.rules
    names = {name for trigger in triggers for name in rules.opened_by.get(trigger, ())}
    standing = {each.kind for each in material.obligations(track) if each.round == track.round}
    return [
        name
        for name in sorted(names, key=rules.rank.__getitem__)
        if rules.limits[name].binds == "party"
        and (rules.limits[name].of is None or rules.limits[name].of in standing)
        and (rules.limits[name].only_if is None or track.cure == "ordered")
        and rules.limits[name].length != "none"
    ]


def filing_of(rules: Rules, limit: TimeLimit) -> str:
    """What the party may file within the limit (``defense``, ``appeal``), or empty."""
    for name in limit.met_by:
        step = rules.steps.get(name)
        if step is not None and step.does == "file":
            return step.of or "file"
    return ""


def is_payment(rules: Rules, limit: TimeLimit) -> bool:
    """Whether paying meets the limit."""
    return any(rules.steps[name].does == "pay" for name in limit.met_by if name in rules.steps)


def act_within(rules: Rules, limit: TimeLimit) -> Act:
    """What a limit lets or makes one do."""
    filing = filing_of(rules, limit)
    if filing:
        return act_of(filing)
    verbs = [rules.steps[name].does for name in limit.met_by if name in rules.steps]
    return ACTS.get(verbs[0], ACTS["file"]) if verbs else ACTS["file"]


def term_of(material: Material, opened: Opened, letter: str) -> Term:
    """The term as a paper prints it; ``letter`` is what its receipt opens (``esta notificação``), with its article.

    Raises ``CalendarMissing`` for a year that the town's calendar does not have.
    """
    book, rules = material.book, material.book.rules
    limit = rules.limits[opened.name]
    length = _length(material, opened, limit)
    by_gazette = bool(opened.via) and _published(book, opened.via)
    event = "da publicação" if by_gazette else _event(rules, opened.opener)
    if opened.deadline is None and opened.anchor is None:
        return _to_come(book, opened.name, event, letter, material.calendar, material.today)
    term = _worded(book, opened.name, length, event, letter)
    if opened.deadline is not None:
        told = explained(material.procedure, material.after, opened.deadline, material.calendar)
        return replace(
            term,
            due=opened.deadline.due,
            until=until(material, opened.deadline),
            explanation=tuple(line.what for line in told.lines),
        )
    starts, ends = rules.counting(limit)
    paused = () if limit.binds == "penalty" else material.after.head.suspensions
    anchor = opened.anchor or material.today
    lines = explain(length, anchor, starts=starts, ends=ends, calendar=material.calendar, suspended=paused)
    return replace(term, due=lines[-1].day, until=_counter(material), explanation=tuple(line.what for line in lines))


@lru_cache(maxsize=1024)
def _worded(book: Book, name: str, length: Length, event: str, letter: str) -> Term:
    """The term in words, without any date."""
    limit = book.rules.limits[name]
    starts, ends = book.rules.counting(limit)
    return Term(
        label=limit.label or name,
        act=act_within(book.rules, limit),
        length=length_words(length),
        rule=f"{_start(starts, event)}; {_END[ends]}",
        quote=_quote(book, limit),
        opens=f"{_OPENS[event]} {letter}" if event in _OPENS else "",
        event=event,
        body=judge_of(book, limit),
        attach=("documentos que provem o que você alega",) if filing_of(book.rules, limit) else (),
        silence=silence_of(book, name),
    )


@lru_cache(maxsize=1024)
def _to_come(book: Book, name: str, event: str, letter: str, calendar: Calendar, today: date) -> Term:
    """A term whose start is to come, with the count worked twice. Raises ``CalendarMissing``."""
    limit = book.rules.limits[name]
    length = limit.length if isinstance(limit.length, Length) else Length(0, "days")
    starts, ends = book.rules.counting(limit)
    return replace(_worded(book, name, length, event, letter), examples=examples(length, starts, ends, calendar, today))


def known_term(material: Material, deadline: Deadline) -> Term:
    """A term whose deadline exists, with the count of its date."""
    opener = deadline.opened_by
    means = [deed.text("via") for deed in material.story.of("serve") if deed.step == opener]
    via = means[-1] if means else ""
    return term_of(material, Opened(name=deadline.kind, opener=opener, deadline=deadline, via=via), "")


def until(material: Material, deadline: Deadline) -> str:
    """Up to what hour of the last day."""
    return f"às {hour_label(deadline.at)}" if deadline.at is not None else _counter(material)


def _counter(material: Material) -> str:
    return f"até as {hour_label(material.calendar.closes)} no protocolo"


def examples(length: Length, starts: Starts, ends: Ends, calendar: Calendar, today: date) -> tuple[TermExample, ...]:
    """The count worked twice with the town's calendar: once plain, once with a last day that moves, if one does soon.

    Raises ``CalendarMissing``.
    """
    if length.unit == "hours":
        return ()
    first = calendar.next_full_day(today + FIRST_EXAMPLE)
    plain: TermExample | None = None
    moved: TermExample | None = None
    day = first
    while (plain is None or moved is None) and day <= first + LOOK_AHEAD:
        span = count(length, day, starts=starts, ends=ends, calendar=calendar)
        if span.due == span.literal and plain is None:
            plain = TermExample(received=day, first_day=span.first, due=span.due, note="o último dia tem expediente")
        elif span.due != span.literal and moved is None:
            moved = TermExample(
                received=day, first_day=span.first, due=span.due,
                note=_moved(span.literal, calendar),
            )  # fmt: skip
        day = calendar.next_full_day(day + timedelta(days=1))
    return tuple(each for each in (plain, moved) if each is not None)


def _moved(day: date, calendar: Calendar) -> str:
    why = calendar.why_not(day)
    if day.weekday() > FRIDAY:
        return f"{short_label(day)} é {why}"
    return f"{short_label(day)} não tem expediente completo ({why})"


def judge_of(book: Book, limit: TimeLimit) -> Body | None:
    """The body that decides what is filed within the limit: the one of the step that moves on from there."""
    rules = book.rules
    for name in limit.met_by:
        step = rules.steps.get(name)
        if step is None or step.does != "file":
            continue
        places = (step.to.get("timely"), *step.to.values()) if isinstance(step.to, dict) else (step.to,)
        for place in places:
            for judging in rules.steps.values():
                if isinstance(place, str) and judging.does in ("decide", "review") and place in judging.source:
                    return book.body(judging.by[0])
    return None


def silence_of(book: Book, name: str) -> str:
    """What doing nothing comes to: the law's own words, else what its rule says in general ones."""
    rules = book.rules
    limit = rules.limits[name]
    if limit.silence:
        return limit.silence
    act = act_within(rules, limit)
    lapse = rules.steps.get(limit.on_expiry)
    if lapse is None:
        return ""
    return {
        "lapse": _lapse_words(book, limit, act),
        "finalize": f"Sem {act.name} no prazo, a decisão se torna definitiva e a penalidade é executada.",
        "refer": "A multa definitiva e não paga no prazo segue para inscrição em dívida ativa.",
        "cancel": f"Sem {act.name} nesse prazo, o auto de infração é arquivado.",
    }.get(lapse.does, "")


def _lapse_words(book: Book, limit: TimeLimit, act: Act) -> str:
    confession = book.procedure.confession
    lapse = book.rules.steps[limit.on_expiry]
    if confession is not None and lapse.turns_on == "confession":
        return (
            f"Sem {act.name} no prazo, os fatos se consideram confessados, nos limites da lei "
            f"({book.cite(*confession.basis)})."
        )
    judge = judge_of(book, limit)
    who = the(judge) if judge else "o Município"
    return f"Não apresentar {act.name} não é confissão: o processo continua, e {who} decide com as provas que houver."


def _length(material: Material, opened: Opened, limit: TimeLimit) -> Length:
    if opened.deadline is not None:
        return length_of(material.after, opened.deadline, limit)
    return limit.length if isinstance(limit.length, Length) else Length(0, "days")


def _quote(book: Book, limit: TimeLimit) -> Quote:
    found = book.quotes(limit.basis)
    return found[0] if found else Quote(citation=book.cite(*limit.basis), text="")


def _published(book: Book, via: str) -> bool:
    means = book.procedure.services.get(via)
    return means is not None and means.publishes is not None


def _event(rules: Rules, opener: str) -> str:
    step = rules.steps.get(opener)
    return _EVENTS.get(step.does if step else "", "do ato que o abre")


def _start(starts: Starts, event: str) -> str:
    noun = event.removeprefix("do ").removeprefix("da ")
    article = "o" if event.startswith("do ") else "a"
    return {
        "next_day": f"contados do dia seguinte {'ao' if article == 'o' else 'à'} {noun}",
        "same_day": f"contados do próprio dia {event}",
        "next_business_day": f"contados do primeiro dia útil depois {event}",
    }[starts]


_END = {
    "next_business_day": "se o último dia não tiver expediente completo, vale o próximo dia útil",
    "literal": "o prazo não se prorroga, ainda que o último dia não tenha expediente",
}
_EVENTS = {
    "open": "da lavratura do auto",
    "dispatch": "da expedição da notificação",
    "serve": "do recebimento",
    "publish": "da publicação",
    "file": "do recebimento da petição",
    "lapse": "do fim do prazo anterior",
    "finalize": "da data em que a decisão se torna definitiva",
    "begin": "do início do cumprimento",
    "decide": "da decisão",
    "review": "da decisão",
}
_OPENS = {"do recebimento": "o recebimento", "da publicação": "a publicação"}
