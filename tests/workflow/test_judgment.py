"""Judging, as a table: who sits, who is barred, what the votes carry, what a tie means."""

from __future__ import annotations

from datetime import date

import pytest

from tests.workflow import play as santos
from tests.workflow.play import Play, santos_dumont
from workflow.case import Head
from workflow.errors import InvalidData, NoQuorum, NotCarried, Recused
from workflow.facts import Member
from workflow.judgment import barred_members, outcome_of, require_quorum, rulings_of, sitting
from workflow.procedure import Body, Recusal

KNOWN = ("upheld", "partial", "dismissed")
ITEMS = ("1-I", "1-II")
BODY = Body(label="Comissão", votes=3, permanent=True, tie="dismissed", basis=("33 §3",))
NO_TIE = BODY.model_copy(update={"tie": None})
BOARD = Body(label="Junta", votes=3, permanent=True, legal=1, tie="reversed", basis=("33 §5",))
RECUSAL = Recusal(kinship_up_to=3, basis=("Lei 9.784 art. 18",))
DAY = date(2027, 4, 12)

VOTES = [
    # votes, present, body, outcome
    ({"upheld": 2, "dismissed": 1}, 3, BODY, "upheld"),
    ({"upheld": 1, "dismissed": 2}, 3, BODY, "dismissed"),
    ({"upheld": 2, "dismissed": 2}, 4, BODY, "dismissed"),
    ({"upheld": 1, "partial": 1, "dismissed": 1}, 3, BODY, "dismissed"),
    ({"upheld": 2, "partial": 1, "dismissed": 1}, 4, BODY, "upheld"),
    ({"Ana": "upheld", "Bia": "upheld", "Caio": "dismissed"}, 3, BODY, "upheld"),
    ({"Ana": "upheld", "Bia": "dismissed"}, 2, BODY, "dismissed"),
]


@pytest.mark.parametrize(("votes", "present", "body", "outcome"), VOTES)
def test_the_most_votes_carry_and_a_tie_is_the_bodys_to_break(votes, present, body, outcome):
    assert outcome_of({"votes": votes}, KNOWN, body, present, ITEMS) == outcome


REFUSED_VOTES = [
    ({"upheld": 2, "dismissed": 2}, 4, NO_TIE, NotCarried, "empate"),
    ({"upheld": 4}, 3, BODY, NotCarried, "4 votos para 3"),
    ({"upheld": 0}, 3, BODY, NotCarried, "só 0 voto"),
    ({"upheld": 0, "dismissed": 0}, 3, BODY, NotCarried, "só 0 voto"),
    ({"upheld": 2}, 3, BODY, NotCarried, "só 2 voto"),
    ({"affirmed": 3}, 3, BODY, InvalidData, "affirmed"),
    ({"Ana": "upheld", "Bia": 1}, 2, BODY, InvalidData, "não os dois"),
    ({"upheld": -1}, 3, BODY, InvalidData, "não os dois"),
    ("upheld", 3, BODY, InvalidData, "quantos votos"),
]


@pytest.mark.parametrize(("votes", "present", "body", "kind", "says"), REFUSED_VOTES)
def test_votes_that_carry_nothing(votes, present, body, kind, says):
    with pytest.raises(kind, match=says):
        outcome_of({"votes": votes}, KNOWN, body, present, ITEMS)


def test_partial_and_aggravated_say_in_what_and_what_is_maintained_changes_nothing():
    changed = [{"item": "1-I", "code": "D", "days": 31}]
    board = ("affirmed", "partial", "aggravated", "reversed")
    assert outcome_of({"outcome": "partial", "penalties": changed}, board, BOARD, 3, ITEMS) == "partial"
    assert outcome_of({"votes": {"aggravated": 3}, "penalties": changed}, board, BOARD, 3, ITEMS) == "aggravated"
    for data in ({"outcome": "partial"}, {"outcome": "aggravated"}, {"outcome": "affirmed", "penalties": changed}):
        with pytest.raises(NotCarried):
            outcome_of(data, board, BOARD, 3, ITEMS)


RULINGS = [
    ([("1-I", "upheld"), ("1-II", "upheld")], "upheld"),
    ([("1-I", "dismissed"), ("1-II", "dismissed")], "dismissed"),
    ([("1-I", "dismissed"), ("1-II", "upheld")], "partial"),
    ([("1-I", "dismissed")], "partial"),
    ([("1-I", "upheld")], "upheld"),
]


@pytest.mark.parametrize(("lines", "outcome"), RULINGS)
def test_the_outcome_follows_from_the_rulings(lines, outcome):
    rulings = [{"item": item, "outcome": each} for item, each in lines]
    assert outcome_of({"rulings": rulings}, KNOWN, BODY, 3, ITEMS) == outcome
    assert outcome_of({"rulings": rulings, "outcome": outcome}, KNOWN, BODY, 3, ITEMS) == outcome


