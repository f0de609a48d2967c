"""The verbs: the one effect each step has on facts and obligations, before tracks move.

Closed list (``format.md`` 1.6). Moving, limits, finality, papers and settlement are the same for every
verb and live in ``workflow.moves``. An effect may refuse: what it cannot compute is never guessed.
"""

from __future__ import annotations

from collections.abc import Callable

from workflow.act import Act
from workflow.agreements import agreed, breached
from workflow.custody import disposed, lifted, ordered
from workflow.effects_correcting import extended, extinguished, recounted, replaced
from workflow.effects_enforcing import (
    accepted,
    amounts_fixed,
    begun,
    cured,
    measure_ordered,
    paid,
    referred,
    served_out,
    uncured,
)
from workflow.effects_judging import decided, reviewed
from workflow.effects_service import dispatched, filed, lapsed, opened, published, served, service_failed
from workflow.erasing import erased
from workflow.instalments import spread
from workflow.withholding import withheld


def joined(act: Act) -> None:
    """``join``: a document enters the file."""
    act.draft.issue((act.text("kind"),))


def noted(act: Act) -> None:
    """``note``: no effect but papers and warnings; those under ``overdue`` only if a final fine is.

    An act that turns on its own outcome is an opinion, and what it said is remembered.
    """
    if act.rule.turns_on == "outcome":
        for track in act.tracks:
            current = act.current(track)
            said = {**dict(current.opinions), act.step: act.outcome}
            act.draft.track(current, opinions=tuple(said.items()))
    if any(each.overdue_on is not None and each.status == "final" for each in act.draft.obligations.values()):
        act.tags.append("overdue")


def nothing(act: Act) -> None:
    """Verbs whose only effect is where they lead, and their papers."""


Effect = Callable[[Act], None]


EFFECTS: dict[str, Effect] = {
    "open": opened, "dispatch": dispatched, "fail_service": service_failed, "serve": served, "lapse": lapsed,
    "file": filed, "decide": decided, "review": reviewed, "finalize": nothing, "cancel": nothing,
    "publish": published, "fix_amounts": amounts_fixed, "pay": paid, "refer": referred, "note": noted,
    "begin": begun, "end": served_out, "order_measure": measure_ordered, "lift_measure": lifted,
    "dispose": disposed, "join": joined, "cure": cured, "uncured": uncured, "extend_term": extended,
    "replace": replaced, "extinguish": extinguished, "accept": accepted, "spread": spread,
    "agree": agreed, "breach": breached, "withhold": withheld, "recount": recounted, "erase": erased,
}  # fmt: skip


def besides(act: Act) -> None:
    """What an act orders besides its one effect: a cure, a measure."""
    if act.rule.orders_cure:
        for track in act.tracks:
            act.draft.track(act.current(track), cure="ordered")
    if act.rule.orders_measure is not None:
        ordered(act, act.rule.orders_measure)
