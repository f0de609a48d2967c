"""Time used against the record: the last minutes of a day, holidays decreed late, a week off, a clock that jumps."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from app import breaker, clock
from app.delivery import deliver
from app.town_stream import make
from app.verification import verify_office
from app.watch import make_round
from procedures.town_changing import Change
from storage.views import Views
from tests.app import desk as here
from workflow.errors import SecondPersonMissing

MANY, FEW = 500, 6
OFF, FEW_OFF = 300, 4
MINUTE = timedelta(minutes=1)


@pytest.fixture
def desk(tmp_path):
    return here.office(tmp_path)


def someone(number):
    return {"name": f"Pessoa Exemplo {number}", "address": "Rua Fictícia, 1"}


def rounded(desk, now, **more):
    return make_round(desk, now, moment=lambda: now, **more)


def steps(desk, case):
    return [each.step for each in desk.store.history(case)]


def test_what_is_handed_in_at_half_past_eleven_in_cuiaba_is_of_that_day_though_the_server_is_in_tomorrow(tmp_path):
    desk = here.office(tmp_path, "mt_barra_do_garcas")
    respondent = {"name": "Fulano Exemplo", "role": "permissionário"}
    case = here.draw_up(desk, item="19-I", law=here.BARRA, respondent=respondent)
    here.do(desk, "serve_notice", "2027-03-03", case=case, via="personal", receipt="signed")
    due = next(each.due for each in desk.store.load(case).deadlines if each.kind == "defense")
    late = datetime.combine(due, time(23, 30), ZoneInfo("America/Cuiaba"))
    assert late.astimezone(ZoneInfo("UTC")).date() == due + timedelta(days=1)
    assert clock.run(desk, late).rings == []
    command = here.Command(step="file_defense", on=due, recorded_by="p:9")
    here.handle(desk, here.Request(command=command, key="k", case=case, person="p:9"), late)
    filed = desk.store.history(case)[-1]
    assert (filed.occurred_on, filed.recorded_on) == (due, due)
    assert desk.store.load(case).head.timely["defense"]
    assert clock.run(desk, late + timedelta(hours=1)).rings == []


@pytest.mark.parametrize("number", [FEW, pytest.param(MANY, marks=pytest.mark.heavy)])
def test_a_holiday_decreed_late_moves_every_open_term_once_and_no_closed_one(desk, number):
    closed = [here.draw_up(desk, respondent=someone(each)) for each in range(number)]
    open_ = [here.draw_up(desk, respondent=someone(each), item="36-XV") for each in range(number)]
    for case in (*closed, *open_):
        here.do(desk, "serve_notice", "2027-03-03", case=case, via="personal", receipt="signed")
    for case in closed:
        here.do(desk, "file_defense", "2027-03-22", case=case)
    before = {case: desk.store.load(case) for case in closed}
    said = {"day": "2027-04-02", "section": "closed", "name": "Luto oficial", "kind": "municipal"}
    change = Change(kind="calendar", act="Decreto nº 9/2027", said=said)
    made = make(desk, change, here.noon("2027-03-30"), person="p:1", approved_by="p:2")
    assert (sorted(each.case for each in made.moved), made.failures) == (sorted(open_), [])
    assert {case: desk.store.load(case) for case in closed} == before
    assert [steps(desk, case).count("recount_terms") for case in open_] == [1] * number
    assert {str(each.after) for each in made.moved} == {"2027-04-05"}


def test_two_suspensions_that_overlap_count_each_day_once_in_whatever_order_they_are_told(desk):
    ends = set()
    first, second = {"from": "2027-03-10", "until": "2027-03-19"}, {"from": "2027-03-15", "until": "2027-03-24"}
    for turn, days in enumerate([(first, second), (second, first)]):
        case = here.served(desk, respondent=someone(turn))
        for each in days:  # told on the 29th, when both are over
            here.do(desk, "suspend_terms", "2027-03-29", case=case, **each, reasons="enchente")
        ends.add(next(each.literal for each in desk.store.load(case).deadlines if each.kind == "defense"))
    assert ends == {date(2027, 4, 2) + timedelta(days=15)}
    assert verify_office(desk).findings == []


@pytest.mark.parametrize("number", [FEW_OFF, pytest.param(OFF, marks=pytest.mark.heavy)])
def test_after_a_week_off_one_yes_lets_the_clock_do_all_that_was_due_each_once_with_its_letter(
    desk, number, monkeypatch
):
    monkeypatch.setattr(breaker, "FEW", min(breaker.FEW, number - 1))
    assert rounded(desk, here.noon("2027-03-01")).stopped == []
    cases = [here.draw_up(desk, respondent=someone(each)) for each in range(number)]
    back = here.noon("2027-03-15")
    stopped = rounded(desk, back)
    assert (stopped.rings, len(stopped.stopped)) == ([], 2)  # so long a silence, and so many at once
    assert rounded(desk, back + MINUTE).rings == [], "it goes on asking"
    done = rounded(desk, back + 2 * MINUTE, confirmed_by="ana")
    assert sorted(each.case for each in done.rings) == cases
    assert {each.legal_day for each in done.rings} == {date(2027, 3, 11)}
    assert rounded(desk, back + 3 * MINUTE).rings == []
    assert deliver(desk, back + 3 * MINUTE).failures == []
    papers = [[paper.status for paper in Views(desk.database).papers(case) if paper.version == 2] for case in cases]
    assert papers == [["rendered"]] * number
    assert verify_office(desk).findings == []


def test_a_clock_ten_years_ahead_for_a_minute_archives_nothing_twice_over_and_says_so(desk):
    day, ahead = here.noon("2027-03-02"), timedelta(days=3653)
    assert rounded(desk, day).stopped == []
    assert rounded(desk, day + ahead).stopped == [], "nothing waits yet: it may run"
    assert rounded(desk, day + MINUTE).stopped == []
    case = here.draw_up(desk, "2027-03-03")
    for _ in range(2):
        jumped = rounded(desk, here.noon("2027-03-03") + ahead)
        assert (jumped.rings, steps(desk, case)) == ([], ["draw_up"])
        assert "a última ronda foi em 02/03/2027" in jumped.stopped[0]
    assert rounded(desk, here.noon("2027-03-04")).stopped == []
    assert steps(desk, case) == ["draw_up"]
    assert [each.step for each in rounded(desk, here.noon("2027-03-14"), confirmed_by="ana").rings] == [
        "archive_for_lapse"
    ]


def test_a_clock_set_back_between_two_acts_or_three_hours_behind_another_never_takes_time_back(desk):
    case, noon = here.served(desk), here.noon("2027-03-22")
    ahead, behind = noon + timedelta(hours=3), noon - timedelta(hours=1)
    first, second = ("first", noon), ("second", behind)
    for key, now in (first, second, ("third", ahead), ("fourth", noon)):
        command = here.Command(step="join_document", on=date(2027, 3, 22), data={"kind": "ofício"}, recorded_by="p:9",
                               by="party")  # fmt: skip
        here.handle(desk, here.Request(command=command, key=key, case=case, person="p:9"), now)
    rows = desk.database.connection.execute("SELECT recorded_at FROM event ORDER BY seq").fetchall()
    assert rows == sorted(rows)
    assert "antes do último ato registrado" in rounded(desk, noon).stopped[0]
    assert rounded(desk, ahead).stopped == []
    assert verify_office(desk).findings == []


def test_a_receipt_of_the_tenth_day_that_nobody_else_approved_withdraws_nothing(desk):
    case = here.draw_up(desk)
    clock.run(desk, here.noon("2027-03-12"))
    told = {"via": "personal", "receipt": "signed", "reasons": "chegou depois", "now": "2027-03-14"}
    with pytest.raises(SecondPersonMissing):
        here.do(desk, "serve_notice", "2027-03-11", case=case, **told, approved_by="")
    here.do(desk, "serve_notice", "2027-03-11", case=case, **told)
    history = desk.store.history(case)
    assert [each.step for each in history] == ["draw_up", "archive_for_lapse", "serve_notice"], "it is still there"
    assert history[-1].derived.withdrawn == ("archive_for_lapse:t1:2027-03-11",)
    assert "withdrawal_record" in [paper.kind for paper in history[-1].derived.papers]
    assert next(str(each.due) for each in desk.store.load(case).deadlines if each.kind == "defense") == "2027-04-12"
