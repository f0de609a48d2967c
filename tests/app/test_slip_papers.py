"""What a slip prints once something was paid: what came in, what is left, part by part; and so the debt's referral."""

from __future__ import annotations

import copy
import dataclasses
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

import pytest

from app.rehearsal_file import Rehearsal
from procedures.loader import Law
from procedures.registry import LAWS
from procedures.registry import law as law_of
from tests.app.printed import changed, contexts_of, printed, told
from tests.app.test_terms_told import DEFENDED, FORCED, JUDGED, NOTIFIED, OPENED, SERVED, day
from tests.planting import GONE, put

ACTS = [OPENED, SERVED, DEFENDED, JUDGED, NOTIFIED]
"""A fine of R$ 300, told on 11 April."""
TWENTY = put("money.discounts", {"early": {"label": "Desconto", "less": "20%", "until": "appeal", "basis": "12 §1"}})
NONE = put("money.discounts", GONE)


@lru_cache
def with_its_answer() -> Law:
    """Lavras's law, with the answer that its town has to give as the default."""
    planted = dataclasses.replace(law_of("mg_lavras_lei_4545_2020"), _resolved={})
    planted.data = copy.deepcopy(planted.data)
    planted.data["open_questions"]["profile"]["default"] = "interim"
    return planted


def lavras(*acts: tuple[str, str, dict[str, Any]]) -> Rehearsal:
    """A case of Lavras's law, told in Python."""
    told_ = [{"date": day(on), "step": step, **data} for step, on, data in acts]
    return Rehearsal.model_validate({
        "id": "LV", "title": "x", "law": "mg_lavras_lei_4545_2020", "why": "x", "units": {"UFML": "4.1937"},
        "answers": {"profile": "interim"}, "acts": told_, "as_of": told_[-1]["date"], "closed_days": [date(2027, 9, 7)],
    })  # fmt: skip


def slip(on: str) -> dict:
    return {"date": day(on), "step": "issue_payment_slip"}


def pay(on: str, amount: str) -> dict:
    return {"date": day(on), "step": "pay", "amount": amount}


def last(kind, *acts, changes=()):
    found = contexts_of(told(*ACTS, *acts), changed(*FORCED, *changes))
    return [context for each, context in found if each == kind][-1]


def test_a_slip_over_part_of_a_fine_asks_for_the_rest():
    context = last("payment_slip", slip("2029-04-12"), pay("2029-04-13", "100.00"), slip("2029-04-16"), changes=[NONE])
    assert (context.slip.paid, context.slip.total) == (Decimal("100.00"), Decimal("200.00"))
    text = printed("payment_slip", context)
    assert "O valor a pagar é R$ 200,00" in text
    assert "Já pago, a descontar Valor: - R$ 100,00" in text


def test_the_first_slip_of_a_fine_speaks_of_no_payment():
    context = last("payment_slip", slip("2029-04-12"), changes=[NONE])
    assert (context.slip.paid, context.slip.total) == (None, Decimal("300.00"))
    assert "Já pago" not in printed("payment_slip", context)


def test_what_was_paid_comes_off_the_sum_with_the_discount_too():
    acts = slip("2029-04-12"), pay("2029-04-13", "100.00"), slip("2029-04-16")
    (shown,) = last("payment_slip", *acts, changes=[TWENTY]).slip.discounts
    assert shown.total == Decimal("140.00")


@pytest.mark.parametrize(
    ("amount", "left"), [("100.00", ["paga", "R$ 100,00", "R$ 100,00"]), ("150.00", ["paga", "R$ 50,00", "R$ 100,00"])]
)
def test_between_the_parts_the_slip_says_which_are_paid(amount, left):
    parted = {"date": day("2029-04-30"), "step": "divide", "parts": 3}
    context = last("payment_slip", parted, pay("2029-05-10", amount), slip("2029-05-11"), changes=[NONE])
    text = printed("payment_slip", context)
    assert [word in text for word in left] == [True, True, True]
    assert "a próxima vence em segunda-feira, 11 de junho" in text
    assert context.slip.total == Decimal("300.00") - Decimal(amount)


def test_a_debt_partly_paid_is_referred_for_what_is_left():
    context = last("active_debt_referral", slip("2029-04-30"), pay("2029-05-02", "120.00"),
                   {"date": day("2029-12-03"), "step": "prove_cleaning"}, changes=[NONE])  # fmt: skip
    assert (context.debt.amount, context.debt.paid, context.debt.left) == (
        Decimal("300.00"), Decimal("120.00"), Decimal("180.00"),
    )  # fmt: skip
    assert "Falta pagar: R$ 180,00" in printed("active_debt_referral", context)


def test_a_fine_already_settled_is_not_on_the_slip_of_the_next_one():
    """Lavras doubles a fine that was not cured (22 § 4): the first was paid, and the slip of the second is its own."""
    case = lavras(
        ("draw_up", "2027-08-02", {"items": ["25-X"], "fact_on": day("2027-08-02")}),
        ("serve_notice", "2027-08-03", {"via": "personal", "receipt": "signed"}),
        ("judge", "2027-08-20", {"outcome": "upheld", "by": "competent_body_head", "cure_ordered": True}),
        ("serve_decision", "2027-08-23", {"via": "personal", "receipt": "signed"}),
        ("issue_payment_slip", "2027-08-24", {}),
        ("pay", "2027-08-25", {"amount": "83.87"}),
        ("certify_noncure", "2027-09-03", {}),
        ("judge", "2027-09-06", {
            "outcome": "upheld", "by": "competent_body_head", "penalties": [{"item": "25-X", "kind": "fine"}],
        }),
        ("serve_decision", "2027-09-08", {"via": "personal", "receipt": "signed"}),
        ("issue_payment_slip", "2027-09-09", {}),
    )  # fmt: skip
    town = LAWS.parent / "municipalities" / "mg_lavras.yaml"
    slips = [context.slip for kind, context in contexts_of(case, with_its_answer(), town) if kind == "payment_slip"]
    assert [(len(each.lines), each.paid, each.total) for each in slips] == [
        (1, None, Decimal("83.87")), (1, None, Decimal("167.74")),
    ]  # fmt: skip
