"""A closed day decreed after it came: what was not decided moves before the clock acts, the rest stays."""

from __future__ import annotations

from datetime import date

import pytest

from app import clock, town_stream
from app.office import Office
from app.town_stream import look, make
from app.verification import verify_office
from procedures.town_changing import TownRefusal
from tests.app import desk as here
from tests.app.test_town_stream import TWO, again, due, holiday, kinds, steps

LAST, NEXT = "2027-05-04", "2027-05-05"
"""The last day to appeal and to pay of the case of these tests, and the day after it."""
DECREED = here.noon("2027-05-07")
AMERICANA = "sp_americana_lei_4019_2004"


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def told(desk: Office, **more: object) -> str:
    """A case whose decision was told: appeal and payment end the same day, and the clock has not been by."""
    case = here.judged(desk, **more)
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="post", receipt="ar")
    assert (due(desk, case, "appeal"), due(desk, case, "payment")) == (LAST, LAST)
    return case


def appeal(desk: Office, case: str, now: str):
    return here.do(desk, "file_appeal", NEXT, case=case, now=now, reasons="Recorro.", approved_by="")


def count_again(desk: Office, case: str, now: str):
    given = {"town_act": "Decreto nº 9/2027", "reasons": "Feriado sabido tarde."}
    return here.do(desk, "recount_terms", LAST, case=case, now=now, **given)


@pytest.mark.parametrize("section", ["closed", "early_closings", "outages"])
def test_a_term_past_that_the_clock_has_not_decided_moves_first_and_the_appeal_of_the_day_after_is_in_time(
    desk, section
):
    case = told(desk)
    change = holiday(LAST, section)
    planned = look(desk, change, DECREED)
    moves = [(each.kind, str(each.after)) for each in planned.moved]
    assert moves == [("appeal", NEXT), ("payment", NEXT)]
    assert (planned.decided, planned.clock) == ((), ())
    made = make(desk, change, DECREED, **TWO)
    assert (tuple(made.moved), made.clock, made.failures) == (planned.moved, [], [])
    assert steps(desk, case)[-2:] == ["serve_decision", "recount_terms"]
    desk = again(desk)
    assert clock.run(desk, DECREED).rings == []
    assert appeal(desk, case, "2027-05-07").event.outcome != "late"
    assert desk.store.load(case).head.timely["appeal"]
    assert verify_office(desk).findings == []


def test_once_moved_the_clock_decides_it_by_the_new_calendar_and_a_late_filing_still_undoes_that(desk):
    case = told(desk)
    make(desk, holiday(LAST), DECREED, **TWO)
    desk = again(desk)
    rings = clock.run(desk, here.noon("2027-05-10")).rings
    assert [(each.step, str(each.legal_day)) for each in rings][:1] == [("make_final", NEXT)]
    here.do(desk, "rectify", "2027-05-11", case=case, of={"step": "draw_up", "date": "2027-03-01"}, field="place",
            value="Rua Certa, 1", reasons="erro")  # fmt: skip
    assert due(desk, case, "appeal") == NEXT
    assert "make_final" not in str(desk.store.history(case)[-1].derived.withdrawn)
    filed = here.do(desk, "file_appeal", NEXT, case=case, now="2027-05-12", reasons="Recorro.")
    assert desk.store.load(case).head.timely["appeal"]
    assert f"make_final:{filed.event.moved[0]}:{NEXT}" in filed.event.derived.withdrawn
    assert verify_office(desk).findings == []


def test_a_holiday_on_another_day_than_the_last_moves_no_term_counted_in_plain_days(desk):
    case = told(desk)
    made = make(desk, holiday("2027-05-03"), DECREED, **TWO)
    assert (made.moved, made.decided, made.clock) == ([], (), [])
    assert steps(desk, case)[-1] == "serve_decision"


