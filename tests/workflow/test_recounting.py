"""Terms counted again by a calendar that changed after they opened: only those that run, never to an earlier end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.laws.played import cases, played
from tests.planting import put
from tests.workflow import play as santos
from tests.workflow.parts import parted
from tests.workflow.play import CALENDAR, CLOSED, day
from tests.workflow.test_terms_joined import DISCOUNT, told
from workflow.calendar import Calendar, DayNote
from workflow.case import Case
from workflow.engine import evolve, recheck
from workflow.errors import SecondPersonMissing
from workflow.recounting import counted_again
from workflow.rules import rules_of

GIVEN = {"town_act": "Decreto nº 9/2027", "reasons": "Feriado decretado depois.", "approved_by": "procurador-1"}


def decreed(play, *days: str):
    """From now on the town's calendar also has these closed days."""
    play.base = replace(play.base, calendar=Calendar.of([*CLOSED, *map(day, days)]))


def test_a_holiday_decreed_late_moves_a_running_term_to_the_next_full_day_and_gives_a_certificate():
    play = santos.served()
    assert play.due("defense") == "2027-04-02"
    decreed(play, "2027-04-02")
    event = play.do("recount_terms", "2027-03-10", **GIVEN)
    assert play.due("defense") == "2027-04-05"
    assert [paper.kind for paper in event.derived.papers] == ["recount_certificate"]
    assert "33 §2" in event.derived.articles


def test_a_term_that_has_ended_keeps_its_date():
    play = santos.defended()
    before = {each.id: each for each in play.case.deadlines if each.status != "open"}
    assert before
    decreed(play, *{str(each.due) for each in before.values()})
    play.do("recount_terms", str(play.case.day), **GIVEN)
    assert {each.id: each for each in play.case.deadlines if each.id in before} == before


def test_no_term_ends_earlier_than_it_had_been_told_to():
    play = santos.served()
    decreed(play, "2027-04-02")
    play.do("recount_terms", "2027-03-10", **GIVEN)
    decreed(play)  # the holiday is revoked
    event = play.do("recount_terms", "2027-03-11", **GIVEN)
    assert play.due("defense") == "2027-04-05"
    assert event.derived.deadlines == ()
    assert event.derived.warnings == ("Nenhum prazo em curso muda com o calendário de hoje.",)


@pytest.mark.parametrize("field", ["early_closings", "outages"])
def test_a_day_cut_short_at_the_counter_or_on_the_portal_puts_off_the_term_that_would_end_on_it(field):
    play = santos.served()
    note = {day("2027-04-02"): DayNote(day("2027-04-02"), "Pane", "Portaria nº 1")}
    play.base = replace(play.base, calendar=replace(play.base.calendar, **{field: note}))
    play.do("recount_terms", "2027-03-10", **GIVEN)
    assert play.due("defense") == "2027-04-05"


def test_a_later_correction_counts_it_again_as_it_was_counted_again():
    play = santos.served()
    decreed(play, "2027-04-02")
    play.do("recount_terms", "2027-03-10", **GIVEN)
    play.do(
        "rectify", "2027-03-12", of={"step": "draw_up", "date": "2027-03-01"}, field="place", value="Rua Certa, 1",
        reasons="erro", approved_by="procurador-1",
    )  # fmt: skip
    assert play.due("defense") == "2027-04-05"
    assert play.case.head.review == ()


def test_every_act_comes_out_the_same_decided_again_with_the_calendar_of_its_day():
    play = santos.served()
    decreed(play, "2027-04-02")
    play.do("recount_terms", "2027-03-10", **GIVEN)
    play.do("file_defense", "2027-04-05")
    assert recheck(play.events, play.facts(play.case.day)) == []


def test_it_takes_reasons_and_a_second_person():
    play = santos.served()
    alone = {**GIVEN, "approved_by": ""}
    play.no("recount_terms", "2027-03-10", SecondPersonMissing, "segunda pessoa", **alone)
    silent = {**GIVEN, "reasons": " "}
    play.no("recount_terms", "2027-03-10", SecondPersonMissing, "motivos", **silent)


def test_terms_that_end_together_move_together():
    step = {"label": "Contar de novo", "does": "recount", "by": ["head"], "also_in": "any", "basis": "6"}
    play = told(put("time_limits.discount", DISCOUNT), put("steps.recount_terms", step))
    ends = play.due("appeal")
    decreed(play, ends)
    play.do("recount_terms", str(play.case.day), **GIVEN)
    assert play.due("discount") == play.due("appeal") > ends


def test_of_two_ends_the_later_is_that_of_the_term_that_moved():
    joined = {**DISCOUNT, "length": "1 day", "whichever": "later"}
    play = told(put("time_limits.discount", joined))
    moved = replace(play.last("appeal"), due=day("2027-06-01"), literal=day("2027-06-01"))
    case = replace(play.case, deadlines=tuple(moved if each.kind == "appeal" else each for each in play.case.deadlines))
    again = counted_again(rules_of(play.procedure), case, play.last("discount"), CALENDAR)
    assert str(again.due) == "2027-06-01"


def test_the_parts_after_the_first_count_from_the_day_after_the_one_before_ends():
    play = parted(4, **{"counting.party.starts": "same_day"})
    rules = rules_of(play.procedure)
    parts = [each for each in play.case.deadlines if each.kind == "instalment"]
    assert [counted_again(rules, play.case, each, CALENDAR) for each in parts] == parts


def test_counted_again_by_the_same_calendar_every_term_of_every_law_ends_where_it_ended():
    seen = 0
    for name, rehearsal, answers in cases():
        play = played(rehearsal, answers)
        rules, case = rules_of(play.procedure), Case(id=play.case.id)
        for event in play.events:
            case = evolve(case, event)
            running = [each for each in case.deadlines if each.status == "open"]
            seen += len(running)
            again = [counted_again(rules, case, each, play.facts.calendar) for each in running]
            assert again == running, (name, event.step)
    assert seen > 500
