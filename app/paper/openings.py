"""Which terms of the party a paper opens or tells of: by this act, or by the service that will follow it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from app.paper.book import Book
from app.paper.material import Material
from app.paper.wording import ACTS, act_of
from notices.dossier import Act, Body
from workflow.case import Deadline, Track
from workflow.checks_limits import FINAL
from workflow.graph import TOLD
from workflow.procedure import Step, TimeLimit
from workflow.rules import Rules


class Opened(Struct, frozen=True, kw_only=True):
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
    # A service that takes effect later opens its limits on that day, by the act of the clock that finishes it.
    finished = next((each.pending.step for each in material.before.tracks if each.id == track.id and each.pending), "")
    known = [
        Opened(name=each.kind, opener=event.step, deadline=each, via=str(event.data.get("via") or ""))
        for each in event.derived.deadlines
        if each.track == track.id and each.opened_by in (event.step, finished) and each.status == "open"
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


def notifying(material: Material, track: Track | None) -> Deadline | None:
    """The authority's term to give the party notice that this act opened: one that sending or serving it now meets.

    A term that only some later act meets, as prescription is, says nothing of when to notify.
    """
    if track is None:
        return None
    rules, event = material.book.rules, material.event
    telling = {
        name
        for name, step in rules.steps.items()
        if step.does in ("dispatch", "serve") and rules.moves_from(step, track.place)
    }
    return next(
        (
            each
            for each in event.derived.deadlines
            if rules.limits[each.kind].binds == "authority" and each.fires and each.opened_by == event.step
            and telling & {name.partition(":")[0] for name in rules.limits[each.kind].met_by}
        ),
        None,
    )  # fmt: skip


def filed_within(rules: Rules, limit: TimeLimit) -> str:
    """What the party may file within the limit (``defense``, ``appeal``), or empty."""
    for name in limit.met_by:
        step = rules.steps.get(name)
        if step is not None and step.does == "file":
            return step.of or "file"
    return ""


def is_payment(rules: Rules, limit: TimeLimit) -> bool:
    """Whether paying meets the limit."""
    return any(rules.steps[name].does == "pay" for name in limit.met_by if name in rules.steps)


def act_filed(rules: Rules, filing: str) -> Act:
    """What is filed within the limit of that name, by the word with which the law names its term, if it is one."""
    limit = rules.limits.get(filing)
    named = (limit.label or "").lower() if limit else ""
    return next((ACTS[each] for each in _FILINGS if ACTS[each].name in named), act_of(filing))


_FILINGS = ("defense", "appeal", "reconsideration")


def act_within(rules: Rules, limit: TimeLimit) -> Act:
    """What a limit lets or makes one do."""
    filing = filed_within(rules, limit)
    if filing:
        return act_filed(rules, filing)
    verbs = [rules.steps[name].does for name in limit.met_by if name in rules.steps]
    return ACTS.get(verbs[0], ACTS["file"]) if verbs else ACTS["file"]


class Hearing(Struct, frozen=True, kw_only=True):
    """Who hears what is filed in time: ``judge`` decides it; ``first`` may before that go back on what it decided.

    ``act`` is what it is called: whoever asks the highest judge to go back on its own decision asks to reconsider.
    """

    act: Act
    judge: Body | None = None
    first: Body | None = None


def hearing_of(book: Book, limit: TimeLimit, decided_by: str = "") -> Hearing:
    """Who hears what is filed within the limit against what ``decided_by`` decided, where something was decided."""
    act = act_within(book.rules, limit)
    for name in limit.met_by:
        step = book.rules.steps.get(name)
        if step is None or step.does != "file":
            continue
        places = step.to if isinstance(step.to, dict) else {"timely": step.to}
        again = _bench(book, places.get(RECONSIDERED))
        if again and decided_by == again[-1]:
            return Hearing(act=ACTS["reconsideration"], judge=book.body(decided_by))
        for place in (places.get("timely"), *places.values()):
            if bench := _bench(book, place):
                first = book.body(bench[0]) if len(bench) > 1 else None
                return Hearing(act=act, judge=book.body(bench[-1]), first=first)
    return Hearing(act=act)


RECONSIDERED = "timely_reconsideration"
"""Where a request goes that whoever decided last go back on its own decision."""


def _bench(book: Book, place: object) -> list[str]:
    """The bodies that decide from a place on, one after the other: who may go back on its decision, who judges."""
    steps = book.rules.steps.values()
    here = next((each for each in steps if each.does in ("decide", "review") and place in each.source), None)
    if here is None:
        return []
    onward = here.to.values() if here.does == "review" and isinstance(here.to, dict) else ()
    above = (each for each in steps if each.does == "review" and each.by != here.by and {*onward} & {*each.source})
    return [here.by[0], *(each.by[0] for each in list(above)[:1])]


def once_final(material: Material) -> Opened | None:
    """The term to pay that begins when the fine is final, for a slip that comes before."""
    rules = material.book.rules
    names = (name for name, limit in rules.limits.items() if FINAL in limit.opened_by and is_payment(rules, limit))
    return next((Opened(name=name, opener=FINAL) for name in names), None)
