"""Money against the slip, as the clerk and the payer are told it: what is left, what is over, where it goes."""

from decimal import Decimal

import pytest

from app.balance import Balance

LAW = "mg_santos_dumont_lei_4814_2026"


@pytest.fixture
def asked(devido, on, notice):
    """A fine of R$ 68,72 asked by a slip and not final yet; it is 20 April 2027."""
    for month, day, *line in (
        (3, 1, "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice),
        (3, 3, "act", "1/2027", "serve_notice", "--via", "personal", "--receipt", "signed"),
        (3, 20, "act", "1/2027", "file_defense"),
        (4, 12, "act", "1/2027", "judge", "--outcome", "upheld", "--voters", "3", "--reasons", "Está provado."),
        (4, 19, "act", "1/2027", "serve_decision", "--via", "personal", "--receipt", "signed"),
        (4, 20, "act", "1/2027", "issue_payment_slip"),
    ):
        on(month, day)
        answer = devido("case", *line)
        assert (answer.code, answer.err) == (0, "")
    return on


def test_a_part_paid_shows_what_is_left(devido, asked):
    pay = ("case", "act", "1/2027", "pay", "--amount", "50", "--by", "party")
    said = "Pago: R$ 50,00 de R$ 68,72; faltam R$ 18,72."
    assert said in devido(*pay, "--preview").out
    assert said in devido(*pay).out
    assert said in devido("case", "show", "1/2027").out
    (balance,) = devido("case", "show", "1/2027", "--json").json["balance"]
    assert (balance["left"], balance["over"], balance["fate"]) == ("18.72", "0", None)


def test_what_is_paid_over_is_told_until_it_goes_back(devido, asked):
    devido("case", "act", "1/2027", "pay", "--amount", "50", "--by", "party")
    pay = ("case", "act", "1/2027", "pay", "--amount", "68,72", "--by", "party")
    said = "Pago: R$ 118,72, e a guia pede R$ 68,72: R$ 50,00 a mais. Esse valor é devolvido, por ordem de restituição"
    assert f"{said}, quando a decisão for definitiva." in devido(*pay, "--preview").out
    answer = devido(*pay)
    assert f"{said}, quando a decisão for definitiva." in answer.out
    papers = devido("case", "show", "1/2027", "--json").json["documents"]
    text = devido("documents", "show", next(each["code"] for each in papers if each["kind"] == "discharge")).out
    assert f"{said}, quando a decisão for definitiva." in " ".join(text.split())
    asked(6, 1)
    assert devido("clock", "run").code == 0
    told = devido("case", "show", "1/2027", "--json").json
    assert "refund_order" in [each["kind"] for each in told["documents"]]
    assert [each["fate"] for each in told["balance"]] == ["refunded"]
    assert f"{said}." in devido("case", "show", "1/2027").out


def test_of_a_fine_that_fell_nobody_is_told_that_a_slip_asks_for_nothing():
    fallen = Balance("", Decimal("687.25"), Decimal(0), Decimal(0), Decimal("687.25"), "refunded")
    assert fallen.said == ("Pago: R$ 687,25, e já nada se deve. Esse valor é devolvido, por ordem de restituição.")
