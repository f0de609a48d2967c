"""Measures and what they hold: things taken into custody one by one, released, or disposed of if nobody claims them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workflow.act import Act
from workflow.case import HELD, Deadline, Head, Held
from workflow.errors import Conditioned, InvalidData, NothingToServe
from workflow.law_measures import Measure


def ordered(act: Act, kind: str) -> None:
    """A measure is ordered; where it holds things, each is put down with the day it was taken."""
    measure = _measure(act, kind)
    head = act.draft.head
    act.draft.note(ordered=tuple(dict.fromkeys((*head.ordered, kind))))
    act.draft.cite(measure.basis)
    if measure.holds is None:
        return
    order = 1 + max((int(each.order) for each in head.held), default=0)
    taken = [
        Held(f"{order}.{number}", kind, what, act.on)
        for number, what in enumerate(_things(act.command.data.get("things")) or [measure.label or kind], 1)
    ]
    act.draft.note(held=(*head.held, *taken))


def _things(lines: Sequence[Mapping[str, Any]] | None) -> list[str]:
    """What was taken, as written: ``12 × camisa, lacre 000.123``."""
    found = []
    for line in lines or ():
        what = str(line.get("what") or "").strip()
        if not what:
            raise InvalidData("cada linha do que se apreende diz o quê (what); quantidade e lacre, se houver")
        quantity = f"{line['quantity']} × " if line.get("quantity") else ""
        seal = f", lacre {line['seal']}" if line.get("seal") else ""
        found.append(f"{quantity}{what}{seal}")
    return found


def lifted(act: Act) -> None:
    """``lift_measure``: the measure ends, in whole or for some of what it holds, once what the law asks is shown.

    Raises ``NothingToServe`` where it was not ordered, was lifted, or what it held was already given its legal end.
    """
    kind = act.text("kind")
    measure = _measure(act, kind)
    if kind not in act.draft.head.ordered and not act.forced:
        gone = any(each.kind == kind for each in act.draft.head.held)
        why = "o que ela retinha já saiu do depósito" if gone else "não foi ordenada, ou já se levantou"
        raise NothingToServe(f"{measure.label or kind}: não há o que liberar; {why}.", measure.basis)
    act.draft.cite(measure.basis)
    shown = act.command.data.get("shown") or ()
    unknown = [each for each in shown if each not in measure.release]
    if unknown:
        raise InvalidData(f"{unknown[0]!r} não é condição de liberar; são {', '.join(measure.release) or 'nenhuma'}")
    for name, condition in measure.release.items():
        if name not in shown:
            raise Conditioned(
                f"Para liberar falta mostrar: {condition.label or name} ({name}).", (*condition.basis, *measure.basis)
            )
        act.draft.cite(condition.basis)
    _end(act, kind, _named(act, kind), "released")


def disposed(act: Act) -> None:
    """``dispose``: what nobody claimed in time, or what is named, is given its legal end."""
    deadline = act.draft.deadlines.get(act.command.deadline)
    if deadline is not None:
        things = [each for each in act.draft.head.held if each.order == deadline.about and each.status == HELD]
    else:
        things = _named(act, act.text("kind"))
    if not things and not act.forced:
        raise NothingToServe("Nada do que foi apreendido está ainda em depósito.")
    for kind in dict.fromkeys(each.kind for each in things):
        act.draft.cite(_measure(act, kind).basis)
        _end(act, kind, [each for each in things if each.kind == kind], "disposed")


def _named(act: Act, kind: str) -> list[Held]:
    """The things named by their numbers, or all that the measure still holds."""
    mine = [each for each in act.draft.head.held if each.kind == kind and each.status == HELD]
    named = act.command.data.get("held")
    if named is None:
        return mine
    by_id = {each.id: each for each in mine}
    for number in named:
        if number not in by_id:
            raise InvalidData(f"{number!r} não está em depósito; está: {', '.join(by_id) or 'nada'}")
    return [by_id[number] for number in named]


def _end(act: Act, kind: str, things: Iterable[Held], how: str) -> None:
    gone = {each.id for each in things}
    held = tuple(
        each._replace(status=how, ended_on=act.law_day) if each.id in gone else each for each in act.draft.head.held
    )
    act.draft.note(held=held)
    for deadline in list(act.draft.deadlines.values()):
        if deadline.status != "open" or not deadline.about or not claimed(act.draft.head, deadline):
            continue
        # Released in time, the term is met like any; what else empties it leaves it nothing to lapse into.
        if act.on > deadline.due or (how == "disposed" and deadline.id != act.command.deadline):
            act.draft.deadline(deadline, status="overtaken")
    if not still_held(act.draft.head, kind=kind):
        act.draft.note(ordered=tuple(each for each in act.draft.head.ordered if each != kind))


def still_held(head: Head, *, kind: str = "", about: str = "") -> bool:
    """Whether anything is in custody, of a measure or of one order of it."""
    return any(
        each.status == HELD and (not kind or each.kind == kind) and (not about or each.order == about)
        for each in head.held
    )


def claimed(head: Head, deadline: Deadline) -> bool:
    """Whether nothing of what a term to claim is about is left in custody."""
    return not still_held(head, about=deadline.about)


def last_order(head: Head) -> str:
    """The number of the latest order that took things into custody."""
    return head.held[-1].order if head.held else ""


def _measure(act: Act, kind: str) -> Measure:
    measures = act.rules.procedure.measures
    if kind not in measures:
        raise InvalidData(f"a lei não tem a medida {kind!r}; tem {', '.join(measures) or 'nenhuma'}")
    return measures[kind]
