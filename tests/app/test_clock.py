"""The clock's round: each act once, dated by the law and by the day it ran, one bad case stopping no other."""

from datetime import date
from itertools import groupby

import pytest

from app import casework, clock
from app.verification import verify_office
from procedures.municipality import TOWNS
from storage.faults import Conflict
from tests.app import desk as here
from tests.databases import every_byte
from workflow.engine import due_acts
from workflow.errors import SecondPersonMissing, StepNotAllowed


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def acts(desk, case):
    return [(each.step, each.occurred_on, each.ran_on) for each in desk.store.history(case) if each.by == "clock"]


def test_after_ten_days_off_each_act_is_done_once_on_its_legal_date(desk):
    cases = [here.draw_up(desk, f"2027-03-{day:02}") for day in range(1, 13)]
    round_ = clock.run(desk, here.noon("2027-04-01"))
    assert (len(round_.rings), round_.failures) == (12, [])
    for case, day in zip(cases, range(1, 13), strict=True):
        assert acts(desk, case) == [("archive_for_lapse", date(2027, 3, day + 10), date(2027, 4, 1))]
    assert clock.run(desk, here.noon("2027-04-01")).rings == []
    assert clock.run(desk, here.noon("2027-04-02")).rings == []
    assert verify_office(desk).findings == []


def test_finality_comes_before_the_debt_when_both_fall_on_one_day(desk):
    case = here.judged(desk)
    here.do(desk, "serve_decision", "2027-04-19", case=case, via="personal", receipt="signed")
    here.do(desk, "issue_payment_slip", "2027-04-19", case=case)
    clock.run(desk, here.noon("2027-06-01"))
    assert acts(desk, case) == [
        ("make_final", date(2027, 5, 4), date(2027, 6, 1)),
        ("mark_overdue", date(2027, 5, 4), date(2027, 6, 1)),
    ]


def test_a_dry_run_leaves_every_byte_where_it_was(desk, tmp_path):
    for day in range(1, 4):
        here.draw_up(desk, f"2027-03-0{day}")
    desk.database.close()
    before = every_byte(tmp_path)
    # Even where the town's data changed since: an act would keep the new ones in the record.
    changed = tmp_path / "mg_santos_dumont.yaml"
    text = (TOWNS / "mg_santos_dumont.yaml").read_text(encoding="utf-8")
    changed.write_text(text.replace("Prefeitura Municipal", "Prefeitura", 1), encoding="utf-8")
    looking = here.office(tmp_path, str(changed))
    assert looking.town.digest != desk.town.digest
    would = clock.run(looking, here.noon("2027-04-01"), dry=True)
    assert [each.step for each in would.rings] == ["archive_for_lapse"] * 3
    looking.database.close()
    assert every_byte(tmp_path) == before


def test_a_round_asked_for_an_earlier_day_does_only_what_was_due_then_and_says_when_it_ran(desk):
    first, second = here.draw_up(desk, "2027-03-01"), here.draw_up(desk, "2027-03-10")
    clock.run(desk, here.noon("2027-04-01"), on=date(2027, 3, 15))
    assert acts(desk, first) == [("archive_for_lapse", date(2027, 3, 11), date(2027, 4, 1))]
    assert acts(desk, second) == []


def test_a_day_to_come_brings_nothing_to_do_before_it(desk):
    here.draw_up(desk, "2027-03-01")
    round_ = clock.run(desk, here.noon("2027-03-02"), on=date(2027, 3, 12))
    assert round_.rings == []
    assert "o relógio só age a partir de" in round_.failures[0][1]


