"""Guards: each refuses for one reason, with the article that makes it one. One function and one test each.

A guard never returns ``False``: it raises a typed refusal that says what was found and what was needed.
``use.basis`` is the article cited besides the step's own.
"""

from __future__ import annotations

from collections.abc import Callable

from workflow.act import Act
from workflow.guards_correcting import extendable, said_by, second_person
from workflow.guards_enforcing import (
    cure_missing,
    cure_ordered,
    cure_over,
    decision_final,
    fine_confessed,
    fine_due,
    fine_overdue,
    legality_confirmed,
    measure_ordered,
    not_collected,
    penalty_final,
    penalty_over,
    slip_issued,
    unconditional,
)
from workflow.guards_judging import (
    competent,
    forewarned,
    not_worse,
    once,
    opinion_followed,
    opinions_in,
    own_decision,
    penalties_allowed,
    quorum,
    reasons,
    unrecused,
)
from workflow.guards_opening import field_is, items_priced, law_in_force, not_archived_before, questions_answered, scope
from workflow.procedure import GuardUse

Guard = Callable[[Act, GuardUse], None]


GUARDS: dict[str, Guard] = {
    guard.__name__: guard
    for guard in (
        law_in_force, questions_answered, items_priced, scope, field_is, not_archived_before, competent, own_decision,
        quorum, unrecused, reasons, penalties_allowed, not_worse, forewarned, once, fine_due, slip_issued, fine_overdue,
        fine_confessed, legality_confirmed,
        penalty_final, penalty_over, not_collected, cure_ordered, cure_missing, cure_over, decision_final,
        unconditional, measure_ordered, opinions_in, opinion_followed, second_person, said_by, extendable,
    )
}  # fmt: skip
