"""What was paid against what the slip asks, told to people: the balance left, or the excess and what becomes of it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from app.saying import reais_said
from workflow.case import Case
from workflow.fold import Draft
from workflow.payments import due_amount
from workflow.procedure import Procedure
from workflow.purse import owed
from workflow.rules import rules_of
from workflow.running import unsettled
from workflow.standing import stands


class Balance(NamedTuple):
    """Sums in reais of one who owes (``owner``; nobody in particular where all owe together), some of it paid.

    ``fate`` is what becomes of the excess: ``refunded`` (ordered), ``when_final``, or ``next_slip`` where a fine is on
    no slip yet; empty without one.
    """

    owner: str
    paid: Decimal
    asked: Decimal
    left: Decimal
    over: Decimal
    fate: str

    @property
    def said(self) -> str:
        """One line for people; empty where what was paid is what is asked."""
        who = f" por {self.owner}" if self.owner else ""
        if self.left:
            return f"Pago{who}: {reais_said(self.paid)} de {reais_said(self.asked)}; faltam {reais_said(self.left)}."
        if self.over and not self.asked:
            return f"Pago{who}: {reais_said(self.paid)}, e já nada se deve. {FATE[self.fate]}"
        if self.over:
            return (
                f"Pago{who}: {reais_said(self.paid)}, e a guia pede {reais_said(self.asked)}: "
                f"{reais_said(self.over)} a mais. {FATE[self.fate]}"
            )
        return ""


FATE = {
    "refunded": "Esse valor é devolvido, por ordem de restituição.",
    "when_final": "Esse valor é devolvido, por ordem de restituição, quando a decisão for definitiva.",
    "next_slip": "Esse valor conta para a multa que ainda não está na guia; o que sobrar é devolvido.",
}


def balances(procedure: Procedure, case: Case, day: date) -> list[Balance]:
    """The balance of each who has paid something against the slip in force, on a day.

    None is told while a fine still runs by the day, for what is asked is not known yet.
    """
    slip = case.head.slip
    if slip is None:
        return []
    rules, draft, found = rules_of(procedure), Draft(case), []
    for purse, fines in owed(case.head, case.obligations):
        standing = [each for each in fines if stands(each)]
        if not purse.paid or any(unsettled(rules, each, day) for each in standing):
            continue
        asked = due_amount(draft, rules, day, purse.owner)
        over = max(purse.paid - asked, Decimal(0))
        fate = "when_final"
        if purse.refund == over:
            fate = "refunded"
        elif any(each.id not in slip.lines for each in standing):
            fate = "next_slip"
        left = max(asked - purse.paid, Decimal(0))
        found.append(Balance(purse.owner, purse.paid, asked, left, over, fate if over else ""))
    return found


def balances_told(procedure: Procedure, case: Case, day: date) -> list[dict[str, str | Decimal | None]]:
    """The same for programs: sums in reais."""
    return [{**each._asdict(), "owner": each.owner or None, "fate": each.fate or None}
            for each in balances(procedure, case, day)]  # fmt: skip


def balances_said(procedure: Procedure, case: Case, day: date) -> list[str]:
    """A line for each who paid less or more than is asked of him."""
    return [each.said for each in balances(procedure, case, day) if each.said]
