"""A record corrected in part keeps the rest; a part given empty is taken out; papers print no comma for what lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.office import Office
from app.verification import verify_office
from tests.app import desk as here
from workflow.errors import InvalidData

VAN = {"plate": "EXM0A10", "make": "Van Exemplo", "kind": "van escolar"}
PERSON = {"name": here.NAME, "tax_id": here.TAX_ID, "address": ["Rua do Exemplo, 10", "Centro"]}


@pytest.fixture
def desk(tmp_path: Path) -> Office:
    return here.office(tmp_path)


def corrected(desk: Office, case: str, field: str, value: Any, step: str = "draw_up", day: str = "2027-03-01") -> Any:
    """What the record says that the field is, after a correction of it."""
    here.do(
        desk, "rectify", "2027-06-01", case=case, of={"step": step, "date": day}, field=field, value=value, reasons="x"
    )  # fmt: skip
    return desk.store.history(case)[-1].data["value"]


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        ({"plate": "EXM0A11"}, {**VAN, "plate": "EXM0A11"}),
        ({"make": ""}, {"plate": "EXM0A10", "kind": "van escolar"}),
    ],
)
def test_a_vehicle_corrected_in_part_keeps_the_rest_and_loses_what_is_given_empty(
    desk: Office, value: Any, whole: Any
) -> None:
    assert corrected(desk, here.draw_up(desk, vehicle=VAN), "vehicle", value) == whole


def test_a_second_correction_keeps_what_the_first_left(desk: Office) -> None:
    case = here.draw_up(desk, vehicle=VAN)
    corrected(desk, case, "vehicle", {"plate": "EXM0A11"})
    assert corrected(desk, case, "vehicle", {"make": "Van Nova"}) == {
        "plate": "EXM0A11", "make": "Van Nova", "kind": "van escolar",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        ({"address": ["Rua Certa, 1"]}, {**PERSON, "address": ["Rua Certa, 1"]}),
        ({"tax_id": "12312310171"}, {**PERSON, "tax_id": "123.123.101-71"}),
        ({"name": "Fulano de Tal Exato", "tax_id": here.TAX_ID}, {**PERSON, "name": "Fulano de Tal Exato"}),
        (here.OTHER, here.OTHER),
        ({"name": "Beltrana Exemplo", "tax_id": ""}, {"name": "Beltrana Exemplo"}),
    ],
    ids=["an address", "a number", "a name", "another person", "another person of no known number"],
)
def test_a_respondent_corrected_in_part_keeps_the_rest_and_another_person_nothing(
    desk: Office, value: Any, whole: Any
) -> None:
    assert corrected(desk, here.draw_up(desk), "respondent", value) == whole


def test_a_new_name_that_leaves_the_number_unsaid_is_refused(desk: Office) -> None:
    case = here.draw_up(desk)
    with pytest.raises(InvalidData, match=r"o nome muda e o CPF ou CNPJ não foi dito; o que consta é 529\.982\.247-25"):
        corrected(desk, case, "respondent", {"name": "Beltrana Exemplo"})
    with pytest.raises(InvalidData, match="não há o dado 'plte'; quis dizer 'plate'"):
        corrected(desk, here.draw_up(desk, on="2027-03-02", vehicle=VAN), "vehicle", {"plte": "X"}, day="2027-03-02")


def test_one_of_several_respondents_is_corrected_and_the_other_stays(tmp_path: Path) -> None:
    desk = here.office(tmp_path)
    holder = {**PERSON, "address": "Rua do Exemplo, 10"}
    both = {"permit_holder": holder, "driver": here.OTHER}
    case = here.draw_up(desk, respondent=both, respondents=list(both))
    whole = corrected(desk, case, "respondent", {"driver": {"address": "Rua Certa, 1"}})
    assert whole == {"permit_holder": holder, "driver": {**here.OTHER, "address": "Rua Certa, 1"}}


def test_counts_of_votes_are_corrected_one_by_one(desk: Office) -> None:
    case = here.served(desk)
    here.do(desk, "file_defense", "2027-03-22", case=case)
    votes = {"upheld": 2, "dismissed": 1}
    here.do(desk, "judge", "2027-04-12", case=case, outcome="upheld", voters=4, votes=votes, reasons="Provado.")
    assert corrected(desk, case, "votes", {"upheld": 3}, "judge", "2027-04-12") == {"upheld": 3, "dismissed": 1}


def test_what_was_completed_is_what_the_record_holds_and_the_same_again_does_nothing_twice(desk: Office) -> None:
    case = here.draw_up(desk, vehicle=VAN)
    of = {"step": "draw_up", "date": "2027-03-01"}
    asked: dict[str, Any] = {"case": case, "of": of, "field": "vehicle", "value": {"plate": "EXM0A11"}, "reasons": "x"}
    first = here.do(desk, "rectify", "2027-06-01", key="once", **asked)
    again = here.do(desk, "rectify", "2027-06-01", key="once", **asked)
    assert (first.appended.repeated, again.appended.repeated) == (False, True)
    assert again.appended.version == first.appended.version
    assert verify_office(desk).findings == []
