"""What being late costs: from the day after the term to pay, once and for each month or day, simple, per line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from workflow.case import Deadline, Obligation, Track
from workflow.dates import add_months
from workflow.forms import fraction
from workflow.law_collecting import Late
from workflow.money import centavos
from workflow.rules import Rules


def charges(
    rules: Rules, tracks: Iterable[Track], deadlines: Iterable[Deadline], fine: Obligation, line: Decimal, day: date
) -> Decimal:
    """What a final fine of so much owes besides on a day; nothing in time, nor while an appeal may still come."""
    rule = rules.procedure.money.late
    if rule is None or fine.status != "final" or fine.final_on is None:
        return Decimal(0)
    mine = {track.id for track in tracks if track.covers(fine)}
    parts = rules.procedure.money.instalments
    last = None
    for each in deadlines:
        if parts is not None and each.kind == parts.term and each.status == "void":
            continue  # the part that was missed is the last that fell due
        if each.kind in rules.falls_due and each.track in mine and each.round == fine.round:
            last = each
    if last is None or last.status in ("void", "suspended"):
        return Decimal(0)
    start = max(last.due, fine.final_on)
    if day <= start:
        return Decimal(0)
    share = fraction(rule.fine or "0%") + fraction(rule.interest or "0%") * _times(rule, start, day)
    if rule.up_to is not None:
        share = min(share, fraction(rule.up_to))
    return centavos(line * share, rules.procedure.money)


def _times(rule: Late, start: date, day: date) -> int:
    if rule.per == "day":
        return (day - start).days
    whole = 0
    while add_months(start, whole + 1) <= day:
        whole += 1
    return whole + int(rule.count == "started" and add_months(start, whole) < day)
