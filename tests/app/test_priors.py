"""The respondent's earlier infractions: weighed at every act that prices, through corrections, and only theirs."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from app import clock
from app.people import subject_of
from app.verification import verify_office
from storage.views import Views
from tests.app import desk as here
from workflow.errors import AlreadyArchived
from workflow.facts import Prior

PRIOR = (Prior("36-II", date(2026, 11, 2), date(2026, 12, 20)),)


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def proposed(desk, case):
    return [(fine.units, fine.repeat) for fine in desk.store.load(case).head.proposed]


def fines(desk, case):
    return [(each.units, each.repeat) for each in desk.store.load(case).obligations if each.status != "cancelled"]


def put_right(desk, case, step, on, field, value, now="2027-04-20"):
    of = {"step": step, "date": on}
    here.do(desk, "rectify", now, case=case, of=of, field=field, value=value, reasons="erro de digitação")


def final_case(desk, item="36-II", **more):
    """A case that ended against the respondent on 5 May 2027."""
    case = here.judged(desk, item=item, **more)
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="personal", receipt="signed")
    here.do(desk, "waive_appeal", "2027-04-20", case=case)
    return case


def test_a_correction_of_the_notice_leaves_the_repeat_level(desk):
    case = here.draw_up(desk, priors=PRIOR)
    assert proposed(desk, case) == [(Decimal("0.75"), 1)]
    put_right(desk, case, "draw_up", "2027-03-01", "narrative", "Outra descrição.", now="2027-03-02")
    assert proposed(desk, case) == [(Decimal("0.75"), 1)]


@pytest.mark.parametrize("field", ["reasons", "sitting"])
def test_a_correction_of_the_decision_leaves_the_repeat_level(desk, field):
    case = here.judged(desk, priors=PRIOR)
    put_right(desk, case, "judge", "2027-04-12", field, "outra")
    assert fines(desk, case) == [(Decimal("0.75"), 1)]
    put_right(desk, case, "file_defense", "2027-03-22", "claims", ["Outra."], now="2027-04-21")
    assert fines(desk, case) == [(Decimal("0.75"), 1)]
    assert verify_office(desk).findings == []


def test_the_clocks_confession_weighs_priors_and_a_correction_leaves_them(tmp_path):
    desk = here.office(tmp_path, "mt_barra_do_garcas")
    prior = (Prior("19-I", date(2026, 3, 2), date(2026, 6, 20)),)
    case = here.draw_up(desk, "2026-11-02", item="19-I", law=here.BARRA, priors=prior)
    here.do(desk, "serve_notice", "2026-11-03", case=case, via="personal", receipt="signed")
    clock.run(desk, here.noon("2026-11-19"))
    assert fines(desk, case) == [(Decimal(1000), 1)]
    put_right(desk, case, "serve_notice", "2026-11-03", "witnesses", 2, now="2026-11-20")
    assert fines(desk, case) == [(Decimal(1000), 1)]
    assert verify_office(desk).findings == []


def test_a_final_case_counts_in_the_same_persons_next_one(desk):
    final_case(desk)
    assert proposed(desk, here.draw_up(desk, "2027-06-01")) == [(Decimal("0.75"), 1)]
    assert proposed(desk, here.draw_up(desk, "2027-06-02", respondent=here.OTHER)) == [(Decimal("0.5"), 0)]


def test_who_replaces_a_respondent_answers_with_their_own_priors(desk):
    final_case(desk)
    case = here.draw_up(desk, "2027-06-01")
    here.do(desk, "replace_respondent", "2027-06-02", case=case, respondent=here.OTHER, reasons="venda do veículo")
    here.do(desk, "serve_notice", "2027-06-03", case=case, via="personal", receipt="signed")
    here.do(desk, "file_defense", "2027-06-10", case=case)
    here.do(desk, "judge", "2027-07-12", case=case, outcome="upheld", voters=3, reasons="sim")
    assert fines(desk, case) == [(Decimal("0.5"), 0)]
    assert verify_office(desk).findings == []


@pytest.mark.parametrize(
    ("step", "data"),
    [
        ("replace_respondent", {"respondent": here.OTHER}),
        ("rectify", {"of": {"step": "draw_up", "date": "2027-03-01"}, "field": "respondent", "value": here.OTHER}),
    ],
)
def test_a_case_is_found_by_whom_it_is_against_now(desk, step, data):
    case = here.draw_up(desk)
    here.do(desk, step, "2027-03-02", case=case, reasons="engano", **data)
    first = {"tax_id": here.TAX_ID}
    assert Views(desk.database).of_subject(subject_of(desk, first)) == []
    assert [found.case.id for found in Views(desk.database).of_subject(subject_of(desk, here.OTHER))] == [case]
    assert verify_office(desk).findings == []


def test_a_respondent_put_right_brings_their_own_priors(desk):
    final_case(desk, respondent=here.OTHER)
    case = here.draw_up(desk, "2027-06-01")
    assert proposed(desk, case) == [(Decimal("0.5"), 0)]
    put_right(desk, case, "draw_up", "2027-06-01", "respondent", here.OTHER, now="2027-06-02")
    assert proposed(desk, case) == [(Decimal("0.75"), 1)]
    assert verify_office(desk).findings == []


def test_a_case_is_no_prior_of_itself(desk):
    case = final_case(desk)
    address = {"name": here.NAME, "tax_id": here.TAX_ID, "address": "Rua Nova, 1"}
    put_right(desk, case, "draw_up", "2027-03-01", "respondent", address)
    assert fines(desk, case) == [(Decimal("0.5"), 0)]


def test_without_the_towns_secret_the_digest_of_a_tax_number_cannot_be_guessed(desk):
    respondent = {"tax_id": here.TAX_ID}
    assert subject_of(desk, respondent) == subject_of(desk, {"tax_id": "52998224725"})
    assert subject_of(desk, respondent) != subject_of(replace(desk, secret=bytes(32)), respondent)


APART = [
    # what the second notice says of hour and place, whether it is charged
    ({"fact_time": "07:00", "place": "Rua das Flores, 1"}, False),
    ({"place": ""}, False),
    ({"fact_time": "17:00"}, True),
    ({"place": "Rua do Sol, 2"}, True),
]


@pytest.mark.parametrize(("said", "charged"), APART)
def test_a_fact_archived_for_lapse_is_charged_again_only_if_hour_or_place_tell_it_apart(desk, said, charged):
    case = here.draw_up(desk, fact_time="07:00", place="Rua das Flores, 1")
    clock.run(desk, here.noon("2027-03-15"))
    assert desk.store.load(case).tracks[0].reason == "late_notification"
    if charged:
        here.draw_up(desk, "2027-03-16", fact_on="2027-03-01", **said)
    else:
        with pytest.raises(AlreadyArchived, match="hora do fato, local do fato"):
            here.draw_up(desk, "2027-03-16", fact_on="2027-03-01", **said)
    assert verify_office(desk).findings == []