@pytest.mark.parametrize("ruling", ["perhaps", "affirmed"])
def test_a_line_has_an_outcome_of_this_step(ruling):
    with pytest.raises(InvalidData, match="upheld, partial, dismissed"):
        outcome_of({"rulings": [{"item": "1-I", "outcome": ruling}]}, KNOWN, BODY, 3, ITEMS)


def test_each_line_may_have_votes_of_its_own():
    lines = [{"item": "1-I", "votes": {"dismissed": 2, "upheld": 1}}, {"item": "1-II", "votes": {"upheld": 3}}]
    assert rulings_of({"rulings": lines}, ITEMS, BODY, 3) == {"1-I": "dismissed", "1-II": "upheld"}


@pytest.mark.parametrize(
    ("lines", "kind", "says"),
    [
        ([{"item": "9-I", "outcome": "upheld"}], InvalidData, "não está neste auto"),
        ([{"item": "1-I", "outcome": "upheld"}] * 2, InvalidData, "duas vezes"),
        ([{"item": "1-I"}], NotCarried, "não levam"),
        ([{"item": "1-I", "outcome": "upheld", "votes": {"dismissed": 3}}], NotCarried, "não levam a upheld"),
    ],
)
def test_rulings_that_are_none(lines, kind, says):
    with pytest.raises(kind, match=says):
        rulings_of({"rulings": lines}, ITEMS, BODY, 3)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"outcome": "upheld", "votes": {"dismissed": 3}}, "declarado"),
        ({"votes": {"upheld": 3}, "rulings": [{"item": "1-I", "outcome": "dismissed"}]}, "os votos levam"),
        ({}, "nada diz o resultado"),
    ],
)
def test_what_is_declared_agrees_with_votes_and_rulings(data, says):
    with pytest.raises(NotCarried, match=says):
        outcome_of(data, KNOWN, BODY, 3, ITEMS)


MEMBERS = (
    Member("Ana", "committee"),
    Member("Bia", "committee"),
    Member("Caio", "committee"),
    Member("Davi", "committee", alternate=True),
    Member("Eva", "committee", permanent=False),
    Member("Fabio", "committee", until=date(2027, 4, 11)),
    Member("Gil", "committee", since=date(2027, 4, 13)),
    Member("Hugo", "committee", until=DAY),
    Member("Ines", "committee", since=DAY),
    Member("Joao", "committee", recused=True),
    Member("Kika", "committee", kinship=3),
    Member("Lia", "committee", kinship=4),
    Member("Mara", "committee", lawyer=True),
)


def sat(*names, body=BODY, head=None, **data):
    return sitting({"voters": list(names), **data}, "committee", body, MEMBERS, DAY), head or Head()


SEATED = [
    (("Ana", "Bia", "Caio"), None),
    (("Ana", "Bia", "Davi"), None),
    (("Ana", "Hugo", "Ines"), None),
    (("Ana", "Bia", "Lia"), None),
    (("Ana", "Bia", "Eva"), NoQuorum),
    (("Ana", "Bia", "Fabio"), NoQuorum),
    (("Ana", "Bia", "Gil"), NoQuorum),
    (("Ana", "Bia"), NoQuorum),
    (("Ana", "Bia", "Caio", "Eva"), None),
    (("Ana", "Bia", "Joao"), NoQuorum),
    (("Ana", "Bia", "Kika"), NoQuorum),
]


@pytest.mark.parametrize(("names", "refusal"), SEATED)
def test_the_quorum_counts_those_with_every_quality_and_no_bar(names, refusal):
    seated, head = sat(*names)
    if refusal is None:
        require_quorum(seated, BODY, RECUSAL, head, "committee")
        return
    with pytest.raises(refusal, match="a lei pede pelo menos 3"):
        require_quorum(seated, BODY, RECUSAL, head, "committee")


BARRED = [
    (("Ana", "Bia", "Caio"), Head(), []),
    (("Ana", "Joao"), Head(), [("Joao", "impedido")]),
    (("Ana", "Kika", "Lia"), Head(), [("Kika", "3º grau")]),
    (("Ana", "Bia"), Head(inspector="Bia"), [("Bia", "lavrou o auto")]),
    (("Ana", "Bia"), Head(sat=(("board", "Ana"),)), [("Ana", "outro órgão")]),
    (("Ana", "Bia"), Head(sat=(("committee", "Ana"),)), []),
]


@pytest.mark.parametrize(("names", "head", "expected"), BARRED)
def test_who_is_barred_and_why(names, head, expected):
    found = list(barred_members(sat(*names)[0], RECUSAL, head, "committee"))
    assert [name for name, _ in found] == [name for name, _ in expected]
    for (_, why), (_, part) in zip(found, expected, strict=True):
        assert part in why


