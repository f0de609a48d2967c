"""Changes of a town's file: what they write, byte for byte beside all that stays, and what they refuse."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from procedures.municipality import TOWNS, Town, load_town
from procedures.town_changing import KINDS, Change, Known, TownRefusal, changed, days_between
from procedures.town_file import whole
from tests.procedures.test_municipality import SMALL

TODAY = date(2027, 3, 10)
KNOWN = Known(
    bodies=frozenset({"board", "mayor"}),
    units=frozenset({"UFV", "URM"}),
    questions=frozenset({"party_terms_end", "rounding"}),
)
SEED = (TOWNS / "mg_santos_dumont.yaml").read_text("utf-8")


def read(tmp_path: Path, text: str) -> Town:
    file = tmp_path / "cidade.yaml"
    file.write_text(text, "utf-8")
    return load_town(file)


def change(what: str, /, act: str = "Decreto 20", **said: object) -> Change:
    return Change(kind=what, act=act, said=said)


def day(on: str, section: str = "closed") -> Change:
    own = {"kind": "municipal"} if section == "closed" else {}
    return change("calendar", day=on, section=section, name="Luto: oficial", **own)


WRITTEN = {
    "a day between others": (
        day("2027-01-20"), '    - {day: 2027-01-20, name: "Luto: oficial", kind: "municipal", act: "Decreto 20"}',
    ),
    "a day before all others": (
        change("calendar", day="2027-01-04", section="closed", name="Luto", kind="optional"),
        '    - {day: 2027-01-04, name: "Luto", kind: "optional", act: "Decreto 20"}',
    ),
    "the first outage": (
        day("2027-03-11", "outages"), '    - {day: 2027-03-11, name: "Luto: oficial", act: "Decreto 20"}',
    ),
    "a value of the year to come": (
        change("value", unit="UFV", **{"from": "2028-01-01"}, value="12.05"),
        '    - {from: 2028-01-01, value: "12.05", act: "Decreto 20"}',
    ),
    "the first value of a unit": (
        change("value", unit="URM", **{"from": "2027-04-01"}, value="12.05"),
        '    - {from: 2027-04-01, value: "12.05", act: "Decreto 20"}',
    ),
    "a new member": (
        change("member", name="Caio", body="board", permanent=False, lawyer=True, since="2027-04-01"),
        '  - {name: "Caio", body: "board", permanent: false, lawyer: true, since: 2027-04-01, act: "Decreto 20"}',
    ),
    "the first answer to a question": (
        change("answer", question="rounding", answer="truncate", since="2027-03-10"),
        '    - {answer: "truncate", since: 2027-03-10, act: "Decreto 20"}',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_a_change_adds_its_line_and_leaves_every_other_as_it_was(tmp_path, name):
    asked, line = WRITTEN[name]
    town = read(tmp_path, SMALL)
    text = changed(SMALL, town, asked, KNOWN, TODAY)
    lines = text.splitlines()
    assert line in lines
    assert set(SMALL.splitlines()) <= set(lines)
    assert len(lines) - len(SMALL.splitlines()) in (1, 2)  # the line, and the name of what it begins
    assert read(tmp_path, text).digest != town.digest


def test_days_stand_in_order_in_the_calendar(tmp_path):
    text = SMALL
    for on in ("2027-06-10", "2027-01-20", "2027-03-11"):
        text = changed(text, read(tmp_path, text), day(on), KNOWN, TODAY)
    days = [each.day for each in read(tmp_path, text).office_days.closed]
    assert days == sorted(days)


def test_a_list_written_on_one_line_takes_one_more(tmp_path):
    text = changed(SMALL, read(tmp_path, SMALL), day("2027-12-30", "early_closings"), KNOWN, TODAY)
    assert [each.day.day for each in read(tmp_path, text).office_days.early_closings] == [24, 30]


def test_a_mandate_without_end_gets_one_and_both_acts(tmp_path):
    asked = change("member", name="Bia Exemplo", body="board", until="2027-04-30")
    town = read(tmp_path, changed(SMALL, read(tmp_path, SMALL), asked, KNOWN, TODAY))
    assert (town.members[1].until, town.members[1].act) == (date(2027, 4, 30), "Portaria 7; Decreto 20")


def test_the_letterhead_is_written_anew(tmp_path):
    text = changed(SEED, read(tmp_path, SEED), change("letterhead", lines=["Estado", "Prefeitura: nova"]), KNOWN, TODAY)
    assert read(tmp_path, text).letterhead == ("Estado", "Prefeitura: nova")
    assert text.count("#") == SEED.count("#")


REFUSED = {
    "no act": (change("letterhead", act=" ", lines=["x"]), "Falta o ato"),
    "a year that the calendar lacks": (day("2033-01-05"), "não cobre 2033; cobre 2027"),
    "a day that is already closed": (day("2027-02-09"), "já está no calendário, sem expediente: Carnaval"),
    "a closed day that closes early": (day("2027-02-09", "early_closings"), "já está no calendário, sem expediente"),
    "an early closing that is now closed": (day("2027-12-24"), "encerrado mais cedo: Véspera de Natal"),
    "a Sunday": (day("2027-03-14"), "fim de semana"),
    "a unit nobody has": (change("value", unit="UFX", **{"from": "2028-01-01"}, value="1"), "quis dizer"),
    "a value of the same day": (change("value", unit="UFV", **{"from": "2027-07-01"}, value="1"), "Já há valor"),
    "a value for days that have one": (change("value", unit="UFV", **{"from": "2027-02-01"}, value="1"), "já vale R"),
    "a body no law has": (change("member", name="X", body="bord", since="2027-04-01"), "quis dizer 'board'"),
    "a member nobody knows": (change("member", name="Zé", body="board", until="2027-04-01"), "Bia Exemplo"),
    "a mandate ended in the past": (
        change("member", name="Bia Exemplo", body="board", until="2027-03-05"), "já passou",
    ),
    "a mandate without days": (change("member", name="Bia Exemplo", body="board"), "--since"),
    "a question no law has": (change("answer", question="party_term", answer="x", since="2027-04-01"), "quis dizer"),
    "an answer of a day gone by": (
        change("answer", question="party_terms_end", answer="none", since="2027-02-01"), "já tem resposta desde",
    ),
    "the answer that there is": (
        change("answer", question="party_terms_end", answer="next_business_day", since="2027-05-01"), "já tem resposta",
    ),
    "an answer for days gone by": (
        change("answer", question="rounding", answer="x", since="2027-03-09"), "não retroage",
    ),
    "the letterhead that there is": (change("letterhead", lines=["Prefeitura de Vila Exemplo"]), "já é esse"),
    "the file that there is": (change("file", text=SMALL), "já vale"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused(tmp_path, name):
    asked, said = REFUSED[name]
    with pytest.raises(TownRefusal) as refused:
        changed(SMALL, read(tmp_path, SMALL), asked, KNOWN, TODAY)
    assert said in str(refused.value)


def test_each_kind_of_change_is_refused_somewhere_here():
    assert {asked.kind for asked, _ in REFUSED.values()} == set(KINDS)


def test_days_that_differ_are_those_added_taken_away_or_of_another_kind(tmp_path):
    old = read(tmp_path, SMALL)
    new = read(tmp_path, SMALL.replace("day: 2027-02-09", "day: 2027-02-10").replace("early_closings", "late_openings"))
    assert days_between(old, new) == {date(2027, 2, 9), date(2027, 2, 10), date(2027, 12, 24)}


@pytest.mark.parametrize("file", sorted(TOWNS.glob("*.yaml")), ids=lambda file: file.stem)
def test_a_town_written_whole_is_the_same_town(tmp_path, file):
    town = load_town(file)
    assert read(tmp_path, whole(town)).digest == town.digest