def test_a_case_whose_year_has_no_calendar_is_told_every_time_and_stops_no_other(tmp_path):
    town = tmp_path / "mg_santos_dumont.yaml"
    lines = (TOWNS / "mg_santos_dumont.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [
        line
        for line in lines
        if not any(f"{key}: {year}-" in line for key in ("day", "{from") for year in range(2028, 2033))
    ]
    years = "".join(kept).replace("years: [2026, 2027, 2028, 2029, 2030, 2031, 2032]", "years: [2026, 2027]")
    town.write_text(years, encoding="utf-8")
    desk = here.office(tmp_path, str(town))
    # A receipt without a date takes effect on the 25th; the term it opens ends in a year nobody has told.
    first, second = here.draw_up(desk, "2027-12-08"), here.draw_up(desk, "2027-12-09")
    here.do(desk, "dispatch_notice", "2027-12-10", case=first, via="post")
    here.do(desk, "serve_notice", "2027-12-12", case=first, via="post", receipt="ar_undated")
    for done in ([second], []):
        round_ = clock.run(desk, here.noon("2027-12-27"))
        assert [each.case for each in round_.rings] == done
        assert [case for case, _ in round_.failures] == [first]
        assert "não cobre o ano de 2028" in round_.failures[0][1]
    whole = here.office(tmp_path)
    assert [each.case for each in clock.run(whole, here.noon("2027-12-28")).rings] == [first]
    assert acts(whole, first) == [("service_takes_effect", date(2027, 12, 25), date(2027, 12, 28))]
    assert verify_office(whole).findings == []


def test_an_act_of_a_day_comes_after_the_clocks_of_that_morning_though_it_has_not_run(desk):
    case = here.served(desk)
    here.do(desk, "judge", "2027-04-20", case=case, outcome="upheld", voters=3, reasons="sim")
    assert acts(desk, case) == [("certify_no_defense", date(2027, 4, 2), date(2027, 4, 20))]
    assert [each.step for each in desk.store.history(case)][-2:] == ["certify_no_defense", "judge"]


def test_what_was_archived_by_its_date_is_archived_before_a_later_act_is_asked(desk):
    case = here.draw_up(desk)
    with pytest.raises(StepNotAllowed, match="não cabe agora"):
        here.do(desk, "record_failed_service", "2027-03-20", case=case, via="post", reason="mudou-se")
    assert acts(desk, case) == [("archive_for_lapse", date(2027, 3, 11), date(2027, 3, 20))]
    other = here.draw_up(desk, "2027-03-20", item="36-XV")
    with pytest.raises(Conflict, match="clock registrou 'archive_for_lapse'"):
        here.do(desk, "annul", "2027-04-20", case=other, reasons="x", reason="void", version=1)


def test_a_fact_told_after_the_clocks_morning_is_late_whether_or_not_the_clock_had_run(desk):
    served = {"via": "personal", "receipt": "signed", "reasons": "chegou depois", "now": "2027-03-15"}
    cases = [here.draw_up(desk), here.draw_up(desk, item="36-XV")]
    for case in cases:
        if case == cases[0]:
            clock.run(desk, here.noon("2027-03-12"))
        with pytest.raises(SecondPersonMissing, match="aprovação de uma segunda pessoa"):
            here.do(desk, "serve_notice", "2027-03-11", case=case, **served, approved_by="")
        here.do(desk, "serve_notice", "2027-03-11", case=case, **served)
        assert desk.store.load(case).tracks[0].place == "awaiting_defense"
        assert desk.store.history(case)[-1].derived.withdrawn == ("archive_for_lapse:t1:2027-03-11",)


def test_a_case_of_other_days_entered_in_one_day_goes_as_it_was_lived(desk):
    case = here.draw_up(desk, now="2027-06-01")
    here.do(desk, "serve_notice", "2027-03-03", case=case, via="personal", receipt="signed", now="2027-06-01")
    here.do(desk, "judge", "2027-04-20", case=case, outcome="upheld", voters=3, reasons="sim", now="2027-06-01")
    here.do(desk, "serve_decision", "2027-04-22", case=case, via="personal", receipt="signed", now="2027-06-01")
    assert acts(desk, case) == [("certify_no_defense", date(2027, 4, 2), date(2027, 6, 1))]
    assert clock.run(desk, here.noon("2027-06-01")).rings == []
    assert [each.step for each in clock.run(desk, here.noon("2027-06-02")).rings] == ["make_final", "mark_overdue"]
    assert verify_office(desk).findings == []


