"""Which terms of the party a paper opens or tells of: by this act, or by the service that will follow it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from app.paper.material import Material
from app.paper.wording import ACTS, act_of
from notices.dossier import Act
from workflow.case import Deadline, Track
from workflow.checks_limits import FINAL
from workflow.choosing import may_impose
from workflow.graph import TOLD
from workflow.procedure import Step, TimeLimit
from workflow.rules import Rules
from workflow.standing import stands


class Opened(Struct, frozen=True, kw_only=True):
    """A limit that a paper tells of: with its deadline or anchor once the start is known, and the act that opens it.

    ``about`` are the codes of the penalties at stake, by which who judges may differ.
    """

    name: str
    opener: str
    deadline: Deadline | None = None
    anchor: date | None = None
    via: str = ""
    about: tuple[str, ...] = ()


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


def at_stake(material: Material, track: Track | None, by: str = "") -> tuple[str, ...]:
    """The codes of the penalties that stand, else that the notice may lead to; ``by``, those one body may impose."""
    penalties = material.procedure.penalties
    standing = [each.code for each in material.obligations(track) if stands(each)]
    head, infractions = material.after.head, material.procedure.infractions
    charged = [code for item in head.items if item in infractions for code in infractions[item].penalties]
    codes = dict.fromkeys(standing or (*charged, *head.proposed_codes))
    return tuple(each for each in codes if each in penalties and (not by or may_impose(penalties[each], (by,))))


def once_final(material: Material) -> Opened | None:
    """The term to pay that begins when the fine is final, or the term to appeal is over; none without a fine."""
    rules, steps = material.book.rules, material.procedure.steps
    if not any(each.kind == "fine" for each in material.obligations(None)):
        return None
    over = [each.on_expiry for each in rules.limits.values() if filed_within(rules, each)]
    openers = (FINAL, *(each for each in over if each in steps and steps[each].does == "finalize"))
    return next(
        (
            Opened(name=name, opener=opener)
            for name, limit in rules.limits.items()
            if name in rules.falls_due
            for opener in openers
            if opener in limit.opened_by
        ),
        None,
    )
