"""The open questions of a law as a town sees them: what is asked, what may be answered, what is in force and why."""

from __future__ import annotations

from datetime import date

import pytest

from procedures.municipality import load_town
from procedures.questions_report import COLUMNS, by_number, questions, rows
from procedures.registry import LAWS, law, law_ids
from tests.planting import GONE, put, with_changes

SANTOS_DUMONT = "mg_santos_dumont_lei_4814_2026"
DAY = date(2027, 6, 1)


@pytest.fixture
def town(tmp_path):
    """The town's file with two answers, one of them still to come."""
    text = (LAWS.parent / "municipalities" / "mg_santos_dumont.yaml").read_text(encoding="utf-8")
    file = tmp_path / "mg_santos_dumont.yaml"
    assert text.count("answers: {}") == 1
    file.write_text(text.replace("answers: {}", ANSWERS), encoding="utf-8")
    return load_town(file)


ANSWERS = """answers:
  payment_first_day:
    - {answer: same_day, since: 2027-03-01, act: "Decreto 10/2027"}
  archive_tolerance:
    - {answer: 2 business days, since: 2027-02-01, act: "Decreto 8/2027"}
  rounding:
    - {answer: half_up, since: 2027-12-01, act: "Decreto 90/2027"}
"""


def question(name: str, *context: object):
    return next(each for each in questions(law(SANTOS_DUMONT), *context) if each.id == name)


def test_without_a_town_the_default_is_in_force():
    found = question("payment_first_day")
    assert (found.answer, found.default, found.answered) == ("next_day", "next_day", False)
    assert found.numbers == ("SD-A06",)
    assert [option.id for option in found.options] == ["next_day", "same_day"]
    assert found.options[1].sets == ("time_limits.payment.starts",)


def test_a_town_answers_from_a_day_on_with_its_act(town):
    found = question("payment_first_day", town, DAY)
    assert (found.answer, found.since, found.act) == ("same_day", date(2027, 3, 1), "Decreto 10/2027")
    assert question("rounding", town, DAY).answered is False
    assert question("rounding", town, date(2027, 12, 1)).answer == "half_up"


def test_the_lines_mark_the_answer_in_force_the_default_and_who_answered(town):
    found = {
        line[0].partition("\n")[0]: dict(zip(COLUMNS, line, strict=True))
        for line in rows(questions(law(SANTOS_DUMONT), town, DAY))
    }
    payment = found["payment_first_day"]
    assert payment["Respostas"] == "○ next_day: Não conta (padrão)\n● same_day: Conta"
    assert payment["Município"] == "same_day, desde 01/03/2027 (Decreto 10/2027)"
    assert payment["Por que o padrão"].endswith("33 §7; Lei 9.784 art. 66")
    assert found["archive_tolerance"]["Respostas"] == "● 2 business days; admite outra"
    assert found["public_notice_effective_after"]["Respostas"] == "● 0 days (padrão); admite outra"
    assert found["rounding"]["Município"] == "usa o padrão"


def test_a_question_with_neither_default_nor_answer_says_that_nothing_opens():
    planted = with_changes(put("open_questions.rounding.default", GONE))
    line = next(each for each in rows(questions(planted)) if each[0].startswith("rounding"))
    assert line[-1] == "falta responder: nada se abre"


def test_the_numbers_of_the_analysis_lead_to_their_questions():
    found = by_number(law(SANTOS_DUMONT))
    assert found["SD-A09"] == ("committee_quorum", "board_quorum", "tie_rule", "homologation")
    assert list(found) == sorted(found)


@pytest.mark.parametrize("name", law_ids())
def test_every_question_of_every_law_is_told_whole(name):
    for each in questions(law(name)):
        assert each.asks.endswith("?")
        assert each.basis
        assert all(option.label for option in each.options), each.id
