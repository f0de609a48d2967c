"""Which rules stand on each unit of the law, found by walking the procedure: nothing cites in secret."""

from __future__ import annotations

import pytest

from procedures.citations import cited
from procedures.coverage import coverage
from procedures.registry import law, law_ids
from tests.planting import put, resolved


def test_each_citation_has_the_paths_of_the_rules_that_make_it():
    found = cited(resolved())
    assert found["33 §2"] == [
        "time_limits.defense", "steps.dispatch_notice", "steps.serve_notice", "steps.file_defense",
        "steps.certify_no_defense", "open_questions.party_terms_end", "open_questions.first_day",
        "open_questions.notice_limit_met_by", "open_questions.several_respondents", "open_questions.no_defense_effect",
        "open_questions.appraisal_target",
    ]  # fmt: skip


def test_an_item_a_guard_a_level_and_an_answer_cite_too():
    found = cited(resolved())
    assert "infractions.36-XIX" in found["36 XIX"]
    assert "infractions.36-XIX" in found["9 §1"]
    assert "steps.draw_up.requires" in found["47"]
    assert "repeat.surcharge.levels[3º]" in found["38 §3"]
    assert "open_questions.fourth_repeat.options.basic_value" in found["38 §3"]
    assert cited(resolved(put("open_questions.rounding.options.half_up.cites", "45")))["45"][-1] == (
        "open_questions.rounding.options.half_up"
    )


def test_an_item_that_asks_for_a_duty_stands_on_the_duties_of_that_article():
    found = cited(resolved(put("infractions.36-I.duty_of", "28")))
    assert "infractions.36-I" in found["28 II"]


@pytest.mark.parametrize("name", law_ids())
def test_no_unit_of_any_law_is_unmarked_and_every_quote_is_used(name):
    found = law(name)
    assert coverage(found.text, found.data["articles"], cited(found.resolve())).faults == ()