def test_one_barred_voter_refuses_the_act_even_with_quorum_to_spare():
    play = Play(santos_dumont(), members=[
        Member(name, "special_committee", recused=name == "Dora") for name in ("Ana", "Bia", "Caio", "Dora")
    ])  # fmt: skip
    play.do("draw_up", "2027-03-01", items=["36-II"], fact_on="2027-03-01")
    play.do("serve_notice", "2027-03-03", via="personal")
    play.do("file_defense", "2027-03-22")
    refusal = play.no("judge", "2027-04-12", Recused, "Dora", outcome="upheld", voters=["Ana", "Bia", "Caio", "Dora"])
    assert {"Lei 9.784 art. 18", "33 §3"} <= set(refusal.articles)
    play.do("judge", "2027-04-12", outcome="upheld", voters=["Ana", "Bia", "Caio"])


def test_a_name_that_is_no_member_cannot_vote_nor_can_one_vote_twice():
    with pytest.raises(NoQuorum, match="Zoe não é membro"):
        sat("Ana", "Zoe")
    with pytest.raises(InvalidData, match="mais de uma vez"):
        sat("Ana", "Ana")


def test_the_legal_seat_needs_a_lawyer_in_office_who_votes():
    seated, head = sat("Ana", "Bia", "Mara", body=BOARD)
    require_quorum(seated, BOARD, RECUSAL, head, "committee")
    for names, data in ((("Ana", "Bia", "Caio"), {}), (("Ana", "Bia", "Mara"), {"legal_member": False})):
        without, _ = sat(*names, body=BOARD, **data)
        with pytest.raises(NoQuorum, match="formação jurídica"):
            require_quorum(without, BOARD, RECUSAL, head, "committee")


@pytest.mark.parametrize(
    "data",
    [
        {"voters": 3, "votes": {"Ana": "upheld", "Bia": "upheld", "Joao": "upheld"}},
        {"votes": {"Ana": "upheld", "Bia": "upheld", "Joao": "upheld"}},
        {"voters": 3, "rulings": [{"item": "1-I", "votes": {"Ana": "upheld", "Bia": "upheld", "Joao": "upheld"}}]},
    ],
)
def test_whoever_votes_by_name_is_looked_up_whatever_number_is_given(data):
    seated = sitting(data, "committee", BODY, MEMBERS, DAY)
    assert seated.named == ("Ana", "Bia", "Joao")
    assert [name for name, _ in barred_members(seated, RECUSAL, Head(), "committee")] == ["Joao"]


def test_a_vote_of_one_who_does_not_sit_is_refused():
    with pytest.raises(InvalidData, match="Caio, que não está entre os votantes"):
        sat("Ana", "Bia", votes={"Ana": "upheld", "Bia": "upheld", "Caio": "upheld"})


def test_a_number_of_voters_means_so_many_with_every_quality():
    seated = sitting({"voters": 3}, "committee", BOARD, (), DAY)
    assert (seated.present, seated.legal, seated.named) == (3, 3, ())
    assert sitting({}, "mayor", Body(), (), DAY).present == 1


def test_no_more_vote_than_the_town_has_in_office_that_day():
    def seat(voters, day=DAY, body=BODY, members=None):
        two = (Member("Ana", "committee", until=DAY), Member("Bia", "committee", since=DAY))
        given = (*two, Member("Caio", "committee", alternate=True), Member("Davi", "committee", permanent=False))
        return sitting({"voters": voters}, "committee", body, given if members is None else members, day)

    assert seat(3).present == 3
    with pytest.raises(NoQuorum, match="30 votante.*em 12/04/2027 o Município tem 3 membro") as refused:
        seat(30)
    assert refused.value.articles == ("33 §3",)
    with pytest.raises(NoQuorum, match="em 13/04/2027 o Município tem 2 membro"):
        seat(3, day=date(2027, 4, 13))
    assert seat(30, members=(Member("Eva", "board"),)).present == 30  # of this body the town names nobody
    with pytest.raises(NoQuorum, match="a lei lhe dá 5"):
        seat(6, body=BODY.model_copy(update={"members": 5}), members=())


def test_an_alternate_is_summoned_in_writing():
    members = [Member(name, "special_committee", alternate=name == "Caio") for name in ("Ana", "Bia", "Caio")]
    play = santos.defended(members=members)
    event = play.do("judge", "2027-04-12", outcome="upheld", voters=["Ana", "Bia", "Caio"])
    assert "alternate_summons" in [paper.kind for paper in event.derived.papers]
    plain = santos.judged(members=members)
    assert "alternate_summons" not in plain.papers


def test_who_judged_the_defense_does_not_judge_the_appeal():
    names = ("Ana", "Bia", "Caio", "Davi", "Eva")
    members = [Member(name, body, lawyer=True) for name in names for body in ("special_committee", "review_board")]
    play = santos.defended(members=members)
    play.do("judge", "2027-04-12", outcome="upheld", voters=["Ana", "Bia", "Caio"])
    play.do("serve_decision", "2027-04-19", via="post", receipt="ar")
    play.do("file_appeal", "2027-04-26")
    # Three who may sit, and one who may not: the act is refused, not the vote discounted.
    play.no("judge_appeal", "2027-05-10", NoQuorum, "2 votante", outcome="affirmed", voters=["Caio", "Davi", "Eva"])
    assert play.case.head.sat == tuple(("special_committee", name) for name in ("Ana", "Bia", "Caio"))
