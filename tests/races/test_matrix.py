"""Every pair of acts that may meet on one case: both orders, the same instant, on both databases, one coherent story.

A crash of either side has its own tests (``tests/crash``).
"""

import random
from contextlib import nullcontext
from itertools import cycle

import pytest

from app.invariants import verify_all
from storage.ledger import verify_cases
from tests.app import desk as here
from tests.databases import BOTH, POSTGRES, SQLITE, served
from tests.races.pairs import NOT_YET, PAIRS
from tests.races.racing import AT_ONCE, ONE_FIRST, OTHER_FIRST, racers
from tests.races.turns import Told

RUNS = 200
MET = 8
"""Runs at the same instant within which a defect shows."""
ORDERS = (ONE_FIRST, OTHER_FIRST, AT_ONCE, AT_ONCE)
"""Half of the runs begin at the same instant."""


@pytest.fixture(scope="module")
def two():
    with racers() as made:
        yield made


@pytest.fixture
def folder(on, tmp_path):
    """A folder whose record is a file, or one whose record is on PostgreSQL."""
    with served(tmp_path / "town") if on == POSTGRES else nullcontext():
        yield tmp_path / "town"


def raced(two, folder, pair, orders):
    """The pair run so many times in one record; what was wrong, run by run, and in the record at the end."""
    desk, chance, wrong = here.office(folder), random.Random(pair.name), []
    two.tell("folder", folder)
    for number, order in enumerate(orders):
        turn = pair.begin(desk, number)
        answers = two.run(turn.one, turn.other, order, chance)
        case = turn.case or answers[0].what[0]
        steps = [each.step for each in desk.store.history(case)]
        told = Told(order, *answers, steps, desk.store.load(case))
        if not pair.holds(turn, told) or verify_cases(desk.store, [case]).findings:
            wrong.append((number, order, answers, steps))
    wrong += [finding for each in verify_all(desk, here.noon("2032-01-01")) for finding in each.findings]
    desk.database.close()
    return wrong


@pytest.mark.parametrize(("number", "on"), list(zip(PAIRS, cycle(BOTH), strict=False)))
def test_two_at_once_leave_one_coherent_story(two, folder, number, on):
    """Every pair on one database or the other; the whole matrix has both."""
    assert raced(two, folder, PAIRS[number], [ORDERS[number // 2 % 2], AT_ONCE]) == []


@pytest.mark.heavy
@pytest.mark.parametrize("on", BOTH)
@pytest.mark.parametrize("number", PAIRS)
def test_two_at_once_leave_one_coherent_story_two_hundred_times(two, folder, number, on):
    assert raced(two, folder, PAIRS[number], [ORDERS[each % len(ORDERS)] for each in range(RUNS)]) == []


@pytest.mark.heavy
@pytest.mark.parametrize("on", BOTH)
def test_a_thousand_receipts_of_the_tenth_day_meet_the_archive_in_the_same_instant(two, folder, on):
    assert raced(two, folder, PAIRS[1], [AT_ONCE] * 1_000) == []


def test_the_matrix_has_all_twenty_four_pairs_or_says_what_is_lacking():
    assert sorted([*PAIRS, *NOT_YET]) == list(range(1, 25))


@pytest.mark.parametrize(
    ("defect", "number", "on"), [("case", 10, SQLITE), ("case", 16, POSTGRES), ("keys", 22, SQLITE)]
)
def test_a_program_that_looks_before_it_locks_or_forgets_its_keys_is_caught(two, folder, defect, number, on):
    two.tell("defect", defect)
    try:
        assert raced(two, folder, PAIRS[number], [AT_ONCE] * MET) != []
    finally:
        two.tell("defect", "none")
