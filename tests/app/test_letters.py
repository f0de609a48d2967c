"""A letter's code is written right, and is one case's; what is out of the ordinary says why."""

import pytest

from app.verification import verify_office
from tests.app import desk as here
from workflow.errors import InvalidData

CODE, ENVELOPE = "BR123456785BR", "os dois autos foram no mesmo envelope"


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def dispatch(desk, case, code, **more):
    return here.do(desk, "dispatch_notice", "2027-03-02", case=case, via="post", tracking=code, **more)


@pytest.mark.parametrize(
    ("code", "right"), [("BR123456784BR", 5), ("br 123 456 784 br", 5), ("BR000000009BR", 5), ("BR100000000BR", 3)]
)
def test_a_check_digit_that_the_number_does_not_make_is_refused_with_the_right_one(desk, code, right):
    case = here.draw_up(desk)
    with pytest.raises(InvalidData, match=f"o dígito verificador seria {right}, e veio"):
        dispatch(desk, case, code)
    assert desk.store.load(case).version == 1


@pytest.mark.parametrize("code", [CODE, "BR000000005BR", "BR000000080BR", "XY-2027/15", "1Z999AA10123456784"])
def test_a_right_code_and_one_of_another_carrier_are_taken_as_they_are(desk, code):
    dispatch(desk, here.draw_up(desk), code)


def test_a_wrong_digit_that_is_on_the_receipt_is_recorded_with_the_reason(desk):
    dispatch(desk, here.draw_up(desk), "BR123456784BR", reasons="é o que está impresso no comprovante")


def test_the_same_letter_goes_out_and_comes_back_in_one_case(desk):
    case = here.draw_up(desk)
    dispatch(desk, case, CODE)
    here.do(desk, "serve_notice", "2027-03-03", case=case, via="post", receipt="ar", tracking=CODE)


def test_a_letter_of_another_case_is_refused_naming_it_unless_the_act_says_why(desk):
    first, second = here.draw_up(desk), here.draw_up(desk)
    dispatch(desk, first, CODE)
    with pytest.raises(InvalidData, match=f"{CODE}: já está no processo {first}"):
        dispatch(desk, second, "br123456785br")
    assert desk.store.load(second).version == 1
    dispatch(desk, second, CODE, reasons=ENVELOPE)
    assert verify_office(desk).findings == []


def test_a_correction_may_not_bring_in_another_cases_letter_by_the_way(desk):
    first, second = here.draw_up(desk), here.draw_up(desk)
    dispatch(desk, first, CODE)
    dispatch(desk, second, "BR000000005BR")
    of = {"step": "dispatch_notice", "date": "2027-03-02"}
    here.do(desk, "rectify", "2027-03-03", case=second, of=of, field="tracking", value=CODE, reasons=ENVELOPE)


def test_a_letter_is_forgotten_with_the_value_that_named_it(desk):
    first, second = here.draw_up(desk), here.draw_up(desk)
    dispatch(desk, first, CODE)
    assert desk.store.erase(first, 2, "tracking")
    dispatch(desk, second, CODE)
    assert verify_office(desk).findings == []


def test_the_record_keeps_no_letters_code_in_the_clear(desk):
    dispatch(desk, here.draw_up(desk), CODE)
    ((digest,),) = desk.database.connection.execute("SELECT digest FROM letter").fetchall()
    assert CODE not in digest
    assert len(digest) == 64
