"""What becomes of a law once its questions are answered."""

from __future__ import annotations

from datetime import date

from procedures.registry import law
from workflow.law_time import first_day_in_force

ANSWERS = {"profile": "interim", "publication": "2020-02-03"}


def test_the_town_says_when_the_law_was_published() -> None:
    assert first_day_in_force(law("mg_lavras_lei_4545_2020").resolve(ANSWERS)) == date(2020, 8, 1)


def test_a_case_that_names_the_day_of_publication_is_told_by_it_whatever_the_town_says() -> None:
    told = law("mg_lavras_lei_4545_2020").resolve(ANSWERS, published_on=date(2020, 1, 13))
    assert first_day_in_force(told) == date(2020, 7, 11)
