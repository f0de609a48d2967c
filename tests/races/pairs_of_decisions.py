"""Races of those who judge, charge, pay and annul."""

from __future__ import annotations

from app.office import Office
from tests.app import desk as here
from tests.app.clerk import BOARD, COMMITTEE
from tests.races.racing import OTHER_FIRST, Job
from tests.races.turns import DONE, REFUSED, Pair, Told, Turn, asked, charged, decided, defended, served, timely


def _votes(desk: Office, number: int) -> Turn:
    case = defended(desk)

    def sitting(vote: str) -> Job:
        votes = dict(zip(COMMITTEE, (vote, "upheld", "dismissed"), strict=True))
        return asked("judge", "2027-04-12", case, version=3, voters=COMMITTEE, votes=votes, reasons="sim")

    return Turn(desk, number, case, sitting("upheld"), sitting("dismissed"))


def _proclaimed(desk: Office, number: int) -> Turn:
    """Neither says on what version they look: the law alone refuses the one that comes after."""
    case = defended(desk)
    one, other = (
        asked("judge", "2027-04-12", case, voters=3, outcome=outcome, reasons="sim")
        for outcome in ("upheld", "dismissed")
    )
    return Turn(desk, number, case, one, other)


def _composition(desk: Office, number: int) -> Turn:
    case, name = defended(desk), f"Zélia Exemplo {number}"
    judged = asked("judge", "2027-04-12", case, voters=[*COMMITTEE[:2], name], outcome="upheld", reasons="sim")
    judged = judged._replace(anew=True)
    said = {"name": name, "body": "special_committee", "permanent": True, "since": "2027-04-01"}
    named = {"kind": "member", "why": f"Portaria {number}", "said": said, "now": "2027-04-12"}
    return Turn(desk, number, case, judged, Job("change", named, anew=True))


def _appeal_proclaimed(desk: Office, number: int) -> Turn:
    case = decided(desk)
    here.do(desk, "file_appeal", "2027-05-03", case=case)
    one, other = (
        asked("judge_appeal", "2027-05-24", case, version=6, voters=BOARD, outcome=outcome, reasons="sim")
        for outcome in ("affirmed", "reversed")
    )
    return Turn(desk, number, case, one, other)


def _decision_or_late_defense(desk: Office, number: int) -> Turn:
    case = served(desk)
    judged = asked("judge", "2027-04-12", case, voters=3, outcome="upheld", reasons="sim")
    late = asked("file_defense", "2027-04-02", case, now="2027-04-12", reasons="no prazo")
    return Turn(desk, number, case, judged, late)


def _paid_or_charged(desk: Office, number: int) -> Turn:
    case = charged(desk)
    paid = asked("pay", "2027-04-20", case, amount="68.72")
    return Turn(desk, number, case, paid, asked("issue_payment_slip", "2027-04-20", case))


def _paid_or_annulled(desk: Office, number: int) -> Turn:
    case = charged(desk)
    void = asked("annul", "2027-04-20", case, reason="void", reasons="nulo")
    return Turn(desk, number, case, asked("pay", "2027-04-20", case, amount="68.72"), void)


def _one_is_told(told: Told, step: str) -> bool:
    """One done, the other told of it by name; the case as the winner left it."""
    loser = told.one if told.other.said == DONE else told.other
    return sorted(told.said) == ["Conflict", DONE] and f"registrou '{step}'" in loser.what and told.times(step) == 1


DECISIONS: dict[int, Pair] = {
    8: Pair("dois votos do mesmo membro", _votes, lambda _, told: _one_is_told(told, "judge")),
    10: Pair(
        "um voto e a proclamação",
        _proclaimed,
        lambda _, told: sorted(told.said) == [REFUSED, DONE] and told.times("judge") == 1,
    ),
    11: Pair(
        "a proclamação e a mudança da composição",
        _composition,
        lambda _, told: told.other.said == DONE and (
            told.said[0] == DONE if told.order == OTHER_FIRST else told.said[0] in (DONE, "NoQuorum")
        ) and told.times("judge") == (told.said[0] == DONE),
    ),
    12: Pair("duas proclamações", _appeal_proclaimed, lambda _, told: _one_is_told(told, "judge_appeal")),
    13: Pair(
        "a decisão e a defesa registrada tarde",
        _decision_or_late_defense,
        lambda _, told: told.said == (DONE, DONE) and timely(told, "defense") and told.times("judge") == 1
        and told.place == "awaiting_decision_notice" and told.times("certify_no_defense") == 1,
    ),
    15: Pair(
        "o pagamento e a nova guia",
        _paid_or_charged,
        lambda _, told: str(told.case.head.paid) == "68.72" and told.times("pay") == 1
        # Once all is paid there is nothing to make a slip out for.
        and (told.said, told.times("issue_payment_slip")) in (((DONE, DONE), 2), ((DONE, "NothingToPay"), 1)),
    ),
    16: Pair(
        "o pagamento e a anulação",
        _paid_or_annulled,
        lambda _, told: told.said == (DONE, DONE) and str(told.case.head.refund) == "68.72"
        and told.place == "archived/void",
    ),
}  # fmt: skip
