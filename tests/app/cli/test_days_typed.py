"""Days that cannot be, as people or programs type them: refused in words, whichever way they come, and nothing done."""

from datetime import UTC, datetime

import pytest
import time_machine

LAW = "mg_santos_dumont_lei_4814_2026"
CASE = "1/2027"
SERVED = ("--via", "personal", "--receipt", "signed")
JUDGED = ("--outcome", "upheld", "--voters", "3", "--reasons", "provado")


@pytest.fixture
def opened(devido, on, notice):
    """A case drawn up on 1 March; it is the 5th."""
    assert devido("case", "open", LAW, "--items", "36-II", "--fact-on", "01/03/2027", "--data", notice).code == 0
    on(3, 5)
    return on


def acts(devido):
    return devido("case", "show", CASE, "--json").json["version"]


def refused(devido, said, *line):
    answer = devido("case", "act", CASE, *line)
    assert answer.code in (1, 2), answer
    assert said in answer.err + answer.out


def test_a_receipt_of_tomorrow_is_refused_with_the_rule(devido, opened):
    refused(devido, "ainda não chegou", "serve_notice", *SERVED, "--on", "06/03/2027")
    assert acts(devido) == 1


def test_a_receipt_before_the_notice_is_refused(devido, opened):
    late = ("--on", "28/02/2027", "--reasons", "x", "--approved-by", "b")
    refused(devido, "antes da lavratura do auto", "serve_notice", *SERVED, *late)
    assert acts(devido) == 1


def test_a_decision_before_the_defense_is_refused(devido, opened):
    assert devido("case", "act", CASE, "serve_notice", *SERVED).code == 0
    opened(3, 22)
    assert devido("case", "act", CASE, "file_defense").code == 0
    late = ("--on", "20/03/2027", "--approved-by", "b")
    refused(devido, "nesse dia o processo estava em “Aguardando defesa”", "judge", *JUDGED, *late)
    assert acts(devido) == 3


IMPOSSIBLE = {
    "29/02/2027": "não existe no calendário",
    "31/04/2027": "não existe no calendário",
    "00/00/2027": "não existe no calendário",
    "2027-02-29": "não existe no calendário",
    "2027-1-3": "pede um dia, como 02/04/2027",
    "1/3/2027": "pede um dia, como 02/04/2027",
    "20270301": "pede um dia, como 02/04/2027",
    "2027-W09-5": "pede um dia, como 02/04/2027",
    "۰۵/۰۳/۲۰۲۷": "pede um dia, como 02/04/2027",
    "２０２７-０３-０５": "pede um dia, como 02/04/2027",
    "05-03-2027": "pede um dia, como 02/04/2027",
    "amanhã": "pede um dia, como 02/04/2027",
    "05/03/0027": "antes d",
    "05/03/9999": "9999",
}


def test_a_day_that_is_none_is_refused_as_the_acts_own(devido, opened):
    for typed, said in IMPOSSIBLE.items():
        refused(devido, said, "serve_notice", *SERVED, "--on", typed)
    assert acts(devido) == 1


def test_a_day_that_is_none_is_refused_in_the_acts_data(devido, opened):
    for typed, said in IMPOSSIBLE.items():
        refused(devido, said, "serve_notice", "--via", "post", "--receipt", "ar", "--received-on", typed)
    assert acts(devido) == 1


def test_the_twenty_ninth_of_february_of_a_leap_year_is_a_day(devido, monkeypatch, tmp_path, notice):
    monkeypatch.setenv("DEVIDO_DATA", str(tmp_path / "dados"))
    with time_machine.travel(datetime(2028, 2, 29, 15, tzinfo=UTC), tick=False):
        opened = devido("case", "open", LAW, "--items", "36-II", "--fact-on", "29/02/2028", "--data", notice)
        served = devido("case", "act", "1/2028", "serve_notice", *SERVED, "--on", "2028-02-29")
    assert (opened.code, served.code) == (0, 0)
