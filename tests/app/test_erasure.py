"""A value erased by law leaves the act, the chain and the law's reading of it as they were, and says it is gone."""

import pytest

from app import clock
from app.verification import verify_office
from storage.views import Views
from tests.app import desk as here
from workflow.event import ERASED

PERSONAL = (here.NAME, "Fulano", here.TAX_ID, "52998224725", "Rua do Exemplo", "Rua da Escola", "excesso", "lotação",
            "primeira parada", "É a da lei")  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def values(desk):
    return desk.database.connection.execute("SELECT case_id, version, field FROM private_value").fetchall()


def test_nothing_personal_and_no_ones_words_are_in_the_hashed_bytes_nor_in_the_list_of_cases(desk):
    case = here.paid(desk)
    raw = b"".join(row[0] for row in desk.database.connection.execute("SELECT record FROM event"))
    raw += b"".join(row[0] for row in desk.database.connection.execute("SELECT snapshot FROM case_file"))
    for personal in PERSONAL:
        assert personal.encode() not in raw, personal
    assert {field for _, _, field in values(desk)} >= {"respondent", "reasons", "claims", "penalties/0/reasons"}
    assert desk.store.history(case)[3].data["penalties"][0]["reasons"] == "É a da lei."


def test_a_carriers_words_and_what_identifies_a_letter_or_a_payment_are_kept_apart_too(desk):
    case = here.draw_up(desk)
    here.do(
        desk, "record_failed_service", "2027-03-03", case=case, via="post", reason="Fulano mudou-se para a Rua Dois"
    )
    here.do(desk, "serve_notice", "2027-03-05", case=case, via="personal", receipt="signed", tracking="BR123456789BR")
    of = {"step": "record_failed_service", "date": "2027-03-03"}
    here.do(desk, "rectify", "2027-03-06", case=case, of=of, field="reason", value="Beltrano o diz", reasons="engano")
    raw = b"".join(row[0] for row in desk.database.connection.execute("SELECT record FROM event"))
    raw += b"".join(row[0] for row in desk.database.connection.execute("SELECT snapshot FROM case_file"))
    assert [each for each in (b"Fulano", b"Rua Dois", b"BR123456789BR", b"Beltrano") if each in raw] == []
    assert desk.store.history(case)[1].data["reason"] == "Fulano mudou-se para a Rua Dois"
    for number, version, field in values(desk):
        desk.store.erase(number, version, field)
    assert verify_office(desk).findings == []


def test_a_reason_that_is_a_word_of_the_law_stays_where_everybody_reads_it(desk):
    case = here.draw_up(desk)
    here.do(desk, "annul", "2027-03-05", case=case, reason="void", reasons="vício de forma")
    assert {field for _, version, field in values(desk) if version == 2} == {"reasons"}


def test_every_value_may_be_erased_one_by_one_and_the_record_still_holds(desk):
    here.paid(desk)
    erased = values(desk)
    for case, version, field in erased:
        assert desk.store.erase(case, version, field)
        verified = verify_office(desk)
        assert verified.findings == []
    assert verified.erased == sorted(erased)


def test_a_case_goes_on_after_its_reasons_are_erased(desk):
    case = here.judged(desk)
    for number, version, field in values(desk):
        desk.store.erase(number, version, field)
    assert desk.store.history(case)[3].data["reasons"] is ERASED
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="personal", receipt="signed")
    of = {"step": "serve_notice", "date": "2027-03-03"}
    here.do(desk, "rectify", "2027-04-20", case=case, of=of, field="witnesses", value=2, reasons="engano")
    clock.run(desk, here.noon("2027-06-01"))
    assert desk.store.load(case).head.review == ()
    assert verify_office(desk).findings == []


def test_erasing_the_respondent_forgets_whose_the_case_is(desk):
    case = here.draw_up(desk)
    desk.store.erase(case, 1, "respondent")
    assert Views(desk.database).subject(case) is None
    assert verify_office(desk).findings == []
