"""What becoming final does: an order for what still has an object, none for what was absorbed in the same act."""

from __future__ import annotations

from datetime import date

from app.rehearsal import run
from app.rehearsal_reading import reading_of

ENTRY = {
    "id": "final",
    "law": "mg_santos_dumont_lei_4814_2026",
    "closed_days": [date(2027, 12, 25), date(2028, 1, 1)],
    "units": {"URM": "137.45"},
    "acts": [
        {"date": date(2027, 2, 1), "step": "draw_up", "items": ["36-XXI"], "fact_on": date(2027, 2, 1)},
        {"date": date(2027, 2, 3), "step": "serve_notice", "via": "personal", "receipt": "signed"},
        {"date": date(2027, 3, 15), "step": "judge", "outcome": "upheld", "voters": 3},
        {"date": date(2027, 3, 17), "step": "serve_decision", "via": "personal", "receipt": "signed"},
    ],
    "as_of": date(2027, 4, 5),
    "expect": {"documents": ["revocation_order"], "not_documents": ["suspension_order"], "reason": "revoked"},
}


def test_a_suspension_absorbed_by_the_revocation_of_the_same_day_is_not_ordered() -> None:
    (result,) = run(reading_of(ENTRY))
    assert result.differences == ()
