"""Every kind of paper, word for word.

A change of wording shows here as a difference; after reading it, write the files anew with
``DEVIDO_UPDATE_GOLDEN=1 ./run test tests/notices/test_golden.py`` and commit them with the change.
"""

from __future__ import annotations

import os
from decimal import Decimal
from pathlib import Path

import pytest
from msgspec.structs import replace

from notices import writers
from notices.context import Context
from notices.kinds import KINDS, kind_of
from notices.render import compose
from tests.notices.samples import (
    APPEAL_TERM,
    CLEARED,
    CLEARED_ON_APPEAL,
    DECISION,
    EARLY,
    EARLY_SLIP,
    KNOWN_DEFENSE,
    PARTED_SLIP,
    PARTLY_PAID_SLIP,
    PAYMENT_TERM,
    SPECIAL,
    TOWN,
    sample,
)

FOLDER = Path(__file__).parent / "golden"

VARIANTS: dict[str, tuple[str, Context]] = {
    "notice_letter.with_a_discount": (
        "notice_letter",
        sample("notice_letter", early_payments=(EARLY,), paying_waives=True),
    ),
    "notice_letter.date_known": ("notice_letter", sample("notice_letter", term=KNOWN_DEFENSE)),
    "notice_letter.no_examples_left": ("notice_letter", sample("notice_letter", town=replace(TOWN, examples=()))),
    "public_notice.of_a_decision": (
        "public_notice",
        sample("public_notice", decision=DECISION, term=APPEAL_TERM, payment_term=PAYMENT_TERM),
    ),
    "decision_letter.dismissed": (
        "decision_letter",
        sample("decision_letter", decision=CLEARED, term=None, payment_term=None),
    ),
    "payment_slip.with_discounts": ("payment_slip", sample("payment_slip", slip=EARLY_SLIP)),
    "payment_slip.in_instalments": ("payment_slip", sample("payment_slip", slip=PARTED_SLIP)),
    "payment_slip.partly_paid": ("payment_slip", sample("payment_slip", slip=PARTLY_PAID_SLIP)),
    "active_debt_referral.partly_paid": (
        "active_debt_referral",
        sample(
            "active_debt_referral",
            debt=replace(SPECIAL["active_debt_referral"]["debt"], paid=Decimal("37.45"), left=Decimal("100.00")),
        ),
    ),
    "final_decision_letter.reversed": (
        "final_decision_letter",
        sample("final_decision_letter", decision=CLEARED_ON_APPEAL, order=None, payment_term=None),
    ),
}
PAPERS = {kind: (kind, sample(kind)) for kind in KINDS} | VARIANTS


@pytest.mark.parametrize("name", PAPERS)
def test_the_paper_says_what_it_said(name: str) -> None:
    kind, context = PAPERS[name]
    written = writers.text(compose(kind_of(kind), context))
    file = FOLDER / f"{name}.txt"
    if os.environ.get("DEVIDO_UPDATE_GOLDEN") == "1":
        file.write_text(written, "utf-8")
    assert file.exists(), f"não há {file.name}; escreva-o com DEVIDO_UPDATE_GOLDEN=1 e leia-o"
    assert written == file.read_text("utf-8")


def test_no_golden_file_is_left_without_its_paper() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PAPERS)
