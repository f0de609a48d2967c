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


def act_within(rules: Rules, limit: TimeLimit) -> Act:
    """What a limit lets or makes one do."""
    filing = filed_within(rules, limit)
    if filing:
        return act_of(filing)
    verbs = [rules.steps[name].does for name in limit.met_by if name in rules.steps]
    return ACTS.get(verbs[0], ACTS["file"]) if verbs else ACTS["file"]


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


def once_final(material: Material) -> Opened | None:
    """The term to pay that begins when the fine is final, for a slip that comes before."""
    rules = material.book.rules
    for name, limit in rules.limits.items():
        openers = {use.partition(":")[0]: use for use in limit.opened_by} if name in rules.falls_due else {}
        for step in openers:
            if step == FINAL or (step in rules.steps and rules.steps[step].does == "finalize"):
                return Opened(name=name, opener=step)
    return None