def test_of_several_cases_what_the_clock_decided_stays_and_is_said_and_what_it_did_not_moves(desk):
    other = {"name": "Beltrana Exemplo", "tax_id": "123.123.202-15", "address": "Rua Fictícia, 20"}
    decided, waiting = told(desk), told(desk, respondent=other)
    clock.run(desk, here.noon(NEXT), cases=[decided])
    assert "make_final" in steps(desk, decided)
    with pytest.raises(TownRefusal, match=r"recount_terms --on 04/05/2027") as refused:
        make(desk, holiday(LAST), DECREED, **TWO)
    assert f"{decided}, Prazo de recurso" in str(refused.value)
    made = make(desk, holiday(LAST), DECREED, **TWO, confirmed=True)
    assert [(each.case, each.kind) for each in made.decided] == [(decided, "appeal"), (decided, "payment")]
    assert sorted((each.case, each.kind) for each in made.moved) == [(waiting, "appeal"), (waiting, "payment")]
    assert (due(desk, decided, "appeal"), due(desk, decided, "payment")) == (LAST, LAST)
    assert verify_office(again(desk)).findings == []


def test_what_the_clock_owed_before_the_day_that_changed_it_does_first_and_that_is_said(tmp_path):
    desk = here.office(tmp_path, "sp_americana")
    people = {"driver": {"name": here.NAME, "tax_id": here.TAX_ID, "address": "Rua A, 1"}, "permit_holder": here.OTHER}
    case = here.draw_up(desk, "2026-08-03", "31-II", law=AMERICANA, respondent=people, respondents=list(people))
    for who, on in (("driver", "2026-08-05"), ("permit_holder", "2026-08-10")):
        here.do(desk, "serve_notice", on, case=case, via="personal", receipt="signed", to=who)
    change, decreed = holiday("2026-08-20"), here.noon("2026-08-25")
    planned = look(desk, change, decreed)
    assert [(each.case, each.step, str(each.day)) for each in planned.clock] == [
        (case, "certify_no_defense", "2026-08-17")
    ]
    assert [(each.kind, str(each.before), str(each.after)) for each in planned.moved] == [
        ("defense", "2026-08-20", "2026-08-21")
    ]
    made = make(desk, change, decreed, **TWO)
    assert (tuple(made.clock), tuple(made.moved), made.failures) == (planned.clock, planned.moved, [])
    assert steps(desk, case)[-2:] == ["certify_no_defense", "recount_terms"]
    desk.database.close()
    desk = here.office(tmp_path, "sp_americana")
    here.do(desk, "file_defense", "2026-08-21", case=case, now="2026-08-25", to="permit_holder")
    assert [each.status for each in desk.store.load(case).deadlines if each.kind == "defense"] == ["lapsed", "met"]
    assert verify_office(desk).findings == []


def test_the_clock_that_comes_between_the_look_and_the_act_has_decided(desk, monkeypatch):
    case, real = told(desk), town_stream.foreseen

    def beaten(*args):
        found = real(*args)
        monkeypatch.setattr(town_stream, "foreseen", real)
        clock.run(here.office(desk.settings.data), DECREED)
        return found

    monkeypatch.setattr(town_stream, "foreseen", beaten)
    made = make(desk, holiday(LAST), DECREED, **TWO)
    assert (made.moved, made.failures) == ([], [])
    assert due(desk, case, "appeal") == LAST
    assert "make_final" in steps(desk, case)
    assert verify_office(again(desk)).findings == []


def test_what_was_decided_falls_by_counting_the_case_again_on_the_day_itself_and_then_the_appeal_is_in_time(desk):
    case = told(desk)
    clock.run(desk, here.noon(NEXT))
    make(desk, holiday(LAST), DECREED, **TWO, confirmed=True)
    desk = again(desk)
    event = count_again(desk, case, "2027-05-10").event
    assert event.derived.withdrawn[0].startswith("make_final:")
    assert event.derived.withdrawn[0].endswith(LAST)
    assert not any("Nenhum prazo" in each for each in event.derived.warnings)
    assert {"recount_certificate", "withdrawal_record"} <= set(kinds(desk, case))
    assert due(desk, case, "appeal") == NEXT
    appeal_after = here.do(desk, "file_appeal", NEXT, case=case, now="2027-05-10", reasons="Recorro.")
    assert appeal_after.event.occurred_on == date.fromisoformat(NEXT)
    assert desk.store.load(case).head.timely["appeal"]
    assert verify_office(desk).findings == []
