"""Sixty ways to wrong the record: those of time, repetition, races, trail and operation, and the test of each.

The other thirty, H25 to H54, are of authority, injection and uploads through the web, which does not exist yet.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
TIME, OPERATION, MATRIX = "hostile/test_time.py", "hostile/test_operation.py", "races/test_matrix.py"
NODES = "races/test_racing_nodes.py"
DAYS, CORRECTIONS = "app/cli/test_days_typed.py", "workflow/test_corrections.py"
PAIR = "test_two_at_once_leave_one_coherent_story"

COVERED: dict[str, tuple[str, ...]] = {
    # Time
    "H01 a receipt of tomorrow": (f"{DAYS}::test_a_receipt_of_tomorrow_is_refused_with_the_rule",),
    "H02 a receipt before the notice, a decision before the defense": (
        f"{DAYS}::test_a_receipt_before_the_notice_is_refused",
        f"{DAYS}::test_a_decision_before_the_defense_is_refused",
    ),
    "H03 days that are none": (
        f"{DAYS}::test_a_day_that_is_none_is_refused_as_the_acts_own",
        f"{DAYS}::test_a_day_that_is_none_is_refused_in_the_acts_data",
        f"{DAYS}::test_the_twenty_ninth_of_february_of_a_leap_year_is_a_day",
    ),
    "H04 a month from the 31st, a year from 29 February": (
        "workflow/test_dates.py::test_months_run_date_to_date_or_to_the_last_day_of_the_month",
        "workflow/test_deadlines.py::test_a_term_ends_on_its_literal_day_and_on_the_day_that_governs",
    ),
    "H05 half past eleven in Cuiabá": (
        f"{TIME}::test_what_is_handed_in_at_half_past_eleven_in_cuiaba_is_of_that_day_though_the_server_is_in_tomorrow",
    ),
    "H06 days without midnight or with an hour twice": (
        "workflow/test_deadlines_in_hours.py::test_hours_run_minute_to_minute",
        "races/test_clock_schedules.py::test_however_the_clock_leaps_nothing_fires_before_its_day_and_nothing_en_masse",
    ),
    "H07 delivered on the tenth day, registered on the fourteenth": (
        f"{TIME}::test_a_receipt_of_the_tenth_day_that_nobody_else_approved_withdraws_nothing",
        f"{CORRECTIONS}::test_a_receipt_of_the_tenth_day_withdraws_the_archive",
    ),
    "H08 a receipt corrected backwards after a defense": (
        f"{CORRECTIONS}::test_an_act_of_people_keeps_its_place_and_is_flagged",
        "laws/test_golden.py::test_a_worked_case_comes_out_as_the_law_says",
    ),
    "H09 a receipt corrected forwards after certificate and decision": (
        f"{CORRECTIONS}::test_an_act_of_people_keeps_its_place_and_is_flagged",
        "laws/test_golden.py::test_a_worked_case_comes_out_as_the_law_says",
    ),
    "H10 a holiday decreed late": (
        f"{TIME}::test_a_holiday_decreed_late_moves_every_open_term_once_and_no_closed_one",
    ),
    "H11 overlapping suspensions": (
        f"{TIME}::test_two_suspensions_that_overlap_count_each_day_once_in_whatever_order_they_are_told",
    ),
    "H12 a week off": (
        f"{TIME}::test_after_a_week_off_one_yes_lets_the_clock_do_all_that_was_due_each_once_with_its_letter",
    ),
    "H13 a clock ten years ahead": (
        f"{TIME}::test_a_clock_ten_years_ahead_for_a_minute_archives_nothing_twice_over_and_says_so",
        "app/test_watch.py::test_a_machine_ten_years_ahead_stops_the_round_until_somebody_looks",
    ),
    "H14 a clock set back, machines three hours apart": (
        f"{TIME}::test_a_clock_set_back_between_two_acts_or_three_hours_behind_another_never_takes_time_back",
        "app/test_nodes.py::test_a_machine_whose_clock_says_another_time_leaves_the_page",
    ),
    # Repetition and races
    "H15 the same act twice at once": (
        f"{MATRIX}::{PAIR}",
        "app/cli/test_case.py::test_the_very_same_line_again_answers_the_same_and_does_nothing_twice",
    ),
    "H16 the same key for something else": (
        "app/test_intake.py::test_one_key_is_one_command_on_one_case",
        "app/cli/test_case.py::test_a_key_used_for_something_else_is_refused",
    ),
    "H17 the clock and the clerk in the same instant": (
        f"{MATRIX}::test_a_thousand_receipts_of_the_tenth_day_meet_the_archive_in_the_same_instant",
    ),
    "H18 a vote after the proclamation": (f"{MATRIX}::{PAIR}",),
    "H19 one member's two votes": (f"{MATRIX}::{PAIR}",),
    "H20 a hundred thousand deadlines, the machine at them killed": (
        f"{NODES}::test_a_hundred_thousand_deadlines_on_three_machines_killed_twenty_times_are_one_act_each",
    ),
    "H21 a paper that comes while its lack is certified": (f"{MATRIX}::{PAIR}",),
    "H22 killed between record, paper and mail": (
        "crash/test_points.py::test_killed_there_and_asked_again_it_ends_as_if_nothing_had_been",
    ),
    "H23 two who close the edition": (
        f"{MATRIX}::{PAIR}",
        "app/test_gazette.py::test_what_is_sent_while_an_edition_closes_is_not_in_it_for_its_root_does_not_cover_it",
    ),
    "H24 another case's letter, a code with a wrong digit": (
        "app/test_letters.py::test_a_letter_of_another_case_is_refused_naming_it_unless_the_act_says_why",
        "app/test_letters.py::test_a_check_digit_that_the_number_does_not_make_is_refused_with_the_right_one",
    ),
    # Trail and operation
    "H55 sixty edits by whoever owns the database": (
        "app/test_tampering.py::test_there_are_sixty_of_them",
        "app/test_tampering.py::test_a_row_changed_is_found_and_named",
        "app/test_tampering.py::test_a_deeper_change_is_found_and_named",
        "app/test_signed_past.py::test_with_the_towns_stolen_key_only_the_gazette_tells_or_a_receipt",
    ),
    "H56 a backup of three days ago": (
        "app/test_backup.py::test_a_copy_of_three_days_ago_opens_only_to_be_read_and_says_what_it_lacks",
    ),
    "H57 a disk full, a quota, a folder read-only": (
        f"{OPERATION}::test_a_disk_that_fills_anywhere_is_said_reads_go_on_and_the_same_command_finishes_it_later",
        "storage/test_faults.py::test_a_read_only_database_is_said_so",
        "storage/test_faults.py::test_a_folder_that_cannot_be_written_is_said_so",
    ),
    "H58 a server killed, stalled, full": (
        "crash/test_server_killed.py::test_a_server_that_goes_down_loses_no_act_it_had_acknowledged_and_none_is_done_twice",
        f"{OPERATION}::test_a_server_that_stands_still_answers_when_it_wakes_and_the_same_command_again_is_one_act",
        f"{OPERATION}::test_a_server_with_no_room_for_one_more_says_so_and_lets_him_in_later",
    ),
    "H59 a request to be forgotten": ("app/test_erasure.py::",),
    "H60 forged receipts and proofs": (
        "storage/test_merkle.py::test_six_hundred_forged_proofs_are_refused_by_both_verifiers",
        "app/test_bundle.py::test_a_forged_receipt_is_refused_offline_with_the_check_that_failed",
    ),
}


def test_each_has_a_test_that_exists():
    for hostile, named in COVERED.items():
        for each in named:
            file, _, name = each.partition("::")
            there = _tests(file)
            assert there if not name else name in there, f"{hostile}: {each}"


@pytest.mark.parametrize(("first", "last"), [(1, 24), (55, 60)])
def test_none_is_forgotten(first, last):
    told = {each.split()[0] for each in COVERED}
    assert {f"H{number:02}" for number in range(first, last + 1)} <= told


def _tests(file: str) -> set[str]:
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}
