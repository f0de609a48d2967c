"""Paying by instalments: in how many parts, how much each, when each is due, and what missing one comes to.

One deadline of the law's own term for each part. A payment counts toward the earliest part not yet paid. What the
lapse of a part does is the term's ``on_expiry``; the parts after it then ask nothing more, for the rest is due.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import ROUND_DOWN, Decimal

from msgspec.structs import replace

from workflow.act import Act
from workflow.case import Case, Deadline
from workflow.case_money import Part
from workflow.deadlines import in_time
from workflow.discount import Standing, open_on, reduced, taken
from workflow.effects_enforcing import amounts_fixed
from workflow.errors import InvalidData, NothingToPay, PartsNotAllowed, UsedUp
from workflow.late import charges
from workflow.law_collecting import Instalments
from workflow.length import Length
from workflow.money import CENTAVO, reais_label
from workflow.payments import covered, fines_of, payer_of
from workflow.purse import purse_of
from workflow.rules import Rules
from workflow.spans import part_after
from workflow.standing import stands
from workflow.terms import acts_from, meet


def spread(act: Act) -> None:
    """``spread``: a final fine is to be paid in parts; the slip is made now, the parts once their term is open."""
    rule = _rule(act.rules)
    owner, parts = payer_of(act), int(act.command.data["parts"])
    fines = [each for each in fines_of(act.draft, owner) if stands(each) and each.status != "settled"]
    if not fines:
        raise NothingToPay("Não há multa por pagar neste processo.", rule.basis)
    if any(each.status != "final" for each in fines):
        raise NothingToPay("Só se parcela multa definitiva; desta ainda cabe recurso.", rule.basis)
    if any(each.overdue_on is not None for each in fines):
        raise NothingToPay("A multa já venceu e foi encaminhada; não se parcela aqui.", rule.basis)
    if any(each.owner == owner for each in act.case.head.parts):
        raise UsedUp("Esta multa já foi parcelada uma vez.", rule.basis)
    if not 2 <= parts <= rule.at_most:
        raise PartsNotAllowed(f"{parts} parcela(s) não cabem: a lei permite de 2 a {rule.at_most}.", rule.basis)
    act.draft.cite(rule.basis)
    amounts_fixed(act)


def schedule(act: Act) -> None:
    """The parts of what is owed this day: equal, the centavos that are left over in the first."""
    rule, owner = _rule(act.rules), payer_of(act)
    opened = [each for each in act.draft.deadlines.values() if _opened_now(act, each, rule)]
    if not opened:
        raise InvalidData("o prazo da primeira parcela não começou; confira quem o abre (opened_by)", rule.basis)
    for twin in opened[1:]:  # joint respondents owe one fine: one plan is everybody's
        act.draft.deadline(twin, status="void")
    number = int(act.command.data["parts"])
    deadlines = [opened[0], *_further(act, opened[0], rule, number)]
    total, paid = _total(act, owner), purse_of(act.draft.head, owner).paid
    each = (total / number).quantize(CENTAVO, ROUND_DOWN)
    if rule.least is not None and each < rule.least:
        fitting = int(total / rule.least)
        how = f"cabem no máximo {fitting}" if fitting > 1 else "não cabe parcelar"
        raise PartsNotAllowed(
            f"{reais_label(total)} em {number} parcelas: cada uma seria de {reais_label(each)}; o mínimo é "
            f"{reais_label(rule.least)}: {how}.",
            rule.basis,
        )
    found, reaches = [], paid
    for place, deadline in enumerate(deadlines):
        amount = total - each * (number - 1) if place == 0 else each
        reaches += amount
        found.append(Part(deadline.id, owner, amount, reaches))
    act.draft.note(parts=(*act.draft.head.parts, *found))


def _opened_now(act: Act, deadline: Deadline, rule: Instalments) -> bool:
    known = {each.id for each in act.case.deadlines}
    return deadline.kind == rule.term and deadline.id not in known


def _further(act: Act, first: Deadline, rule: Instalments, number: int) -> Iterator[Deadline]:
    """The deadlines of the parts after the first, each so long after it, rolled as its term rolls."""
    limit = act.rules.limits[rule.term]
    for place in range(1, number):
        length = Length(rule.every.amount * place, rule.every.unit)
        span = part_after(act.rules, limit, length, first.literal, act.calendar, act.draft.head.suspensions)
        name, track, _ = first.id.rsplit(":", 2)
        ordinal = int(first.id.rpartition(":")[2]) + place
        yield act.draft.deadline(
            replace(
                first, id=f"{name}:{track}:{ordinal}", anchor=first.literal, first=span.first, literal=span.literal,
                due=span.due, act_on=acts_from(limit, span, act.calendar), length=str(length),
            )
        )  # fmt: skip


def _total(act: Act, owner: str) -> Decimal:
    """What the fines ask this day, less what was paid: with late charges, or the discount of the term itself."""
    draft, rules, slip = act.draft, act.rules, act.draft.head.slip
    lines, asked = (slip.lines, slip.asked) if slip is not None else ({}, {})
    standing, term, total = Standing.of(draft), _rule(rules).term, Decimal(0)
    for fine in fines_of(draft, owner):
        if fine.id not in lines or not stands(fine):
            continue
        whole = asked.get(fine.id, lines[fine.id])
        found = taken(each for each in open_on(rules, standing, fine, act.day) if each.rule.until == term)
        if found and fine.id not in asked:
            total += reduced(rules, whole, found)
        elif fine.id in asked:
            total += whole
        else:
            total += whole + charges(rules, standing.tracks, standing.deadlines, fine, whole, act.day)
    return total - purse_of(draft.head, owner).paid


def pay_parts(act: Act, owner: str) -> None:
    """A payment meets, in their order, the parts that payments now reach; one paid late leaves nothing to demand."""
    paid = purse_of(act.draft.head, owner).paid
    for part in act.draft.head.parts:
        deadline = act.draft.deadlines[part.deadline]
        if part.owner == owner and deadline.status == "open" and paid >= part.reaches:
            act.draft.cite(act.rules.limits[deadline.kind].basis)
            act.draft.deadline(deadline, status="met" if in_time(deadline, act.day, act.at) else "overtaken")


def meet_payment(act: Act) -> None:
    """A payment meets its term only when it covers the whole; covering it late leaves nothing to demand."""
    owner = payer_of(act)
    pay_parts(act, owner)
    if not covered(act.draft, act.rules, act.day, owner):
        return
    for track in act.tracks:
        meet(act.draft, act, act.current(track), act.day)
        for name in act.rules.met_by.get(act.step, ()):
            for deadline in list(act.draft.open_deadlines(track.id)):
                if deadline.kind == name:
                    act.draft.deadline(deadline, status="overtaken")


def close_payment(act: Act, owner: str) -> None:
    """What was paid came to be enough by another act: the terms to pay are met by it, or have nothing to demand."""
    pay_parts(act, owner)
    for track in act.tracks:
        for deadline in list(act.draft.open_deadlines(track.id)):
            if deadline.kind in act.rules.paying and act.rules.limits[deadline.kind].of in (None, "fine"):
                status = "met" if in_time(deadline, act.day, act.at) else "overtaken"
                act.draft.deadline(deadline, status=status)


def enough_missed(rules: Rules, case: Case, deadline: Deadline) -> bool:
    """Whether, with this part, as many are unpaid past their day as the law wants before it has an effect."""
    rule = rules.procedure.money.instalments
    if rule is None or deadline.kind != rule.term:
        return True
    return sum(1 for each in _running(case.deadlines, deadline) if each.due <= deadline.due) >= rule.missed


def break_off(act: Act, missed: Deadline) -> None:
    """The lapse of a part had its effect: nothing more falls due by parts."""
    rule = act.rules.procedure.money.instalments
    if rule is not None and missed.kind == rule.term:
        act.draft.cite(rule.basis)
        for each in _running(list(act.draft.deadlines.values()), missed):
            act.draft.deadline(each, status="void")


def _running(deadlines: Iterable[Deadline], one: Deadline) -> Iterator[Deadline]:
    return (each for each in deadlines if (each.kind, each.track) == (one.kind, one.track) and each.status == "open")


def _rule(rules: Rules) -> Instalments:
    rule = rules.procedure.money.instalments
    if rule is None:  # pragma: no cover - the checks refuse such a file
        raise InvalidData("a lei não diz como se parcela (money.instalments)")
    return rule
