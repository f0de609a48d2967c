"""The state and the reason, read off places and obligations: one table, no case needed."""

from __future__ import annotations

from datetime import date

import pytest

from workflow.case import Case, Obligation, Track
from workflow.standing import ORDER, ended, stands, state_of, track_state

DAY = date(2027, 3, 1)


def track(place, *, id="t1", **given):
    return Track(id=id, place=place, since=DAY, **given)


def owed(kind, status, *, item="1-I", **given):
    return Obligation(
        id=f"{item}/{kind}",
        item=item,
        code=kind,
        kind=kind,
        round=1,
        imposed_on=DAY,
        origin="1",
        status=status,
        **given,
    )


FINE, OVERDUE = owed("fine", "final"), owed("fine", "final", overdue_on=DAY)
PAID, CANCELLED = owed("fine", "settled"), owed("fine", "cancelled", ended_as="appeal_upheld")
SUSPENDED, SERVED = owed("suspension", "final"), owed("suspension", "settled")
REVOKED, WARNED = owed("revocation", "settled"), owed("warning", "settled")
ABSORBED, BAR = owed("suspension", "absorbed"), owed("temporary_bar", "serving")

IN_ENFORCEMENT = [
    ([CANCELLED], "", ("archived", "appeal_upheld")),
    ([FINE], "", ("awaiting_payment", "")),
    ([FINE], "ordered", ("awaiting_cure", "")),
    ([FINE], "proved", ("awaiting_payment", "")),
    ([OVERDUE], "", ("overdue", "")),
    ([OVERDUE, owed("fine", "final", item="1-II")], "", ("awaiting_payment", "")),
    ([OVERDUE, SUSPENDED], "", ("overdue", "")),
    ([PAID, SUSPENDED], "", ("executing_penalty", "")),
    ([PAID, BAR], "", ("executing_penalty", "")),
    ([PAID], "", ("closed", "paid")),
    ([PAID, SERVED], "", ("closed", "penalty_served")),
    ([PAID, SERVED, REVOKED], "", ("closed", "revoked")),
    ([REVOKED, ABSORBED], "", ("closed", "revoked")),
    ([WARNED], "", ("closed", "warning_recorded")),
    ([WARNED], "proved", ("closed", "cured")),
    ([WARNED, PAID], "", ("closed", "paid")),
    ([PAID, CANCELLED], "", ("closed", "paid")),
    ([], "", ("closed", "nothing_imposed")),
]


@pytest.mark.parametrize(("obligations", "cure", "expected"), IN_ENFORCEMENT)
def test_in_enforcement_the_state_is_the_first_that_fits(obligations, cure, expected):
    assert track_state(track("enforcement", cure=cure), obligations) == expected


@pytest.mark.parametrize(
    ("place", "reason", "expected"),
    [
        ("awaiting_defense", "", ("awaiting_defense", "")),
        ("archived/void", "void", ("archived", "void")),
        ("archived/late_notification", "late_notification", ("archived", "late_notification")),
    ],
)
def test_elsewhere_the_state_is_the_place(place, reason, expected):
    assert track_state(track(place, reason=reason), [FINE]) == expected


def test_a_track_answers_only_for_its_own_penalties():
    assert track_state(track("enforcement", kinds=("fine",)), [FINE, SUSPENDED]) == ("awaiting_payment", "")
    assert track_state(track("enforcement", without=("fine",)), [FINE, SUSPENDED]) == ("executing_penalty", "")


@pytest.mark.parametrize("ahead", range(1, len(ORDER) - 4))
def test_the_case_is_where_its_least_advanced_track_is(ahead):
    behind, before = ORDER[ahead], ORDER[ahead + 1]
    if before in {"awaiting_cure", "awaiting_payment", "overdue", "executing_penalty"}:
        before = "enforcement"
    case = Case(tracks=(track(before, id="t1"), track(behind, id="t2")), obligations=(FINE,))
    assert state_of(case) == (behind, "")


@pytest.mark.parametrize(
    ("tracks", "obligations", "expected"),
    [
        ([], [], ("not_opened", "")),
        ([track("archived/void", reason="void"), track("enforcement", id="t2")], [PAID], ("closed", "paid")),
        ([track("archived/void", reason="void"), track("enforcement", id="t2")], [FINE], ("awaiting_payment", "")),
        (
            [track("archived/void", reason="void"), track("archived/defense_upheld", id="t2", reason="defense_upheld")],
            [],
            ("archived", "defense_upheld"),
        ),
        (
            [track("enforcement", kinds=("fine",)), track("enforcement", id="t2", without=("fine",))],
            [PAID, REVOKED],
            ("closed", "revoked"),
        ),
    ],
)
def test_the_case_ends_when_all_its_tracks_have_ended(tracks, obligations, expected):
    case = Case(tracks=tuple(tracks), obligations=tuple(obligations))
    assert state_of(case) == expected
    assert ended(case) == (expected[0] in {"closed", "archived"})


@pytest.mark.parametrize(
    ("status", "standing"),
    [
        ("imposed", True),
        ("final", True),
        ("serving", True),
        ("settled", True),
        ("cancelled", False),
        ("absorbed", False),
    ],
)
def test_a_penalty_stands_until_cancelled_or_absorbed(status, standing):
    assert stands(owed("fine", status)) is standing
