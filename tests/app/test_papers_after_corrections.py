"""What papers say of acts that were put right, and what the paper of a correction says it put right."""

from __future__ import annotations

from datetime import date
from typing import Any

from notices import writers
from notices.context import thaw
from notices.kinds import kind_of
from notices.render import compose
from tests.app.clerk import COMMITTEE, Clerk

VOTES: dict[str, Any] = {"outcome": "upheld", "voters": COMMITTEE, "votes": {"upheld": 3}, "reasons": "Está provado."}
WHY = {"reasons": "A data do aviso estava ilegível.", "approved_by": "procuradoria"}


def said(clerk: Clerk, case: str, kind: str) -> str:
    """The last paper of a kind, in words, in one line."""
    line, frozen = clerk.paper(case, kind)
    return " ".join(writers.text(compose(kind_of(line.kind), thaw(frozen))).split())


def served(clerk: Clerk, **receipt: str) -> str:
    case = clerk.open("2027-03-01", ["36-XIX"])
    return clerk.act(case, "serve_notice", "2027-03-05", via="post", receipt="ar", **receipt)


def rectified(clerk: Clerk, case: str, field: str, value: Any, *, step: str = "serve_notice", day: str = "") -> str:
    of = {"step": step, "date": day or "2027-03-05"}
    return clerk.act(case, "rectify", "2027-03-08", of=of, field=field, value=value, **WHY)


def test_a_decision_tells_the_day_of_receipt_that_a_correction_left(clerk: Clerk) -> None:
    case = served(clerk, received_on="2027-03-04")
    rectified(clerk, case, "received_on", "2027-03-03")
    clerk.act(case, "file_defense", "2027-03-22")
    clerk.act(case, "judge", "2027-04-12", **VOTES)
    for kind in ("decision", "decision_letter"):
        told = thaw(clerk.paper(case, kind)[1]).decision
        assert told is not None
        assert "A ciência da autuação ocorreu em 3 de março de 2027." in told.report[0]


def test_a_decision_tells_the_end_of_a_term_that_a_correction_moved(clerk: Clerk) -> None:
    case = clerk.open("2027-05-03", ["36-VII"])
    clerk.act(case, "serve_notice", "2027-05-05", via="post", receipt="ar")
    clerk.morning(date(2027, 6, 9))
    of = {"step": "serve_notice", "date": "2027-05-05"}
    clerk.act(case, "rectify", "2027-06-21", of=of, field="date", value="2027-05-12", **WHY)
    clerk.act(case, "judge", "2027-07-01", **VOTES)
    told = thaw(clerk.paper(case, "decision")[1]).decision
    assert told is not None
    assert told.report[0] == (
        "O auto de infração foi lavrado em 3 de maio de 2027. A ciência da autuação ocorreu em 12 de maio de 2027. "
        "O prazo de defesa terminou em 11 de junho de 2027, sem manifestação da pessoa autuada."
    )


def test_a_report_tells_late_known_facts_in_the_order_of_their_days(clerk: Clerk) -> None:
    case = clerk.open("2027-05-03", ["36-VII"])
    clerk.act(case, "serve_notice", "2027-05-05", via="personal", receipt="signed")
    clerk.morning(date(2027, 6, 9))
    clerk.act(
        case, "file_defense", "2027-05-20", known="2027-06-10", approved_by="procuradoria", reasons="Veio a outra mesa."
    )  # fmt: skip
    clerk.act(case, "judge", "2027-07-01", **VOTES)
    told = thaw(clerk.paper(case, "decision")[1]).decision
    assert told is not None
    assert "terminou" not in told.report[0]
    assert told.report[0].endswith("A defesa foi apresentada em 20 de maio de 2027.")
