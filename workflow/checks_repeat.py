"""Checks of repeat rules: a ladder that can be climbed, over what the law groups or gives points to."""

from __future__ import annotations

from collections.abc import Iterator

from workflow.errors import Fault
from workflow.procedure import Procedure, RepeatRule


def ladders(procedure: Procedure) -> Iterator[Fault]:
    """What a rule counts exists, and what it brings is whole."""
    for name, rule in procedure.repeat.items():
        where = f"repeat.{name}"
        yield from _counted(where, rule, procedure)
        yield from _brought(where, rule)
    summed = any(rule.sum is not None for rule in procedure.repeat.values())
    for item, infraction in procedure.infractions.items():
        if infraction.points is not None and not summed:
            yield Fault(f"infractions.{item}.points", "nenhuma regra de reincidência soma pontos (sum)")


def _counted(where: str, rule: RepeatRule, procedure: Procedure) -> Iterator[Fault]:
    if rule.same == "group" and not procedure.groups:
        yield Fault(f"{where}.same", "a lei não tem grupos (groups); sem eles nada é do mesmo grupo")
    if rule.after < 0:
        yield Fault(f"{where}.after", "diga quantas anteriores não trazem nada: zero ou mais")
    if rule.sum is None:
        return
    if rule.sum.reaches < 1:
        yield Fault(f"{where}.sum.reaches", "a soma chega a pelo menos um")
    if not any(each.points for each in procedure.infractions.values()):
        yield Fault(f"{where}.sum", "nenhum item tem pontos (points)")
    if len(rule.levels) > 1 or rule.after or rule.beyond is not None:
        yield Fault(f"{where}.sum", "a soma traz um grau só: nem after, nem beyond, nem mais de um em levels")


def _brought(where: str, rule: RepeatRule) -> Iterator[Fault]:
    for number, level in enumerate(rule.levels, 1):
        if level.plus is not None and level.times is not None:
            yield Fault(f"{where}.levels[{number}º]", "ou plus, ou times; não os dois")
        if level.instead_of and not level.turns_into:
            yield Fault(f"{where}.levels[{number}º].instead_of", "diga no que se tornam: turns_into")
    if rule.beyond is not None and (rule.beyond.plus is None) == (rule.beyond.times is None):
        yield Fault(f"{where}.beyond", "diga o que cada uma a mais traz: plus, ou times")
    if rule.cap is not None and rule.cap.units is None and rule.cap.times is None:
        yield Fault(f"{where}.cap", "diga até onde a reincidência leva: units, times, ou os dois")
