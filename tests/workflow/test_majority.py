"""How many votes carry: the most, a share of the present or of all; the casting vote; a vote that falls short."""

from __future__ import annotations

import pytest

from tests.planting import put
from tests.workflow.vila import faults
from workflow.errors import NotCarried
from workflow.judgment import outcome_of
from workflow.law_people import Body, Majority

KNOWN = ("upheld", "partial", "dismissed", "aggravated")
ITEMS = ("1-I", "1-II")
ABSOLUTE = "more than 1/2 of members"


def board(**rules):
    return Body.model_validate({"label": "Conselho", "members": 5, "votes": 3, "basis": "6", **rules})


NEEDED = [
    # majority, present, members, votes needed
    ("most", 4, 5, 1),
    ("more than 1/2 of members", 3, 5, 3),
    ("more than 1/2 of members", 3, 6, 4),
    ("more than 1/2 of present", 4, 5, 3),
    ("more than 1/2 of present", 3, 5, 2),
    ("2/3 of members", 5, 5, 4),
    ("2/3 of members", 6, 6, 4),
    ("1/2 of present", 4, 5, 2),
    ("1/1 of present", 4, 5, 4),
]


@pytest.mark.parametrize(("text", "present", "members", "needed"), NEEDED)
def test_a_share_is_reached_or_passed_and_never_rounded_down(text, present, members, needed):
    assert Majority.parse(text).needed(present, members) == needed


@pytest.mark.parametrize(
    "text", ["3/2 of members", "more than 1/1 of present", "half", "1/2", "1/2 of voters", "0/1 of members"]
)
def test_a_majority_of_nothing_known_is_refused(text):
    with pytest.raises(ValueError, match="não se entende"):
        Majority.parse(text)


CARRIED = [
    # body, data, outcome
    (board(majority=ABSOLUTE), {"votes": {"upheld": 3, "dismissed": 1}}, "upheld"),
    (board(majority=ABSOLUTE, short="dismissed"), {"votes": {"upheld": 2, "partial": 1, "dismissed": 1}}, "dismissed"),
    (board(majority={"aggravated": "2/3 of members"}), {"votes": {"upheld": 2, "dismissed": 1}}, "upheld"),
    (
        board(majority={"aggravated": "2/3 of members"}),
        {"votes": {"aggravated": 4}, "penalties": [{"item": "1-I"}]},
        "aggravated",
    ),
    (board(tie="casting_vote"), {"votes": {"upheld": 2, "dismissed": 2}, "casting_vote": "upheld"}, "upheld"),
    (
        board(tie="casting_vote", majority=ABSOLUTE),
        {"votes": {"upheld": 2, "dismissed": 2}, "casting_vote": "dismissed"},
        "dismissed",
    ),
    (board(majority=ABSOLUTE), {"rulings": [{"item": each, "votes": {"upheld": 3}} for each in ITEMS]}, "upheld"),
]


@pytest.mark.parametrize(("body", "data", "outcome"), CARRIED)
def test_what_has_its_majority_carries(body, data, outcome):
    assert outcome_of(data, KNOWN, body, 4, ITEMS) == outcome


REFUSED = [
    (board(majority=ABSOLUTE), {"votes": {"upheld": 2, "partial": 1, "dismissed": 1}}, "'upheld' teve 2 .* são 3"),
    (board(majority=ABSOLUTE), {"outcome": "upheld"}, "diga quantos votos"),
    (
        board(majority=ABSOLUTE),
        {"rulings": [{"item": each, "outcome": "upheld"} for each in ITEMS]},
        "diga quantos votos",
    ),
    (
        board(majority=ABSOLUTE),
        {
            "rulings": [
                {"item": "1-I", "votes": {"upheld": 3}},
                {"item": "1-II", "votes": {"upheld": 2, "dismissed": 1}},
            ]
        },
        "são 3",
    ),
    (board(majority={"aggravated": "2/3 of members"}), {"votes": {"aggravated": 3, "upheld": 1}}, "são 4"),
    (board(tie="casting_vote"), {"votes": {"upheld": 2, "dismissed": 2}}, "falta o voto de qualidade"),
    (board(tie="casting_vote"), {"votes": {"upheld": 2, "dismissed": 2}, "casting_vote": "partial"}, "veio 'partial'"),
    (board(tie="casting_vote"), {"votes": {"upheld": 3, "dismissed": 1}, "casting_vote": "upheld"}, "não houve empate"),
    (board(tie="dismissed"), {"votes": {"upheld": 2, "dismissed": 2}, "casting_vote": "upheld"}, "a lei não o dá"),
    (board(members=3), {"votes": {"upheld": 4}}, "tem 3 membros"),
]


@pytest.mark.parametrize(("body", "data", "says"), REFUSED)
def test_what_falls_short_is_refused_with_the_bodys_article(body, data, says):
    with pytest.raises(NotCarried, match=says) as refused:
        outcome_of(data, KNOWN, body, 4, ITEMS)
    assert refused.value.articles == ("6",)


FAULTS = [
    ({"members": 2}, "bodies.board.members", "tem 2 membros e pede 3 votos"),
    ({"majority": ABSOLUTE}, "bodies.board.majority", "diga quantos são os membros"),
    ({"majority": {"agravated": "2/3 of present"}}, "bodies.board.majority.agravated", "nenhum ato deste órgão"),
    ({"short": "upheld"}, "bodies.board.short", "sem majority nunca falta maioria"),
    (
        {"short": "uphelt", "majority": "more than 1/2 of present"},
        "bodies.board.short",
        "a falta de maioria não pode dar",
    ),
    ({"tie": "casting_votes"}, "bodies.board.tie", "o empate não pode dar"),
]


@pytest.mark.parametrize(("rule", "where", "says"), FAULTS)
def test_a_majority_that_cannot_be_counted_is_a_fault_of_the_file(rule, where, says):
    found = faults(*(put(f"bodies.board.{key}", value) for key, value in rule.items()))
    assert any(place == where and says in what for place, what in found), found