def test_a_case_entered_in_one_day_has_every_morning_that_came_before_an_act_and_none_after_it(desk):
    now = {"now": "2027-06-01"}
    silent, heard = here.draw_up(desk, **now), here.draw_up(desk, item="36-XV", **now)
    for case in (silent, heard):
        here.do(desk, "dispatch_notice", "2027-03-05", case=case, via="post", **now)
        here.do(desk, "serve_notice", "2027-03-08", case=case, via="post", receipt="ar_undated", **now)
    here.do(desk, "judge", "2027-04-22", case=silent, outcome="upheld", voters=3, reasons="sim", **now)
    assert [each[0] for each in acts(desk, silent)] == ["service_takes_effect", "certify_no_defense"]
    with pytest.raises(StepNotAllowed, match="não cabe em 15 de abril de 2027"):
        here.do(desk, "serve_decision", "2027-04-15", case=heard, via="personal", receipt="signed", **now)
    here.do(desk, "file_defense", "2027-04-16", case=heard, **now)
    assert [each[0] for each in acts(desk, heard)] == ["service_takes_effect"]
    assert verify_office(desk).findings == []


def test_what_an_act_made_due_in_the_past_is_done_on_the_next_morning(desk):
    case = here.served(desk)
    here.do(desk, "replace_respondent", "2027-03-20", case=case, respondent=here.OTHER, reasons="venda do veículo")
    assert clock.run(desk, here.noon("2027-03-20")).rings == []
    here.do(desk, "dispatch_notice", "2027-03-20", case=case, via="post")
    assert [each.step for each in clock.run(desk, here.noon("2027-03-21")).rings] == ["archive_for_lapse"]
    assert acts(desk, case) == [("archive_for_lapse", date(2027, 3, 11), date(2027, 3, 21))]
    assert verify_office(desk).findings == []


def test_somebody_elses_act_in_between_is_no_failure(desk, monkeypatch):
    case, calls = here.draw_up(desk), []
    real = casework.handle

    def beaten(*args):
        calls.append(args)
        if len(calls) == 1:
            here.do(desk, "dispatch_notice", "2027-03-05", case=case, via="post", now="2027-04-01")
        return real(*args)

    monkeypatch.setattr(casework, "handle", beaten)
    round_ = clock.run(desk, here.noon("2027-04-01"))
    assert ([each.step for each in round_.rings], round_.failures, len(calls)) == ([], [], 2)
    assert acts(desk, case) == [("archive_for_lapse", date(2027, 3, 11), date(2027, 4, 1))]


def test_a_case_that_is_always_beaten_is_left_for_later(desk, monkeypatch):
    case = here.draw_up(desk)

    def beaten(*_):
        raise Conflict(case, 1, 2, "x", "y", here.noon("2027-04-01"))

    monkeypatch.setattr(casework, "handle", beaten)
    assert [name for name, _ in clock.run(desk, here.noon("2027-04-01")).failures] == [case]


def test_more_cases_than_a_page_are_all_seen_dry_or_not(desk, monkeypatch):
    monkeypatch.setattr("storage.views.Views.due.__defaults__", (("", ""), 2))
    cases = [here.draw_up(desk, f"2027-03-0{day}") for day in range(1, 6)]
    would = clock.run(desk, here.noon("2027-04-01"), dry=True)
    assert [name for name, _ in groupby(each.case for each in would.rings)] == cases
    monkeypatch.setattr(casework, "due_acts", _failing_on(cases[:3]))
    round_ = clock.run(desk, here.noon("2027-04-01"))
    assert [name for name, _ in round_.failures] == cases[:3]
    assert [each.case for each in round_.rings] == cases[3:]


def _failing_on(cases):
    def fails(procedure, case, morning):
        if case.id in cases:
            raise RuntimeError("defeito")
        return due_acts(procedure, case, morning)

    return fails
