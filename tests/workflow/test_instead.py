"""Another length for some cases: twice the days for whom the law gives twice, by what the notice says of him."""

from __future__ import annotations

import pytest

from tests.planting import put
from tests.workflow.carts import drawn
from tests.workflow.vila import faults

PERSON = {"person": {"label": "Natureza", "type": "choice", "values": ["private", "public_body"]}}
TWICE = {"field": "person", "is": ["public_body"], "length": "16 days", "basis": "96"}


@pytest.mark.parametrize(
    ("said", "due"), [("public_body", "2027-03-18"), ("private", "2027-03-10"), (None, "2027-03-10")]
)
def test_the_term_of_who_the_law_favours_is_the_other_one(said, due):
    changes = {
        "steps.draw_up.data": PERSON,
        "time_limits.defense.length": "8 days",
        "time_limits.defense.instead": [TWICE],
    }
    play = drawn(changes=changes, **({"person": said} if said else {}))
    play.do("serve_notice", "2027-03-02", via="personal", receipt="ar")
    assert play.due("defense") == due
    assert ("96" in play.events[-1].derived.articles) is (said == "public_body")


def test_an_extension_counts_from_the_length_that_held():
    changes = {
        "steps.draw_up.data": PERSON, "time_limits.defense.length": "8 days",
        "time_limits.defense.instead": [TWICE], "time_limits.defense.extendable": "double",
    }  # fmt: skip
    play = drawn(changes=changes, person="public_body")
    play.do("serve_notice", "2027-03-02", via="personal", receipt="ar")
    play.do("extend_term", "2027-03-08", term="defense", length="16 days", approved_by="chefia")
    assert play.last("defense").length == "16 days"
    assert play.due("defense") == "2027-04-05"


@pytest.mark.parametrize(
    ("given", "where", "says"),
    [
        ({**TWICE, "field": "persn", "basis": "5"}, "instead[1º].field", "nenhum ato tem o campo 'persn'"),
        ({**TWICE, "is": ["public"], "basis": "5"}, "instead[1º].is", "tem private, public_body"),
    ],
)
def test_what_it_hangs_on_is_said_by_some_act(given, where, says):
    term = {"term": {"label": "Prazo", "type": "length"}}
    found = faults(put("steps.draw_up.data", {**PERSON, **term}), put("time_limits.defense.instead", [given]))
    assert [at for at, what in found if at == f"time_limits.defense.{where}" and says in what], found
