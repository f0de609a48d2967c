"""Fines that run by themselves: so much for each day from an act until another, counted whenever they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from msgspec.structs import replace

from workflow.act import Act
from workflow.case import Obligation, Track
from workflow.fold import Draft
from workflow.rules import Rules
from workflow.standing import CURED, stands


def days_on(rules: Rules, fine: Obligation, day: date) -> int:
    """How many days a fine has run by a day, that day included, or until the day before what stopped it."""
    if fine.running_since is None:
        return 0
    last = (
        day if fine.stopped_on is None or day < fine.stopped_on else date.fromordinal(fine.stopped_on.toordinal() - 1)
    )
    most = rules.form(fine.item, fine.code).count_up_to
    days = max((last - fine.running_since).days, 0)
    return days if most is None else min(days, most)


def counted(rules: Rules, fine: Obligation, day: date) -> Obligation:
    """The fine with what it comes to on a day; one that does not run by itself is as it was."""
    if fine.daily is None:
        return fine
    form, days = rules.form(fine.item, fine.code), days_on(rules, fine, day)
    units = fine.daily * days
    units = units if form.cap is None else min(units, form.cap)
    if days and form.floor is not None:
        units = max(units, form.floor)
    return replace(fine, units=units, count=Decimal(days))


def still_runs(rules: Rules, fine: Obligation, day: date) -> bool:
    """Whether a fine may yet come to more: it has not been stopped, nor has it run as long as the law counts."""
    if fine.daily is None or fine.stopped_on is not None:
        return False
    form, now = rules.form(fine.item, fine.code), counted(rules, fine, day)
    full = form.count_up_to is not None and now.count is not None and now.count >= form.count_up_to
    return not (full or (form.cap is not None and now.units is not None and now.units >= form.cap))


def unsettled(rules: Rules, fine: Obligation, day: date) -> bool:
    """Whether what a fine comes to is not yet what the last slip asked: it runs on, or ran on since that slip."""
    if fine.daily is None:
        return False
    return still_runs(rules, fine, day) or fine.amount is None or counted(rules, fine, day).units != fine.units


def start(draft: Draft, act: Act, track: Track, triggers: Sequence[str]) -> None:
    """What begins the fines that run from these triggers on this track; what runs already goes on."""
    for each in draft.in_scope(track):
        rule = act.rules.procedure.penalties[each.code].runs
        if rule is None or each.daily is None or each.running_since is not None or not stands(each):
            continue
        if set(triggers) & set(rule.since):
            draft.cite((*rule.basis, *act.rules.procedure.penalties[each.code].basis))
            draft.obligation(each, running_since=act.day)


def stop(act: Act) -> None:
    """What ends the fines that run until this act: they come to what they had come to by the day before."""
    for track in act.tracks:
        for each in act.draft.in_scope(act.current(track)):
            rule = act.rules.procedure.penalties[each.code].runs
            if rule is None or each.daily is None or each.stopped_on is not None or act.step not in rule.until:
                continue
            act.draft.cite(rule.basis)
            found = counted(act.rules, replace(each, stopped_on=act.day), act.day)
            act.draft.obligation(found, amount=each.amount if found.units == each.units else None)
            if not found.units:  # it was over before it came to anything
                act.draft.obligation(found, status="cancelled", ended_as=CURED)
