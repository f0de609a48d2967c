"""Personal data erased once the law no longer has them kept: never before, and nothing else of the case changes."""

from __future__ import annotations

from datetime import date

import pytest

from tests.planting import GONE, found, put
from tests.workflow import play as santos
from workflow.erasing import kept_until
from workflow.errors import InvalidData, RetentionRunning, SecondPersonMissing
from workflow.length import Length

GIVEN = {
    "ground": "request", "authority": "Encarregado de dados", "authorization": "Edital 3/2032", "reasons": "Pedido 45.",
    "approved_by": "procurador-1",
}  # fmt: skip


def annulled():
    play = santos.served()
    play.do("annul", "2027-03-08", reason="void", reasons="Vício de forma.")
    return play


def test_while_the_case_goes_on_its_data_are_kept():
    play = santos.served()
    assert kept_until(play.case, Length.parse("5 years")) is None
    play.no("erase_data", "2032-12-01", RetentionRunning, "ainda corre", **GIVEN)


@pytest.mark.parametrize(
    ("length", "last"),
    [("5 years", "2032-03-08"), ("18 months", "2028-09-08"), ("10 days", "2027-03-18"), ("0 days", "2027-03-08")],
)
def test_they_are_kept_so_long_from_the_latest_act(length, last):
    assert kept_until(annulled().case, Length.parse(length)) == date.fromisoformat(last)


def test_on_the_last_day_the_act_is_refused_and_on_the_next_it_is_done():
    play = annulled()
    play.no("erase_data", "2032-03-08", RetentionRunning, "se conservam até 8 de março de 2032", **GIVEN)
    event = play.do("erase_data", "2032-03-09", **GIVEN)
    assert event.derived.deadlines == event.derived.obligations == event.derived.papers == ()
    assert "Lei 13.709 art. 16 I" in event.derived.articles


@pytest.mark.parametrize(
    ("change", "refusal"),
    [({"approved_by": ""}, SecondPersonMissing), ({"reasons": ""}, SecondPersonMissing),
     ({"authority": ""}, InvalidData), ({"authorization": None}, InvalidData), ({"ground": "porque sim"}, InvalidData)],
)  # fmt: skip
def test_somebody_answers_for_it_with_ground_authority_and_the_archives_leave(change, refusal):
    annulled().no("erase_data", "2032-03-09", refusal, "", **{**GIVEN, **change})


@pytest.mark.parametrize(
    ("path", "value", "where", "said"),
    [
        ("steps.erase_data.retention", GONE, "steps.erase_data", "diga em retention quanto tempo"),
        ("steps.annul.retention", "5 years", "steps.annul.retention", "só does: erase tem retention"),
        ("steps.erase_data.retention", "30 business days", "steps.erase_data.retention", "em dias, meses ou anos"),
        ("steps.erase_data.from", ["enforcement"], "steps.erase_data.from", "escreva also_in"),
    ],
)
def test_a_law_that_says_it_otherwise_is_told_so(path, value, where, said):
    faults = found(put("open_questions.retention", GONE), put(path, value))
    assert [fault[0] for fault in faults] == [where], faults
    assert said in faults[0][1]
